import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// The row, the page and every export of a post show the same number of comments.
struct CommentNumberTests {
  /// The number before "comment" or "comments" in a text; 0 where there is none.
  private func number(in text: some StringProtocol) -> Int {
    let words = String(text).filter { $0 != "," }.split { " \n·>#".contains($0) }
    for (number, word) in zip(words, words.dropFirst()) where word.hasPrefix("comment") {
      if let number = Int(number) { return number }
    }
    return 0
  }

  @Test(arguments: [(40, 25, 1 as UInt64), (400, 300, 2), (1_500, 1_400, 3)])
  func rowPageAndExportsAgree(_ count: Int, _ replies: Int, _ seed: UInt64) throws {
    let outbox = Outbox(count: count, replies: replies, seed: seed)
    let below = outbox.countsBelow
    let most = below.sorted { ($0.value, $0.key) > ($1.value, $1.key) }.prefix(3).map(\.key)
    for post in most + [0, count / 2] {
      let expected = below[post] ?? 0
      var viewer = try Viewer(feed(outbox.json))
      viewer.type(":\(post + 1)\r")
      viewer.rest()
      let page = viewer.page
      let top = try #require(page.firstIndex { $0.contains("number \(post) here") })
      let lines = page[top...].prefix { $0.contains { $0 != " " } }
      #expect(number(in: lines.joined(separator: "\n")) == expected)
      for (format, read) in exports {
        viewer.type("sx.\(format)")
        let saved = viewer.press(Key(.enter)).savedPosts
        #expect(saved.map { read($0.text) } == [expected], "\(format)")
      }
      viewer.rest(after: Key(.enter))
      #expect(number(in: viewer.status) == expected)
    }
  }

  private var exports: [(String, (String) -> Int)] {
    [
      ("txt", { number(in: $0) }), ("md", { number(in: $0) }),
      ("html", { number(in: $0) }),
      (
        "json",
        { text in
          let key = Array("\"comments_count\":".utf8)
          let bytes = Array(text.utf8)
          guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: key) }) else {
            return 0
          }
          let digits = bytes[(start + key.count)...].prefix { (0x30...0x39).contains($0) }
          return Int(String(decoding: digits, as: UTF8.self)) ?? 0
        }
      ),
    ]
  }

  @Test func aThreadIsSavedWhole() throws {
    let outbox = Outbox(count: 60, replies: 50, seed: 4)
    let root = try #require(outbox.countsBelow.max { $0.value < $1.value }?.key)
    var viewer = try Viewer(feed(outbox.json))
    viewer.type(":\(root + 1)\r")
    for format in ["txt", "md", "html", "json"] {
      viewer.type("sx.\(format)")
      let text = try #require(viewer.press(Key(.enter)).savedPosts.first).text
      for (reply, parent) in outbox.parents where parent == root {
        #expect(text.contains("number \(reply) here"), "\(format)")
      }
      #expect(!text.contains("elsewhere:"))
    }
  }

  /// Each reply lists the post above it among its own replies.
  ///
  /// Every post was counted by a walk through all of them: 23 seconds for 5,000.
  @Test func aChainThatPointsBothWaysIsCountedOnce() throws {
    let count = 3_000
    let notes = (0..<count).map { number in
      let parent = number == 0 ? "null" : "\"https://a.example/\(number - 1)\""
      let replies = number == 0 ? "" : "https://a.example/\(number - 1)"
      return
        #"{"type":"Create","id":"https://a.example/\#(number)/activity","object":{"type":"Note","#
        + #""id":"https://a.example/\#(number)","content":"n","to":["as:Public"],"inReplyTo":\#(parent),"#
        + #""replies":{"items":["\#(replies)"]}}}"#
    }
    let timeline = feed(
      #"{"@context":"https://www.w3.org/ns/activitystreams","type":"OrderedCollection","orderedItems":[\#(notes.joined(separator: ","))]}"#
    )
    _ = ReplyReader(timeline)
    let counts = timeline.posts.map(\.commentsCount)
    #expect(counts.dropLast() == (1..<count).reversed().map { Optional($0) }[...])
  }

  @Test func aReplyThatOnlyItsParentListsHasAParent() throws {
    let note = { (id: Int, items: String) in
      #"{"type":"Create","id":"https://a.example/\#(id)/activity","object":{"type":"Note","#
        + #""id":"https://a.example/\#(id)","content":"<p>note \#(id)</p>","to":["as:Public"],"#
        + #""replies":{"first":{"items":[\#(items)]}}}}"#
    }
    let items = note(1, "\"https://a.example/2\"") + "," + note(2, "")
    let json =
      #"{"@context":"https://www.w3.org/ns/activitystreams","type":"OrderedCollection","orderedItems":[\#(items)]}"#
    var viewer = try Viewer(feed(json))
    viewer.type("Jp")
    viewer.rest()
    #expect(!viewer.status.contains("replies to no other"))
    viewer.type("q:2\r\r")
    viewer.rest()
    #expect(viewer.status.contains("1 parent"))
  }

  private func feed(_ json: String) -> Timeline {
    Timeline(Feed(source: MemoryBytes(name: "outbox.json", text: json)))
  }
}
