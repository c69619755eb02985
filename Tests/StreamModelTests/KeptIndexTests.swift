import TestSupport
import Testing

@testable import StreamModel

/// A feed with the index of an earlier run is the feed that a scan makes, and filters leave out no post that passes.
struct KeptIndexTests {
  /// Posts with and without times and numbers, in no order, some beyond 32 bits.
  private static func lines(_ count: Int, seed: UInt64 = 7, end: String = "\n") -> String {
    var random = SplitMix(seed: seed)
    let times = [
      "2024-05-03T08:15:00Z", "1799-01-01T00:00:00Z", "2300-12-31T23:59:59Z",
      "1970-01-01T00:00:00Z", "2023-07-01T00:00:00Z", "0033-01-01T00:00:00Z",
    ]
    let likes = [
      "0", "3", "7", "8", "4000", "-3", "9223372036854775807", "2147483647", "4294967299",
    ]
    return (0..<count).map { number in
      var parts = ["\"id\":\"p\(number)\",\"body_text\":\"water \(number)\""]
      if random.below(5) > 0 { parts.append("\"published\":\"\(times[random.below(6)])\"") }
      if random.below(4) > 0 { parts.append("\"likes_count\":\(likes[random.below(9)])") }
      if random.below(4) == 0 { parts.append("\"likes\":[\"@a\",\"@b\"]") }
      if random.below(4) == 0 { parts.append("\"comments_count\":\(random.below(12))") }
      if random.below(40) == 0 { parts.append("\"title\":7") }
      return "{" + parts.joined(separator: ",") + "}"
    }.joined(separator: "\n") + end
  }

  private static func bytes(_ text: String) -> MemoryBytes {
    MemoryBytes(name: "feed", bytes: Array(text.utf8))
  }

  private static func restored(_ text: String, _ index: [UInt8]?) throws -> Feed {
    let feed = Feed(source: bytes(text))
    try feed.scan(with: IndexInMemory(index))
    return feed
  }

  /// Everything that a scan finds, and what the records say.
  private func expectSame(_ feed: Feed, _ plain: Feed, _ comment: Testing.Comment? = nil) {
    #expect(feed.recordCount == plain.recordCount, comment)
    let isSameFeed = feed.title == plain.title && feed.facts == plain.facts
    #expect(isSameFeed, comment)
    for number in 0..<min(feed.recordCount, plain.recordCount) {
      guard feed.record(at: number) == plain.record(at: number),
        feed.place(at: number) == plain.place(at: number),
        feed.path(ofRow: number) == plain.path(ofRow: number),
        feed.statedKeyID(ofNumber: number) == plain.statedKeyID(ofNumber: number)
      else {
        Issue.record("record \(number) is another, \(comment ?? "")")
        return
      }
    }
    let areSame = feed.problems == plain.problems
    #expect(areSame, comment)
  }

  // MARK: Positions

  @Test(arguments: [
    lines(2_500), lines(1_024), lines(3, end: ""), lines(40, end: "\r\n\n"),
    "{\"version\":1,\"title\":\"Lakes\",\"posts\":["
      + lines(1_500, end: "").split(separator: "\n").joined(separator: ",\n") + "]}",
    "[" + lines(300, end: "").split(separator: "\n").joined(separator: " , ") + "]",
  ])
  func aRestoredFeedIsTheScannedOne(_ text: String) throws {
    let plain = Feed(source: Self.bytes(text))
    try plain.scan(with: IndexInMemory())
    let index = try #require(try Feed.index(of: Self.bytes(text)))
    let feed = try Self.restored(text, index)
    #expect(feed.decodeCount == 0)
    expectSame(feed, plain)
    // Nothing new was found out, so nothing is to be kept.
    #expect(!feed.hasIndexToKeep)
    let withoutNumbers = try #require(try Feed.index(of: Self.bytes(text), looks: false))
    let other = try Self.restored(text, withoutNumbers)
    expectSame(other, plain)
    for number in 0..<other.recordCount {
      _ = other.recordInPassing(number: number, omitsBodies: true)
    }
    let isSame = other.indexToKeep == index
    #expect(isSame)
  }

  /// The scan goes on from a restored place, too, and what comes in changes what posts say.
  @Test func aRestoredFeedGrows() throws {
    let text = Self.lines(50)
    let source = Self.bytes(text)
    let feed = Feed(source: source)
    try feed.scan(with: IndexInMemory(try Feed.index(of: Self.bytes(text))))
    let likes = ScalarTest(.likes, in: [5...5])
    let before = try #require((0..<50).first { !feed.mayPass(likes, number: $0) })
    let more =
      "{\"type\":\"like\",\"post\":\"p\(before)\",\"by\":{\"name\":\"Olga\"}}\n{\"id\":\"last\"}\n"
    source.append(more.utf8)
    #expect(feed.resume())
    while try feed.advance(bytes: SliceBudget.bytes) == .more {}
    expectSame(feed, try StreamModelTests.feed(text + more))
    #expect(feed.mayPass(likes, number: before), "its likes are no longer those that are known")
    #expect(!feed.hasIndexToKeep)
  }

  /// Before the first rows are there, and in the small slices of the first frame, nothing is read of the index.
  @Test func theFirstRowsDoNotWaitForIt() throws {
    let text = Self.lines(2_000)
    let store = IndexInMemory(try Feed.index(of: Self.bytes(text)))
    let feed = Feed(source: Self.bytes(text))
    feed.keepIndex(in: store)
    for _ in 0..<3 { _ = try feed.advance(bytes: 1_024) }
    #expect(store.openings == 0 && feed.recordCount > 0)
    while try feed.advance(bytes: SliceBudget.bytes) == .more {}
    #expect(store.openings == 1 && feed.recordCount == 2_000)
  }

  @Test(arguments: [
    lines(20) + "{\"id\":\n" + lines(3), lines(20) + "no record\n",
    lines(20) + #"{"type":"like","post":"p1","by":{"name":"Olga"}}"# + "\n",
    lines(20) + #"{"type":"update","post":"p1","body_text":"Ice"}"# + "\n",
    #"{"version":1,"posts":[{"id":"1"},{"id":"2"}],"title":"Late"}"#,
    #"{"posts":[{"id":"1"}]}{"posts":[{"id":"2"}]}"#, #"[{"id":"1"},{"id":"2"}"#,
    "<rss><channel><item><title>1</title></item></channel></rss>",
  ])
  func aScanThatFoundMoreThanPositionsKeepsNone(_ text: String) throws {
    let isKept = try Feed.index(of: Self.bytes(text)) != nil
    #expect(!isKept)
  }

  // MARK: Damage

  @Test func anIndexOfOtherBytesIsNotTakenUp() throws {
    let text = Self.lines(300)
    let index = try #require(try Feed.index(of: Self.bytes(text)))
    let plain = try StreamModelTests.feed(text)
    let other = Feed(source: Self.bytes(text))
    try other.scan(with: IndexInMemory(index, key: 2))
    expectSame(other, plain)
    #expect(other.hasIndexToKeep)
    // The key says that nothing has changed, and it has: the first records tell.
    let changed = Self.lines(300, seed: 8)
    expectSame(try Self.restored(changed, index), try StreamModelTests.feed(changed))
    let cut = String(text.prefix(2_000))
    expectSame(try Self.restored(cut, index), try StreamModelTests.feed(cut))
  }

  /// Each byte of the head, and of the first and last of each part.
  @Test func aDamagedIndexIsGivenUp() throws {
    let text = Self.lines(1_100)
    let index = try #require(try Feed.index(of: Self.bytes(text)))
    let plain = try StreamModelTests.feed(text)
    var random = SplitMix(seed: 1)
    let places = Array(0..<160) + (0..<200).map { _ in random.below(index.count) }
    for place in places {
      var damaged = index
      damaged[place] ^= UInt8(1 << random.below(8))
      let feed = try Self.restored(text, damaged)
      #expect(feed.recordCount == plain.recordCount, "byte \(place)")
      #expect(feed.hasIndexToKeep, "byte \(place) was believed")
    }
    for length in [0, 1, 103, 104, 105, 500, index.count - 1] {
      let feed = try Self.restored(text, Array(index.prefix(length)))
      #expect(feed.recordCount == plain.recordCount, "\(length) bytes")
    }
  }

  /// Sums that are right, over positions that are not.
  @Test(arguments: [
    [(0, 10), (5, 1 << 40)], [(0, 10), (1 << 60, 5)], [(0, 1 << 62)], [(0, 10), (0, 4_000_000)],
  ])
  func positionsOutsideOfTheFeedAreRefused(_ positions: [(gap: Int, length: Int)]) throws {
    let text = Self.lines(positions.count)
    var entries = ChunkedList<RecordIndex.Entry>()
    var start = 0
    for (gap, length) in positions {
      start &+= gap
      entries.append(
        RecordIndex.Entry(start..<start + length, isBroken: false, ordinal: entries.count)
      )
      start &+= length
    }
    let key: [UInt64] = Array(repeating: 1, count: KeptIndex.keyWords)
    let index = KeptIndex.bytes(
      key: key,
      entries,
      count: entries.count,
      end: text.utf8.count,
      nil,
      nil
    )
    expectSame(try Self.restored(text, index), try StreamModelTests.feed(text))
  }

  // MARK: Filters

  /// 300 random filters, and those that scalars decide alone.
  @Test func filtersFindTheSamePosts() throws {
    let text = Self.lines(2_300)
    let plain = try StreamModelTests.feed(text)
    let feed = try Self.restored(text, try Feed.index(of: Self.bytes(text)))
    let timeline = Timeline(feed)
    let posts = plain.posts
    var random = RandomView(seed: 28)
    var tested = 0
    var leftOut = 0
    for round in 0..<(isLongRun ? 30_000 : 300) {
      let filter =
        try round % 2 == 0 ? random.filter(depth: round % 4) : random.scalars(depth: round % 4)
      let now = round % 3 == 0 ? nil : Timestamp(secondsSinceEpoch: 1_714_723_200)
      guard let test = filter.scalarTest(at: now) else { continue }
      tested += 1
      let facts = FilterFacts(now: now)
      var expected: [Int] = []
      for (number, post) in posts.enumerated() {
        let passes = filter.matches(post, facts)
        if passes { expected.append(number) }
        let mayPass = timeline.mayPass(test, RecordID(source: 0, number: number))
        leftOut += mayPass ? 0 : 1
        guard mayPass || !passes else {
          Issue.record("\(ViewText.text(of: filter, isAlone: true)) leaves out \(number)")
          return
        }
      }
      let found = Self.walk(timeline, test).filter { filter.matches(posts[$0], facts) }
      let isSame = found == expected
      #expect(isSame)
      let back = Self.walkBack(timeline, test).filter { filter.matches(posts[$0], facts) }
      let isSameBack = back == expected.reversed()
      #expect(isSameBack)
    }
    #expect(tested > 150 && leftOut > 20_000)
  }

  private static func walk(_ timeline: Timeline, _ test: ScalarTest) -> [Int] {
    var rows: [Int] = []
    var row = 0
    while row < timeline.recordCount {
      if let found = timeline.firstRow(from: row, among: 700, passing: test) {
        rows.append(found)
        row = found + 1
      } else {
        row += 700
      }
    }
    return rows
  }

  private static func walkBack(_ timeline: Timeline, _ test: ScalarTest) -> [Int] {
    var rows: [Int] = []
    var row = timeline.recordCount - 1
    while row >= 0 {
      if let found = timeline.lastRow(upFrom: row, among: 700, passing: test) {
        rows.append(found)
        row = found - 1
      } else {
        row -= 700
      }
    }
    return rows
  }

  /// A count that no post has is known without a look at any record.
  @Test func scalarsDecideAlone() throws {
    let text = Self.lines(2_300).replacing("\"published\"", with: "\"x\"")
    let feed = try Self.restored(text, try Feed.index(of: Self.bytes(text)))
    for line in [
      "comments>11", "date:2024-05", "-comments<12 has:link", "comments>11 or comments>12",
    ] {
      let test = try #require(try View(line).condition?.scalarTest(at: nil))
      let passes = Self.walk(Timeline(feed), test).count
      #expect(
        line.hasPrefix("-") ? passes > 0 && passes < 2_300 : passes == 0,
        "\(line): \(passes)"
      )
    }
    // 9 quintillion likes are more than 32 bits tell, so those posts are looked at.
    let test = try #require(try View("likes>99999999999").condition?.scalarTest(at: nil))
    let most = Self.walk(Timeline(feed), test)
    #expect(!most.isEmpty && most.count < 1_000)
    #expect(try View("water").condition?.scalarTest(at: nil) == nil)
  }
}

extension Feed {
  /// Not compared as bytes, which a failure would print.
  fileprivate var hasIndexToKeep: Bool { indexToKeep != nil }
}

extension RandomView {
  /// A filter of counts and dates.
  fileprivate mutating func scalars(depth: Int) throws -> Filter {
    while true {
      let filter = try filter(depth: depth)
      let areScalars = filter.predicates.contains { predicate in
        switch predicate {
        case .count(.likes, _), .count(.comments, _), .date: true
        default: false
        }
      }
      if areScalars { return filter }
    }
  }
}
