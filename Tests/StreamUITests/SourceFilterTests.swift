import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// Filters by what several posts or sources tell together: how often a feed posts, and which posts two feeds hold.
struct SourceFilterTests {
  private static func feed(_ name: String, days: [Int], ids: [String]? = nil) -> Feed {
    let lines = days.enumerated().map { number, day in
      let id = ids?[number] ?? "\(name)-\(number)"
      return #"{"id":"https://x.example/\#(id)","url":"https://x.example/\#(id)","#
        + #""published":"\#(Timestamp.january(day, hour: 12))","body_text":"\#(id)"}"#
    }
    let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
    return Feed(source: MemoryBytes(name: name, bytes: bytes), hint: .ndjson)
  }

  private static func slow() -> Feed { feed("slow", days: [1, 8, 15], ids: ["a", "b", "c"]) }
  private static func fast() -> Feed {
    feed("fast", days: Array(14...28), ids: ["c"] + (1...14).map { "f\($0)" })
  }

  private static func viewer(
    _ feeds: [Feed],
    order: Timeline.Order = .newest,
    typing filter: String
  ) throws -> Viewer {
    var viewer = try Viewer(Timeline(feeds, order: order))
    viewer.type("&\(filter)")
    viewer.work(after: Key(.enter))
    return viewer
  }

  @Test(arguments: [
    // Three posts in two weeks; fifteen in as many.
    ("volume<2", "1 of 3 "), ("volume:1", "1 of 3 "), ("volume>5", "1 of 14 "),
    ("volume>=7 -text:c", "1 of 14 "), ("volume>7", "0 of 17."),
  ])
  func aFeedIsKnownByItsPostsAWeek(_ filter: String, _ status: String) throws {
    let viewer = try Self.viewer([Self.slow(), Self.fast()], typing: filter)
    #expect(viewer.status.contains(status), "\(viewer.status)")
  }

  @Test func aFeedWhosePostsStateNoTimeHasNoVolume() throws {
    let text = (0..<3).map { #"{"id":"\#($0)","body_text":"x"}"# + "\n" }.joined()
    let feed = Feed(source: MemoryBytes(name: "a", text: text), hint: .ndjson)
    let viewer = try Self.viewer([feed], order: .document, typing: "volume<100")
    #expect(viewer.status.contains("0 of 3."), "\(viewer.status)")
  }

  @Test func aPostThatTwoFeedsHoldIsADuplicate() throws {
    var viewer = try Self.viewer([Self.slow(), Self.fast()], typing: "is:duplicate")
    #expect(viewer.status.contains("1 of 1 · &is:duplicate"), "\(viewer.status)")
    #expect(viewer.page.contains { $0.contains("slow") && $0.contains("fast") })
    viewer = try Self.viewer([Self.slow(), Self.fast()], typing: "-is:duplicate")
    #expect(viewer.status.contains("1 of 16 · "), "\(viewer.status)")
    // In the order of the documents each stands for itself.
    viewer = try Self.viewer([Self.slow(), Self.fast()], order: .document, typing: "is:duplicate")
    #expect(viewer.status.contains("is:duplicate needs"), "\(viewer.status)")
  }

  /// A page that counts the posts of a filtered list knows all that the filter asks for.
  @Test(arguments: [
    ("is:duplicate", "1 post "), ("volume>5", "14 posts "), ("volume<2 -is:duplicate", "2 posts "),
    ("is:unread volume:1", "3 posts "),
  ])
  func theyAreCountedAsTheyAreListed(_ filter: String, _ count: String) throws {
    var viewer = try Self.viewer([Self.slow(), Self.fast()], typing: filter)
    viewer.type(":count day")
    viewer.work(after: Key(.enter))
    #expect(viewer.status.contains(" \(count)"), "\(viewer.status)")
  }

  @Test func aCopyThatComesLaterIsFound() throws {
    let other = Self.feed("other", days: [2], ids: ["z"])
    var viewer = try Self.viewer([Self.slow(), other], typing: "is:duplicate")
    #expect(viewer.status.contains("0 of 4."), "\(viewer.status)")
    viewer.app.holdVisibleRows()
    viewer.app.feed.add(Self.fast())
    while try viewer.app.feed.advance(bytes: 1 << 20) == .more {}
    _ = viewer.app.takeInGrowth()
    viewer.work()
    #expect(viewer.status.contains("1 new") || viewer.status.contains("1 of 1"), "\(viewer.status)")
  }
}
