import TestSupport
import Testing

@testable import StreamModel

@Suite struct TimelineTests {
  /// Posts as "id@hour" of one feed, in document order.
  private func feed(_ posts: [String], name: String, link: (String) -> String? = { _ in nil })
    -> Feed
  {
    let lines = posts.map { post -> String in
      let parts = post.split(separator: "@")
      let time = parts.count > 1 ? ",\"published\":\"2026-01-01T\(parts[1]):00:00Z\"" : ""
      let url = link(String(parts[0])).map { ",\"url\":\"\($0)\"" } ?? ""
      return "{\"id\":\"\(parts[0])\",\"body_text\":\"x\"\(time)\(url)}\n"
    }
    return Feed(source: MemoryBytes(name: name, text: lines.joined()))
  }

  private func outline(_ timeline: Timeline) throws -> [String] {
    for _ in 0..<10_000 { if try timeline.advance(bytes: 50) == .done { break } }
    #expect(timeline.isIndexed)
    return timeline.outline
  }

  @Test func severalFeedsAreOneStreamNewestFirst() throws {
    let timeline = Timeline(
      [feed(["a1@09", "a2@12", "a3@10"], name: "a"), feed(["b1@11", "b2@08"], name: "b")],
      order: .newest
    )
    #expect(try outline(timeline) == ["a2", "b1", "a3", "a1", "b2"])
    #expect(timeline.sources(of: timeline.ids[1]) == ["b"])
  }

  @Test func whatHasNoTimeStaysWithItsNeighbour() throws {
    let feeds = [
      feed(["first", "a1@09", "with-a1", "a2@12"], name: "a"), feed(["b1@11"], name: "b"),
      feed(["x", "y"], name: "c"),
    ]
    let timeline = Timeline(feeds, order: .newest)
    // The times of the first ascend: its later records are the newer ones.
    #expect(try outline(timeline) == ["a2", "b1", "with-a1", "a1", "first", "x", "y"])
  }

  /// A date in the far future would keep its post above all others for ever.
  @Test func aTimeThatHasNotComePlacesNothing() throws {
    let now = Timestamp(secondsSinceEpoch: 1_767_265_200)  // 2026-01-01T11:00:00Z
    let posts = ["b@12", "a@09"].map { id in
      let parts = id.split(separator: "@")
      return #"{"id":"\#(parts[0])","body_text":"x","published":"2026-01-01T\#(parts[1]):00:00Z"}"#
    }
    let late = ["9999-12-31T00:00:00Z", "2026-01-02T12:00:00Z"].map {
      #"{"id":"late","body_text":"x","published":"\#($0)"}"#
    }
    for (order, expected) in [
      (Timeline.Order.newest, "m b late a"), (.oldest, "a late b m"), (.likes, "m b a late"),
    ] {
      for late in late {
        let lines = [posts[0], late, posts[1]].joined(separator: "\n") + "\n"
        let source = MemoryBytes(name: "a", text: lines)
        let other = feed(["m@13"], name: "b")
        let timeline = Timeline([Feed(source: source), other], order: order, now: now)
        #expect(try outline(timeline).joined(separator: " ") == expected, "\(order)")
        // The row that a jump to a date leads to has a time that counts.
        #expect(timeline.ids.map { timeline.time(of: $0) == nil }.count { $0 } == 1)
        timeline.sort(by: .newest)
        while timeline.wantedOrder != nil { timeline.advanceSorting(bytes: 1 << 20) }
        #expect(timeline.outline == ["m", "b", "late", "a"])
      }
    }
  }

  /// A viewer may stay open for days: the new posts of its last day are not in the future.
  @Test func aTimeComesWhileTheViewerIsOpen() throws {
    let began = Timestamp(secondsSinceEpoch: 1_767_052_800)  // 2025-12-30T00:00:00Z
    let feeds = [feed(["a@10", "b@09"], name: "a"), feed(["c@12", "d@08"], name: "b")]
    let timeline = Timeline(feeds, order: .newest, now: began)
    timeline.tellTime(began.advanced(by: 2 * 86_400))
    #expect(try outline(timeline) == ["c", "a", "b", "d"])
  }

  @Test func separateFeedsFollowEachOther() throws {
    let feeds = [feed(["a1@09", "a2@12"], name: "a"), feed(["b1@11"], name: "b")]
    let timeline = Timeline(feeds, order: .document)
    #expect(try outline(timeline) == ["a1", "a2", "b1"])
  }

  @Test func theSameThingIsOneRowThatNamesBothFeeds() throws {
    let link = { (id: String) -> String? in "https://h.example/\(id)" }
    let feeds = [
      feed(["s@09", "a@10"], name: "one/a.json", link: link),
      feed(["s@09", "b@11", "s@09"], name: "b.json", link: link),
    ]
    let timeline = Timeline(feeds, order: .newest)
    #expect(try outline(timeline) == ["b", "a", "s", "s"])
    #expect(timeline.sources(of: timeline.ids[2]) == ["a.json", "b.json"])
    // What one feed says twice is shown twice.
    #expect(timeline.sources(of: timeline.ids[3]) == ["b.json"])
  }

  @Test func shortIdsOfTwoServersAreNotTheSameThing() throws {
    let timeline = Timeline([feed(["1@09"], name: "a"), feed(["1@10"], name: "b")], order: .newest)
    #expect(try outline(timeline) == ["1", "1"])
  }

  @Test func aFeedThatCannotBeReadIsSaidAndTheOthersAreShown() throws {
    let broken = Feed(source: MemoryBytes(name: "x", text: "<x/>"))
    let timeline = Timeline([broken, feed(["a@09"], name: "a")], order: .newest)
    #expect(try outline(timeline) == ["a"])
    #expect(timeline.errors.count == 1)
    let alone = Timeline([broken, broken], order: .newest)
    #expect(throws: FeedError.self) { _ = try outline(alone) }
  }

  @Test func aBrokenRecordStaysWithItsNeighbour() throws {
    let text = """
      {"id":"a1","published":"2026-01-01T09:00:00Z"}
      {"id":"a2",}
      {"id":"a3","published":"2026-01-01T12:00:00Z"}

      """
    let broken = Feed(source: MemoryBytes(name: "a", text: text))
    let timeline = Timeline([broken, feed(["b@10"], name: "b")], order: .newest)
    #expect(try outline(timeline) == ["a3", "b", "!", "a1"])
    #expect(
      timeline.problems.map(\.description) == ["a:2:12: $.id: unexpected '}' (expected a key)"]
    )
  }

  @Test func whatWaitsForBytesLetsTheOthersGoOn() throws {
    let text = "{\"id\":\"s\",\"published\":\"2026-01-01T10:00:00Z\"}\n"
    let slow = MemoryBytes(name: "slow", text: text, isComplete: false)
    let timeline = Timeline([Feed(source: slow), feed(["a@09"], name: "a")], order: .newest)
    for _ in 0..<10 { #expect(try timeline.advance(bytes: 1 << 20) == .waiting) }
    #expect(!timeline.isIndexed)
    slow.finish()
    #expect(try outline(timeline) == ["s", "a"])
  }

  @Test func textIsFoundInOrderOfRows() throws {
    let feeds = [feed(["a1@09", "a2@12"], name: "a"), feed(["b1@11"], name: "b")]
    let timeline = Timeline(feeds, order: .newest)
    _ = try outline(timeline)
    #expect(timeline.search(TextNeedle(exactly: "b1"), from: 0, bytes: 1 << 20) == .found(1))
    #expect(timeline.search(TextNeedle(exactly: "b1"), from: 2, bytes: 1 << 20) == .exhausted)
  }

  /// A slice that ends at a feed which waits would be followed by the same slice, without end.
  @Test(arguments: [true, false], [1, 32 << 10, 64 << 10, 1 << 20])
  func aFeedThatWaitsEndsNoSliceAndLeavesTheOthersTheirs(_ isFirst: Bool, _ budget: Int) throws {
    let text = "{\"id\":\"p\",\"body_text\":\"x\"}\n{\"id\""
    let pipe = MemoryBytes(name: "pipe", text: text, isComplete: false)
    let file = feed((0..<500).map { "f\($0)@09" }, name: "f")
    let slow = Feed(source: pipe)
    let timeline = Timeline(isFirst ? [slow, file] : [file, slow], order: .newest)
    var slices = 0
    // A slice of one byte looks at one record, or scans one piece.
    let most = 10_000
    while try timeline.advance(bytes: budget) == .more, slices < most { slices += 1 }
    #expect(slices < most)
    #expect(file.isIndexed)
    #expect(!timeline.isIndexed)
    pipe.append(Array(":\"q\",\"body_text\":\"y\"}\n".utf8))
    pipe.finish()
    while try timeline.advance(bytes: budget) == .more {}
    #expect(timeline.recordCount == 502)
  }
}
