import Foundation
import Testing

/// Refreshes that fail: a line for each, and nothing is lost.
struct RefreshFailureTests {
  private let web = FakeWeb()

  @Test func failuresAreALineEachAndCostNothing() throws {
    for name in ["a", "b", "c", "d"] {
      _ = try web.run("$program add --no-network https://\(name).example/")
    }
    try web.answer("https://a.example/", FakeWeb.tagged, FakeWeb.news("One"))
    try web.answer("https://b.example/", "503 Busy|Retry-After: 7200")
    try web.answer("https://c.example/", "200 OK|Content-Type: text/html", "<html><body>Log in")
    try web.answer("https://d.example/", "410 Gone")
    let outcome = try web.run("$program refresh")
    #expect(outcome.status == 1)
    #expect(outcome.errors.split(separator: "\n").count == 3, "\(outcome.errors)")
    #expect(outcome.errors.contains("https://b.example/: b.example wants fewer requests"))
    #expect(outcome.errors.contains("https://d.example/: d.example has removed this feed"))
    #expect(try web.titles() == ["One"])
    let listed = try web.run("$program list --format tsv")
    #expect(listed.output.split(separator: "\n").count { $0.contains("example wants fewer") } == 1)
    // One asked for a pause, and one is gone for good: neither is asked again.
    let asked = web.requests().count
    _ = try web.run("$program refresh --all")
    #expect(
      web.requests().dropFirst(asked).sorted() == [
        "https://a.example/ If-None-Match: \"1\"", "https://c.example/",
      ]
    )
  }

  /// Five impatient tries in a quarter of an hour put a feed off until tomorrow.
  @Test func aFailureBeforeItsTimeMakesThePauseNoLonger() throws {
    _ = try web.run("$program add --no-network https://a.example/feed")
    try web.answer("https://a.example/feed", "500 Down", "")
    for line in ["refresh", "refresh --all", "refresh https://a.example/feed"] {
      #expect(try web.run("$program \(line)").status == 1)
    }
    try web.run("cat '\(web.folder)'/state/streamtui/feeds/*.fetch").says(output: "\nfailures 1\n")
  }

  /// A mail of cron is to tell what happened, not 61 times the same.
  @Test func oneReasonOfManyFailuresIsOneLine() throws {
    for number in 1...5 {
      _ = try web.run("$program add --no-network https://h\(number).example/feed")
      try web.answer("https://h\(number).example/feed", "500 Down", "")
    }
    try web.answer("https://h5.example/feed", "404 Gone", "")
    let outcome = try web.run("$program refresh --all")
    let lines = outcome.errors.split(separator: "\n")
    #expect(outcome.status == 1 && lines.count == 2)
    #expect(lines.contains { $0.contains("and 3 more: ") && $0.contains("500") })
    #expect(lines.contains { $0.hasPrefix("https://h5.example/feed: ") })
  }

  @Test func aCaptivePortalChangesNothing() throws {
    _ = try web.run("$program add --no-network https://a.example/feed")
    try web.answer("https://a.example/feed", FakeWeb.tagged, FakeWeb.news("One"))
    _ = try web.run("$program refresh")
    try web.answer("https://a.example/feed", "301 Moved|Location: https://portal.example/")
    try web.answer(
      "https://portal.example/",
      "200 OK|Content-Type: text/html",
      "<!doctype html><html><body>Welcome to the hotel</body></html>"
    )
    #expect(try web.run("$program refresh --all").status == 1)
    #expect(try web.titles() == ["One"])
    // Nor if the portal calls its page a feed.
    try web.answer("https://portal.example/", FakeWeb.tagged, "<!doctype html><html><body>Welcome")
    #expect(try web.run("$program refresh --all").status == 1)
    // The next time the feed is asked where it always was.
    try web.answer("https://a.example/feed", FakeWeb.tagged, FakeWeb.news("Two"))
    #expect(try web.run("$program refresh --all").status == 0)
    #expect(Set(try web.titles()) == ["One", "Two"])
  }

  @Test func aPageIsNoSuccessWhateverItSaysOfItsFreshness() throws {
    _ = try web.run("$program add --no-network https://a.example/feed")
    try web.answer(
      "https://a.example/feed",
      "200 OK|Content-Type: application/rss+xml|Cache-Control: max-age=80000",
      "<!doctype html><html><body>Welcome to the hotel</body></html>"
    )
    let outcome = try web.run("$program refresh --progress")
    // The interval of half an hour and a quarter more at most, not a day.
    let next = outcome.output.split(separator: " ").last.flatMap { Int($0.dropLast()) }
    #expect(next.map { (1...2_400).contains($0) } == true, "\(outcome.output)")
    #expect(
      outcome.errors
        == "https://a.example/feed: a.example has no feed there: a web page, not a feed\n"
    )
    let facts = try web.run("$program list --format tsv").output.split(
      separator: "\t",
      omittingEmptySubsequences: false
    )
    #expect(facts.count > 4 && facts[4].isEmpty, "no success: \(facts)")
  }

  @Test func aDocumentCutInItsPackingIsAskedForAgainAndChangesNothing() throws {
    _ = try web.run("$program add --no-network https://a.example/feed")
    // Posts that would be removed if the feed listed them no more.
    let old = (1...40).map { number in
      "<item><guid>\(number)</guid><title>Post \(number)</title><pubDate>Mon, 06 Jan 2020 10:00:00 GMT</pubDate><description>\(number * 7_919_777)</description></item>"
    }
    let feed = { (items: [String]) in
      "<rss version=\"2.0\"><channel><title>News</title>\(items.joined())</channel></rss>"
    }
    try web.answer("https://a.example/feed", FakeWeb.tagged, feed(Array(old.dropFirst(20))))
    #expect(try web.run("$program refresh").status == 0)
    try web.answer("https://a.example/feed", FakeWeb.tagged, feed(old))
    try web.pack("https://a.example/feed", cut: 300)
    let damaged = try web.run("$program refresh --all")
    #expect(damaged.status == 1)
    #expect(damaged.errors.contains("a.example has only a part of the document (gzip: ends"))
    #expect(damaged.errors.split(separator: "\n").count == 1)
    #expect(Set(try web.titles()) == Set((21...40).map { "Post \($0)" }))
    try web.answer("https://a.example/feed", FakeWeb.tagged, feed(old))
    #expect(try web.run("$program refresh --all").status == 0)
    #expect(try web.titles().count == 40)
  }

  @Test func aDocumentThatEndsInTheMiddleIsAFailureUntilTheNextWholeOne() throws {
    let items = (1...6).map {
      "<item><title>T\($0)</title><description>d</description><guid>g\($0)</guid></item>"
    }
    let whole =
      "<rss version=\"2.0\"><channel><title>News</title>\(items.joined())</channel></rss>"
    try web.answer("https://a.example/feed", FakeWeb.tagged, whole)
    #expect(try web.run("$program add https://a.example/feed").status == 0)
    let cut = whole.range(of: "<guid>g6").map { String(whole[..<$0.lowerBound]) } ?? ""
    try web.answer("https://a.example/feed", FakeWeb.tagged, cut)
    let torn = try web.run("$program refresh --all")
    #expect(torn.status == 1)
    let sentence = "a.example has only a part of the document (it ends in the middle)."
    #expect(torn.errors.contains(sentence), "\(torn.errors)")
    #expect(try web.run("$program list").output.contains(sentence))
    try web.answer("https://a.example/feed", FakeWeb.tagged, whole)
    let mended = try web.run("$program refresh --all")
    #expect(mended.status == 0 && mended.errors.isEmpty)
    let titles = try web.titles()
    #expect(titles.count == 6, "\(titles)")
  }

  @Test func aDocumentThatIsNoFeedIsToldWithoutTheNameOfItsFile() throws {
    _ = try web.run("$program add --no-network https://a.example/feed")
    for body in ["", "{\"error\": 1}", "\u{89}PNG"] {
      try web.answer("https://a.example/feed", FakeWeb.tagged, body)
      let outcome = try web.run("$program refresh --all")
      #expect(outcome.status == 1)
      #expect(outcome.errors.hasPrefix("https://a.example/feed: a.example "), "\(outcome.errors)")
      #expect(!outcome.errors.contains(web.folder) && !outcome.errors.contains("--format-hint"))
    }
  }
}
