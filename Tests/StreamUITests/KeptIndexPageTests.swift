import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// A filter over a feed whose index an earlier run has kept lists the same posts, and decodes few others.
struct KeptIndexPageTests {
  private static let filters = [
    "likes>900", "likes>99999999", "date:2026-01", "-likes>2 tea", "likes>5 or river",
    "river likes<3",
    "comments>1 sort:likes", "likes>3 limit:4", "-date:2025 has:link", "age:<400d",
    "/r[iv]+er/ likes>1",
  ]

  private static let source: String = {
    var random = SplitMix(seed: 5)
    return (0..<3_000).map { number in
      let word = ["river", "tea", "and <a href='https://a.example/'>more</a>"][random.below(3)]
      let likes =
        random.below(3) == 0
        ? "" : ",\"likes_count\":\(random.below(random.below(40) == 0 ? 2_000 : 8))"
      let day = 10 + random.below(18)
      return
        "{\"id\":\"p\(number)\",\"published\":\"202\(4 + random.below(3))-0\(1 + random.below(9))-\(day)T12:00:00Z\""
        + likes
        + ",\"comments_count\":\(random.below(4)),\"body_html\":\"<p>\(number) \(word)</p>\"}\n"
    }.joined()
  }()

  private static func listed(_ filter: String, in feed: Feed, from start: String) throws
    -> [RecordID]
  {
    var viewer = try Viewer(Timeline(feed))
    for key in start.unicodeScalars { viewer.press(.character(key)) }
    viewer.press("&")
    for scalar in filter.unicodeScalars { viewer.press(.character(scalar)) }
    viewer.press(Key(.enter))
    viewer.work()
    let rows = viewer.app.view.rows
    return (0..<rows.count).compactMap { position in
      if case .record(let id)? = rows.row(at: position) { id } else { nil }
    }
  }

  @Test(arguments: filters) func theSamePostsAreListed(_ filter: String) throws {
    let plain = Feeds.feed(Self.source)
    while try plain.advance(bytes: 1 << 20) == .more {}
    let bytes = MemoryBytes(name: "feed", bytes: Array(Self.source.utf8))
    let index = try Feed.index(of: bytes)
    let isKept = index != nil
    #expect(isKept)
    for start in ["", "50%"] {
      let feed = Feed(source: bytes)
      try feed.scan(with: IndexInMemory(index))
      #expect(feed.decodeCount == 0)
      let listed = try Self.listed(filter, in: feed, from: start)
      #expect(try listed == Self.listed(filter, in: plain, from: start), "from \(start)")
      #expect(listed.isEmpty == (filter == "likes>99999999"))
    }
  }

  /// Once numbers are known, a filter that no post passes reads none.
  @Test func aFilterOfNumbersReadsNoOtherPost() throws {
    let bytes = MemoryBytes(name: "feed", bytes: Array(Self.source.utf8))
    let feed = Feed(source: bytes)
    try feed.scan(with: IndexInMemory(try Feed.index(of: bytes)))
    let timeline = Timeline(feed)
    var walk = FilterWalk(try View("likes>99999999").condition)
    let before = feed.decodeCount
    var slices = 0
    while walk.hasWork(in: timeline, PostMemory()), slices < 100 {
      _ = walk.work(in: timeline, PostMemory())
      slices += 1
    }
    #expect(walk.wasThrough && walk.count == 0)
    #expect(feed.decodeCount == before)
    #expect(slices < 5)
  }
}
