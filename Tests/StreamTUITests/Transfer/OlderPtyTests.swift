import Foundation
import Testing

/// Older posts in a terminal, with the real program, its logs and its state.
@Suite(.serialized) struct OlderPtyTests {
  private static let feed = "https://ash.example/feed"

  private static func page(_ title: String, _ posts: Int, next: String?) -> String {
    let link = next.map { "<channel><atom:link rel='next' href='\($0)'/>" } ?? "<channel>"
    return FakeWeb.rss(title, posts).replacing("<channel>", with: link)
  }

  /// A subscription with three posts, and two further pages.
  private let web = FakeWeb()

  init() throws {
    try web.answer(Self.feed, FakeWeb.good, Self.page("Ash", 3, next: "/feed?2"))
    try web.answer(Self.feed + "?2", FakeWeb.good, Self.page("Birch", 3, next: "/feed?3"))
    try web.answer(Self.feed + "?3", FakeWeb.good, Self.page("Cedar", 3, next: nil))
    try #require(try web.run("$program add \(Self.feed)").status == 0)
  }

  private func view(_ web: FakeWeb, _ arguments: [String] = []) throws -> Pty {
    let pty = try web.open(arguments).showing("Ash 3")
    pty.type("q")
    pty.type("G", "older posts", since: 0)
    return pty
  }

  @Test func theLineBelowTheLastPostLeadsToTheFirst() throws {
    let pty = try view(web)
    #expect(web.requests() == [Self.feed])
    pty.type("\r", "Birch 1", since: 0)
    #expect(pty.waits(for: "Birch 3"))
    // The posts come in read.
    #expect(pty.waits(for: "3 unread"))
    // Not while the page is still coming.
    #expect(pty.draws("fetches them", after: "G"))
    pty.type("\r", "Cedar 1", since: 0)
    #expect(pty.draws("the first post is here", after: "G"))
    pty.type("\r", "The first post is here", since: 0)
    #expect(web.requests() == [Self.feed, Self.feed + "?2", Self.feed + "?3"])
    pty.quit()
  }

  @Test func aFaultIsSaidAndEnterAsksAgain() throws {
    try web.answer(Self.feed + "?2", "403 Forbidden")
    let pty = try view(web)
    pty.type("\r", "refuses access to older posts (403)", since: 0)
    try web.answer(Self.feed + "?2", FakeWeb.good, Self.page("Birch", 3, next: nil))
    pty.settle()
    pty.type("\r", "Birch 3", since: 0)
    pty.quit()
  }

  /// Several keys within a second are no other program that fetches.
  @Test func aCircleIsSaidHoweverOftenTheKeyAsks() throws {
    try web.answer(Self.feed + "?2", FakeWeb.good, Self.page("Birch", 3, next: "/feed"))
    let pty = try view(web)
    pty.type("\r", "Birch 3", since: 0)
    for _ in 0..<4 {
      pty.type("G\r")
    }
    #expect(pty.draws("leads back to one", after: "G"))
    #expect(!pty.waits(for: "being fetched already", seconds: 0.1))
    pty.quit()
  }

  /// A process that cannot begin says why.
  @Test func theReasonWhyNothingCouldBeAskedIsSaid() throws {
    let pty = try view(web)
    let lock = web.folder + "/state/streamtui/refresh.lock"
    try FileManager.default.removeItem(atPath: lock)
    try Program.makeFolder(lock)
    pty.type("\r", "not fetched: Nothing can be fetched", since: 0)
    pty.quit()
  }

  @Test func withoutANetworkNothingIsFetched() throws {
    let pty = try view(web, ["--no-network"])
    pty.type("\r", "Not fetched: the network is off", since: 0)
    #expect(web.requests() == [Self.feed])
    pty.quit()
  }

  @Test func scrollingFetches() throws {
    let file = web.folder + "/own.toml"
    try Program.write("older = \"scroll\"\n", to: file)
    let pty = try web.open(["--config", file]).showing("Ash 3")
    #expect(web.requests() == [Self.feed])
    pty.type("q")
    pty.type("j", "Birch", since: 0)
    pty.quit()
  }

  // MARK: Without a subscription

  /// Opens the address itself, and goes to its end.
  private func read(_ web: FakeWeb, _ arguments: [String] = []) throws -> Pty {
    let pty = try Pty([Program.path, Self.feed] + arguments, environment: web.environment)
      .showing("Ash 3")
    // The line comes once the document was looked at.
    #expect(pty.draws("older posts"))
    pty.settle()
    pty.type("G")
    return pty
  }

  /// A web that has the feed and its further pages, and no subscription.
  private func pages() throws -> FakeWeb {
    let web = FakeWeb()
    try web.answer(Self.feed, FakeWeb.good, Self.page("Ash", 3, next: "/feed?2"))
    // A page that begins with known posts, as one moves when new ones come.
    let second = Self.page("Birch", 3, next: "/feed?3")
      .replacing(
        "<item>",
        with: "<item><guid>Ash3</guid><title>Ash 3</title></item><item>",
        maxReplacements: 1
      )
    try web.answer(Self.feed + "?2", FakeWeb.good, second)
    try web.answer(Self.feed + "?3", FakeWeb.good, Self.page("Cedar", 3, next: nil))
    return web
  }

  @Test func anAddressLeadsToItsFirstPost() throws {
    let web = try pages()
    let pty = try read(web)
    #expect(web.requests() == [Self.feed])
    pty.type("\r", "Birch 1", since: 0)
    #expect(pty.waits(for: "Birch 3"))
    #expect(pty.draws("fetches them", after: "G"))
    #expect(pty.draws("of 6"))
    // They come in read.
    #expect(pty.draws("3 unread"))
    pty.type("\r", "Cedar 1", since: 0)
    #expect(pty.draws("the first post is here", after: "G"))
    #expect(web.requests() == [Self.feed, Self.feed + "?2", Self.feed + "?3"])
    // A newer version joins the posts that are there.
    let newer = Self.page("Ash", 3, next: "/feed?2")
      .replacing(
        "<item>",
        with: "<item><guid>Ash0</guid><title>Ash 0</title></item><item>",
        maxReplacements: 1
      )
    try web.answer(Self.feed, FakeWeb.good, newer)
    pty.type("r", "1 new post", since: 0)
    #expect(pty.draws("of 10", after: "G"))
    pty.quit()
  }

  @Test(arguments: [
    ("403 Forbidden", "", "refuses access to older posts (403)"),
    ("429 Too Many Requests|Retry-After: 300", "", "asks for a pause"),
    (FakeWeb.good, "<rss version='2.0'><channel><item><title>x", "only a part of the page"),
    ("200 OK|Content-Type: text/html", "<!DOCTYPE html><html></html>", "a web page"),
  ])
  func aFaultOfAnAddressIsSaid(_ head: String, _ body: String, _ words: String) throws {
    let web = try pages()
    try web.answer(Self.feed + "?2", head, body)
    let pty = try read(web)
    pty.send("\r")
    #expect(pty.draws(words, after: "G"))
    try web.answer(Self.feed + "?2", FakeWeb.good, Self.page("Birch", 3, next: nil))
    pty.send("\r")
    if head.contains("Retry-After") {
      pty.settle()
      #expect(web.requests().count == 2)
    } else {
      #expect(pty.waits(for: "Birch 3"))
    }
    pty.quit()
  }

  @Test func anotherHostOfAnAddressIsAskedAbout() throws {
    let web = try pages()
    let old = "https://old.example/archive"
    try web.answer(Self.feed, FakeWeb.good, Self.page("Ash", 3, next: old))
    try web.answer(old, FakeWeb.good, Self.page("Cedar", 3, next: nil))
    let pty = try read(web)
    pty.type("\r", "y fetches", since: 0)
    #expect(web.requests().count == 1)
    pty.settle()
    pty.type("y", "Cedar 3", since: 0)
    pty.quit()
  }
}
