@testable import StreamModel
import TestSupport
import Testing

/// Logs and objects of any keys, a line each: nothing of them is lost.
struct LogLineTests {
  private func feed(_ text: String, takesLines: Bool = true) throws -> Feed {
    let feed = Feed(
      source: MemoryBytes(name: "app.log", bytes: Array(text.utf8)),
      takesLines: takesLines
    )
    while try feed.advance(bytes: 1 << 16) == .more {}
    return feed
  }

  private func posts(_ text: String) throws -> [Post] {
    let feed = try feed(text)
    return (0..<feed.recordCount).compactMap { number in
      if case .post(let post) = feed.record(at: number) { post } else { nil }
    }
  }

  @Test(arguments: [
    ("one\ntwo\n\nthree", 3), ("5", 1), ("[INFO] a\n[INFO] b\n", 2), ("[x] a\n", 1),
    ("<34>Oct 11 22:14:15 host su: no\n", 1), ("2026-01-30 08:00 a\n  b\r\n", 2),
    ("{\"text\":\"a\"}\n{\"text\":\"b\"}\n", 2), ("{\"a\":1}", 1),
    ("\u{FEFF}eins\nzwei\n", 2), ("\u{1B}[31mred\u{1B}[0m\n", 1), ("[1,2]\n", 1),
    ("{\"id\":1,\"body\":\"x\"}\n", 1), ("a: b\nc: d\n", 2), ("x,y\n1,2\n", 2),
  ])
  func eachLineIsAPost(_ text: String, _ count: Int) throws {
    let feed = try feed(text)
    #expect(feed.recordCount == count)
    #expect(feed.formatName == "Lines, one record a line")
    for number in 0..<feed.recordCount {
      guard case .post = feed.record(at: number) else {
        Issue.record("line \(number) of \(text)")
        continue
      }
    }
    #expect(feed.problems.isEmpty)
    // Nobody wants a page of words as a feed of an address.
    #expect(throws: FeedError.self) { try self.feed(text, takesLines: false) }
  }

  @Test(arguments: ["\u{0}\u{1}binary", "<root/>", "{\n \"a\": 1\n}\n", "{\"id\":", "a\u{0}b"])
  func somethingElseIsRefused(_ text: String) throws {
    #expect(throws: FeedError.self) { try feed(text) }
  }

  /// Bytes that are no UTF-8 are no lines; a character that the look cuts in half is one.
  @Test func onlyTextIsLines() throws {
    for bytes in [[0x61, 0xFF, 0x0A] as [UInt8], [0x80, 0x0A]] {
      let feed = Feed(source: MemoryBytes(name: "x", bytes: bytes), takesLines: true)
      #expect(throws: FeedError.self) { while try feed.advance(bytes: 9) == .more {} }
    }
    for length in (65_530...65_540) {
      let text = String(repeating: "a", count: length) + "€\nb\n"
      #expect(try posts(text).count == 2)
    }
  }

  @Test func usualKeysSayWhatTheyMean() throws {
    let text = #"""
      {"time":1769760900,"level":"warn","logger":"ferry","msg":"late <b>again</b>","n":3,"extra":{"a":[1,"x"]},"none":null}
      {"@timestamp":"2026-01-30T08:15:00.5Z","message":"m","text":"t","url":"https://a.example/1","title":"T","user":"Ann","host":{"name":"h"}}
      {"ts":"yesterday","link":"not an address"}
      """#
    let found = try posts(text)
    #expect(
      found.map { $0.published?.rfc3339 } == ["2026-01-30T08:15:00Z", "2026-01-30T08:15:00Z", nil]
    )
    #expect(found.map { $0.author?.name } == ["ferry", "Ann", nil])
    #expect(
      found[0].body == .text("late <b>again</b>\nlevel: warn\nn: 3\nextra: {\"a\":[1,\"x\"]}")
    )
    #expect(found[1].body == .text("t\nmessage: m\nhost: {\"name\":\"h\"}"))
    #expect(found[1].title == .text("T") && found[1].url == "https://a.example/1")
    #expect(found[2].body == .text("ts: yesterday\nlink: not an address"))
  }

  @Test(arguments: [
    ("2026-01-30T08:15:00Z x", "2026-01-30T08:15:00Z"),
    ("[2026-01-30 08:15:00,250] x", "2026-01-30T08:15:00Z"),
    ("2026-01-30 08:15 x", "2026-01-30T08:15:00Z"),
    ("2026-01-30 x", nil), ("20260130 x", nil), ("4 lakes", nil), ("x 2026-01-30T08:15:00Z", nil),
  ])
  func aLineBeginsWithItsTime(_ line: String, _ time: String?) throws {
    let found = try posts(line)
    #expect(found.first?.published?.rfc3339 == time)
    #expect(found.first?.body == .text(line))
  }

  /// What is counted and filtered by author is decoded without bodies.
  @Test func namesAreThereWithoutBodies() throws {
    let feed = try feed(#"{"msg":"m","logger":"db","title":"T"}"# + "\n")
    let post = try #require(feed.recordInPassing(number: 0, omitsBodies: true).post)
    #expect(post.author?.name == "db" && post.title == .text("T"))
  }

  @Test func aNativeTextThatIsNotReadIsAProblem() throws {
    let document = #"""
      {"id":"1","body_text":"a"}
      {"id":"2","text":"lost"}
      {"id":"3","body_text":"b","text":"more"}
      {"id":"4"}
      """#
    let found = try posts(document)
    #expect(found.map(\.problems.count) == [0, 1, 0, 0])
    #expect(found[1].problems.first?.message.contains("the text of \"text\" is not read") == true)
  }

  /// A text under a key that no format has is no empty post.
  @Test(arguments: ["text", "content_md", "body", "message", "msg"])
  func aTextThatNobodyKnowsIsShown(_ key: String) throws {
    let found = try posts("{\"id\":1,\"\(key)\":\"hello\"}\n")
    #expect("\(found[0].body)".contains("hello"))
  }
}
