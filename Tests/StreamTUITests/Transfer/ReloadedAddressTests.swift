import Foundation
import Testing

@testable import StreamTUI

/// The key that asks for a newer version of an address, with the real program in a terminal.
@Suite(.serialized) struct ReloadedAddressTests {
  private let address = "https://a.example/feed"

  private func rss(_ posts: ClosedRange<Int>) -> String {
    let items = posts.reversed().map {
      "<item><guid>g\($0)</guid><title>Post number \($0)</title></item>"
    }
    return "<rss version=\"2.0\"><channel><title>News</title>\(items.joined())</channel></rss>"
  }

  private func viewed(_ more: [String] = [], _ body: (FakeWeb, Pty) throws -> Void) throws {
    let web = FakeWeb()
    try web.answer(address, FakeWeb.good, rss(1...3))
    let pty = try web.open(more + [address]).showing("Post number 1")
    try body(web, pty)
    pty.quit()
    #expect(web.cached().isEmpty == more.contains("--no-state"))
    #expect(web.cached().allSatisfy { $0.hasPrefix("streamtui/copies/") })
  }

  @Test(arguments: [[], ["--no-state"]])
  func oneKeyShowsTheNewerVersion(_ options: [String]) throws {
    try viewed(options) { web, pty in
      try web.answer(address, FakeWeb.good, rss(1...5))
      pty.type("r", "sent a newer version")
      pty.type("U", "Post number 5")
      pty.type("r", "a.example has nothing new")
      #expect(web.requests().count == 3)
      try web.answer(address, FakeWeb.good, rss(1...6))
      pty.type("r", "sent a newer version")
      pty.type("U", "Post number 6")
    }
  }

  /// New posts are announced, and the earlier text of an edited one is known, as with `--refresh`.
  @Test(arguments: [false, true]) func theNewerVersionJoinsTheOlder(_ isStarted: Bool) throws {
    func document(_ last: Int, _ level: String) -> String {
      let text = "<title>Post number 40</title><description>The water is \(level).</description>"
      return rss(1...last).replacing("<title>Post number 40</title>", with: text)
    }
    let web = FakeWeb()
    try web.answer(address, FakeWeb.good, document(40, "low"))
    if isStarted {
      let first = try web.open([address]).showing("Post number 40")
      first.quit()
      try web.answer(address, FakeWeb.good, document(43, "high"))
    }
    // The copy of the first run is shown until a key asks for the newer document.
    let pty = try web.open([address])
    #expect(pty.waits(for: isStarted ? "a newer version; r reloads" : "Post number 40"))
    pty.settle()
    try web.answer(address, FakeWeb.good, document(43, "high"))
    pty.type("r", isStarted ? "newer version is shown" : "sent a newer version")
    for (keys, words) in [
      ("J", "3 new above"), ("K\r", "The water is "), ("E", "low"), ("qqU", "Post number 43"),
    ] {
      pty.send(keys)
      #expect(pty.draws(words), "\(keys)")
    }
    pty.quit()
  }

  @Test func severalAddressesAreReloadedTogether() throws {
    let other = "https://b.example/feed"
    let web = FakeWeb()
    try web.answer(address, FakeWeb.good, rss(1...3))
    try web.answer(other, FakeWeb.good, rss(11...12))
    let pty = try web.open([address, other])
    #expect(pty.waits(for: "Post number 12") && pty.waits(for: "Post number 3"))
    pty.settle()
    try web.answer(other, FakeWeb.good, rss(11...14))
    pty.type("r", "Post number 14")
    pty.type("r", ".example has nothing new")
    pty.quit()
  }

  @Test func aDocumentThatIsNoFeedChangesNothing() throws {
    try viewed { web, pty in
      let whole = rss(1...9)
      let answers = [
        ("", "a.example sent no feed"), ("Just some words.\n", "a.example sent no feed"),
        (String(whole.dropLast(60)), "a.example sent only a part of the document"),
        ("<html><body><p>Please sign in</p></body></html>", "a.example sent a web page"),
      ]
      for (body, words) in answers {
        try web.answer(address, FakeWeb.good, body)
        pty.type("r", words)
      }
      try web.answer(address, FakeWeb.good, whole)
      try web.pack(address, cut: 12)
      pty.type("r", "a.example sent only a part of the document")
      // The posts are still there, and the server is believed when it is well.
      pty.type("g", "post 1 of 3")
      try web.answer(address, FakeWeb.good, rss(1...4))
      pty.type("r", "sent a newer version")
      pty.type("U", "Post number 4")
    }
  }

  @Test func aDocumentThatEndsInTheMiddleBecomesNoCopy() throws {
    try viewed { web, pty in
      try web.answer(address, FakeWeb.good, String(rss(1...9).dropLast(60)))
      let dump = try web.run("$program dump --format links '\(address)'")
      #expect(dump.errors.contains("input ended early"))
      let offline = try web.run("$program dump --no-network '\(address)'")
      #expect(offline.output.contains("Post number 3") && !offline.output.contains("number 9"))
    }
  }
}
