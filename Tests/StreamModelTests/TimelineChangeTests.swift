import Foundation
import TestSupport
import Testing

@testable import StreamModel

@Suite struct TimelineChangeTests {
  /// A post at an hour of a day.
  private func post(_ id: String, _ hour: Int) -> String {
    let time = Timestamp.january(1, hour: hour)
    return #"{"id":"\#(id)","body_text":"\#(id)","published":"\#(time)"}"# + "\n"
  }

  private func memory(_ text: String, _ name: String, isComplete: Bool = true) -> MemoryBytes {
    MemoryBytes(name: name, text: text, isComplete: isComplete)
  }

  @Test func slicesOfOneFeedAreOneChange() throws {
    let timeline = Timeline(Feed(source: memory((0..<500).map { post("p\($0)", 9) }.joined(), "f")))
    var advances = 0
    while try timeline.advance(bytes: 100) != .done { advances += 1 }
    #expect(advances > 100)
    #expect(timeline.takeChanges() == [.inserted(0..<500)])
    #expect(timeline.takeChanges() == [])
    #expect(timeline.id(at: 499) == RecordID(source: 0, number: 499))
    #expect(timeline.row(of: RecordID(source: 0, number: 500)) == nil)
  }

  @Test func aFeedScannedBeforeIsReportedToo() throws {
    let feed = try feed(post("a", 9) + post("b", 8))
    for _ in 0..<2 { #expect(Timeline(feed).takeChanges() == [.inserted(0..<2)]) }
  }

  @Test func activitiesAreReportedAfterTheRows() throws {
    let like = "{\"type\":\"like\",\"post\":\"a\",\"author\":\"@b\"}\n"
    let timeline = Timeline(Feed(source: memory(post("a", 9) + like + post("b", 8) + like, "f")))
    while try timeline.advance(bytes: 10) != .done {}
    #expect(timeline.takeChanges() == [.inserted(0..<2), .updatedAny])
    let id = try #require(timeline.id(at: 0))
    #expect(timeline.revision(of: id) == 2)
  }

  @Test func aPipeHoldsNothingBackAndItsPostsComeInWhereTheyBelong() throws {
    let pipe = memory("", "pipe", isComplete: false)
    let file = memory(post("f1", 12) + post("f2", 10) + post("f3", 8), "file")
    let timeline = Timeline([Feed(source: pipe), Feed(source: file)], order: .newest)
    #expect(try timeline.advance(bytes: 1 << 20) == .waiting)
    #expect(timeline.outline == ["f1", "f2", "f3"])
    #expect(timeline.takeChanges() == [.inserted(0..<3)])
    #expect(try timeline.advance(bytes: 1 << 20) == .waiting)
    #expect(timeline.takeChanges() == [])
    pipe.append(Array((post("p1", 9) + post("p2", 11)).utf8))
    while try timeline.advance(bytes: 1 << 20) == .more {}
    #expect(timeline.outline == ["f1", "p2", "f2", "p1", "f3"])
    #expect(!timeline.isIndexed)
    pipe.finish()
    while try timeline.advance(bytes: 1 << 20) != .done {}
    #expect(timeline.outline == ["f1", "p2", "f2", "p1", "f3"])
  }

  @Test(arguments: [1, 100, 1 << 20])
  func aSlowPipeDoesNotSpin(_ budget: Int) throws {
    let pipe = memory(post("p", 9), "pipe", isComplete: false)
    let text = (0..<50).map { post("f\($0)", 23 - $0 / 5) }.joined()
    let timeline = Timeline([Feed(source: pipe), Feed(source: memory(text, "f"))], order: .newest)
    var advances = 0
    while try timeline.advance(bytes: budget) == .more { advances += 1 }
    #expect(advances < 20_000)
    #expect(timeline.recordCount == 51)
    for _ in 0..<5 { #expect(try timeline.advance(bytes: budget) == .waiting) }
  }

  @Test func separateSourcesDoNotWaitForAPipe() throws {
    let pipe = memory(post("p1", 9), "pipe", isComplete: false)
    let file = memory(post("f", 8), "file")
    let feeds = [Feed(source: pipe), Feed(source: file)]
    let timeline = try Timeline(feeds, order: .document).scanned()
    #expect(timeline.outline == ["p1", "f"])
    _ = timeline.takeChanges()
    pipe.append(Array(post("p2", 7).utf8))
    while try timeline.advance(bytes: 1 << 20) == .more {}
    #expect(timeline.takeChanges() == [.inserted(1..<2)])
    #expect(timeline.outline == ["p1", "p2", "f"])
  }

  @Test(arguments: [Timeline.Order.newest, .document])
  func nothingComesInBetweenRowsThatAreHeld(_ order: Timeline.Order) throws {
    let text = (1...12).reversed().map { post("a\($0)", $0) }.joined()
    let script = try ScriptedSource(feed(text), name: "a")
    let other = try ScriptedSource(feed(post("b", 0)), name: "b")
    script.append(4)
    other.append()
    let sources = order == .newest ? [script, other] : [script]
    let timeline = try Timeline(sources: sources, order: order).scanned()
    #expect(timeline.outline.prefix(4) == ["a12", "a11", "a10", "a9"])
    _ = timeline.takeChanges()
    let (first, last) = (try #require(timeline.id(at: 1)), try #require(timeline.id(at: 3)))
    timeline.hold(between: last, and: first)
    // Says "a8": by time it belongs behind the rows held, by place between them.
    script.insert(at: 2)
    script.update(at: 2)
    script.remove(at: 0)
    while try timeline.advance(bytes: 1 << 20) == .more {}
    let isHeld = order == .document
    #expect(timeline.heldCount == (isHeld ? 1 : 0))
    #expect(timeline.outline.prefix(3) == ["a11", "a10", "a9"])
    #expect(timeline.id(at: 0) == first && timeline.id(at: 2) == last)
    timeline.hold(between: nil, and: nil)
    #expect(timeline.heldCount == 0)
    #expect(timeline.outline.firstIndex(of: "a7") == (isHeld ? 1 : 3))
  }

  @Test func aMergeHoldsBackWhatBelongsBetweenRows() throws {
    let pipe = memory("", "pipe", isComplete: false)
    let file = memory(post("f1", 12) + post("f2", 10) + post("f3", 8), "file")
    let timeline = try Timeline([Feed(source: file), Feed(source: pipe)], order: .newest).scanned()
    _ = timeline.takeChanges()
    timeline.hold(between: timeline.id(at: 0), and: timeline.id(at: 2))
    pipe.append(Array((post("above", 13) + post("between", 11) + post("below", 7)).utf8))
    while try timeline.advance(bytes: 1 << 20) == .more {}
    #expect(timeline.outline == ["above", "f1", "f2", "f3", "below"])
    #expect(timeline.heldCount == 1)
    timeline.hold(between: timeline.id(at: 2), and: timeline.id(at: 3))
    #expect(timeline.heldCount == 0)
    #expect(timeline.outline == ["above", "f1", "between", "f2", "f3", "below"])
    #expect(timeline.takeChanges() == [.inserted(0..<1), .inserted(4..<5), .inserted(2..<3)])
  }

  @Test func anUpdateMovesARowOnlyIfItsTimeChanged() throws {
    let text = post("a", 9) + post("b", 7) + post("a, later", 9) + post("c", 5)
    let script = try ScriptedSource(feed(text), name: "s")
    let file = Feed(source: memory(post("f", 6), "file"))
    script.append(2)
    let timeline = try Timeline(sources: [script, file], order: .newest).scanned()
    #expect(timeline.outline == ["a", "b", "f"])
    _ = timeline.takeChanges()
    let id = RecordID(source: 0, number: 0)
    let revision = timeline.revision(of: id)
    script.update(at: 0)
    while try timeline.advance(bytes: 1 << 20) == .more {}
    #expect(timeline.takeChanges() == [.updated(id)])
    #expect(timeline.revision(of: id) != revision)
    #expect(timeline.outline == ["a, later", "b", "f"])
    script.update(at: 0)
    while try timeline.advance(bytes: 1 << 20) == .more {}
    #expect(timeline.takeChanges() == [.removed(id, position: 0), .inserted(2..<3)])
    #expect(timeline.outline == ["b", "f", "c"])
  }

  @Test func aCopyTakesThePlaceOfARowThatGoes() throws {
    let text = post("urn:same", 9) + post("a", 8)
    let one = try ScriptedSource(feed(text), name: "one")
    let two = try ScriptedSource(feed(text), name: "two")
    one.append(2)
    two.append()
    let timeline = try Timeline(sources: [one, two], order: .newest).scanned()
    let ids = timeline.ids
    #expect(timeline.outline == ["urn:same", "a"])
    #expect(timeline.sources(of: ids[0]) == ["one", "two"])
    let copy = RecordID(source: 1, number: 0)
    #expect(timeline.row(of: copy) == nil && timeline.sources(of: copy) == [])
    #expect(
      timeline.searchStored(TextNeedle(exactly: "same"), from: copy, bytes: 1 << 20) == .exhausted
    )
    _ = timeline.takeChanges()
    one.remove(at: 0)
    while try timeline.advance(bytes: 1 << 20) == .more {}
    #expect(timeline.takeChanges() == [.removed(ids[0], position: 0), .inserted(0..<1)])
    #expect(timeline.id(at: 0) == copy)
    #expect(timeline.sources(of: copy) == ["two"])
    #expect(timeline.outline == ["urn:same", "a"])
  }

  @Test func undatedPostsOfAPipeMoveToTheirTimeWhenItComes() throws {
    let pipe = memory("{\"id\":\"u\",\"body_text\":\"\"}\n", "pipe", isComplete: false)
    let file = memory(post("f1", 12) + post("f2", 10), "file")
    let timeline = try Timeline([Feed(source: pipe), Feed(source: file)], order: .newest).scanned()
    #expect(timeline.outline == ["f1", "f2", "u"])
    pipe.append(Array(post("p", 11).utf8))
    while try timeline.advance(bytes: 1 << 20) == .more {}
    #expect(timeline.outline == ["f1", "u", "p", "f2"])
  }

  @Test func aJSONFeedIsMergedOnceItsPageIsKnown() throws {
    let link = "https://h.example/1"
    let atom = """
      <feed xmlns="http://www.w3.org/2005/Atom"><entry><id>x</id><link href="\(link)"/>\
      <published>2026-01-01T09:00:00Z</published></entry></feed>
      """
    let text = """
      {"version":"https://jsonfeed.org/version/1.1","title":"J","items":[{"id":"1","url":"/1",\
      "content_text":"x","date_published":"2026-01-01T09:00:00Z"}],\
      "home_page_url":"https://h.example/"}
      """
    let whole = memory(text, "j")
    let timeline = Timeline([Feed(source: whole), Feed(source: memory(atom, "a"))], order: .newest)
    while try timeline.advance(bytes: 20) != .done {}
    #expect(timeline.ids.map { timeline.sources(of: $0) } == [["J", "a"]])
    // A pipe is not waited for; the copy is known when the page is.
    let page = try #require(text.range(of: "\"home_page_url"))
    let pipe = memory(String(text[..<page.lowerBound]), "j", isComplete: false)
    let live = Timeline([Feed(source: memory(atom, "a")), Feed(source: pipe)], order: .newest)
    while try live.advance(bytes: 20) == .more {}
    #expect(live.recordCount == 2)
    pipe.append(Array(text[page.lowerBound...].utf8))
    pipe.finish()
    while try live.advance(bytes: 20) != .done {}
    #expect(live.ids.map { live.sources(of: $0) } == [["a", "J"]])
  }

  @Test func searchesGoByRowsAndByStorage() throws {
    let text = (1...9).reversed().map { post("a\($0)", $0) }.joined()
    for order in [Timeline.Order.newest, .document] {
      let script = try ScriptedSource(feed(text), name: "s")
      let file = Feed(source: memory((1...9).map { post("b\($0)", $0) }.joined(), "file"))
      script.prepend(9)
      script.end()
      let timeline = try Timeline(sources: [script, file], order: order).scanned()
      #expect(timeline.recordCount == 18)
      for (name, budget) in [("a3", 1), ("a3", 1 << 20), ("b7", 1), ("b7", 1 << 20)] {
        let needle = TextNeedle(exactly: name)
        let row = try #require(timeline.outline.firstIndex(of: name))
        var next = 0
        var found: Int?
        while found == nil {
          switch timeline.search(needle, from: next, bytes: budget) {
          case .found(let at): found = at
          case .paused(let at):
            #expect(at > next)
            next = at
          case .exhausted: found = -1
          }
        }
        #expect(found == row)
        #expect(timeline.search(needle, from: row + 1, bytes: 1 << 20) != .found(row))
        var cursor: RecordID?
        var stored: RecordID?
        var steps = 0
        while stored == nil, steps < 100 {
          steps += 1
          switch timeline.searchStored(needle, from: cursor, bytes: budget) {
          case .found(let id): stored = id
          case .paused(let id):
            if let cursor { #expect(id > cursor) }
            cursor = id
          case .exhausted: steps = 100
          }
        }
        #expect(stored == timeline.id(at: row))
      }
    }
  }

  @Test func clearingCachesChangesNothing() throws {
    let like = "{\"type\":\"like\",\"post\":\"a\",\"author\":\"@b\"}\n"
    let text = post("a", 9) + like + "{\"id\":\"b\",}\n"
    let feeds = [memory(text, "one"), memory(post("c", 8), "two")].map { Feed(source: $0) }
    let timeline = try Timeline(feeds, order: .newest).scanned()
    let before = timeline.ids.map { timeline.record($0) }
    let (problems, decoded) = (timeline.problems, timeline.decodeCount)
    let revisions = timeline.ids.map { timeline.revision(of: $0) }
    timeline.clearCaches()
    #expect(timeline.ids.map { timeline.record($0) } == before)
    #expect(timeline.ids.map { timeline.revision(of: $0) } == revisions)
    #expect(timeline.decodeCount == decoded + 3)
    #expect(timeline.problems == problems)
  }
}
