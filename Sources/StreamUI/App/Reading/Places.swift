import StreamModel

extension PageView {
  // MARK: Going there

  /// Shows the place that was found, after a reload, from an earlier run, or of a mark; the message about it.
  mutating func show(
    _ place: List.Place,
    isExact: Bool,
    opensPost: Bool,
    of search: Relocation
  ) -> Reply {
    _ = takeInGrowth()
    // Their heights first, then the place among them.
    unfold(search.place?.unfolded ?? [], from: place)
    withList { list, rows in
      switch search.occasion {
      case .reload, .mark: _ = list.standpoint.jump(to: place, in: rows)
      case .start:
        list.standpoint.begin(at: place, in: rows)
        list.standpoint.keepSelectionSeen(in: rows)
      case .rules:
        list.standpoint.begin(at: place, in: rows)
        list.keepSelection(onLine: search.selectionLine, in: rows)
      }
    }
    if opensPost, let opened = search.place?.opened { open(opened) }
    comeToRest()
    return switch (search.occasion, isExact) {
    case (.reload, true): .say("Reloaded")
    case (.reload, false): .say("Reloaded; post gone, nearest in time")
    case (.start, true), (.mark, true), (.rules, _): .nothing
    case (.mark, false): .say("The marked post is gone; this is the nearest in time")
    case (.start, false):
      .say(
        search.isBefore(place.anchor.row, in: feed)
          ? "The post where you stopped is older than those loaded"
          : "The post where you stopped is gone; nearest in time"
      )
    }
  }

  private mutating func open(_ opened: SavedPlace.OpenedPost) {
    guard case .record(let record) = list.selection else { return }
    var opening = DetailPage(of: record, in: feed)
    opening.conversation?.folds.recall(opened.collapsed)
    push(opening)
    guard let top = page.content.conversation?.thread.row(savedAs: opened.top) else { return }
    let selection = page.content.conversation?.thread.row(savedAs: opened.selection) ?? top
    let place = List.Place(anchor: List.Anchor(row: top, line: opened.line), selection: selection)
    withList { $0.standpoint.begin(at: place, in: $1) }
  }

  private mutating func unfold(_ unfolded: [SavedPlace.UnfoldedRow], from place: List.Place) {
    let feed = feed
    guard !unfolded.isEmpty, let first = place.anchor.row.record.flatMap({ feed.row(of: $0) })
    else { return }
    // Every row has a line: no more than these are seen.
    let ids = (first..<min(feed.recordCount, first + pageLines)).compactMap(feed.id)
    let shown = ids.compactMap { id in SavedPlace.PostName(id, in: feed).map { ($0, id) } }
    withList { list, _ in
      for row in unfolded {
        let posts = shown.filter { $0.0.source == row.name.source }.map { ($0.identity, $1) }
        if let id = Rematch.post(row.name.identity, among: posts) {
          list.setFolds(PostRow.Folds(row.flags), of: .record(id))
        }
      }
    }
  }

  // MARK: Saving

  var place: SavedPlace? { place(ofStream: pages.streams.count - 1) }

  /// The place of the reader on the timeline, but with another row selected, such as that of a list that lies over it.
  func place(selecting row: RowID) -> SavedPlace? {
    place(ofStream: pages.streams.count - 1, selecting: row)
  }

  func place(ofStream number: Int, selecting row: RowID? = nil) -> SavedPlace? {
    let pages = pages.pages(ofStream: number)
    guard let timeline = pages.first else { return nil }
    let list = timeline.list
    let options = self.pages.streams[number].covered?.options ?? self.options.stream
    let density = self.options.density
    guard let top = Self.reference(to: list.anchor.row, in: timeline.feed) else { return nil }
    var selection = row ?? list.selection
    // The last post stands for the line below it, which a later run may not have.
    if selection == .older, let last = timeline.feed.id(at: timeline.feed.recordCount - 1) {
      selection = .record(last)
    }
    let selected = Self.reference(to: selection, in: timeline.feed)
    return SavedPlace(
      top: top,
      line: list.anchor.line,
      selection: selected ?? top,
      order: timeline.feed.order,
      isOrderChosen: options.usualOrder.map { $0 != timeline.feed.order } ?? false,
      density: density,
      isDensityChosen: options.usualDensity.map { $0 != density } ?? false,
      unfolded: unfolded(on: timeline),
      opened: opened(pages),
      marks: list.standpoint.marks.saved.values.sorted { $0.letter < $1.letter }
    )
  }

  /// Whether the page is the selected post of the timeline, opened: a saved place leads to it.
  var isOnSelectedPost: Bool {
    guard let opened = page.content.opened, place?.opened != nil else { return false }
    return pages.ofStream.first?.list.selection == .record(opened)
  }

  private func unfolded(on page: Page) -> [SavedPlace.UnfoldedRow] {
    let feed = page.feed
    guard !page.list.folds.isEmpty, let top = page.list.anchor.row.record,
      let first = feed.row(of: top)
    else { return [] }
    return (first..<min(feed.recordCount, first + pageLines)).compactMap { position in
      guard let id = feed.id(at: position), let folds = page.list.folds[.record(id)],
        folds != PostRow.Folds(), let name = SavedPlace.PostName(id, in: feed)
      else { return nil }
      return SavedPlace.UnfoldedRow(name: name, flags: folds.flags)
    }
  }

  private static func reference(to row: RowID, in feed: Timeline) -> SavedPlace.PostReference? {
    row.record.flatMap { SavedPlace.PostReference($0, in: feed) }
  }

  private func opened(_ pages: ArraySlice<Page>) -> SavedPlace.OpenedPost? {
    guard let timeline = pages.first, let first = pages.dropFirst().first,
      case .record(let record) = timeline.list.selection,
      first.content.conversation?.record == record,
      // A comment that was chosen in a list of them has the same conversation above it.
      let page = pages.last(where: { $0.content.conversation?.record == record }),
      let thread = page.content.conversation?.thread
    else { return nil }
    // Every row has a line: no more than these are seen.
    let collapsed = thread.collapsed(from: page.list.anchor.row, rows: pageLines)
    return thread.savedPlace(of: page.list, collapsed: collapsed)
  }

  // MARK: Marks

  mutating func recall(_ marks: [SavedPlace.Mark]) {
    withList { list, _ in list.standpoint.recall(marks) }
  }

  /// Takes the letter of a mark in: a small one names a place of a page, that of the timeline for the next run, too; a
  /// capital one names a place of all sources, where places are kept at all.
  ///
  /// Another key does nothing.
  mutating func take(_ use: Mode.MarkUse, _ key: Key) -> [Reply] {
    guard case .character(let letter) = key.code, key.modifiers.isSubset(of: .shift) else {
      return []
    }
    switch use {
    case .set: return setMark(letter)
    case .jump where letter == "'":
      guard let place = list.standpoint.marks.beforeJump else {
        return [.say("No jump to return from on this page")]
      }
      return jump(to: place) ? [] : [.say("The place where the jump began is gone")]
    case .jump: return jump(to: letter)
    case .vote: return []
    }
  }

  private mutating func setMark(_ letter: Unicode.Scalar) -> [Reply] {
    let place = pages.isFirst ? place : nil
    if isShared(letter) {
      // The server is told a post, and not what stands above it.
      if let place = letter == SavedPlace.elsewhere ? placeOfPost : place ?? placeOfPost {
        return [.say("Mark \(letter) is set"), .effect(.setMark(letter, place))]
      }
      return [.sayKeys("Capital letters mark posts ({leave} goes back)")]
    }
    // Ninety-four marks at most, so that the file of a place stays small.
    let saved = letter.isASCII ? place : nil
    let mark = saved.map {
      SavedPlace.Mark(letter: letter, top: $0.top, line: $0.line, selection: $0.selection)
    }
    withList { list, _ in list.standpoint.setMark(letter, saved: mark) }
    return [.say("Mark \(letter) is set \(pages.isFirst ? "on" : "until you leave") this page")]
  }

  /// The place of the selected or open post in the stream, at the top of the screen; nil where there is none.
  private var placeOfPost: SavedPlace? {
    guard let id = page.content.record(of: list.selection),
      let place = place(selecting: .record(id))
    else { return nil }
    return SavedPlace(top: place.selection, order: place.order, density: place.density)
  }

  private mutating func jump(to letter: Unicode.Scalar) -> [Reply] {
    if isShared(letter) { return [.effect(.findMark(letter))] }
    let marks = list.standpoint.marks
    if let place = marks.places[letter], jump(to: place) { return [] }
    if let mark = marks.saved[letter] {
      let place = SavedPlace(
        top: mark.top,
        line: mark.line,
        selection: mark.selection,
        order: feed.order,
        density: options.density
      )
      return Self.follow(place)
    }
    let isHidden = marks.places[letter] != nil
    // No place of the start page or of kept posts is kept, but those of other sources can be gone to from here.
    if !isHidden, Self.isCapital(letter) { return [.effect(.findMark(letter))] }
    if isHidden { return [.say("The marked comment is collapsed")] }
    let others = options.stream.keepsPlace ? "; capital letters work on all pages" : ""
    return [.say("Mark \(letter) is not set on this page\(others)")]
  }

  /// Goes to a place of this timeline that was kept under a letter.
  static func follow(_ place: SavedPlace) -> [Reply] {
    [.goToFirstPage, .job(.place(Relocation(of: place, for: .mark)))]
  }

  /// Jumps; false where the row is hidden or gone.
  private mutating func jump(to place: List.Place) -> Bool {
    guard withList({ $0.standpoint.jump(to: place, in: $1) }) else { return false }
    comeToRest()
    return true
  }

  private func isShared(_ letter: Unicode.Scalar) -> Bool {
    (Self.isCapital(letter) || letter == SavedPlace.elsewhere) && options.stream.keepsPlace
  }

  private static func isCapital(_ letter: Unicode.Scalar) -> Bool { ("A"..."Z").contains(letter) }

  // MARK: Folding

  /// Folds or unfolds the selected row, and keeps that for later runs; nil where nothing is folded.
  mutating func changeFold() -> [Effect]? {
    guard toggleFold() else { return nil }
    guard options.stream.remembersPosts else { return [] }
    let row = list.selection
    let folds = rows.folds(of: row)
    if let key = page.content.conversation?.comment(of: row, in: feed) {
      return set([(.expanded, folds.isExpanded, key), (.uncovered, folds.isUncovered, key)])
    }
    guard page.content.listsPosts, case .record(let id) = row else { return [] }
    let parts =
      set(.expanded, folds.isExpanded, of: [id]) + set(.uncovered, folds.isUncovered, of: [id])
    // Both flags of a key may have changed.
    var known: Set<Timeline.SourceKey> = []
    return remember(parts.map(\.key).filter { known.insert($0).inserted })
  }

  mutating func remember(_ comments: [CollapsedComment]) -> [Effect] {
    guard options.stream.remembersPosts else { return [] }
    return set(comments.map { (.collapsed, $0.isCollapsed, $0.name) })
  }

  private mutating func set(
    _ changes: [(flag: PostFlags, isSet: Bool, key: Timeline.SourceKey)]
  ) -> [Effect] {
    var keys: [Timeline.SourceKey] = []
    for change in changes
    where memory.states.set(change.flag, change.isSet, of: change.key) && keys.last != change.key {
      keys.append(change.key)
    }
    return remember(keys)
  }

  // MARK: Earlier runs

  /// Collapses comments that have come to the pages since, or, with `isLate`, whose flags have.
  mutating func recallComments(isLate: Bool) {
    let states = layout.recalledStates
    guard pages.count > 1,
      states?.hasCollapsed == true
        || pages.pages.contains(where: { $0.content.conversation?.folds.mayRecall == true })
    else { return }
    update { page, rows in
      let feed = page.feed
      let shown = Set(page.list.visible(in: rows).compactMap { rows.row(at: $0.row) })
      return page.content.conversation?.folds
        .recall(states, sparing: shown, isLate: isLate, in: feed) ?? .nothing
    }
  }

  var shownFolds: [(row: RowID, folds: PostRow.Folds)] {
    guard options.stream.remembersPosts else { return [] }
    let rows = rows
    return list.visible(in: rows).compactMap { seen in
      rows.row(at: seen.row).map { ($0, rows.folds(of: $0)) }
    }
  }

  /// Keeps rows that are on the screen as they are, whatever is remembered of them now: nothing moves by itself.
  mutating func keep(_ shown: [(row: RowID, folds: PostRow.Folds)]) {
    for (row, folds) in shown where rows.folds(of: row) != folds {
      withList { list, _ in list.setFolds(folds, of: row) }
    }
  }
}
