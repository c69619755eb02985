import TestSupport
import Testing

@testable import StreamModel

/// A source that is read again and again.
@Suite struct RenewedSourceTests {
  private static func edition(_ lines: [String], name: String = "feed") -> Feed {
    let text = lines.map { "\($0)\n" }.joined()
    return Feed(source: MemoryBytes(name: name, bytes: Array(text.utf8)))
  }

  private static func post(_ id: Int, _ text: String = "text") -> String {
    "{\"id\":\"\(id)\",\"body_text\":\"\(text) of \(id)\"}"
  }

  /// A timeline that has taken in `first`, and its changes.
  private static func shown(_ first: [String]) throws -> (RenewedSource, Timeline) {
    let source = RenewedSource(edition(first))
    let timeline = Timeline(sources: [source], order: .document)
    try advance(timeline)
    _ = timeline.takeChanges()
    return (source, timeline)
  }

  private static func advance(_ timeline: Timeline, bytes: Int = 100) throws {
    for _ in 0..<100_000 where try timeline.advance(bytes: bytes) == .done { return }
    Issue.record("the timeline does not end")
  }

  private static func texts(_ timeline: Timeline) -> [String] {
    timeline.ids.map {
      if case .post(let post) = timeline.record($0), case .text(let text) = post.body {
        text
      } else {
        "!"
      }
    }
  }

  @Test func newPostsComeInAboveThoseThatAreKnown() throws {
    let (source, timeline) = try Self.shown((1...3).reversed().map { Self.post($0) })
    let old = timeline.ids
    source.renew(with: Self.edition((2...5).reversed().map { Self.post($0) }))
    try Self.advance(timeline)
    #expect(timeline.outline == ["5", "4", "3", "2", "1"])
    #expect(timeline.takeChanges() == [.inserted(0..<2)])
    #expect(Array(timeline.ids.dropFirst(2)) == old)
  }

  @Test func aChangedPostIsTheSameRow() throws {
    let (source, timeline) = try Self.shown([Self.post(1), Self.post(2)])
    let old = timeline.ids
    let revision = timeline.revision(of: old[1])
    source.renew(with: Self.edition([Self.post(1), Self.post(2, "other")]))
    try Self.advance(timeline)
    #expect(timeline.ids == old)
    #expect(timeline.takeChanges() == [.updated(old[1])])
    #expect(timeline.revision(of: old[1]) != revision)
    #expect(Self.texts(timeline) == ["text of 1", "other of 2"])
  }

  @Test func newPostsAtTheEndOfALogComeAfterTheOthers() throws {
    let (source, timeline) = try Self.shown([Self.post(1), Self.post(2)])
    source.renew(with: Self.edition([Self.post(2), Self.post(3)]))
    try Self.advance(timeline)
    #expect(timeline.outline == ["1", "2", "3"])
  }

  /// Pages of older posts begin with the last post, and none takes the place of another that waits.
  @Test func olderPostsComeInBelowAllOthers() throws {
    let (source, timeline) = try Self.shown([Self.post(5), Self.post(4)])
    let old = timeline.ids
    source.extend(with: Self.edition([Self.post(4), Self.post(3), Self.post(2)]))
    source.renew(with: Self.edition([Self.post(6), Self.post(5, "other")]))
    source.extend(with: Self.edition([Self.post(2), Self.post(1)]))
    #expect(!source.isIndexed)
    try Self.advance(timeline)
    #expect(source.isIndexed)
    #expect(timeline.outline == ["6", "5", "4", "3", "2", "1"])
    #expect(Array(timeline.ids[1...2]) == old)
    #expect(Self.texts(timeline)[1] == "other of 5")
  }

  @Test func anEditionThatIsNoFeedChangesNothingAndIsAProblem() throws {
    let (source, timeline) = try Self.shown([Self.post(1)])
    for text in ["\u{1}\u{2}\u{3} nothing", ""] { source.renew(with: Self.edition([text])) }
    try Self.advance(timeline)
    source.renew(with: Self.edition([]))
    try Self.advance(timeline)
    #expect(timeline.outline == ["1"] && timeline.takeChanges().isEmpty)
    #expect(timeline.problems.contains { $0.message.contains("empty") })
  }

  @Test func aPostThatIsSaidTwiceIsTwoRowsInEveryEdition() throws {
    let twice = [Self.post(1), Self.post(1), Self.post(2)]
    let (source, timeline) = try Self.shown(twice)
    source.renew(with: Self.edition(twice))
    try Self.advance(timeline)
    #expect(timeline.outline == ["1", "1", "2"] && timeline.takeChanges().isEmpty)
  }

  /// Some sources have new ids in each edition: the address, else the content, tells which post it was.
  ///
  /// It
  /// stays under the id that it had first, by which its state is kept.
  @Test func aPostUnderAnotherIDIsTheSameRow() throws {
    let post = { (id: String, number: Int, text: String) in
      "{\"id\":\"\(id)\",\"url\":\"https://a.example/\(number)\",\"body_text\":\"\(text)\","
        + "\"published\":\"2026-01-0\(number)T00:00:00Z\"}"
    }
    let (source, timeline) = try Self.shown([post("a2", 2, "two"), post("a1", 1, "one")])
    let old = timeline.ids
    let keys = old.map { timeline.keys(of: $0) }
    for round in ["b", "c", "c"] {
      source.renew(
        with: Self.edition([
          post(round + "3", 3, "three"), post(round + "2", 2, "two"),
          post(round + "1", 1, "edited"),
        ])
      )
      try Self.advance(timeline)
    }
    #expect(Self.texts(timeline) == ["three", "two", "edited"])
    #expect(Array(timeline.ids.dropFirst()) == old)
    #expect(old.map { timeline.keys(of: $0) } == keys)
    var stated: [UInt64?] = []
    timeline.forEachStatedKey(of: old) { stated.append($1?.id) }
    #expect(stated == keys.map { $0.first?.identity.id })
    #expect(timeline.outline == ["b3", "a2", "a1"])
    // Two that are new, and one that was edited; nothing when the ids are those of before.
    #expect(
      timeline.takeChanges().filter { if case .updated = $0 { true } else { false } }.count == 1
    )
    // Those that the next edition drops keep their names, too.
    source.renew(with: Self.edition([post("d4", 4, "four"), post("d3", 3, "three")]))
    try Self.advance(timeline)
    #expect(timeline.outline == ["d4", "b3", "a2", "a1"])
    #expect(old.map { timeline.keys(of: $0) } == keys)
  }

  @Test(arguments: [true, false]) func anIDThatIsUsedAgainIsAnotherPost(_ isFirst: Bool) throws {
    let post = { (id: String, text: String, path: String) in
      "{\"id\":\"\(id)\",\"url\":\"https://a.example/\(path)\",\"body_text\":\"\(text)\","
        + "\"published\":\"2026-01-01T00:00:00Z\"}"
    }
    let (source, timeline) = try Self.shown([post("a", "first", "1"), post("z", "last", "9")])
    source.renew(with: Self.edition([post("b", "first", "1"), post("z", "last", "9")]))
    try Self.advance(timeline)
    let pair = [post("b", "first", "1"), post("a", "another", "2")]
    source.renew(with: Self.edition((isFirst ? pair : pair.reversed()) + [post("z", "last", "9")]))
    try Self.advance(timeline)
    #expect(Self.texts(timeline).sorted() == ["another", "first", "last"])
    #expect(timeline.recordCount == 3)
  }

  /// A page of warnings has one address for one warning after the other.
  @Test func anotherPostOfTheSameAddressIsNew() throws {
    let post = { (id: String, text: String, path: String, day: Int) in
      "{\"id\":\"\(id)\",\"url\":\"https://a.example/\(path)\",\"body_text\":\"\(text)\","
        + "\"published\":\"2026-01-0\(day)T00:00:00Z\"}"
    }
    let (source, timeline) = try Self.shown([
      post("w1", "storm", "warnings", 1), post("n1", "news", "news", 1),
    ])
    source.renew(
      with: Self.edition([post("w2", "flood", "warnings", 2), post("n1", "news", "news", 1)])
    )
    try Self.advance(timeline)
    #expect(Self.texts(timeline).sorted() == ["flood", "news", "storm"])
  }

  @Test func anAddressOfManyPostsIsNoName() throws {
    let post = { (id: String, text: String) in
      "{\"id\":\"\(id)\",\"url\":\"https://a.example/\",\"body_text\":\"\(text)\"}"
    }
    let (source, timeline) = try Self.shown([post("a2", "two"), post("a1", "one")])
    source.renew(with: Self.edition([post("a3", "three"), post("a2", "two")]))
    try Self.advance(timeline)
    #expect(Self.texts(timeline) == ["three", "two", "one"])
    // A document of the newest post alone is another post every time.
    let (status, news) = try Self.shown([post("a1", "cloudy")])
    status.renew(with: Self.edition([post("a2", "sunny")]))
    try Self.advance(news)
    #expect(Self.texts(news) == ["sunny", "cloudy"])
  }

  @Test func randomEditionsAddUp() throws {
    var random = SplitMix(seed: 18)
    for _ in 0..<(isLongRun ? 2_000 : 60) {
      var feed: [(id: Int, text: String)] = []
      var said: [String: String] = [:]
      let source = RenewedSource(Self.edition([Self.post(-1, "x")]))
      let order: Timeline.Order = random.below(2) == 0 ? .document : .newest
      let timeline = Timeline(sources: [source], order: order)
      try Self.advance(timeline, bytes: 1 + random.below(300))
      said["-1"] = "x of -1"
      var rows = timeline.ids
      _ = timeline.takeChanges()
      for _ in 0..<6 {
        for _ in 0..<random.below(5) {
          let id = random.below(1_000)
          if !feed.contains(where: { $0.id == id }) {
            feed.insert((id, "t"), at: random.below(3) == 0 ? feed.count : 0)
          }
        }
        if !feed.isEmpty, random.below(2) == 0 {
          feed[random.below(feed.count)].text = "u\(random.below(9))"
        }
        if feed.count > 6 { feed.removeLast(random.below(4)) }
        for post in feed { said["\(post.id)"] = "\(post.text) of \(post.id)" }
        source.renew(with: Self.edition(feed.map { Self.post($0.id, $0.text) }))
        try Self.advance(timeline, bytes: 1 + random.below(300))
        let now = timeline.ids
        #expect(now.filter { rows.contains($0) } == rows)
        #expect(timeline.outline.sorted() == said.keys.sorted())
        #expect(Self.texts(timeline).sorted() == said.values.sorted())
        var replayed: [RecordID?] = rows
        for case .inserted(let range) in timeline.takeChanges() {
          replayed.insert(contentsOf: range.map { _ in nil }, at: range.lowerBound)
        }
        #expect(replayed.count == now.count)
        #expect(zip(replayed, now).allSatisfy { $0 == nil || $0 == $1 })
        for (number, id) in now.enumerated() { #expect(timeline.row(of: id) == number) }
        rows = now
      }
    }
  }
}
