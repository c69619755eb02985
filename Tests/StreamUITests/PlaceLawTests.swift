import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// Law 5: the top of the viewport is a line of a record, whatever comes, goes or changes its shape.
struct PlaceLawTests {
  private static let keys: [Key] = [
    "j", "j", "k", " ", "b", "J", "K", "d", "u", "g", Key(.tab), "x", "-", "+",
  ]
  private static let sizes = [
    Size(columns: 80, lines: 24), Size(columns: 40, lines: 10), Size(columns: 120, lines: 40),
    Size(columns: 60, lines: 1), Size(columns: 80, lines: 2),
  ]

  /// No `G`: whoever goes to the end of sources that have none follows them.
  ///
  /// A thousand scripts of keys, mixed with records that are appended, prepended, inserted, removed
  /// and updated in one source, or in two that are merged. One in sixteen of them without `--long`.
  @Test(arguments: 0..<(isLongRun ? 20 : 3)) func growthMovesNothingThatIsSeen(_ group: Int) throws
  {
    for script in 0..<(isLongRun ? 50 : 20) {
      let seed = UInt64(group * 50 + script)
      var random = SplitMix(seed: seed)
      let sources = try (0..<(1 + random.below(2))).map { index in
        let feed = Feeds.feed(Feeds.scattered(120, seed: seed &* 3 &+ UInt64(index)))
        let count = 20 + random.below(40)
        return try ScriptedSource(feed, records: count, name: "source \(index)")
      }
      let order: Timeline.Order = sources.count > 1 && random.below(3) > 0 ? .newest : .document
      var viewer = try Viewer(Timeline(sources: sources, order: order))
      for step in 0..<30 {
        if random.below(2) == 0 {
          viewer.press(Self.keys[random.below(Self.keys.count)])
          if random.below(3) == 0 { viewer.rest() }
          continue
        }
        try grow(&viewer, sources, &random, "script \(seed), step \(step)")
      }
    }
  }

  private func grow(
    _ viewer: inout Viewer,
    _ sources: [ScriptedSource],
    _ random: inout SplitMix,
    _ name: String
  ) throws {
    let wasFull = viewer.isFull
    let page = viewer.page
    let anchor = viewer.app.view.list.anchor
    let seen = viewer.seen
    let source = sources[random.below(sources.count)]
    let index = sources.firstIndex { $0 === source } ?? 0
    let position = random.below(max(1, source.recordCount))
    let target = source.number(at: position).map { RecordID(source: index, number: $0) }
    // Rows that are seen may change when their records do.
    var touchesSeen = false
    switch random.below(6) {
    case 0: source.append(1 + random.below(8))
    case 1: source.prepend(1 + random.below(8))
    case 2: source.insert(at: position)
    case 3:
      touchesSeen = target.map(seen.contains) ?? false
      source.remove(at: position)
    case 4:
      touchesSeen = target.map(seen.contains) ?? false
      source.update(at: position)
    default:
      source.prepend(3)
      source.append(2)
    }
    try viewer.grow()
    guard wasFull, !touchesSeen else { return }
    #expect(viewer.page == page, "\(name)")
    #expect(viewer.app.view.list.anchor == anchor, "\(name)")
  }

  @Test func aChangeOfShapeAndBackShowsTheSameLines() throws {
    var random = SplitMix(seed: 5)
    for script in 0..<60 {
      var viewer = try Viewer(Timeline(Feeds.feed(Feeds.scattered(60, seed: UInt64(script)))))
      for _ in 0..<random.below(12) { viewer.press(Self.keys[random.below(Self.keys.count)]) }
      viewer.rest()
      let page = viewer.page
      let anchor = viewer.app.view.list.anchor
      let selection = viewer.app.view.list.selection
      let size = viewer.app.view.size
      for _ in 0...random.below(4) { viewer.resize(to: Self.sizes[random.below(Self.sizes.count)]) }
      viewer.resize(to: size)
      #expect(viewer.page == page, "script \(script)")
      #expect(viewer.app.view.list.anchor == anchor, "script \(script)")
      #expect(viewer.app.view.list.selection == selection, "script \(script)")
    }
  }

  @Test(arguments: [1, 2, 3])
  func theWordsAtTheTopStayInAWindowOfAnotherWidth(_ seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let words = (0..<6_000).map { "w\($0)" + ($0 % 97 == 0 ? "</p><p>" : "") }
    let feed = Feeds.posts(["<p>" + words.joined(separator: " ") + "</p>"])
    var viewer = try Viewer(Timeline(Feeds.feed(feed)))
    viewer.press(Key(.enter))
    for _ in 0..<3 + random.below(9) { viewer.press(" ") }
    for _ in 0..<random.below(4) { viewer.press("j") }
    viewer.work()
    let page = viewer.page
    let word = try #require(
      page.first { !$0.allSatisfy(\.isWhitespace) }?.split(separator: " ").first
    )
    for _ in 0..<8 {
      viewer.resize(to: Size(columns: 30 + random.below(170), lines: 10 + random.below(30)))
      let top = viewer.page.prefix(2).joined(separator: " ").split(separator: " ")
      #expect(top.contains(word), "\(word): \(top)")
    }
    viewer.resize(to: Size(columns: 80, lines: 24))
    #expect(viewer.page == page)
  }

  @Test func aWithdrawnRowAtTheTopIsNotComeBackTo() throws {
    let source = try ScriptedSource(Feeds.feed(Feeds.scattered(80, seed: 7)), records: 60)
    var viewer = try Viewer(Timeline(sources: [source], order: .document))
    viewer.rest(after: " ", " ", " ")
    let size = viewer.app.view.size
    let top = try #require(viewer.topPosition)
    #expect(top > 2)
    viewer.resize(to: Size(columns: 40, lines: 12))
    source.remove(at: top)
    try viewer.grow()
    viewer.resize(to: size)
    #expect(viewer.topPosition == top)
  }

  @Test func aDetailPageKeepsItsPlaceWhileTheTimelineGrows() throws {
    let source = try ScriptedSource(Feeds.feed(Feeds.scattered(80, seed: 1)), records: 30)
    var viewer = try Viewer(Timeline(sources: [source], order: .document))
    viewer.rest(after: " ", "J")
    let timeline = viewer.page
    viewer.work(after: Key(.enter))
    let detail = viewer.page
    source.prepend(12)
    try viewer.grow()
    #expect(viewer.page == detail)
    viewer.press("q")
    #expect(viewer.page == timeline)
    #expect(viewer.status.contains("12 new above"))
  }

  @Test func rowsAboveAShortStreamMoveNothing() throws {
    let source = try ScriptedSource(Feeds.feed(Feeds.scattered(80, seed: 4)), records: 2)
    let size = Size(columns: 80, lines: 60)
    var viewer = try Viewer(Timeline(sources: [source], order: .document), size: size)
    viewer.rest()
    let page = viewer.page
    source.prepend(3)
    try viewer.grow()
    viewer.rest()
    #expect(viewer.page == page)
    #expect(viewer.status.contains("3 new above"))
    viewer.rest(after: "U")
    #expect(viewer.app.view.list.selection == viewer.app.view.rows.row(at: 0))
    #expect(viewer.page != page)
  }

  @Test func newRowsAboveAreCountedAndReachedByAKey() throws {
    let source = try ScriptedSource(Feeds.feed(Feeds.scattered(80, seed: 2)), records: 30)
    var viewer = try Viewer(Timeline(sources: [source], order: .document))
    viewer.press("U")
    #expect(viewer.status.contains("No new posts"))
    let page = viewer.page
    source.prepend(12)
    source.append(3)
    try viewer.grow()
    #expect(viewer.page == page)
    // The selection moves, and what stands at the top is the row that stood there.
    viewer.press("J")
    #expect(viewer.status.contains("post 14 of"))
    #expect(viewer.status.contains("12 new above"))
    viewer.rest(after: "k")
    #expect(viewer.status.contains("11 new above"))
    viewer.rest(after: "U")
    #expect(viewer.app.view.list.selection == viewer.app.view.rows.row(at: 0))
    viewer.press("J")
    #expect(!viewer.status.contains("new"))
    // The way back leads to where the reader was.
    viewer.type("''")
    #expect(viewer.status.contains("post 14 of"))
  }

  /// The status line said "No new posts" while they came in.
  @Test func theKeyForNewRowsGoesToThoseThatWaitedBetweenTheOthers() throws {
    let source = try ScriptedSource(Feeds.feed(Feeds.scattered(80, seed: 3)), records: 30)
    var viewer = try Viewer(Timeline(sources: [source], order: .document))
    source.insert(at: 1)
    try viewer.grow()
    #expect(viewer.status.contains("· 1 new"))
    viewer.rest(after: "U")
    #expect(viewer.app.feed.heldCount == 0)
    #expect(viewer.status.contains("post 2 of 31"))
    #expect(!viewer.status.contains("new"))
    viewer.press("U")
    #expect(viewer.status.contains("No new posts"))
  }

  @Test func rowsBetweenVisibleOnesWaitUntilTheReaderMoves() throws {
    let source = try ScriptedSource(Feeds.feed(Feeds.scattered(80, seed: 3)), records: 30)
    var viewer = try Viewer(Timeline(sources: [source], order: .document))
    let page = viewer.page
    source.insert(at: 1)
    try viewer.grow()
    #expect(viewer.page == page)
    #expect(viewer.status.contains("· 1 new"))
    viewer.press("G")
    try viewer.grow()
    viewer.rest(after: "g")
    #expect(viewer.app.feed.heldCount == 0)
    #expect(viewer.page != page)
  }
}
