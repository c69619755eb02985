import StreamModel

/// Goes back to the place where the reader was before a reload, or in an earlier run.
enum PlaceFollower {
  /// Slices that are done at once after a reload, which is no key: no frame shows other rows in between.
  private static let slicesAtOnce = 8

  /// Begins to search for `place`, before anything has been shown or for a key.
  static func start(
    at place: SavedPlace,
    for occasion: Relocation.Occasion = .start,
    on desk: inout Desk,
    at moment: Moment
  ) {
    _ = Jobs.begin(.place(Relocation(of: place, for: occasion)), on: &desk, at: moment)
  }

  /// Searches the feed, which has been reloaded.
  static func resume(_ job: Job, on desk: inout Desk, at moment: Moment) {
    guard case .place(var relocation) = job.goal else { return }
    var job = job
    relocation.isReady = true
    job.goal = .place(relocation)
    desk.mode.update(.job(job))
    for _ in 0..<slicesAtOnce where Jobs.isWanted(on: desk) {
      _ = Jobs.advance(on: &desk, at: moment)
    }
  }

  /// Shows the place that was found.
  static func show(
    _ place: List.Place,
    isExact: Bool,
    of search: Relocation,
    on desk: inout Desk
  ) {
    _ = desk.view.takeInGrowth()
    // Their heights first, then the place among them.
    unfold(search.place?.unfolded ?? [], from: place, on: &desk)
    desk.view.withList { list, rows in
      switch search.occasion {
      case .reload, .mark: _ = list.standpoint.jump(to: place, in: rows)
      case .start: list.standpoint.begin(at: place, in: rows)
      }
    }
    if isExact, let opened = search.place?.opened { open(opened, on: &desk) }
    desk.view.comeToRest()
    if search.occasion == .start { desk.openFirstPage() }
    say(isExact, search.occasion, on: &desk)
  }

  private static func say(_ isExact: Bool, _ occasion: Relocation.Occasion, on desk: inout Desk) {
    switch (occasion, isExact) {
    case (.reload, true): desk.say("Reloaded")
    case (.reload, false): desk.say("Reloaded; post gone, nearest in time")
    case (.start, true), (.mark, true): break
    case (.mark, false):
      desk.say("The marked post is gone; this is the nearest in time")
    case (.start, false):
      desk.say("Post gone; this is the nearest in time")
    }
  }

  /// Opens the page of the selected post at its place, as far as its rows are known.
  private static func open(_ opened: SavedPlace.OpenedPost, on desk: inout Desk) {
    guard case .record(let record) = desk.view.list.selection else { return }
    desk.push(DetailPage(of: record, in: desk.view.feed))
    let content = desk.view.page.content
    guard let top = content.row(savedAs: opened.top) else { return }
    let selection = content.row(savedAs: opened.selection) ?? top
    let place = List.Place(
      anchor: List.Anchor(row: top, line: opened.line),
      selection: selection
    )
    desk.view.withList { $0.standpoint.begin(at: place, in: $1) }
  }

  /// Unfolds the rows of the screen that were unfolded.
  private static func unfold(
    _ unfolded: [SavedPlace.UnfoldedRow],
    from place: List.Place,
    on desk: inout Desk
  ) {
    let feed = desk.view.feed
    guard !unfolded.isEmpty, let first = position(of: place.anchor.row, in: feed) else { return }
    // Every row has a line: no more than these are seen.
    let ids = (first..<min(feed.recordCount, first + desk.view.pageLines)).compactMap(feed.id)
    let shown = ids.compactMap { id in SavedPlace.PostName(id, in: feed).map { ($0, id) } }
    desk.view.withList { list, _ in
      for row in unfolded {
        let posts = shown.filter { $0.0.source == row.name.source }.map { ($0.identity, $1) }
        if let id = Rematch.post(row.name.identity, among: posts) {
          list.setFolds(PostRow.Folds(row.flags), of: .record(id))
        }
      }
    }
  }

  // MARK: Saving

  /// The place of the reader now; nil where no post is on the screen, or it is still searched for.
  static func place(on desk: Desk) -> SavedPlace? {
    if case .place? = desk.mode.job?.goal { return nil }
    return place(of: desk.view)
  }

  /// The place of the reader in the stream that is seen; nil where no post is at the top.
  static func place(of view: PageView) -> SavedPlace? {
    place(ofStream: view.pages.streams.count - 1, in: view)
  }

  /// The place of the reader in the nth stream; nil where no post is at the top.
  static func place(ofStream number: Int, in view: PageView) -> SavedPlace? {
    let pages = view.pages.pages(ofStream: number)
    guard let timeline = pages.first else { return nil }
    let list = timeline.list
    guard let top = reference(to: list.anchor.row, in: timeline.feed) else { return nil }
    return SavedPlace(
      top: top,
      line: list.anchor.line,
      selection: reference(to: list.selection, in: timeline.feed) ?? top,
      order: timeline.feed.order,
      density: view.options.density,
      unfolded: unfolded(timeline, in: view),
      opened: opened(pages),
      marks: list.standpoint.marks.saved
    )
  }

  private static func unfolded(
    _ page: Page,
    in view: PageView
  ) -> [SavedPlace.UnfoldedRow] {
    let feed = page.feed
    guard !page.list.folds.isEmpty, let first = position(of: page.list.anchor.row, in: feed)
    else { return [] }
    return (first..<min(feed.recordCount, first + view.pageLines)).compactMap { position in
      guard let id = feed.id(at: position), let folds = page.list.folds[.record(id)],
        folds != PostRow.Folds(), let name = SavedPlace.PostName(id, in: feed)
      else { return nil }
      return SavedPlace.UnfoldedRow(name: name, flags: folds.flags)
    }
  }

  private static func position(of row: RowID, in feed: Timeline) -> Int? {
    if case .record(let id) = row { feed.row(of: id) } else { nil }
  }

  private static func reference(
    to row: RowID,
    in feed: Timeline
  ) -> SavedPlace.PostReference? {
    guard case .record(let id) = row, let name = SavedPlace.PostName(id, in: feed),
      case .post(let post) = feed.record(id)
    else { return nil }
    return SavedPlace.PostReference(
      name: name,
      time: SavedPlace.time(of: post),
      number: id.number
    )
  }

  /// The place on the page above the timeline, if it is that of the selected post.
  private static func opened(_ pages: ArraySlice<Page>) -> SavedPlace.OpenedPost? {
    guard let timeline = pages.first, let page = pages.dropFirst().first,
      case .record(let record) = timeline.list.selection, page.content.openedPost == record,
      let top = page.content.savedRow(of: page.list.anchor.row)
    else { return nil }
    return SavedPlace.OpenedPost(
      top: top,
      line: page.list.anchor.line,
      selection: page.content.savedRow(of: page.list.selection) ?? top
    )
  }
}
