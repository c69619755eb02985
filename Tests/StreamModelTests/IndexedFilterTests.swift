import TestSupport
import Testing

@testable import StreamModel

/// Which posts a filter needs not read because of what the index of their log tells.
struct IndexedFilterTests {
  private static let day: Int64 = 86_400
  /// 2024-05-01, 0:00.
  private static let start: Int64 = 1_714_521_600

  private static func record(_ number: Int) -> String {
    let time = Timestamp(secondsSinceEpoch: start + Int64(number) * day / 4).rfc3339
    let likes = [nil, 0, 3, 4, -2, 5_000_000_000][number % 6].map { #","likes_count":\#($0)"# }
    let comments = number % 70 == 0 ? #","comments_count":\#(number)"# : ""
    return #"{"id":"post \#(number)","published":"\#(time)""#
      + #"\#(likes ?? "")\#(comments),"body_text":"water"}"# + "\n"
  }

  private static func feed(_ text: String, after kept: KeptIndex? = nil) throws -> Feed {
    let feed = Feed(source: MemoryBytes(name: "a.ndjson", bytes: Array(text.utf8)), isLog: true)
    feed.noteFacts(after: kept)
    return feed
  }

  private static func timeline(_ feed: Feed, now: Timestamp? = nil) throws -> Timeline {
    let timeline = Timeline([feed], order: .newest, now: now)
    while try timeline.advance(bytes: 100_000) == .more {}
    return timeline
  }

  /// The timeline of a log of which all posts but the last `new` have sheets from an earlier run.
  private static func log(_ count: Int, new: Int = 0) throws -> Timeline {
    let posts = (0..<count).map(record)
    let first = try feed(posts.dropLast(new).joined())
    _ = try timeline(first)
    let sheets = try #require(first.takeSheets())
    let kept = try #require(
      KeptIndex(
        of: 1,
        sheets.facts,
        directory: { sheets.directory },
        load: { wanted in sheets.sheets.first { $0.number == wanted }?.bytes }
      )
    )
    return try timeline(feed(posts.joined(), after: kept))
  }

  private static func filter(_ line: String) throws -> Filter {
    try #require(try View(line).filter)
  }

  private static let lines = [
    "likes>3", "likes<3", "likes:3", "likes:0..4", "likes>=4", "likes<=0", "likes>4000000000",
    "-likes>3", "likes>3 or comments>100", "likes>3 comments>100", "reshares>0", "comments:70",
    "comments>0 date:2024-05-18", "date:2024-06", "before:2024-05-03", "after:2024-06-01",
    "date:2024-06 water", "-date:2024-05", "likes<0", "likes>3 -(date:2024-05 or date:2024-06)",
    "date:2024-05-02..2024-05-09", "date:2024-05-02,2024-06-09",
  ]

  @Test(arguments: lines, [0, 100])
  func noPostThatPassesIsLeftOut(_ line: String, new: Int) throws {
    let timeline = try Self.log(300, new: new)
    let filter = try Self.filter(line)
    var indexed = try #require(IndexedFilter(filter))
    for id in timeline.ids {
      guard case .post(let post) = timeline.record(id) else { continue }
      let passes = filter.matches(post, FilterFacts())
      let mayPass = indexed.mayPass(id, in: timeline)
      #expect(!passes || mayPass, "\(line): \(post.id.rawValue)")
    }
  }

  @Test(arguments: [
    ("comments>100", 3), ("comments:70", 1), ("likes<0 comments>100", 1), ("reshares>0", 0),
    ("date:2024-05-18", 4), ("before:2024-05-03", 8), ("likes>5", 50), ("likes<0", 50),
  ])
  func fewPostsAreRead(_ line: String, _ count: Int) throws {
    let timeline = try Self.log(300)
    var indexed = try #require(IndexedFilter(try Self.filter(line)))
    let passed = timeline.ids.filter { indexed.mayPass($0, in: timeline) }
    #expect(passed.count == count)
    // Most sheets need not be read, and no post was.
    #expect(timeline.decodeCount <= 1)
  }

  @Test(arguments: ["water", "has:image", "words>3", "is:unread", "volume>3"])
  func noIndexTellsOtherFacts(_ line: String) throws {
    #expect(IndexedFilter(try Self.filter(line)) == nil)
  }

  /// An edit moves no row, but it may be the time of a post that states no other.
  @Test func aRowThatWasEditedIsLookedAt() throws {
    let text =
      #"{"id":"a","edited":"2024-04-01T00:00:00Z","body_text":"one"}"# + "\n"
      + #"{"type":"update","post":"a","edited":"2024-06-01T00:00:00Z","body_text":"two"}"# + "\n"
      + #"{"id":"b","published":"2024-04-01T00:00:00Z","body_text":"one"}"# + "\n"
    let timeline = try Self.timeline(Self.feed(text))
    var june = try #require(IndexedFilter(try Self.filter("date:2024-06")))
    let passed = timeline.ids.filter { june.mayPass($0, in: timeline) }
    #expect(passed == [RecordID(source: 0, number: 0)])
  }

  /// A post that states a time to come has its place by another, so it is looked at.
  @Test(arguments: [("date:2024-04-30", 2), ("date:2024-06", 3), ("before:2024-04-30", 2)])
  func aRowWithATimeToComeIsLookedAt(_ line: String, _ most: Int) throws {
    let now = Self.start
    func record(_ id: String, _ time: Int64) -> String {
      #"{"id":"\#(id)","published":"\#(Timestamp(secondsSinceEpoch: time).rfc3339)"}"# + "\n"
    }
    let text =
      record("a", now - 10) + record("b", now + 40 * Self.day) + record("c", now - 3 * Self.day)
    let timeline = try Self.timeline(Self.feed(text), now: Timestamp(secondsSinceEpoch: now))
    var indexed = try #require(IndexedFilter(try Self.filter(line)))
    for id in timeline.ids {
      guard case .post(let post) = timeline.record(id) else { continue }
      let passes = try Self.filter(line).matches(post, FilterFacts())
      let mayPass = indexed.mayPass(id, in: timeline)
      #expect(!passes || mayPass)
    }
    let passed = timeline.ids.filter { indexed.mayPass($0, in: timeline) }
    #expect(passed.count <= most)
  }
}
