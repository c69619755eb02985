import Foundation
import Testing

/// Addresses as sources of commands, without a network.
struct WebCommandTests {
  private let web = FakeWeb()
  private let rss = """
    <rss version="2.0"><channel><title>News</title>
    <item><guid>a</guid><title>One</title><description>first</description></item>
    <item><guid>b</guid><title>Two</title><description>second</description></item>
    </channel></rss>
    """

  @Test func anAddressIsReadAsAFileIs() throws {
    try web.answer("https://a.example/feed", FakeWeb.good, rss)
    let outcome = try web.run("$program dump --format links https://a.example/feed")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    try web.run("$program dump https://a.example/feed").says(output: "One", "second")
    let check = try web.run("$program check https://a.example/feed")
    #expect(check.output == "https://a.example/feed: RSS, 2 posts, 0 problems\n")
    // What arrived is kept as the last good copy, and nothing else.
    #expect(web.cached().allSatisfy { $0.hasPrefix("streamtui/copies/") })
  }

  @Test func anAddressWithoutASchemeIsTriedWithHTTPS() throws {
    try web.answer("https://a.example/feed", FakeWeb.good, rss)
    let outcome = try web.run("$program dump a.example/feed")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "streamtui: No scheme given: https:// is assumed.\n")
  }

  @Test func severalAddressesAreOneStream() throws {
    try web.answer("https://a.example/1", FakeWeb.good, rss)
    try web.answer("https://b.example/2", FakeWeb.good, rss.replacing("One", with: "Uno"))
    let outcome = try web.run(
      "$program dump https://a.example/1 https://c.example/3 https://b.example/2"
    )
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("One") && outcome.output.contains("Uno"))
    #expect(
      outcome.errors
        == "https://c.example/3: c.example accepts no connection. Try again later.\n"
    )
  }

  @Test func redirectsAreFollowedOneByOne() throws {
    try web.answer("https://a.example/feed", "301 Moved|Location: https://b.example/new")
    try web.answer("https://b.example/new", "302 Found|Location: /today")
    try web.answer("https://b.example/today", FakeWeb.good, rss)
    let outcome = try web.run("$program dump https://a.example/feed")
    #expect(outcome.status == 0)
    #expect(
      outcome.errors
        == "https://a.example/feed: has moved for good to https://b.example/new\n"
    )
    try web.answer("https://a.example/trap", "302 Found|Location: http://192.168.1.1/admin")
    #expect(try web.run("$program dump https://a.example/trap").status == 1)
    #expect(!web.requests().contains { $0.contains("192.168") })
  }

  @Test func aDocumentThatBreaksOffIsShownAsFarAsItCame() throws {
    let part = rss.components(separatedBy: "<item><guid>b").first ?? ""
    try web.answer("https://a.example/feed", FakeWeb.good, part, exit: 18)
    let outcome = try web.run("$program dump --format ndjson https://a.example/feed")
    #expect(outcome.output.split(separator: "\n").count == 1)
    #expect(outcome.errors.contains("closed the connection before the document was complete"))
  }

  @Test func aPageThatOffersFeedsNamesThem() throws {
    let page = """
      <!doctype html><html><head><link rel="alternate" type="application/rss+xml" href="/rss">
      </head><body>x</body></html>
      """
    try web.answer("https://a.example/", "200 OK|Content-Type: text/html", page)
    let outcome = try web.run("$program dump https://a.example/")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors
        == "https://a.example/: a.example sent a page that offers a feed; name that one: https://a.example/rss\n"
    )
  }

  @Test func anAccountIsFoundByWebFinger() throws {
    let json = "200 OK|Content-Type: application/activity+json"
    try web.answer(
      "https://a.example/.well-known/webfinger?resource=acct:mia@a.example",
      json,
      #"{"links": [{"rel": "self", "type": "application/activity+json", "href": "https://a.example/u/mia"}]}"#
    )
    try web.answer("https://a.example/u/mia", json, #"{"outbox": "https://a.example/u/mia/out"}"#)
    try web.answer("https://a.example/u/mia/out", json, #"{"first": "https://a.example/1"}"#)
    let note = """
      {"@context": "https://www.w3.org/ns/activitystreams", "type": "OrderedCollectionPage",
      "orderedItems": [{"type": "Create", "object": {"type": "Note", "id": "n1",
      "content": "<p>hello</p>"}}]}
      """
    try web.answer("https://a.example/1", json, note)
    try web.run("$program dump acct:mia@a.example").ends(with: 0, output: "hello")
  }

  @Test func addressesThatAreNotFetchedSayWhy() throws {
    let lines = [
      ("gemini://a.example/", "not supported"), ("gopher://a.example/", "not supported"),
      ("javascript:alert", "not supported"), ("https://", "not an http or https address"),
    ]
    for (name, reason) in lines {
      let outcome = try web.run("$program dump '\(name)'")
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains(reason), "\(outcome.errors)")
      #expect(outcome.errors.split(separator: "\n").count == 1)
    }
    let secure = try web.run("STREAMTUI_SECURE=1 $program dump https://a.example/")
    #expect(secure.status == 1 && secure.errors.contains("STREAMTUI_SECURE"))
    let missing = try web.run("STREAMTUI_CURL=/no/curl $program dump https://a.example/")
    #expect(missing.errors.contains("install the package curl"))
    // A program that is there lacks something else.
    try web.run("ulimit -n 10; $program dump https://a.example/")
      .ends(with: 1, errors: "curl cannot be started: Too many open files")
    #expect(web.requests().isEmpty)
  }

  @Test func theLastCopyIsShownWhereNothingCanBeFetched() throws {
    try web.answer("https://a.example/feed", FakeWeb.good + "|ETag: \"1\"", rss)
    #expect(try web.run("$program dump https://a.example/feed").status == 0)
    try web.answer("https://a.example/feed", "304 Not Modified")
    let same = try web.run("$program dump https://a.example/feed")
    #expect(same.status == 0 && same.errors.isEmpty && same.output.contains("first"))
    #expect(web.requests().last == "https://a.example/feed If-None-Match: \"1\"")
    try web.answer("https://a.example/feed", "500 Error")
    try web.run("$program dump https://a.example/feed")
      .ends(with: 0, output: "first", errors: "The last copy is read instead")
    let count = web.requests().count
    try web.run("$program dump --no-network https://a.example/feed").ends(with: 0, output: "first")
    let unknown = try web.run("$program dump --no-network https://b.example/")
    #expect(unknown.status == 1 && unknown.errors.contains("there is no copy of it"))
    #expect(web.requests().count == count)
  }

  @Test func aPartInWhichNothingCanBeReadTellsWhyItIsOne() throws {
    let blanks = String(repeating: " ", count: 2_000)
    try web.answer("https://a.example/feed", FakeWeb.good, blanks, exit: 63)
    let outcome = try web.run("$program dump https://a.example/feed")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors
        == "https://a.example/feed: The document from a.example is too large. Check the address.\n"
    )
  }

  @Test func theLastGoodCopyIsNotReplacedByAnythingElse() throws {
    try web.answer("https://a.example/feed", FakeWeb.good, rss)
    #expect(try web.run("$program dump https://a.example/feed").status == 0)
    for body in ["", "{\"error\": 1}", "nothing but words\n"] {
      try web.answer("https://a.example/feed", FakeWeb.good, body)
      #expect(try web.run("$program dump https://a.example/feed").status == 1, "\(body)")
      let copy = try web.run("$program dump --no-network https://a.example/feed")
      #expect(copy.status == 0 && copy.output.contains("first"), "\(body)")
    }
  }

  @Test func aFileHasPrecedenceOverAnAddress() throws {
    try web.run(
      "cd '\(web.folder)' && printf '{\"id\":\"x\",\"body_text\":\"own\"}\n' > a.example && $program dump a.example"
    ).says(output: "own")
    #expect(web.requests().isEmpty)
  }
}
