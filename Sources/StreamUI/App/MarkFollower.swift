import StreamModel

/// Sets marks and jumps to them.
///
/// Small letters name places of a page; those of the timeline are kept for the next run. Capital letters
/// name places of all sources, where places are kept at all.
enum MarkFollower {
  /// Takes the letter in; another key does nothing.
  static func take(
    _ use: Mode.MarkUse,
    _ key: Key,
    on desk: inout Desk,
    at moment: Moment
  ) -> [Effect] {
    guard case .character(let letter) = key.code, key.modifiers.isSubset(of: .shift) else {
      return []
    }
    switch use {
    case .set: return set(letter, on: &desk)
    case .jump where letter == "'":
      guard let place = desk.view.list.standpoint.marks.beforeJump else {
        desk.say("No jump to return from on this page")
        return []
      }
      if !jump(to: place, on: &desk) { desk.say("The place where the jump began is gone") }
      return []
    case .jump: return jump(to: letter, on: &desk, at: moment)
    }
  }

  /// Takes in the marks of the timeline as it was before.
  static func recall(_ marks: [SavedPlace.Mark], on desk: inout Desk) {
    desk.view.withList { list, _ in list.standpoint.recall(marks) }
  }

  /// Goes to a place of this timeline that was kept.
  static func follow(_ place: SavedPlace, on desk: inout Desk, at moment: Moment) {
    while desk.view.pop() {}
    PlaceFollower.start(at: place, for: .mark, on: &desk, at: moment)
  }

  private static func set(_ letter: Unicode.Scalar, on desk: inout Desk) -> [Effect] {
    let place = desk.view.pages.isFirst ? PlaceFollower.place(of: desk.view) : nil
    // Ninety-four marks at most, so that the file of a place stays small.
    let saved = letter.isASCII ? place : nil
    let mark = saved.map {
      SavedPlace.Mark(letter: letter, top: $0.top, line: $0.line, selection: $0.selection)
    }
    desk.say("Mark \(letter) is set")
    if isShared(letter, on: desk) {
      if let place { return [.setMark(letter, place)] }
      let key = desk.keymap.name(of: .leave)
      desk.say("Capital letters mark posts on the timeline (\(key) goes back)")
      return []
    }
    desk.view.withList { list, _ in list.standpoint.setMark(letter, saved: mark) }
    return []
  }

  private static func jump(
    to letter: Unicode.Scalar,
    on desk: inout Desk,
    at moment: Moment
  ) -> [Effect] {
    if isShared(letter, on: desk) { return [.findMark(letter)] }
    let marks = desk.view.list.standpoint.marks
    if let place = marks.place(of: letter), jump(to: place, on: &desk) { return [] }
    if let mark = marks.saved(letter) {
      follow(SavedPlace(of: mark, on: desk.view), on: &desk, at: moment)
    } else if marks.place(of: letter) != nil {
      desk.say("The marked comment is collapsed")
    } else {
      desk.say("Mark \(letter) is not set on this page")
    }
    return []
  }

  /// Jumps; false where the row is hidden or gone.
  private static func jump(to place: List.Place, on desk: inout Desk) -> Bool {
    guard desk.view.withList({ $0.standpoint.jump(to: place, in: $1) }) else { return false }
    desk.view.comeToRest()
    return true
  }

  /// Whether the letter names places of all sources.
  private static func isShared(_ letter: Unicode.Scalar, on desk: Desk) -> Bool {
    ("A"..."Z").contains(letter) && desk.view.options.stream.keepsPlace
  }
}

extension SavedPlace {
  /// The place of a mark on the timeline of `view`.
  fileprivate init(of mark: Mark, on view: PageView) {
    self.init(
      top: mark.top,
      line: mark.line,
      selection: mark.selection,
      order: view.feed.order,
      density: view.options.density,
      unfolded: [],
      opened: nil
    )
  }
}
