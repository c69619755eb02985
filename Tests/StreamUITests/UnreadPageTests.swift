import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

struct UnreadPageTests {
  private static func timeline(_ count: Int) -> Timeline {
    Timeline(Feeds.feed(Feeds.posts((1...count).map { "<p>text \($0)</p>" })))
  }

  /// A viewer in which the posts at some positions were read before.
  private static func stage(
    posts count: Int = 20,
    read: Set<Int>,
    size: Size = Size(columns: 80, lines: 24),
    options: App.Options = ReadingStage.options
  ) throws -> ReadingStage {
    let known = try ReadingStage(timeline(count), size: size, options: options, recalled: nil)
    let states = try read.sorted().map { try known.state($0, .read) }
    return try ReadingStage(timeline(count), size: size, options: options, recalled: states)
  }

  private static func listed(_ stage: ReadingStage) -> [Int] {
    let rows = stage.viewer.app.view.rows
    return (0..<rows.count).compactMap { position in
      guard case .record(let id)? = rows.row(at: position) else { return nil }
      return stage.feed.row(of: id)
    }
  }

  @Test(arguments: [("unread-page", 80, 24), ("unread-page-narrow", 40, 10)])
  func looksLikeItsPicture(_ name: String, _ columns: Int, _ lines: Int) throws {
    let size = Size(columns: columns, lines: lines)
    var stage = try Self.stage(read: [0, 1, 3, 5], size: size)
    stage.work(after: "i")
    stage.wait(400)
    try expectGolden(stage.viewer.outcome, name)
  }

  @Test func listsWhatIsUnreadInTheOrderOfTheTimeline() throws {
    var stage = try Self.stage(read: [0, 1, 3, 5])
    stage.work(after: "i")
    #expect(Self.listed(stage) == [2, 4] + Array(6..<20))
    #expect(stage.viewer.status.contains("unread 1 of 16"))
    // The first one is selected.
    stage.press(Key(.enter))
    #expect(stage.viewer.page.joined().contains("text 3"))
  }

  /// The flags of the first rows come before those of all posts: the list goes as far as they are known.
  @Test func listsTheFirstPostsBeforeAllFlagsAreKnown() throws {
    let size = Size(columns: 80, lines: 24)
    var stage = try ReadingStage(Self.timeline(20), size: size, recalled: nil)
    stage.press("i")
    let known: [PostFlags] = [.read, [], .read, [], []]
    stage.handle(.recalled(try known.enumerated().map { try stage.state($0.offset, $0.element) }))
    stage.work()
    #expect(Self.listed(stage) == [1, 3, 4])
    // A state beyond a gap tells nothing of the posts before it.
    stage.handle(.recalled([try stage.state(7, [])]))
    stage.work()
    #expect(Self.listed(stage) == [1, 3, 4])
    stage.handle(.recalled([try stage.state(5, .read)]))
    stage.handle(.recalled([]))
    stage.work()
    #expect(Self.listed(stage) == [1, 3, 4] + Array(6..<20))
  }

  @Test func aFilterThatFindsNothingCountsThePostsOfThePage() throws {
    for (read, words) in [
      (Set([0, 1, 3, 5]), "0 of 16. Without zzz: 16"), (Set(0..<20), "0 of 0. · is:unread · &zzz"),
    ] {
      var stage = try Self.stage(read: read)
      stage.work(after: "i")
      for key in "&zzz".unicodeScalars { stage.press(.character(key)) }
      stage.work(after: Key(.enter))
      #expect(stage.viewer.status.contains(words), "\(stage.viewer.status)")
    }
  }

  @Test func aPostThatIsReadStaysUntilThePageIsLeft() throws {
    var stage = try Self.stage(read: [1])
    stage.work(after: "i")
    let before = Self.listed(stage)
    stage.work(after: Key(.enter), "q", "J", "R")
    #expect(stage.read == [0, 2])
    #expect(Self.listed(stage) == before)
    stage.work(after: "q", "i")
    #expect(Self.listed(stage) == Array(3..<20))
  }

  /// Posts that belong between those on the screen are no longer held back once a list covers the timeline.
  @Test func whatComesInBetweenIsListedWhenTheKeyAsks() throws {
    let source = try ScriptedSource(Feeds.feed(Feeds.scattered(80, seed: 3)), records: 8)
    source.end()
    var stage = try ReadingStage(Timeline(sources: [source], order: .document))
    stage.work(after: "i")
    let page = stage.viewer.page
    source.insert(at: 1)
    source.insert(at: 3)
    try stage.viewer.grow()
    stage.work()
    #expect(stage.viewer.page == page)
    #expect(stage.viewer.status.contains("1 of 8 · 2 new (U)"))
    stage.work(after: "U")
    #expect(Self.listed(stage) == Array(0..<10))
  }

  @Test func theMessageOfARefreshNamesTheKey() throws {
    let source = try ScriptedSource(Feeds.feed(Feeds.scattered(80, seed: 3)), records: 2)
    source.end()
    var stage = try ReadingStage(Timeline(sources: [source], order: .document))
    let (one, two) = (
      RefreshProgress(done: 1, all: 1, new: 1), RefreshProgress(done: 1, all: 1, new: 2)
    )
    stage.handle(.refreshed(two))
    #expect(stage.viewer.status.contains("2 new posts") && !stage.viewer.status.contains("(U"))
    stage.work(after: "i")
    source.prepend(2)
    try stage.viewer.grow()
    stage.handle(.refreshed(two))
    #expect(stage.viewer.status.contains("2 new posts (U lists them)"))
    stage.press("U")
    source.prepend(1)
    try stage.viewer.grow()
    stage.handle(.refreshed(one))
    #expect(stage.viewer.status.contains("1 new post (U lists it)"))
    // An empty list takes them by itself: they stand there.
    stage.type("Aqi")
    stage.work()
    source.prepend(2)
    try stage.viewer.grow()
    stage.handle(.refreshed(two))
    let filled = Self.listed(stage).count
    #expect(filled >= 2)
    #expect(stage.viewer.status.contains("2 new posts") && !stage.viewer.status.contains("(U"))
    // Those that are further down than all others are listed, too.
    source.append(1)
    try stage.viewer.grow()
    stage.handle(.refreshed(one))
    #expect(Self.listed(stage).count == filled + 1)
    #expect(stage.viewer.status.contains("1 new post") && !stage.viewer.status.contains("(U"))
  }

  @Test func theKeyForNewPostsReadsNothing() throws {
    let source = try ScriptedSource(Feeds.feed(Feeds.scattered(80, seed: 3)), records: 30)
    source.end()
    var stage = try ReadingStage(Timeline(sources: [source], order: .document))
    stage.work(after: "i")
    stage.wait(3_000)
    source.append(1)
    try stage.viewer.grow()
    stage.work()
    stage.work(after: "U")
    stage.wait(3_000)
    stage.press("k")
    #expect(stage.read.isEmpty)
  }

  @Test func nothingIsListedBeforeTheFlagsAreKnown() throws {
    var stage = try ReadingStage(Self.timeline(5), recalled: nil)
    stage.work(after: "i")
    #expect(Self.listed(stage).isEmpty && stage.viewer.status.contains("looking for unread posts"))
    stage.handle(.recalled([try stage.state(4, .read)]))
    stage.handle(.recalled([]))
    stage.work()
    #expect(Self.listed(stage) == [0, 1, 2, 3])
  }

  @Test func withoutUnreadPostsThePageSaysSo() throws {
    var stage = try Self.stage(posts: 3, read: [0, 1, 2])
    stage.work(after: "i")
    #expect(stage.viewer.status.contains("no unread posts · q shows all posts"))
    let page = stage.viewer.page.joined(separator: " ")
    #expect(page.contains("No unread posts") && page.contains("B lists the subscriptions"))
    stage.press("j", Key(.enter), "R", Key(.tab))
    stage.press("q")
    #expect(stage.viewer.app.view.pages.count == 1)
  }

  @Test func whereReadingIsNotTrackedThereIsNoPage() throws {
    var stage = try ReadingStage(Self.timeline(5)) { options in
      options.stream.tracksReading = false
      options.stream.firstPage = .unread
    }
    stage.press("i")
    #expect(stage.viewer.app.view.pages.count == 1)
    #expect(stage.viewer.status.contains("without read and unread posts"))
  }

  @Test func theViewerCanBeginWithThePageAndKeepThePlaceBelow() throws {
    var left = try ReadingStage(Self.timeline(40))
    left.press(" ", " ")
    left.wait(400)
    let below = left.viewer.page
    var options = ReadingStage.options
    options.stream.firstPage = .unread
    options.stream.place = left.viewer.app.place
    #expect(options.stream.place != nil)
    var stage = try Self.stage(posts: 40, read: [0], options: options)
    stage.work()
    #expect(stage.viewer.app.view.page.content.keyPage == .unread)
    #expect(stage.viewer.topPosition == 0 && Self.listed(stage) == Array(1..<40))
    stage.press("q")
    stage.wait(400)
    #expect(stage.viewer.page.map { $0.dropFirst(2) } == below.map { $0.dropFirst(2) })
  }

  @Test(arguments: [Key(.down), .character("&"), Key(.escape)])
  func anEarlyKeyFindsThePage(_ key: Key) throws {
    var left = try ReadingStage(Self.timeline(40))
    left.press(" ", " ")
    left.wait(400)
    var options = ReadingStage.options
    options.stream.firstPage = .unread
    options.stream.place = left.viewer.app.place
    let posts = Feeds.posts((1...40).map { "<p>text \($0)</p>" })
    let source = try ScriptedSource(Feeds.feed(posts), records: 5)
    let timeline = Timeline(sources: [source], order: .document)
    var stage = try ReadingStage(timeline, options: options)
    #expect(stage.viewer.app.mode.job != nil && stage.viewer.app.view.pages.count == 1)
    stage.press(key)
    #expect(stage.viewer.app.view.page.content.keyPage == .unread)
    #expect(stage.viewer.app.mode.job == nil)
    source.append(35)
    source.end()
    while try timeline.advance(bytes: 1 << 20) == .more {}
    _ = stage.viewer.app.takeInGrowth()
    stage.work()
    #expect(Self.listed(stage).count == 40)
  }

  @Test func theNextPostIsNamedAndTheListMadeAgain() throws {
    let options = ReadingStage.options.changed { $0.stream.refreshes = true }
    var stage = try Self.stage(posts: 5, read: [0], options: options)
    stage.work(after: "i")
    stage.press(Key(.enter), " ", " ")
    let status = stage.viewer.status
    #expect(status.contains("At the end · n opens the next unread post"), "\(status)")
    stage.work(after: "n", "q")
    #expect(Self.listed(stage) == [1, 2, 3, 4])
    stage.work(after: "r")
    #expect(Self.listed(stage) == [3, 4])
  }

  @Test func noPostOfAnEarlierRunIsOpenBelowThePage() throws {
    var left = try ReadingStage(Self.timeline(40))
    left.press("J", "J", Key(.enter))
    #expect(left.viewer.app.place?.opened != nil)
    var options = ReadingStage.options
    options.stream.place = left.viewer.app.place
    // Where the timeline comes first, the post is open again.
    var again = try Self.stage(posts: 40, read: [0], options: options)
    again.work()
    #expect(again.viewer.app.view.page.content.keyPage == .detail)
    options.stream.firstPage = .unread
    var stage = try Self.stage(posts: 40, read: [0], options: options)
    stage.work()
    #expect(stage.viewer.app.view.page.content.keyPage == .unread)
    stage.press("q")
    #expect(stage.viewer.app.view.page.content.keyPage == .timeline)
    #expect(stage.viewer.status.contains("post 3 of 40"), "\(stage.viewer.status)")
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func nothingMovesWhenPostsComeIn(_ seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let source = try ScriptedSource(Feeds.feed(Feeds.scattered(120, seed: seed)), records: 30)
    source.end()
    let timeline = Timeline(sources: [source], order: .document)
    var stage = try ReadingStage(timeline)
    stage.work(after: "i")
    for _ in 0..<random.below(4) { stage.press(" ") }
    stage.viewer.rest()
    let before = stage.viewer.page
    var count = 0
    for _ in 0..<20 {
      switch random.below(3) {
      case 0: source.prepend()
      case 1: source.insert(at: random.below(source.recordCount))
      default: source.append()
      }
      count += 1
      try stage.viewer.grow()
      stage.work()
      #expect(stage.viewer.page == before)
    }
    stage.work(after: "U")
    #expect(Self.listed(stage) == Array(0..<30 + count), "seed \(seed)")
  }

  @Test func aSearchWithoutAMatchReadsNoPost() throws {
    var stage = try Self.stage(posts: 2_000, read: [0])
    stage.work(after: "i")
    let before = stage.feed.decodeCount
    stage.type("/nowhere")
    stage.work(after: Key(.enter))
    #expect(stage.viewer.status.contains("No match"))
    #expect(stage.feed.decodeCount - before < 40)
  }
}
