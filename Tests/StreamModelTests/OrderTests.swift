import TestSupport
import Testing

@testable import StreamModel

/// The orders of a timeline.
@Suite struct OrderTests {
  /// Posts in lines: id, minute, likes and comments, as far as they are stated.
  private func feed(
    _ posts: [(id: String, minute: Int?, likes: Int?, comments: Int?)],
    name: String = "feed"
  ) -> Feed {
    let text = posts.map { post in
      let time = post.minute.map { ",\"published\":\"\(Timestamp.january(1, minute: $0))\"" }
      let likes = post.likes.map { ",\"likes_count\":\($0)" }
      let comments = post.comments.map { ",\"comments_count\":\($0)" }
      return
        "{\"id\":\"\(post.id)\",\"body_text\":\"x\"\(time ?? "")\(likes ?? "")\(comments ?? "")}\n"
    }
    return Feed(source: MemoryBytes(name: name, text: text.joined()))
  }

  private var sample: Feed {
    feed([
      ("a", 10, 5, 0), ("b", 30, nil, 9), ("c", nil, 7, nil), ("d", 20, 5, 9), ("e", 40, -2, 1),
    ])
  }

  private func done(_ timeline: Timeline) throws -> Timeline {
    while try timeline.advance(bytes: 300) == .more {}
    while timeline.wantedOrder != nil { timeline.advanceSorting(bytes: 300) }
    return timeline
  }

  private static let expected: [(Timeline.Order, [String])] = [
    // A record without a time stays with the one before it: in a log it is later than that.
    (.newest, ["e", "c", "b", "d", "a"]), (.oldest, ["a", "d", "b", "c", "e"]),
    (.document, ["a", "b", "c", "d", "e"]), (.feed, ["e", "c", "b", "d", "a"]),
    // As many likes: the newest first; a count that nobody states comes last.
    (.likes, ["c", "d", "a", "e", "b"]), (.comments, ["b", "d", "e", "a", "c"]),
  ]

  @Test(arguments: expected)
  func theRowsAreInTheOrder(order: Timeline.Order, ids: [String]) throws {
    #expect(try done(Timeline([sample], order: order)).outline == ids)
    // From any other order the same, and back.
    for (start, before) in Self.expected {
      let timeline = try done(Timeline([sample], order: start))
      _ = timeline.takeChanges()
      timeline.sort(by: order)
      #expect(try done(timeline).outline == ids)
      #expect(timeline.order == order)
      #expect(timeline.takeChanges() == (start == order ? [] : [.reordered]))
      timeline.sort(by: start)
      #expect(try done(timeline).outline == before)
    }
  }

  /// Each feed has its posts together, and a post of two stands with the first of them.
  @Test func feedsFollowEachOther() throws {
    let feeds = [
      feed([("urn:x:a", 10, nil, nil), ("urn:x:both", 20, nil, nil)], name: "one"),
      feed([("urn:y:c", 50, nil, nil), ("urn:x:both", 20, nil, nil), ("urn:y:d", 15, nil, nil)]),
    ]
    let rows = ["urn:x:both", "urn:x:a", "urn:y:c", "urn:y:d"]
    #expect(try done(Timeline(feeds, order: .feed)).outline == rows)
    let timeline = try done(Timeline(feeds, order: .newest))
    timeline.sort(by: .feed)
    #expect(try done(timeline).outline == rows)
  }

  /// Posts of one time follow each other in the direction of their document.
  @Test(
    arguments: [
      // A log: the later line is the newer one.
      ([1, 1, 2, 2, 3, 3], "543210", "012345"),
      // A feed whose newest post comes first.
      ([3, 3, 2, 2, 1, 1], "012345", "543210"),
      // Three with one date, then the next day: known late.
      ([5, 5, 5, 6, 6, 6], "543210", "012345"), ([6, 6, 6, 5, 5, 5], "012345", "543210"),
      // Nothing tells the direction.
      ([4, 4, 4], "012", "012"),
    ] as [([Int], String, String)]
  )
  func tiesFollowTheDocument(_ minutes: [Int], _ newest: String, _ oldest: String) throws {
    let posts = minutes.enumerated().map { ("\($0)", Int?($1), Int?.none, Int?.none) }
    #expect(try done(Timeline([feed(posts)], order: .newest)).outline.joined() == newest)
    #expect(try done(Timeline([feed(posts)], order: .oldest)).outline.joined() == oldest)
  }

  /// Of a log that grows the later post of a second comes above the earlier one, not between rows.
  @Test func theLaterLineOfASecondIsTheNewerOne() throws {
    let source = try ScriptedSource(
      feed([1, 1, 2, 2, 2, 3, 3].enumerated().map { ("\($0)", Int?($1), Int?.none, Int?.none) })
    )
    let timeline = Timeline(sources: [source], order: .newest)
    for count in 1...7 {
      source.append(1)
      while try timeline.advance(bytes: 1 << 16) == .more {}
      let wanted = (0..<count).reversed().map { "\($0)" }
      // Until two times differ, nothing tells the direction.
      if count > 2 { #expect(timeline.outline == wanted) }
    }
  }

  @Test func theRowsStayUntilTheOrderIsMade() throws {
    let posts = (0..<2_000).map { ("p\($0)", Int?($0 % 60), Int?($0 * 7 % 1_000), Int?.none) }
    let timeline = try done(Timeline([feed(posts)], order: .document))
    _ = timeline.takeChanges()
    timeline.sort(by: .likes)
    var percentages: [Int] = []
    while timeline.wantedOrder != nil {
      #expect(timeline.order == .document)
      #expect(timeline.id(at: 5)?.number == 5)
      #expect(timeline.takeChanges() == [])
      percentages.append(try #require(timeline.sortingPercentage))
      let before = timeline.decodeCount
      timeline.advanceSorting(bytes: 64 << 10)
      // No slice reads more than a bounded number of records.
      #expect(timeline.decodeCount - before <= 512)
    }
    #expect(percentages.count >= 4)
    #expect(percentages == percentages.sorted())
    #expect(timeline.sortingPercentage == nil)
    #expect(timeline.takeChanges() == [.reordered])
  }

  /// Sources whose times ascend show nothing before their ends.
  ///
  /// Between any two slices until then somebody asks for the next row, which must be no look at all records: 40,000
  /// posts took 5 s.
  @Test func aLookForRowsIsShortBeforeThereAreAny() throws {
    let feeds = ["a", "b"].map { name in
      feed((0..<3_000).map { ("\(name)\($0)", $0 / 60, nil, nil) }, name: name)
    }
    let timeline = Timeline(feeds, order: .newest)
    var (slices, seconds) = (0, 0.0)
    while try timeline.advance(bytes: 1 << 16) == .more, timeline.recordCount == 0 {
      let start = threadSeconds
      for _ in 0..<100 where timeline.nextStored(after: nil) != nil { Issue.record("a row") }
      seconds += threadSeconds - start
      slices += 1
    }
    #expect(slices > 4 && seconds < 0.2, "\(slices) slices, \(seconds) s")
  }

  @Test func everyRecordIsDecodedOnceForAllOrders() throws {
    let posts = (0..<2_000).map { ("p\($0)", Int?($0 % 60), Int?($0 % 9), Int?($0 % 7)) }
    let timeline = try done(Timeline([feed(posts)], order: .document))
    for order in [Timeline.Order.oldest, .likes, .comments, .newest, .document, .likes] {
      timeline.sort(by: order)
      _ = try done(timeline)
    }
    #expect(timeline.decodeCount == 2_000)
  }

  @Test func anOrderThatIsCancelledLeavesNothing() throws {
    let timeline = try done(Timeline([sample], order: .document))
    timeline.sort(by: .likes)
    timeline.sort(by: .document)
    #expect(timeline.wantedOrder == nil)
    #expect(try done(timeline).outline == ["a", "b", "c", "d", "e"])
  }

  @Test(arguments: Timeline.Order.allCases)
  func growthGoesToItsPlace(_ order: Timeline.Order) throws {
    let pipe = MemoryBytes(name: "pipe", bytes: [], isComplete: false)
    let timeline = Timeline([Feed(source: pipe)], order: .document)
    var lines: [String] = []
    var random = SplitMix(seed: 7)
    for number in 0..<60 {
      let minute = 10 + random.below(50)
      let line =
        "{\"id\":\"\(number)\",\"body_text\":\"x\",\"likes_count\":\(random.below(5)),"
        + "\"comments_count\":\(random.below(5)),\"published\":\"2026-01-01T00:\(minute):00Z\"}\n"
      lines.append(line)
      pipe.append(line.utf8)
      // While the order is made, before and after it.
      if number == 20 { timeline.sort(by: order) }
      if number == 22 { while timeline.wantedOrder != nil { timeline.advanceSorting(bytes: 100) } }
      while try timeline.advance(bytes: 100) == .more {}
    }
    pipe.finish()
    let whole = MemoryBytes(name: "whole", text: lines.joined())
    #expect(
      try done(timeline).outline == done(Timeline([Feed(source: whole)], order: order)).outline
    )
    #expect(timeline.recordCount == 60)
  }

  @Test func likesThatComeLaterMoveNoRow() throws {
    let pipe = MemoryBytes(name: "pipe", bytes: [], isComplete: false)
    pipe.append("{\"id\":\"a\",\"body_text\":\"x\",\"likes_count\":1}\n".utf8)
    pipe.append("{\"id\":\"b\",\"body_text\":\"x\"}\n".utf8)
    let timeline = Timeline([Feed(source: pipe)], order: .likes)
    #expect(try done(timeline).outline == ["a", "b"])
    for name in ["x", "y"] {
      pipe.append("{\"type\":\"like\",\"post\":\"b\",\"author\":{\"handle\":\"@\(name)\"}}\n".utf8)
    }
    #expect(try done(timeline).outline == ["a", "b"])
    // Asked for once more, the order is made of what is known now.
    timeline.sort(by: .document)
    timeline.sort(by: .likes)
    #expect(try done(timeline).outline == ["b", "a"])
  }

  @Test func likesOfTheSameFileCount() throws {
    let text = """
      {"id":"a","body_text":"x","likes_count":1}
      {"id":"b","body_text":"x"}
      {"type":"like","post":"b","author":{"handle":"@x"}}
      {"type":"like","post":"b","author":{"handle":"@y"}}

      """
    let feed = Feed(source: MemoryBytes(name: "a", text: text))
    #expect(try done(Timeline([feed], order: .likes)).outline == ["b", "a"])
  }

  @Test func copiesAreRowsInDocumentOrderAlone() throws {
    let shared = "{\"id\":\"https://x/1\",\"body_text\":\"x\"}\n"
    let feeds = ["one", "two"].map { Feed(source: MemoryBytes(name: $0, text: shared)) }
    let timeline = try done(Timeline(feeds, order: .document))
    let copy = RecordID(source: 1, number: 0)
    #expect(timeline.recordCount == 2)
    #expect(timeline.row(showing: copy) == copy)
    timeline.sort(by: .newest)
    #expect(try done(timeline).recordCount == 1)
    #expect(timeline.row(of: copy) == nil)
    #expect(timeline.row(showing: copy) == RecordID(source: 0, number: 0))
  }

  @Test(arguments: [Int64.min, .min + 1, -1, 0, 1 << 40, .max])
  func extremeFactsAreRanked(value: Int64) {
    let count = Int32(clamping: value)
    let counts = RecordCounts(likes: count, reshares: count, comments: count)
    let facts = RecordFacts(time: value, counts: counts, identity: .none)
    for order in Timeline.Order.allCases {
      let rank = order.rank(of: facts, in: Int(UInt16.max))
      #expect(rank != nil && rank != .min && rank != .max)
    }
  }

  @Test func timesAreLookedUpInOrdersOfTime() throws {
    let timeline = try done(Timeline([sample], order: .newest))
    let start: Int64 = 1_767_225_600
    // Minutes 40, 30, 30 (without a time of its own), 20, 10.
    #expect(timeline.rowCount(before: start + 1_800..<start + 1_860) == 1)
    #expect(timeline.rowCount(before: start..<start + 60) == 5)
    #expect(timeline.rowCount(before: .min..<Int64.max) == 0)
    timeline.sort(by: .oldest)
    _ = try done(timeline)
    #expect(timeline.rowCount(before: start + 1_800..<start + 1_860) == 2)
    #expect(timeline.rowCount(before: .min..<Int64.max) == 0)
    timeline.sort(by: .likes)
    #expect(try done(timeline).rowCount(before: 0..<1) == nil)
  }
}
