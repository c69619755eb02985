import TestSupport
import Testing

@testable import StreamModel

@Suite struct AccessTests {
  /// Posts "p0"… in lines.
  private func lines(_ count: Int) -> String {
    (0..<count).map {
      "{\"id\":\"p\($0)\",\"body_text\":\"post \($0) é https://a.example/\($0)\"}\n"
    }
    .joined()
  }

  @Test func aRecordTakesSixteenBytesOfTheIndex() {
    #expect(MemoryLayout<RecordIndex.Entry>.stride == 16)
  }

  @Test func anyIndexHasAnAnswer() throws {
    let feed = try feed(lines(3))
    for index in [-1, 3, Int.min, Int.max] {
      guard case .problem(let problem) = feed.record(at: index) else {
        Issue.record("a post at \(index)")
        continue
      }
      #expect(problem.message.contains("no record"))
      #expect(feed.place(at: index) == (1, 1))
      #expect(feed.revision(at: index) == 0)
    }
    #expect(feed.problems == [])
  }

  @Test func aScreenIsDecodedOnce() throws {
    let feed = try feed(lines(5_000))
    #expect(feed.recordCount == 5_000)
    #expect(feed.decodeCount == 0)
    for _ in 0..<3 { for index in 4_000..<4_500 { _ = feed.record(at: index) } }
    #expect(feed.decodeCount == 500)
    for _ in 0..<3 { _ = feed.rows }
    // However often all rows are read, the cache stays bounded and the rows the same.
    #expect(feed.decodeCount > 2 * 5_000)
    #expect(feed.outline == (0..<5_000).map { "p\($0)" })
  }

  /// The newest posts of a log stand at its end: a search from the newest on read the log many times.
  @Test func rowsThatAreSearchedBackwardsAreReadAboutOnce() throws {
    let bytes = ScriptedBytes(lines(20_000))
    let feed = try Feed(source: bytes).scanned()
    let needle = TextNeedle(
      Array("nowhere".unicodeScalars.map(\.value)),
      ignoringCase: true,
      variants: [:]
    )
    let before = bytes.readCount
    for number in (0..<20_000).reversed() { #expect(!feed.mayShow(needle, number: number)) }
    #expect(bytes.readCount - before < 2 * bytes.count)
  }

  @Test func readingEveryRowLeavesTheCacheToTheScreen() throws {
    let feed = try feed(lines(400))
    for index in 0..<400 { _ = feed.inspect(at: index) }
    #expect(feed.decodeCount == 400)
    _ = feed.record(at: 7)
    _ = feed.inspect(at: 7)
    #expect(feed.decodeCount == 401)
  }

  @Test func textIsFoundAsItIsEscaped() throws {
    let feed = try feed(
      #"{"id":"https:\/\/a.example\/1","body_text":"x"}"# + "\n" + lines(200)
        + #"{"id":"\u00e9\ud83d\ude00","body_text":"x"}"# + "\n"
    )
    #expect(search(feed, for: "https://a.example/1") == .found(0))
    #expect(search(feed, for: "é😀") == .found(201))
  }

  private func search(
    _ feed: Feed,
    for text: String,
    fromNumber number: Int = 0,
    bytes: Int = 1 << 30
  ) -> Feed.Search {
    feed.search(TextNeedle(exactly: text), fromNumber: number, bytes: bytes)
  }

  @Test func searchGoesFromRowToRow() throws {
    let feed = try feed(lines(5_000))
    #expect(search(feed, for: "example/4711") == .found(4_711))
    #expect(search(feed, for: "post 1", fromNumber: 2) == .found(10))
    #expect(search(feed, for: "é", fromNumber: 4_999) == .found(4_999))
    #expect(search(feed, for: "nowhere") == .exhausted)
    // What spans two records is in neither.
    #expect(search(feed, for: "\"}\n{\"") == .exhausted)
    #expect(search(feed, for: "", bytes: 1) == .exhausted)
    var next = 0
    var steps = 0
    search: while true {
      switch search(feed, for: "example/4711", fromNumber: next, bytes: 1) {
      case .found(let row):
        #expect(row == 4_711)
        break search
      case .paused(let row):
        #expect(row > next)
        next = row
        steps += 1
      case .exhausted:
        Issue.record("not found")
        break search
      }
    }
    #expect(steps > 0)
  }

  @Test func placesAreRightInAnyOrder() throws {
    let feed = try feed(lines(9_000))
    var random = SplitMix(seed: 3)
    for _ in 0..<300 {
      let row = Int.random(in: 0..<9_000, using: &random)
      #expect(feed.place(at: row) == (row + 1, 1))
    }
    for row in 0..<9_000 { #expect(feed.place(at: row) == (row + 1, 1)) }
  }

  @Test func recordsLargerThanTheWindowAreWhole() throws {
    let long = String(repeating: "x\\\\\\\"{[", count: 200_000)
    for text in [
      "[{\"id\":\"a\",\"content\":\"\(long)\"},{\"id\":\"b\",\"content\":\"\"}]",
      "{\"id\":\"a\",\"body_html\":\"\(long)\"}\n{\"id\":\"b\",\"body_text\":\"\"}",
      "{\"version\":1,\"x\":\"\(long)\",\"posts\":[{\"id\":\"a\",\"x\":\"\(long)\"},{\"id\":\"b\"}]}",
    ] {
      let feed = try feed(text)
      #expect(feed.outline == ["a", "b"])
      #expect(feed.problems == [])
    }
  }

  @Test func aRevisionTellsThatALikeCame() throws {
    let source = MemoryBytes(name: "f", text: lines(2), isComplete: false)
    let feed = try Feed(source: source).scanned()
    let before = try #require(feed.record(at: 1).post)
    #expect(before.likes.isEmpty)
    let revision = feed.revision(at: 1)
    source.append(Array("{\"type\":\"like\",\"post\":\"p1\",\"author\":\"@a\"}\n".utf8))
    while try feed.advance(bytes: 1 << 20) == .more {}
    #expect(feed.revision(at: 1) != revision)
    #expect(feed.revision(at: 0) == 0)
    let after = try #require(feed.record(at: 1).post)
    #expect(after.likes.map(\.handle) == ["@a"])
    #expect(after.likesCount == 1)
    source.finish()
    #expect(try feed.advance(bytes: 1 << 20) == .done)
    #expect(feed.problems == [])
  }

  @Test func hostileInputTakesLinearTime() {
    let size = 500_000
    for (unit, head) in [
      ("{\"a\":[", "[{\"content\":1},"), (",{\"a\":[", "[{\"a\":1,\"content\":1}"),
      ("},{\"a\":[{", "[{\"a\":1,\"content\":1}"), ("\"", "[{\"content\":"),
      ("\\", "[{\"content\":\""),
      (",", "[{\"content\":1}"), ("{\"id\":1,<", "[{\"id\":1,\"content\":1},"), ("{", ""),
      ("{\"id\":\"1\",\"body_text\":<},", "{\"version\":1,\"posts\":["),
      ("{\"type\":\"like\",\"post\":\"a\"}\n", ""), ("\n", "{\"id\":\"a\"}\n"),
      ("}\n", "{\"id\":\"a\"}\n"),
    ] {
      let text = head + String(repeating: unit, count: size / unit.utf8.count)
      let start = threadSeconds
      let feed = Feed(source: MemoryBytes(name: "f", text: text))
      if (try? scanned(feed)) != nil { _ = feed.rows.count }
      let seconds = threadSeconds - start
      #expect(seconds < 10, "\(unit): \(seconds) s")
    }
  }
}
