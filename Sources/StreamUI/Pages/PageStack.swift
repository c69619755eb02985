import StreamModel

/// The pages from the timeline up to the one that is seen.
package struct PageStack {
  private(set) var pages: [Page]
  /// The page that is seen.
  package var top: Page {
    // In place both ways: a page is large, and every key looks at it many times.
    _read { yield pages[pages.count - 1] }
    _modify { yield &pages[pages.count - 1] }
  }
  private var nextNumber = 1
  /// Counts of the pages that were left.
  private var leftCounts = Enrichment.Counts()

  init(_ first: any PageContent) {
    pages = [Page(number: 0, content: first)]
  }

  /// The page whose rows have the links of the page that is seen: where they are listed, the one below.
  var linked: Page? { top.content is LinksPage ? pages.dropLast().last : top }

  /// The number of pages, the timeline included.
  package var count: Int { pages.count }

  /// Rows that became rich or were cancelled on all pages of the run.
  package var enrichmentCounts: Enrichment.Counts {
    pages.reduce(leftCounts) { $0 + $1.list.enrichment.counts }
  }

  /// Opens a page above the one that is seen.
  mutating func push(_ content: any PageContent) {
    top.list.leave()
    pages.append(Page(number: nextNumber, content: content))
    nextNumber += 1
  }

  /// Goes back to the page below, as it was left; false on the first page.
  mutating func pop() -> Bool {
    guard pages.count > 1 else { return false }
    top.list.leave()
    leftCounts = leftCounts + top.list.enrichment.counts
    pages.removeLast()
    return true
  }

  /// Lets every page take in what the feed reports; whether rows of any changed.
  mutating func take(_ changes: TimelineChanges, in feed: Timeline) -> Bool {
    var isChanged = false
    forEach { page in
      let growth = page.content.take(changes, top: page.list.anchor.row, in: feed)
      guard growth.hasChanged else { return }
      if growth.isReordered { page.list.replacePlace(by: feed.standIn) }
      if !changes.isAppendOnly { page.matches?.tally.restart() }
      if !growth.replaced.isEmpty { page.list.replace(growth.replaced) }
      isChanged = true
    }
    return isChanged
  }

  /// Changes the content of pages; their places follow rows that are gone.
  mutating func update(_ change: (inout Page) -> PageGrowth) {
    forEach { page in
      let growth = change(&page)
      if growth.hasChanged { page.replace(growth.replaced) }
    }
  }

  /// Lists other rows of every page that lists subscriptions.
  mutating func relistAll(_ change: FeedListChange, _ rows: (Page) -> PageRows) {
    forEach { page in _ = page.relist(change, rows) }
  }

  /// Changes every page.
  mutating func forEach(_ change: (inout Page) -> Void) {
    for index in pages.indices { change(&pages[index]) }
  }
}
