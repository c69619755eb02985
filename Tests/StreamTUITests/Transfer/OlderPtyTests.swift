import Foundation
import Testing

@testable import StreamTUI

/// Older posts in a terminal, with the real program, its logs and its state.
@Suite(.serialized) struct OlderPtyTests {
  private static let feed = "https://ash.example/feed"

  private static func page(_ title: String, _ posts: Int, next: String?) -> String {
    let link = next.map { "<channel><atom:link rel='next' href='\($0)'/>" } ?? "<channel>"
    return FakeWeb.rss(title, posts).replacing("<channel>", with: link)
  }

  /// A subscription with three posts, and two further pages.
  private func inWeb(_ body: (FakeWeb) throws -> Void) throws {
    try Program.inFolder { folder in
      let web = try FakeWeb(in: folder)
      try web.answer(Self.feed, FakeWeb.good, Self.page("Ash", 3, next: "/feed?2"))
      try web.answer(Self.feed + "?2", FakeWeb.good, Self.page("Birch", 3, next: "/feed?3"))
      try web.answer(Self.feed + "?3", FakeWeb.good, Self.page("Cedar", 3, next: nil))
      try #require(try web.run("$program add \(Self.feed)").status == 0)
      try body(web)
    }
  }

  private func view(_ web: FakeWeb, _ arguments: [String] = []) throws -> Pty {
    let pty = try Pty([Program.path] + arguments, environment: web.environment)
    #expect(pty.waits(for: "Ash 3"))
    pty.settle()
    pty.send("q")
    pty.settle()
    pty.send("G")
    #expect(pty.waits(for: "older posts"))
    pty.settle()
    return pty
  }

  /// Whether a text is on the screen when it is drawn whole; a text that takes the place of a similar one comes in pieces.
  ///
  /// - Parameter keys: typed each time: posts of a page that come one after the other move the end away.
  private func isDrawn(_ text: String, by pty: Pty, after keys: String = "") -> Bool {
    for _ in 0..<40 {
      let mark = pty.output.count
      pty.send(keys + "\u{0C}")
      pty.settle()
      if pty.waits(for: text, since: mark, seconds: 0.2) { return true }
    }
    return false
  }

  @Test func theLineBelowTheLastPostLeadsToTheFirst() throws {
    try inWeb { web in
      let pty = try view(web)
      #expect(web.requests() == [Self.feed])
      pty.send("\r")
      #expect(pty.waits(for: "Birch 1") && pty.waits(for: "Birch 3"))
      pty.settle()
      // The posts come in read.
      #expect(pty.waits(for: "3 unread"))
      // Not while the page is still coming.
      #expect(isDrawn("fetches them", by: pty, after: "G"))
      pty.send("\r")
      #expect(pty.waits(for: "Cedar 1"))
      #expect(isDrawn("the first post is here", by: pty, after: "G"))
      pty.send("\r")
      #expect(pty.waits(for: "The first post is here"))
      #expect(web.requests() == [Self.feed, Self.feed + "?2", Self.feed + "?3"])
      pty.send("Q")
      #expect(pty.end() == 0)
    }
  }

  @Test func aFaultIsSaidAndEnterAsksAgain() throws {
    try inWeb { web in
      try web.answer(Self.feed + "?2", "403 Forbidden")
      let pty = try view(web)
      pty.send("\r")
      #expect(pty.waits(for: "refuses access to older posts (403)"))
      try web.answer(Self.feed + "?2", FakeWeb.good, Self.page("Birch", 3, next: nil))
      pty.settle()
      pty.send("\r")
      #expect(pty.waits(for: "Birch 3"))
      pty.send("Q")
      #expect(pty.end() == 0)
    }
  }

  @Test func withoutANetworkNothingIsFetched() throws {
    try inWeb { web in
      let pty = try view(web, ["--no-network"])
      pty.send("\r")
      #expect(pty.waits(for: "Not fetched: the network is off"))
      #expect(web.requests() == [Self.feed])
      pty.send("Q")
      #expect(pty.end() == 0)
    }
  }

  /// Another host is asked after an answer, and not before.
  @Test func anotherHostIsAskedAbout() throws {
    try inWeb { web in
      let old = "https://old.example/archive"
      try web.answer(Self.feed + "?2", FakeWeb.good, Self.page("Birch", 3, next: old))
      try web.answer(old, FakeWeb.good, Self.page("Cedar", 3, next: nil))
      let pty = try view(web)
      pty.send("\r")
      #expect(pty.waits(for: "Birch 3"))
      pty.settle()
      #expect(isDrawn("older posts on old.example", by: pty, after: "G"))
      pty.send("\r")
      #expect(pty.waits(for: "y fetches"))
      #expect(web.requests().count == 2)
      pty.settle()
      pty.send("y")
      #expect(pty.waits(for: "Cedar"))
      #expect(web.requests().last == old)
      pty.send("Q")
      #expect(pty.end() == 0)
    }
  }

  /// With `older = "scroll"` the end of the list asks by itself.
  @Test func scrollingFetches() throws {
    try inWeb { web in
      let file = web.folder + "/own.toml"
      try Data("older = \"scroll\"\n".utf8).write(to: URL(fileURLWithPath: file))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
      let pty = try Pty([Program.path, "--config", file], environment: web.environment)
      #expect(pty.waits(for: "Ash 3"))
      pty.settle()
      #expect(web.requests() == [Self.feed])
      pty.send("q")
      pty.settle()
      pty.send("j")
      #expect(pty.waits(for: "Birch"))
      pty.send("Q")
      #expect(pty.end() == 0)
    }
  }
}
