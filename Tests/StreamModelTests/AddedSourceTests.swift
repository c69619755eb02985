import TestSupport
import Testing

@testable import StreamModel

/// Sources that come to a timeline while it is shown.
@Suite struct AddedSourceTests {
  /// A document of posts; the same ids in several documents are the same posts.
  private struct Document {
    let name: String
    let text: String

    init(_ number: Int, _ random: inout SplitMix) {
      name = "feed \(number)"
      let isAscending = random.below(3) == 0
      let steps = (0..<random.below(40)).map { _ in random.below(400) }
      let minutes = isAscending ? steps.sorted() : steps.sorted(by: >)
      // Each post has a time of its own: rows of the same time stand as their sources came.
      let lines = Set(minutes).sorted { isAscending ? $0 < $1 : $0 > $1 }.map { minute in
        let isShared = minute % 5 == 0
        let id = isShared ? "shared-\(minute)" : "\(number)-\(minute)"
        let time = minute * 16 + (isShared ? 15 : number)
        // From 2026-01-02T10:00:00Z on.
        let published = Timestamp(secondsSinceEpoch: 1_767_348_000 + Int64(time)).rfc3339
        return #"{"id":"\#(id)","body_text":"x","published":"\#(published)"}"# + "\n"
      }
      text = lines.joined()
    }

    var feed: Feed { Feed(source: MemoryBytes(name: name, text: text)) }
  }

  private static func finish(_ timeline: Timeline) throws {
    for _ in 0..<100_000 where try timeline.advance(bytes: 400) == .done { return }
    Issue.record("the timeline does not end")
  }

  private static func holders(_ timeline: Timeline) -> [[String]] {
    timeline.ids.map { timeline.sources(of: $0).sorted() }
  }

  /// A subscription that the reader renames is shown under the new name at once.
  @Test func aSourceThatIsRenamedIsNamedSo() throws {
    let feeds = ["ash", "birch"].map { name in
      let text = "{\"id\":\"\(name)\",\"body_text\":\"x\"}\n"
      return Feed(source: MemoryBytes(name: name, text: text), hint: .ndjson, title: name)
    }
    let timeline = Timeline(feeds, order: .document)
    try Self.finish(timeline)
    _ = timeline.takeChanges()
    let revisions = timeline.ids.map { timeline.revision(of: $0) }
    feeds[1].rename(to: "Beech")
    timeline.noteNames()
    #expect(timeline.ids.map { timeline.sources(of: $0) } == [["ash"], ["Beech"]])
    #expect(!timeline.takeChanges().isEmpty)
    #expect(zip(timeline.ids, revisions).allSatisfy { timeline.revision(of: $0) != $1 })
    // Alone its name is that of the stream.
    let alone = Timeline([feeds[1]], order: .document)
    try Self.finish(alone)
    feeds[1].rename(to: "Elm")
    alone.noteNames()
    #expect(alone.feedTitle == "Elm")
  }

  @Test(arguments: Timeline.Order.allCases)
  func rowsAreThoseOfSourcesThatWereThereFromTheStart(_ order: Timeline.Order) throws {
    for seed in 0..<(isLongRun ? 800 : 40) {
      var random = SplitMix(seed: UInt64(seed))
      let documents = (0..<2 + random.below(5)).map { Document($0, &random) }
      let whole = Timeline(documents.map(\.feed), order: order)
      try Self.finish(whole)
      let first = 1 + random.below(documents.count - 1)
      let timeline = Timeline(documents[..<first].map(\.feed), order: order)
      var replay = Replay()
      for document in documents[first...] {
        for _ in 0..<random.below(6) { _ = try timeline.advance(bytes: 1 + random.below(600)) }
        let before = timeline.ids
        #expect(timeline.add(document.feed))
        // Whatever comes later, nothing has moved yet.
        #expect(timeline.ids == before)
        replay.take(timeline)
      }
      try Self.finish(timeline)
      replay.take(timeline)
      #expect(timeline.outline == whole.outline, "\(seed)")
      #expect(Self.holders(timeline) == Self.holders(whole), "\(seed)")
      for (position, id) in timeline.ids.enumerated() { #expect(timeline.row(of: id) == position) }
    }
  }

  @Test func oneThatComesWhileRowsAreSortedIsSortedWithThem() throws {
    for seed in 0..<(isLongRun ? 400 : 20) {
      var random = SplitMix(seed: UInt64(seed))
      let documents = (0..<3).map { Document($0, &random) }
      let whole = Timeline(documents.map(\.feed), order: .oldest)
      try Self.finish(whole)
      let timeline = Timeline(documents[..<2].map(\.feed), order: .newest)
      try Self.finish(timeline)
      timeline.sort(by: .oldest)
      for _ in 0..<random.below(3) { timeline.advanceSorting(bytes: 1 + random.below(2_000)) }
      timeline.add(documents[2].feed)
      for _ in 0..<10_000 where timeline.wantedOrder != nil { timeline.advanceSorting(bytes: 500) }
      try Self.finish(timeline)
      #expect(timeline.outline == whole.outline, "\(seed)")
    }
  }

  @Test func theRowsOfAFeedAloneNameItOnceAnotherCame() throws {
    let timeline = Timeline(try feed("{\"id\":\"a\",\"body_text\":\"x\"}\n", name: "first"))
    try Self.finish(timeline)
    _ = timeline.takeChanges()
    let id = try #require(timeline.id(at: 0))
    let revision = timeline.revision(of: id)
    #expect(timeline.sources(of: id).isEmpty)
    timeline.add(Feed(source: MemoryBytes(name: "second", text: "{\"id\":\"b\"}\n")))
    #expect(timeline.takeChanges() == [.updatedAny])
    #expect(timeline.revision(of: id) != revision)
    #expect(timeline.sources(of: id) == ["first"])
    try Self.finish(timeline)
    #expect(timeline.outline == ["a", "b"])
    #expect(timeline.takeChanges() == [.inserted(1..<2)])
  }

  @Test func postsOfASourceThatCameAreKnownByTheirNames() throws {
    let parent = "{\"id\":\"a\",\"body_text\":\"x\"}\n"
    let reply = "{\"id\":\"b\",\"body_text\":\"y\"}\n"
    let timeline = Timeline(try feed(parent, name: "first"))
    try Self.finish(timeline)
    timeline.add(try feed(reply, name: "second"))
    try Self.finish(timeline)
    #expect(timeline.post(named: "b", near: 1) == nil)
    var budget = SliceBudget()
    timeline.advanceConversations(within: &budget)
    #expect(timeline.post(named: "b", near: 1) == RecordID(source: 1, number: 0))
    #expect(timeline.row(of: RecordID(source: 1, number: 0)) == 1)
  }
}
