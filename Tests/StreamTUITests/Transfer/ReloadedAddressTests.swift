import Foundation
import Testing

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
    #expect(web.cached().allSatisfy { $0.hasPrefix("streamtui/") })
  }

  @Test(arguments: [[], ["--no-state"]])
  func oneKeyShowsTheNewerVersion(_ options: [String]) throws {
    try viewed(options) { web, pty in
      try web.answer(address, FakeWeb.good, rss(1...5))
      pty.type("r", "2 new posts")
      pty.type("U", "Post number 5")
      pty.type("r", "Nothing new")
      #expect(web.requests().count == 3)
      try web.answer(address, FakeWeb.good, rss(1...6))
      pty.type("r", "1 new post")
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
    // The posts of the first run are there at once, and new ones come in above them.
    let pty = try web.open([address]).showing(isStarted ? "3 new above" : "Post number 40")
    try web.answer(address, FakeWeb.good, document(43, "high"))
    pty.type("r", isStarted ? "Nothing new" : "3 new posts")
    for (keys, words) in [
      ("J", "3 new above"), ("K\r", "The water is "), ("E", "low"), ("qqU", "Post number 43"),
    ] { pty.type(keys, drawing: words) }
    pty.quit()
  }

  /// Posts that the server has dropped since are there, too.
  @Test func aSubscriptionBeginsWithTheStoredPosts() throws {
    try viewed { web, pty in
      try web.answer(address, FakeWeb.good, rss(3...5))
      #expect(try web.run("$program add '\(address)'").status == 0)
      let posts = try web.titles().sorted()
      #expect(posts == (1...5).map { "Post number \($0)" })
      try web.answer(address, FakeWeb.good, rss(4...6))
      pty.type("r", "3 new posts")
      #expect(try web.run("$program forget '\(address)'").status == 0)
      #expect(!web.cached().contains { $0.hasSuffix(".ndjson") })
    }
  }

  @Test func severalAddressesAreReloadedTogether() throws {
    let other = "https://b.example/feed"
    let web = FakeWeb()
    try web.answer(address, FakeWeb.good, rss(1...3))
    try web.answer(other, FakeWeb.good, rss(11...12))
    let pty = try web.open([address, other]).drawing("of 5")
    pty.settle()
    try web.answer(other, FakeWeb.good, rss(11...14))
    pty.type("r", "2 new posts")
    pty.type("U", drawing: "Post number 14")
    pty.type("r", "Nothing new")
    pty.quit()
  }

  @Test func aDocumentThatIsNoFeedChangesNothing() throws {
    try viewed { web, pty in
      let whole = rss(1...9)
      let answers = [
        ("", "a.example has no feed there"), ("Just some words.\n", "a.example has no feed there"),
        (String(whole.dropLast(60)), "a.example has only a part of the document"),
        ("<html><body><p>Please sign in</p></body></html>", "a.example has no feed there"),
      ]
      for (body, words) in answers {
        try web.answer(address, FakeWeb.good, body)
        pty.type("r", words)
      }
      try web.answer(address, FakeWeb.good, whole)
      try web.pack(address, cut: 12)
      pty.type("r", "a.example has only a part of the document")
      // The posts are still there, and the server is believed when it is well.
      pty.type("g", "post 1 of 3")
      try web.answer(address, FakeWeb.good, rss(1...4))
      pty.type("r", "1 new post")
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
