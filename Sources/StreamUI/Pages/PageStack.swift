import StreamModel

/// The pages from the first one up to the one that is seen, and the streams that they are about.
package struct PageStack {
  private(set) var pages: [Page]
  private(set) var streams: [OpenStream]
  package var top: Page {
    // In place both ways: a page is large, and every key looks at it many times.
    _read { yield pages[pages.count - 1] }
    _modify { yield &pages[pages.count - 1] }
  }
  /// The selected post beside the list that is seen, before it is opened; it may still be that of the row before.
  private(set) var preview: Page?
  private(set) var nextNumber = 1
  var left = LeftConversations()
  private var leftCounts = Enrichment.Counts()

  init(_ first: any PageContent, of feed: Timeline) {
    pages = [Page(number: 0, of: feed, over: nil, content: first)]
    streams = [OpenStream(timeline: feed)]
  }

  var isFirst: Bool { top.isFirst }
  var ofStream: ArraySlice<Page> { pages(ofStream: streams.count - 1) }

  func has(_ number: Int) -> Bool {
    pages.contains { $0.number == number }
      || streams.contains { $0.departed.contains { $0.number == number } }
  }

  func pages(ofStream number: Int) -> ArraySlice<Page> {
    let starts = pages.indices.filter { pages[$0].isFirst }
    guard starts.indices.contains(number) else { return [] }
    return pages[starts[number]..<(starts.dropFirst(number + 1).first ?? pages.count)]
  }

  /// The list of subscriptions that the stream was opened from, and the row that is selected there; nil elsewhere.
  var feedsBelow: (feeds: FeedsPage, selection: RowID)? {
    guard streams.count > 1, let below = pages(ofStream: streams.count - 2).last,
      let feeds = below.feeds
    else { return nil }
    return (feeds, below.list.selection)
  }

  /// The page whose rows have the links of the page that is seen: where they are listed, the one below.
  var linked: Page? { top.listedLinks == nil ? top : pages.dropLast().last }
  var below: OpenStream.Covered? { streams.dropLast().last?.covered }
  package var count: Int { pages.count }

  package var enrichmentCounts: Enrichment.Counts {
    let counts = preview.map { leftCounts + $0.list.enrichment.counts } ?? leftCounts
    return streams.reduce(pages.reduce(counts) { $0 + $1.list.enrichment.counts }) { sum, stream in
      stream.departed.reduce(sum) { $0 + $1.list.enrichment.counts }
    }
  }

  mutating func push(_ content: any PageContent) {
    top.list.leave()
    append(content, of: top.feed, over: top)
  }

  /// Opens the first page of another stream above the one that is seen, or in its place where nothing is covered.
  mutating func push(
    _ content: any PageContent,
    of feed: Timeline,
    over covered: OpenStream.Covered?
  ) {
    dropPreview()
    if let covered {
      top.list.leave()
      streams[streams.count - 1].covered = covered
    } else {
      dropStream()
      streams.removeLast()
    }
    streams.append(OpenStream(timeline: feed))
    append(content, of: feed, over: nil)
  }

  /// Notes the comments of the page that is seen, before a reload gives other names to its records.
  mutating func noteSeen() {
    if let conversation = LeftConversation(top) { left.note(conversation) }
  }

  mutating func skipNumber() { nextNumber += 1 }

  /// Goes back to the page below in the same stream, as it was left; false on the first one.
  ///
  /// With `previews` a post stays beside the list that it was opened from.
  mutating func pop(previews: Bool = false) -> Bool {
    if isFirst { return false }
    dropTop(previews: previews)
    return true
  }

  /// Leaves all pages but the first of the stream; ``comeBack()`` shows them again.
  mutating func depart() {
    guard !isFirst else { return }
    dropPreview()
    top.list.leave()
    forgetDeparted()
    let start = pages.count - ofStream.count + 1
    streams[streams.count - 1].departed = Array(pages[start...])
    pages.removeSubrange(start...)
    // The viewer may end here.
    for page in streams[streams.count - 1].departed {
      if let conversation = LeftConversation(page) { left.note(conversation) }
    }
  }

  /// Shows the pages that were left for the first of the stream; whether there were any.
  mutating func comeBack() -> Bool {
    let departed = streams[streams.count - 1].departed
    guard isFirst, !departed.isEmpty else { return false }
    dropPreview()
    top.list.leave()
    streams[streams.count - 1].departed = []
    pages += departed
    return true
  }

  private mutating func forgetDeparted() {
    let departed = streams[streams.count - 1].departed
    streams[streams.count - 1].departed = []
    for page in departed { leftCounts = leftCounts + page.list.enrichment.counts }
  }

  /// Goes back from the first page of a stream to the stream below, as it was left; false on the first of all.
  mutating func popStream() -> (isPopped: Bool, covered: OpenStream.Covered?) {
    guard streams.count > 1 else { return (false, nil) }
    dropPreview()
    dropStream()
    streams.removeLast()
    return (true, streams[streams.count - 1].covered.take())
  }

  mutating func startOver(_ first: any PageContent) {
    let feed = top.feed
    dropPreview()
    // Records have other names by now: pages that go cannot tell which comments were there.
    let left = left
    dropStream()
    self.left = left
    append(first, of: feed, over: nil)
  }

  mutating func forEachCovered(_ change: (Timeline, inout OpenStream.Covered) -> Void) {
    for index in streams.indices.dropLast() {
      // Taken out, so that a change of it copies nothing.
      guard var covered = streams[index].covered.take() else { continue }
      change(streams[index].timeline, &covered)
      streams[index].covered = covered
    }
  }

  private mutating func append(_ content: any PageContent, of feed: Timeline, over below: Page?) {
    pages.append(Page(number: nextNumber, of: feed, over: below, content: content))
    nextNumber += 1
  }

  mutating func popToFirst(previews: Bool = false) {
    forgetDeparted()
    while pop(previews: previews) {}
  }

  private mutating func dropStream() {
    popToFirst()
    dropTop(previews: false)
  }

  private mutating func dropTop(previews: Bool) {
    top.list.leave()
    let page = pages.removeLast()
    if let conversation = LeftConversation(page) { left.note(conversation) }
    if previews, page.content.opened != nil, pages.last?.pane == .list {
      dropPreview()
      preview = page
    } else {
      leftCounts = leftCounts + page.list.enrichment.counts
    }
  }

  func fromTop(_ count: Int) -> Page? {
    let index = pages.count - 1 - count
    return pages.indices.contains(index) ? pages[index] : nil
  }

  mutating func replaceTop(by content: any PageContent) {
    top.list.leave()
    leftCounts = leftCounts + top.list.enrichment.counts
    top.content = content
    top.matches = nil
    top.list = List(first: content.firstRow, below: content.topRow)
  }

  mutating func dropPageBelow() {
    guard let below = fromTop(1), !below.isFirst, !top.isFirst else { return }
    leftCounts = leftCounts + below.list.enrichment.counts
    pages.remove(at: pages.count - 2)
  }

  var beside: Page? { besideIndex.map { pages[$0] } ?? (top.pane == .list ? preview : nil) }
  private var besideIndex: Int? { top.pane == .post ? pages.lastIndex { $0.pane == .list } : nil }

  mutating func changeBeside(_ change: (inout Page) -> Void) {
    if let index = besideIndex { return change(&pages[index]) }
    guard top.pane == .list, var page = preview else { return }
    // In place: the page must not be held twice while it changes.
    preview = nil
    change(&page)
    preview = page
  }

  /// Shows a post beside the list that is seen.
  mutating func preview(_ content: any PageContent) {
    dropPreview()
    preview = Page(number: nextNumber, of: top.feed, over: top, content: content)
    nextNumber += 1
  }

  mutating func dropPreview() {
    if let preview { leftCounts = leftCounts + preview.list.enrichment.counts }
    preview = nil
  }

  /// Opens the post that lies beside the list, as it stands there; false where `record` is another one.
  mutating func openPreview(of record: RecordID) -> Bool {
    guard top.pane == .list, let page = preview, page.content.opened == record,
      page.feed === top.feed
    else { return false }
    top.list.leave()
    pages.append(page)
    preview = nil
    return true
  }

  /// Lets every page of the stream that is seen take in what it reports; whether rows of any changed.
  mutating func take(_ changes: TimelineChanges, in feed: Timeline) -> Bool {
    var isChanged = false
    forEach { page in
      guard page.feed === feed else { return }
      let growth = page.content.take(changes, top: page.list.anchor.row, in: feed)
      guard growth.hasChanged else { return }
      if growth.isReordered { page.list.replacePlace(by: feed.standIn) }
      if !changes.isAppendOnly { page.matches?.tally.restart() }
      if !growth.replaced.isEmpty { page.list.replace(growth.replaced) }
      isChanged = true
    }
    return isChanged
  }

  mutating func forEach(_ change: (inout Page) -> Void) {
    for index in pages.indices { change(&pages[index]) }
    for stream in streams.indices {
      for index in streams[stream].departed.indices { change(&streams[stream].departed[index]) }
    }
    guard var page = preview else { return }
    preview = nil
    change(&page)
    preview = page
  }
}
