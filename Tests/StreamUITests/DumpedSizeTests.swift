import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// The sizes of pictures in `dump`, which reads its own output again.
struct DumpedSizeTests {
  private static let now = Timestamp(secondsSinceEpoch: 1_769_904_000)

  private func dump(_ document: String) throws -> String {
    let feed = try Feed(source: MemoryBytes(name: "f", text: document)).scanned()
    let post = try #require(feed.record(at: 0).post)
    #expect(post.problems.isEmpty)
    let dump = PostDump(now: Self.now)
    return String(decoding: dump.json(post, source: "f:1:1"), as: UTF8.self)
  }

  @Test func sizesAreWrittenWhereTheyAreKnownAndReadAgain() throws {
    let text = #"""
      {"id":"p","body_text":"x","attachments":[
        {"type":"image","url":"https://a.example/1.png","alt":"a lake","width":1200,"height":800,
         "sensitive":true},
        {"type":"image","url":"https://a.example/2.png","width":1200}]}
      """#
    let first = try dump(text)
    #expect(first.contains(#""alt":"a lake","width":1200,"height":800,"sensitive":true}"#))
    #expect(first.contains(#""url":"https://a.example/2.png"}"#))
    #expect(try dump(first) == first)
  }
}
