import Foundation
import Testing

@testable import StreamTUI

/// Web pages that the reader fetches, with the real program.
@Suite(.serialized) struct ArticlePtyTests {
  /// Opens a post with an address, fetches that with X, and returns the terminal.
  private func fetch(_ address: String, in web: FakeWeb) throws -> Pty {
    let file = web.folder + "/posts.ndjson"
    let post = #"{"id":"p","url":"\#(address)","body_text":"see there"}"#
    try post.write(toFile: file, atomically: true, encoding: .utf8)
    let pty = try Pty([Program.path, file], environment: web.environment)
    #expect(pty.waits(for: "see there"))
    pty.settle()
    // The page of the post shows its address, so no question is asked.
    pty.send("\r")
    #expect(pty.waits(for: address))
    pty.settle()
    pty.send("X")
    return pty
  }

  @Test func aPageIsItsArticleAndTheRestIsOneKeyAway() throws {
    try Program.inFolder { folder in
      let web = try FakeWeb(in: folder)
      let text = String(repeating: "<p>Ice on the lakes is thick.</p>", count: 40)
      let page =
        "<html><title>Ice\n   &amp;  snow</title><body><nav><a href=/>Front door</a></nav>"
        + "<article>\(text)</article></body></html>"
      try web.answer("https://a.example/ice", "200 OK|Content-Type: text/html", page)
      let pty = try fetch("https://a.example/ice", in: web)
      #expect(pty.waits(for: "2 words left out"))
      pty.settle()
      #expect(pty.waits(for: "Ice & snow") && !pty.waits(for: "Front door", seconds: 0))
      pty.send("X")
      #expect(pty.waits(for: "Front door"))
      pty.send("Q")
      #expect(pty.end() == 0)
    }
  }

  @Test func aPostOfTheFediverseIsShownAsItsServerStatesIt() throws {
    try Program.inFolder { folder in
      let web = try FakeWeb(in: folder)
      let address = "https://a.example/@mia/113"
      let note = """
        {"@context": "https://www.w3.org/ns/activitystreams", "type": "Note", "id": "\(address)",
        "attributedTo": "https://a.example/users/mia", "summary": "Cold", "content": "<p>words of a post</p>",
        "attachment": [{"type": "Document", "mediaType": "image/png", "url": "https://a.example/p.png",
        "name": "a lake at dawn"}]}
        """
      try web.answer(address, "200 OK|Content-Type: application/activity+json", note)
      let pty = try fetch(address, in: web)
      #expect(pty.waits(for: "words of a post"))
      pty.settle()
      for text in ["@mia@a.example", "Cold", "a lake at dawn"] { #expect(pty.waits(for: text)) }
      pty.send("Q")
      #expect(pty.end() == 0)
    }
  }
}
