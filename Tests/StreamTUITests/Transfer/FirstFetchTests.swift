import Testing

@testable import StreamHost

/// The first look of `add` at an address, without a network.
struct FirstFetchTests {
  private let web = FakeWeb()
  private let page = "200 OK|Content-Type: text/html"

  @Test(arguments: [
    (
      "200 OK|Content-Type: text/html", "<!doctype html><html><body>Welcome</body></html>",
      ": a web page, not a feed."
    ),
    ("200 OK|Content-Encoding: br", "\u{1}\u{2}brotli\u{0}\u{3}", ""),
  ])
  func addRefusesADocumentWithoutFeeds(_ head: String, _ body: String, _ reason: String) throws {
    try web.answer("https://a.example/", head, body)
    let refused = try web.run("$program add https://a.example/")
    #expect(refused.status == 1)
    #expect(refused.errors.hasPrefix("Not added: a.example has no feed there\(reason)"))
    #expect(refused.errors.hasSuffix(" Repeat the command with --yes to add it all the same.\n"))
    #expect(try web.run("$program list --format tsv").output.isEmpty)
    let added = try web.run("$program add --yes https://a.example/")
    // Added as asked; a script learns that nothing could be fetched.
    #expect(added.status == 1 && added.output.hasPrefix("Added https://a.example/, but"))
    try web.run("$program list").says(output: "a.example has no feed there")
  }

  @Test(arguments: [
    (
      "https://a.example/feed", "https://a.example/feed",
      "a.example does not have this document (404). Check the address."
    ),
    (
      "@mia@a.example", "https://a.example/.well-known/webfinger?resource=acct:mia@a.example",
      "a.example knows no account mia. Check the name."
    ),
  ])
  func addRefusesWhatTheServerDoesNotHave(word: String, asked: String, sentence: String) throws {
    try web.answer(asked, "404 Not Found")
    let refused = try web.run("$program add \(word)")
    #expect(refused.status == 1)
    let reason = sentence.split(separator: ". ")[0]
    #expect(
      refused.errors.hasSuffix(
        "Not added: \(reason). Repeat the command with --yes to add it all the same.\n"
      ),
      "\(refused.errors)"
    )
    #expect(try web.run("$program list --format tsv").output.isEmpty)
    let added = try web.run("$program add --yes \(word)")
    #expect(added.status == 1)
    #expect(web.requests() == [asked, asked])
    #expect(added.output.hasSuffix(", but its first fetch failed: \(sentence)\n"))
    let list = try web.run("$program list")
    #expect(list.output.contains(sentence), "\(list.output)")
    // The tag is added to the entry in the list even if the server now answers with an error.
    #expect(try web.run("$program add \(word) --tag news").status == 0)
  }

  @Test func addRefusesAFeedThatIsGone() throws {
    try web.answer("https://a.example/feed", "410 Gone")
    let refused = try web.run("$program add https://a.example/feed")
    #expect(
      refused.errors
        == "Not added: a.example has removed this feed for good (410). Repeat the command with --yes to "
        + "add it all the same.\n"
    )
    #expect(try web.run("$program list --format tsv").output.isEmpty)
  }

  @Test(arguments: [
    ("503 Busy", 0), ("500 Broken", 0), ("403 Forbidden", 0), ("200 OK", 7), ("200 OK", 28),
  ])
  func addSubscribesInSpiteOfAPassingFailure(_ head: String, _ exit: Int) throws {
    try web.answer("https://a.example/feed", head, exit: exit)
    let added = try web.run("$program add https://a.example/feed")
    #expect(added.output.hasPrefix("Added https://a.example/feed, but"), "\(added)")
    #expect(added.status == 1)
  }

  /// curl says the same of a name that does not exist and of a network that is not there.
  @Test(arguments: ["nosuch.invalid", "localhost"])
  func addAsksTheResolverAboutANameWithoutAnAddress(_ host: String) throws {
    try inWeb { web in
      try web.answer("https://\(host)/feed", "200 OK", exit: 6)
      let added = try web.run("$program add --confirmed https://\(host)/feed")
      #expect(added.status == 1)
      if HostName.isUnknown(host) {
        #expect(added.errors.hasPrefix("Not added: there is no host \(host). Repeat"), "\(added)")
      } else {
        #expect(added.output.hasPrefix("Added https://\(host)/feed, but"), "\(added)")
      }
    }
    #expect(!HostName.isUnknown("localhost"))
  }

  @Test func addKeepsThePostsOfASubscriptionThatIsAPageNow() throws {
    try web.answer("https://a.example/", FakeWeb.tagged, FakeWeb.news("One"))
    _ = try web.run("$program add https://a.example/")
    let link = "<link rel=\"alternate\" type=\"application/rss+xml\" href=\"/rss\">"
    for body in ["<html><body>Welcome</body></html>", "<html><head>\(link)</head></html>"] {
      try web.answer("https://a.example/", page, "<!doctype html>" + body)
      try web.answer("https://a.example/rss", FakeWeb.tagged, FakeWeb.news("Two"))
      #expect(try web.run("$program add https://a.example/ --tag news").status == 0)
      #expect(try web.titles().contains("One"))
    }
  }

  @Test func addFetchesAndTakesTheOnlyFeedOfAPage() throws {
    try web.answer("https://a.example/feed", FakeWeb.tagged, FakeWeb.news("One", "Two"))
    let added = try web.run("$program add https://a.example/feed")
    #expect(added.output == "Added https://a.example/feed: News, 2 posts.\n")
    let link = { (path: String) in
      "<link rel=\"alternate\" type=\"application/rss+xml\" href=\"\(path)\">"
    }
    let page = "200 OK|Content-Type: text/html"
    try web.answer("https://b.example/", page, "<html><head>\(link("/rss"))</head></html>")
    try web.answer("https://b.example/rss", FakeWeb.tagged, FakeWeb.news("Three"))
    let found = try web.run("$program add b.example")
    #expect(found.output == "Added https://b.example/rss: News, 1 post.\n")
    #expect(found.errors.contains("is a page; its feed is https://b.example/rss"))
    let both = "<html><head>\(link("/rss"))\(link("/comments"))</head></html>"
    try web.answer("https://c.example/", page, both)
    let several = try web.run("$program add https://c.example/")
    #expect(several.status == 1)
    #expect(several.errors.split(separator: "\n").count == 3)
    try web.run("$program add https://d.example/")
      .ends(with: 1, output: "but its first fetch failed: d.example accepts no")
    #expect(try web.run("$program list --format tsv").output.split(separator: "\n").count == 3)
    #expect(try web.titles().sorted() == ["One", "Three", "Two"])
  }
}
