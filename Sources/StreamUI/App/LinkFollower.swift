import Addresses
import CellGrid
import StreamModel

/// Follows, opens, copies and saves links: inside the viewer, or through the gate to the outside.
enum LinkFollower {
  /// Enter: a link by its number, else the link in focus, else what the row leads to.
  static func enter(
    link number: Int?,
    on desk: inout Desk,
    at moment: Moment
  ) -> [Effect] {
    guard let number else { return enter(on: &desk, at: moment) }
    guard let chosen = linkNumbered(number, on: &desk) else { return [] }
    if case .link = desk.view.subject { _ = desk.view.pop() }
    return follow(chosen.link, isShown: chosen.isShown, on: &desk, at: moment)
  }

  /// Follows the link in focus, else does what the page does on the row.
  static func enter(on desk: inout Desk, at moment: Moment) -> [Effect] {
    let isShown = desk.choice.isShown
    if let link = desk.view.focusedLink {
      return follow(link, isShown: isShown, on: &desk, at: moment)
    }
    let reply = desk.view.ask { $0.enter($1, in: $2) }
    if case .nothing = reply {
      desk.say("Nothing to follow here (\(desk.keymap.name(of: .nextLink)) focuses the next link)")
    }
    return desk.carryOut(reply, isShown: isShown, at: moment)
  }

  /// `o`: opens a link by its number, the chosen link, or the address of the row's subject.
  static func openSelected(link number: Int?, on desk: inout Desk) -> [Effect] {
    if let number {
      guard let chosen = linkNumbered(number, on: &desk) else { return [] }
      return openOutside(chosen.link, isShown: chosen.isShown, on: &desk)
    }
    if let chosen = desk.choice.chosen {
      return openOutside(chosen.link, isShown: chosen.isShown, on: &desk)
    }
    guard let address = desk.view.subject.address else {
      desk.say("Not opened: there is no address for this row")
      return []
    }
    let isShown = desk.seen.written.contains(address)
    let opening = Opening(address, label: "", isShown: isShown, on: desk.view.size)
    return carryOut(opening, on: &desk)
  }

  /// `y`: copies the same.
  static func copySelected(link number: Int?, on desk: inout Desk) -> [Effect] {
    if let number {
      guard let chosen = linkNumbered(number, on: &desk) else { return [] }
      return copy(chosen.link.target, on: &desk)
    }
    guard let text = desk.view.focusedLink?.target ?? desk.view.subject.address else {
      desk.say("Not copied: there is no address for this row")
      return []
    }
    return copy(text, on: &desk)
  }

  /// The link of a number; where there is none, the status line says so.
  private static func linkNumbered(_ number: Int, on desk: inout Desk) -> LinkChoice.Choice? {
    if let chosen = desk.choice.numbered(number) { return chosen }
    let count = desk.choice.all.count
    let there = count == 0 ? "no links" : count == 1 ? "1 link" : "\(count) links"
    desk.say("There is no link \(number) (\(there) here)")
    return nil
  }

  /// Puts `text` on the clipboard.
  static func copy(_ text: String, on desk: inout Desk) -> [Effect] {
    guard !desk.view.options.isSecure else {
      desk.warn("Not copied: secure mode is on (STREAMTUI_SECURE)")
      return []
    }
    // The clipboard gets what the screen could show: no control character.
    return [.copy(SafeText(sanitizing: text).string)]
  }

  /// Follows a link that a label was typed for.
  static func follow(
    _ hint: Hint,
    wasSeen: Bool,
    on desk: inout Desk,
    at moment: Moment
  ) -> [Effect] {
    switch hint.subject {
    case .link(let link):
      desk.view.withList { list, _ in list.standpoint.select(hint.row) }
      return follow(link, isShown: wasSeen && hint.showsTarget, on: &desk, at: moment)
    case .entry(let link):
      _ = desk.view.pop()
      return follow(link, isShown: wasSeen, on: &desk, at: moment)
    }
  }

  /// Follows `link`: inside the viewer where it leads inside, else outside.
  ///
  /// - Parameters:
  ///   - isShown: whether a frame has shown where it leads.
  ///   - asks: whether a question comes where it leads outside and was not shown.
  static func follow(
    _ link: RowLink,
    isShown: Bool,
    asks: Bool = true,
    on desk: inout Desk,
    at moment: Moment
  ) -> [Effect] {
    switch link.kind {
    case .mention:
      let key = desk.choice.account(mentionedBy: link)
      desk.push(AccountPage(key, in: desk.view.feed))
      return []
    case .hashtag:
      let tag = link.label.lowercased().trimmingPrefix("#")
      desk.push(TagPage(String(tag)))
      return []
    case .attachment where FileReference.judge(link.target) != .address:
      // No post has such an address.
      return isShown || asks ? openOutside(link, isShown: isShown, on: &desk) : []
    case .link, .attachment:
      let otherwise: LinkLookup.Otherwise = isShown || asks ? .open(isShown: isShown) : .nothing
      var lookup = LinkLookup(link, otherwise: otherwise, at: moment)
      let progress = lookup.begin(desk.view.feed)
      return finish(lookup, progress, on: &desk)
    }
  }

  /// Does a slice of a lookup; what must be done outside, and whether that is seen.
  static func advance(
    _ lookup: LinkLookup,
    on desk: inout Desk,
    at moment: Moment
  ) -> (effects: [Effect], isSeen: Bool) {
    var lookup = lookup
    let becomesLong = lookup.becomesLong(at: moment)
    let progress = lookup.advance(desk.view.feed)
    if case .looking = progress {
      desk.mode.update(.lookup(lookup))
      return ([], becomesLong)
    }
    desk.mode.leave()
    return (finish(lookup, progress, on: &desk), true)
  }

  /// Does what a lookup was for, or waits for its next slice.
  static func finish(
    _ lookup: LinkLookup,
    _ progress: LinkLookup.Progress,
    on desk: inout Desk
  ) -> [Effect] {
    switch progress {
    case .looking: desk.mode.wait(for: .lookup(lookup))
    case .found(let record):
      desk.session.visit([lookup.link.target])
      desk.push(DetailPage(of: record, in: desk.view.feed))
    case .notFound:
      if case .open(let isShown) = lookup.otherwise {
        return openOutside(lookup.link, isShown: isShown, on: &desk)
      }
    }
    return []
  }

  // MARK: Leaving the program

  private static func openOutside(
    _ link: RowLink,
    isShown: Bool,
    on desk: inout Desk
  ) -> [Effect] {
    let source = desk.view.linkedRecord.flatMap { desk.view.feed.sourceName(of: $0) }
    let opening = Opening(link, of: source, isShown: isShown, on: desk.view.size)
    return carryOut(opening, on: &desk)
  }

  /// Opens several links at once.
  static func openTogether(
    _ links: [RowLink],
    isShown: Bool,
    on desk: inout Desk
  ) -> [Effect] {
    carryOut(Opening(together: links, isShown: isShown, on: desk.view.size), on: &desk)
  }

  private static func carryOut(_ opening: Opening, on desk: inout Desk) -> [Effect] {
    guard !desk.view.options.isSecure else {
      desk.warn("Not opened: secure mode is on (STREAMTUI_SECURE)")
      return []
    }
    switch opening {
    case .open(let targets): return open(targets, on: &desk)
    case .openFile(let file): return open(file, on: &desk)
    case .refuse(let reason): desk.warn(reason)
    case .ask(let question):
      guard question.lines(desk.view.size) != nil else {
        desk.warn(Opening.tooSmall)
        return []
      }
      desk.mode.wait(for: .question(question))
    }
    return []
  }

  /// Does what the answer to a question means.
  static func take(_ question: Question, isYes: Bool, on desk: inout Desk) -> [Effect] {
    desk.mode.dropMessage()
    if let source = question.forgotten {
      return SourceForgetter.take(source, isYes: isYes, on: &desk)
    }
    guard isYes else {
      desk.say("Not opened")
      return []
    }
    // The window may have become smaller since.
    guard question.lines(desk.view.size) != nil else {
      desk.warn(Opening.tooSmall)
      return []
    }
    if let file = question.file { return open(file, on: &desk) }
    return open(question.targets, on: &desk)
  }

  /// Opens targets that the gate has let through, and remembers them as visited.
  static func open(_ targets: [LinkTarget], on desk: inout Desk) -> [Effect] {
    desk.session.visit(targets.map(\.written))
    return targets.map { .open($0) }
  }

  private static func open(_ file: FileTarget, on desk: inout Desk) -> [Effect] {
    desk.session.visit([file.reference.written])
    return [.openFile(file)]
  }

  /// Saves the links that are listed to a new file.
  static func save(to path: String, on desk: inout Desk) -> [Effect] {
    guard let page = desk.view.page.content as? LinksPage, !desk.view.options.isSecure else {
      return []
    }
    guard !path.isEmpty else {
      desk.say("Not saved: no file was named")
      return []
    }
    return [.save(path: path, text: page.listing)]
  }
}
