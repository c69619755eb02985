import CellGrid
import StreamModel
import Testing

@testable import StreamUI

/// The key that marks a subscription read in the list of them.
struct FeedsReadingTests {
  private static let names = ["a.json", "b.json", "c.json"]
  private static let counts = [20, 300, 5]

  /// Three feeds of posts with ids of their own; the last is not subscribed.
  private func stage() throws -> ReadingStage {
    let feeds = zip(Self.names, Self.counts).map { name, count in
      let posts = Feeds.posts((1...count).map { "<p>text \($0) of \(name)</p>" })
      let own = posts.replacing("\"id\":\"p", with: "\"id\":\"\(name)-p")
        .replacing("@olga/", with: "@olga/\(name)-")
      return Feeds.feed(own, name: name)
    }
    var stage = try ReadingStage(Timeline(feeds, order: .newest))
    stage.work()
    stage.press("B")
    _ = stage.viewer.app.rest()
    stage.handle(
      .feeds([
        FeedEntry(key: "a", name: "Alpha", tags: ["one"], unread: 20, posts: 20, shownSource: 0),
        FeedEntry(key: "b", name: "Beta", unread: 300, posts: 300, shownSource: 1),
        FeedEntry(key: "d", name: "Delta", unread: 7),
      ])
    )
    return stage
  }

  /// The names of the sources whose posts are all read, and of those with none.
  private func sources(of stage: ReadingStage) -> (read: [String], unread: [String]) {
    let read = Set(stage.read)
    let marked = Set(read.compactMap { stage.feed.id(at: $0)?.source })
    let rest = (0..<stage.feed.recordCount).filter { !read.contains($0) }
    let unmarked = Set(rest.compactMap { stage.feed.id(at: $0)?.source })
    let name = { (source: Int) in stage.feed.sources[source].name }
    return (
      marked.subtracting(unmarked).map(name).sorted(),
      unmarked.subtracting(marked).map(name).sorted()
    )
  }

  @Test func marksOfAnotherViewerCountAndAreNoChangeToUndo() throws {
    var stage = try stage()
    stage.press(Key(.escape))
    #expect(stage.viewer.status.contains("325 unread"))
    let keys = (0..<2).flatMap { row in stage.feed.id(at: row).map { stage.feed.keys(of: $0) } ?? []
    }
    stage.handle(.reflagged(keys.map { PostState(key: $0, flags: .read, changed: .read) }))
    // The number is right but for what has changed, so it is not said to be unknown.
    #expect(!stage.viewer.status.contains("so far"))
    stage.work()
    #expect(stage.viewer.status.contains("323 unread"))
    stage.press("u")
    #expect(stage.viewer.status.contains("Nothing to undo"))
    stage.handle(.reflagged(keys.map { PostState(key: $0, flags: [], changed: .read) }))
    stage.work()
    stage.press("J")
    #expect(stage.viewer.status.contains("325 unread"))
  }

  @Test func aSubscriptionThatWasRemovedElsewhereIsNamed() throws {
    var stage = try stage()
    stage.handle(
      .feeds([
        FeedEntry(key: "a", name: "Alpha", shownSource: 0), FeedEntry(key: "d", name: "Delta"),
      ])
    )
    #expect(stage.viewer.status.contains("Beta was unsubscribed elsewhere"))
    // An address that moved is another key in its place.
    stage.press("J")
    stage.handle(
      .feeds([
        FeedEntry(key: "a", name: "Alpha", shownSource: 0), FeedEntry(key: "e", name: "Delta"),
      ])
    )
    #expect(!stage.viewer.status.contains("elsewhere"))
  }

  @Test(arguments: [
    // The rows are: all, the folder, Beta, Delta.
    (downs: 0, read: ["a.json", "b.json"], unread: ["c.json"], words: "Marked 320 posts read"),
    (1, ["a.json"], ["b.json", "c.json"], "Marked 20 posts read"),
    (2, ["b.json"], ["a.json", "c.json"], "Marked 300 posts read"),
  ])
  func marksAllThatARowStandsForAndUndoesIt(
    _ downs: Int,
    _ read: [String],
    _ unread: [String],
    _ words: String
  ) throws {
    var stage = try stage()
    for _ in 0..<downs { stage.press("J") }
    stage.work(after: "A")
    let after = sources(of: stage)
    #expect(after.read == read && after.unread == unread)
    #expect(stage.viewer.status.contains(words))
    // The numbers of the list follow.
    let wishes = stage.viewer.app.rest()
    let tallies = wishes.compactMap { if case .listFeeds(let all) = $0 { all } else { nil } }
    let expected = zip(Self.names, Self.counts).map { read.contains($0) ? 0 : $1 }
    #expect(tallies.last?.map(\.unread) == expected)
    stage.work(after: "u")
    #expect(stage.positionsAreUnread)
  }

  @Test(arguments: [false, true]) func theFeedOfAPostIsMarkedAndThenAll(_ isOpen: Bool) throws {
    var stage = try stage()
    stage.viewer.app.view.options.stream.refreshes = true
    stage.press(Key(.escape))
    let first = try #require(stage.feed.id(at: 0)?.source)
    let name = stage.feed.sources[first].name
    if isOpen { stage.press(Key(.enter)) }
    stage.work(after: "A")
    #expect(sources(of: stage).read == [name])
    #expect(stage.viewer.status.contains(" of \(name) read (u undoes"))
    #expect(stage.viewer.status.contains("A again marks all feeds") || isOpen)
    // After an undo the key means the feed once more.
    stage.work(after: "u")
    #expect(sources(of: stage).read == [])
    stage.work(after: "A")
    #expect(sources(of: stage).read == [name])
    if isOpen { stage.press("q") }
    stage.work(after: "A")
    #expect(sources(of: stage).unread == [])
    stage.work(after: "u")
    #expect(sources(of: stage).read == [name])
    stage.work(after: "u")
    #expect(sources(of: stage).read == [])
  }

  @Test func aPostThatTwoFeedsHoldIsUnreadInBoth() throws {
    let feeds = zip(Self.names, [1...3, 3...4]).map { name, numbers in
      let posts = numbers.map { number in
        #"{"id":"https://h.example/\#(number)","url":"https://h.example/\#(number)","#
          + #""published":"2026-01-01T10:00:00Z","body_text":"x"}"#
      }
      return Feeds.feed(posts.joined(separator: "\n") + "\n", name: name)
    }
    var stage = try ReadingStage(Timeline(feeds, order: .newest))
    stage.work()
    #expect(stage.viewer.status.contains("4 unread"))
    stage.press("B")
    let tallies = stage.effects.compactMap { if case .listFeeds(let all) = $0 { all } else { nil } }
    #expect(tallies.last?.map(\.unread) == [3, 2])
  }

  /// The start page shows the count that the viewer had at its end, and the next run counts as many.
  ///
  /// Some posts are held by several sources, and every seventh is stated twice by its source.
  @Test func theCountOfTheStartPageIsThatOfTheViewer() throws {
    let timeline = {
      let posts = [1...60, 30...90, 55...70].map { numbers in
        numbers.flatMap { Array(repeating: $0, count: $0 % 7 == 0 ? 2 : 1) }.map { number in
          #"{"id":"https://h.example/\#(number)","url":"https://h.example/\#(number)","#
            + #""published":"2026-01-01T\#(10 + number % 10):00:00Z","body_text":"x"}"#
        }.joined(separator: "\n") + "\n"
      }
      return Timeline(zip(Self.names, posts).map { Feeds.feed($1, name: $0) }, order: .newest)
    }
    let count = { (stage: ReadingStage) in
      (stage.viewer.app.endings.last?.tallies ?? []).compactMap(\.unread).reduce(0, +)
    }
    var stage = try ReadingStage(timeline())
    stage.work()
    var kept: [Timeline.SourceKey: PostState] = [:]
    for script in ["RJRJJRJJJRg", "GRKKRKRg", "RJRJg", "gJJRJJJJMg"] {
      stage.type(script)
      stage.work()
      #expect(stage.viewer.status.contains(" · \(count(stage)) unread"), "\(script)")
      for state in stage.effects.remembered { kept[state.key] = state }
      var later = try ReadingStage(timeline(), recalled: Array(kept.values))
      later.work()
      #expect(later.viewer.status.contains(" · \(count(later)) unread"), "\(script)")
      #expect(count(stage) > 0)
      withKnownIssue("A change counts for one of the rows that share an id, see UnreadCount") {
        #expect(count(stage) == count(later), "\(script)")
      }
    }
  }

  @Test func aSubscriptionThatIsNotShownStays() throws {
    var stage = try stage()
    stage.work(after: "J", "J", "J", "A")
    #expect(stage.viewer.status.contains("not on the timeline"))
    #expect(stage.read.isEmpty)
  }
}

extension ReadingStage {
  /// Whether no post is read by the flags that were kept last.
  fileprivate var positionsAreUnread: Bool {
    (0..<feed.recordCount).allSatisfy { position in
      feed.id(at: position).flatMap { viewer.app.view.memory.flags(of: $0, in: feed) }?
        .contains(.read) == false
    }
  }
}

/// With read subscriptions hidden, the list stays still while a refresh changes the unread posts.
struct FeedsStillnessTests {
  private static func entries(_ unread: [Int]) -> [FeedEntry] {
    unread.enumerated().map { FeedEntry(key: "k\($0)", name: "Feed \($0)", unread: $1, posts: 9) }
  }

  @Test func noRowMovesUntilTheReadersNextKey() throws {
    var viewer = try Viewer(Timeline(Feeds.feed(Feeds.linked(3))))
    viewer.press("B")
    viewer.handle(.feeds(Self.entries([0, 2, 0, 3, 1])))
    viewer.type("lG")
    let before = viewer.page
    #expect(before.contains { $0.contains("Feed 1") } && !before.contains { $0.contains("Feed 2") })
    // One is read elsewhere, and two have new posts.
    viewer.handle(.feeds(Self.entries([4, 0, 5, 3, 1])))
    let names = { (page: [String]) in
      page.enumerated().filter { $0.element.contains("Feed ") }
        .map { "\($0.offset) " + $0.element.filter { "0123456789".contains($0) }.prefix(1) }
    }
    #expect(names(viewer.page) == names(before))
    viewer.wait(milliseconds: 500)
    #expect(names(viewer.page) == names(before))
    viewer.press("K")
    let after = viewer.page.joined(separator: "\n")
    for number in [0, 2, 3, 4] { #expect(after.contains("Feed \(number)")) }
    #expect(!after.contains("Feed 1"))
  }
}
