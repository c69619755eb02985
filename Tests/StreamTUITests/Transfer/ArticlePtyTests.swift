import Foundation
import Testing

/// Web pages that the reader fetches, with the real program.
@Suite(.serialized) struct ArticlePtyTests {
  private let web = FakeWeb()

  /// Opens a post with an address, fetches that with X, and returns the terminal.
  private func fetch(_ address: String, in web: FakeWeb) throws -> Pty {
    let file = web.folder + "/posts.ndjson"
    let post = #"{"id":"p","url":"\#(address)","body_text":"see there"}"#
    try Program.write(post, to: file)
    let pty = try web.open([file]).showing("see there")
    // The page of the post shows its address, so no question is asked.
    pty.type("\r", address, since: 0)
    pty.send("X")
    return pty
  }

  @Test func aPageIsItsArticleAndTheRestIsOneKeyAway() throws {
    let text = String(repeating: "<p>Ice on the lakes is thick.</p>", count: 40)
    let page =
      "<html><title>Ice\n   &amp;  snow</title><body><nav><a href=/>Front door</a></nav>"
      + "<article>\(text)</article></body></html>"
    try web.answer("https://a.example/ice", "200 OK|Content-Type: text/html", page)
    let pty = try fetch("https://a.example/ice", in: web).showing("2 words left out")
    #expect(pty.waits(for: "Ice & snow") && !pty.waits(for: "Front door", seconds: 0))
    pty.type("X", "Front door", since: 0)
    pty.quit()
  }

  @Test func aPostOfTheFediverseIsShownAsItsServerStatesIt() throws {
    let address = "https://a.example/@mia/113"
    let note = """
      {"@context": "https://www.w3.org/ns/activitystreams", "type": "Note", "id": "\(address)",
      "attributedTo": "https://a.example/users/mia", "summary": "Cold", "content": "<p>words of a post</p>",
      "attachment": [{"type": "Document", "mediaType": "image/png", "url": "https://a.example/p.png",
      "name": "a lake at dawn"}]}
      """
    try web.answer(address, "200 OK|Content-Type: application/activity+json", note)
    let pty = try fetch(address, in: web).showing("words of a post")
    for text in ["@mia@a.example", "Cold", "a lake at dawn"] { #expect(pty.waits(for: text)) }
    pty.quit()
  }
}
