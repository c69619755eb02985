import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// Flags of earlier runs: when they count, and what is kept before they are known.
struct RecallTests {
  private static func timeline(_ count: Int = 40) -> Timeline {
    Timeline(Feeds.feed(Feeds.posts((1...count).map { "<p>text \($0)</p>" })))
  }

  /// Nothing read is shown as unread, not even in the first frames.
  @Test func signsWaitUntilAllFlagsAreKnown() throws {
    var stage = try ReadingStage(Self.timeline(), recalled: nil)
    #expect(stage.signed("●").isEmpty)
    #expect(!stage.viewer.status.contains("unread"))
    stage.handle(.recalled([try stage.state(0, .read), try stage.state(2, [.read, .kept])]))
    #expect(stage.signed("●").isEmpty)
    #expect(stage.signed("★") == [2])
    stage.press("R")
    #expect(stage.viewer.status.contains("Try again"))
    stage.handle(.recalled([]))
    #expect(stage.signed("●") == stage.signed("●").filter { $0 == 1 || $0 > 2 })
    #expect(!stage.signed("●").isEmpty)
    stage.press(.control("l"))
    #expect(!stage.viewer.app.view.status.contains("unread"))
    stage.work()
    #expect(stage.viewer.app.view.status.hasSuffix(" · 38 unread"))
  }

  /// A state replaces the one that was kept, so it goes out whole: with the flags that came later.
  @Test func changesBeforeTheRecallKeepTheOtherFlags() throws {
    var stage = try ReadingStage(Self.timeline(), recalled: nil)
    stage.type("\rq")
    #expect(stage.effects.isEmpty)
    let kept = try stage.state(0, .kept)
    stage.handle(.recalled([kept]))
    #expect(stage.effects.isEmpty)
    stage.handle(.recalled([]))
    #expect(stage.effects == [.remember([try stage.state(0, [.read, .kept], changed: .read)])])
  }

  @Test func aLaterRecallNeverUndoesAKey() throws {
    var stage = try ReadingStage(Self.timeline())
    stage.handle(.recalled([try stage.state(0, .read), try stage.state(1, .read)]))
    stage.press("R")
    stage.handle(.recalled([try stage.state(0, .read), try stage.state(1, .kept)]))
    #expect(stage.signed("●").contains(0) && stage.signed("★") == [1])
    stage.work()
    #expect(stage.viewer.app.view.status.hasSuffix(" · 40 unread"))
  }

  // MARK: Ids that change with every fetch

  /// The posts of the page as a server with other ids kept them: read, and known by address or text.
  private func states(
    _ numbers: some Sequence<Int>,
    of stage: ReadingStage,
    hasOwnID: Bool = false
  ) throws -> [PostState] {
    try numbers.map { number in
      let own = try stage.state(number, .read)
      let stated = own.key.identity
      let id = hasOwnID ? stated.id : stated.id ^ 0xff
      let identity = PostIdentity(id: id, fallback: stated.fallback)
      return PostState(key: Timeline.SourceKey(source: 0, identity: identity), flags: .read)
    }
  }

  @Test func aSourceWhoseIDsChangeIsKnownByItsAddresses() throws {
    var stage = try ReadingStage(Self.timeline(), recalled: nil)
    let kept = try states(0..<5, of: stage)
    stage.handle(.recalled(kept))
    stage.handle(.recalled([]))
    #expect(stage.effects == [.nameByFallback(0)])
    stage.handle(.namedByFallback(0))
    stage.handle(.recalled(kept))
    stage.work()
    #expect(stage.viewer.app.view.status.hasSuffix(" · 35 unread"))
    #expect(stage.signed("●").allSatisfy { $0 >= 5 })
  }

  /// Posts of one address are known by their ids alone, and those of a subscription keep the ids of their log: what was
  /// read there is not in a stream of unread posts (newsboat's cache of 2.21 with a page of states, 2026-11-28).
  @Test(arguments: [(true, false), (false, true)])
  func anAddressOfSeveralPostsOrALogTellsNothing(_ isShared: Bool, _ isLog: Bool) throws {
    let lines = (1...6).map {
      #"{"id":"p\#($0)","url":"https://a.example/\#(isShared ? 0 : $0)"}"# + "\n"
    }
    let source = MemoryBytes(name: "f", text: lines.joined())
    let timeline = Timeline(Feed(source: source, isLog: isLog))
    var stage = try ReadingStage(timeline, recalled: nil)
    stage.handle(.recalled(try states(0..<5, of: stage)))
    stage.handle(.recalled([]))
    #expect(stage.effects.isEmpty)
  }

  @Test(arguments: [true, false]) func idsThatAreKnownAreKept(_ isOne: Bool) throws {
    var stage = try ReadingStage(Self.timeline(), recalled: nil)
    // One post with its own id among others; or a single post, which may be a copy.
    let known = isOne ? try states(5..<6, of: stage, hasOwnID: true) : []
    let count = isOne ? 5 : 1
    stage.handle(.recalled(try states(0..<count, of: stage) + known))
    stage.handle(.recalled([]))
    #expect(stage.effects.isEmpty)
  }

  @Test func theViewerBeginsAtTheFirstUnreadPost() throws {
    for readCount in [0, 25, 40] {
      var stage = try ReadingStage(Self.timeline(), recalled: nil) { $0.firstUnread = true }
      let states = try (0..<readCount).map { try stage.state($0, .read) }
      stage.handle(.recalled(states))
      #expect(stage.viewer.topPosition == 0)
      stage.handle(.recalled([]))
      stage.work()
      #expect(stage.viewer.topPosition == (readCount == 25 ? 25 : 0))
    }
  }

  @Test func aKeyBeforeTheRecallStaysWhereItLeads() throws {
    var stage = try ReadingStage(Self.timeline(), recalled: nil) { $0.firstUnread = true }
    stage.press("J")
    stage.handle(.recalled([try stage.state(0, .read), try stage.state(1, .read)]))
    stage.handle(.recalled([]))
    stage.work()
    #expect(stage.viewer.topPosition == 0)
  }

  @Test func theCountFollowsTheFeed() throws {
    let source = try ScriptedSource(Feeds.feed(Feeds.scattered(1_000, seed: 4)), records: 30)
    var stage = try ReadingStage(Timeline(sources: [source], order: .document))
    var random = SplitMix(seed: 3)
    for step in 0..<200 {
      switch random.below(6) {
      case 0: source.append(1 + random.below(3))
      case 1: source.prepend(1 + random.below(3))
      case 2: source.remove(at: random.below(source.recordCount))
      case 3: stage.type("JR")
      case 4: stage.type("gRu")
      default: stage.type("GR")
      }
      try stage.viewer.grow()
      if step % 3 == 0 { stage.work() }
    }
    stage.work(after: "g")
    let memory = stage.viewer.app.view.memory
    let unread = (0..<stage.feed.recordCount).filter {
      stage.feed.id(at: $0).map { memory.isUnread($0, in: stage.feed) } ?? false
    }
    #expect(memory.unread.count == unread.count)
    #expect(unread.count < stage.feed.recordCount)
  }
}
