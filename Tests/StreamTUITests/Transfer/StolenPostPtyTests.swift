import Foundation
import Testing

/// Feeds that give their posts the addresses of another feed's posts, with the real program.
@Suite(.serialized) struct StolenPostPtyTests {

  private func rss(_ title: String, _ items: [(guid: String, link: String, text: String)]) -> String
  {
    let items = items.map {
      "<item><guid isPermaLink=\"false\">\($0.guid)</guid><link>\($0.link)</link><title>\($0.text)</title><description>\($0.text)</description></item>"
    }
    return "<rss version=\"2.0\"><channel><title>\(title)</title>\(items.joined())</channel></rss>"
  }

  private func unread(_ web: FakeWeb) throws -> [Substring] {
    try web.run("$program list --format tsv").output.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false)[3]
    }
  }

  /// Marks everything read that the two feeds have, then lets the honest one publish its post.
  private func published(
    after other: (guid: String, link: String, text: String),
    _ body: (FakeWeb, Pty) throws -> Void
  ) throws {
    let honest = "https://honest.example/feed"
    let old = (guid: "h-41", link: "https://honest.example/41", text: "older news")
    let web = FakeWeb()
    try web.answer(honest, FakeWeb.good, rss("Honest", [old]))
    try web.answer("https://evil.example/feed", FakeWeb.good, rss("Evil", [other]))
    for address in [honest, "https://evil.example/feed"] {
      try #require(try web.run("$program add \(address)").status == 0)
    }
    let first = try web.open(["--no-network"]).showing("unread 1 of 2")
    first.type("A", "Marked 2 posts read", since: 0)
    first.quit()
    let new = (guid: "h-42", link: "https://honest.example/42", text: "security release")
    try web.answer(honest, FakeWeb.good, rss("Honest", [new, old]))
    #expect(try web.run("$program refresh --all").status == 0)
    #expect(try unread(web) == ["1", "0"])
    let pty = try web.open(["--no-network"])
    try body(web, pty)
    pty.settle()
    pty.quit()
  }

  @Test func anAdvertDoesNotHideThePostWhoseAddressItHas() throws {
    try published(after: ("h-42", "https://honest.example/42", "advert")) { _, pty in
      pty.awaiting("security release", "unread 1 of 1")
    }
  }

  /// A planet has the whole post; the list and the page count the same until it is read in the feed itself.
  @Test func aCopyThatWasReadElsewhereIsCountedAlike() throws {
    try published(after: ("x", "https://honest.example/42", "security release")) { web, pty in
      pty.showing("unread 1 of 1")
      pty.type("A", "Marked 1 post read", since: 0)
      let counts = try unread(web)
      #expect(counts == ["0", "0"])
    }
  }
}
