import Foundation
import Testing

@testable import StreamTUI

/// Refreshes of subscriptions, without a network.
struct RefreshCommandTests {
  private func inWeb<T>(_ body: (FakeWeb) throws -> T) throws -> T {
    try Program.inFolder { folder in try body(FakeWeb(in: folder)) }
  }

  private func rss(_ titles: String...) -> String {
    let items = titles.map { title in
      "<item><guid>\(title)</guid><title>\(title)</title><description>text of \(title)</description></item>"
    }
    return "<rss version=\"2.0\"><channel><title>News</title>\(items.joined())</channel></rss>"
  }

  private let good = "200 OK|Content-Type: application/rss+xml|ETag: \"1\""

  /// The posts of all logs, by title.
  private func titles(in web: FakeWeb) throws -> [String] {
    let folder = web.folder + "/state/streamtui/feeds"
    let logs = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".ndjson") }.sorted()
    return try logs.flatMap { name in
      let dump = try web.run("$program dump --format ndjson '\(folder)/\(name)'")
      return dump.output.split(separator: "\n").compactMap { line in
        line.split(separator: "\"title\":\"").dropFirst().first?.prefix { $0 != "\"" }
      }.map { String($0) }
    }
  }

  @Test func newPostsAreAppendedAndNothingTwice() throws {
    try inWeb { web in
      _ = try web.run("$program add --no-network https://a.example/feed --tag news")
      try web.answer("https://a.example/feed", good, rss("One", "Two"))
      let first = try web.run("$program refresh --format tsv")
      #expect(first.status == 0 && first.errors.isEmpty)
      #expect(first.output == "News\thttps://a.example/feed\t2\t0\n")
      // Nothing is due yet.
      #expect(try web.run("$program refresh --format tsv").output.isEmpty)
      #expect(web.requests() == ["https://a.example/feed"])
      try web.answer("https://a.example/feed", good, rss("Three", "Two"))
      let second = try web.run("$program refresh --all --format tsv")
      #expect(second.output == "News\thttps://a.example/feed\t1\t0\n")
      #expect(web.requests().last == "https://a.example/feed If-None-Match: \"1\"")
      #expect(Set(try titles(in: web)) == ["One", "Two", "Three"])
      #expect(try titles(in: web).count == 3)
    }
  }

  @Test func aProgramIsToldOfNewPosts() throws {
    try inWeb { web in
      let note = web.folder + "/note"
      try web.answer("https://a.example/feed", good, rss("One", "Two"))
      try web.answer("https://b.example/feed", good, rss("Three"))
      _ = try web.run(
        """
        $program add --no-network https://a.example/feed --name 'Lake Levels'
        $program add --no-network https://b.example/feed
        printf '#!/bin/sh\\nprintf "%%s\\\\n" "$@" > \(note).new && mv \(note).new \(note)\\n' > \(web.folder)/tell
        chmod 700 \(web.folder)/tell
        printf 'notify-command = ["%s", "-t", "5"]\\n' \(web.folder)/tell > \(web.folder)/config.toml
        """
      )
      let refresh = "$program refresh --config '\(web.folder)/config.toml'"
      let first = try web.run(
        "\(refresh); s=$?; for i in $(seq 300); do [ -e \(note) ] && break; sleep 0.1; done; exit $s"
      )
      #expect(first.status == 0 && first.errors.isEmpty)
      let told = try String(contentsOfFile: note, encoding: .utf8)
      #expect(told == "-t\n5\n3 new posts in Lake Levels, News\n")
      // Nothing new is no news, and a program that is missing is no failure.
      try FileManager.default.removeItem(atPath: note)
      #expect(try web.run("\(refresh) --all").status == 0)
      #expect(!FileManager.default.fileExists(atPath: note))
      try web.answer("https://b.example/feed", good, rss("Four", "Three"))
      let missing = try web.run("rm \(web.folder)/tell; \(refresh) --all")
      #expect(missing.status == 0)
      #expect(
        missing.errors.contains("tell was not found; change notify-command in the configuration")
      )
    }
  }

  @Test func theNextRefreshIsThatOfAllSubscriptions() throws {
    try inWeb { web in
      _ = try web.run("$program add --no-network https://a.example/feed")
      _ = try web.run("$program add --no-network https://b.example/feed")
      try web.answer("https://a.example/feed", good, rss("One"))
      // The other one is due at once.
      let one = try web.run("$program refresh --progress https://a.example/feed")
      #expect(one.output.hasSuffix("@ next 0\n"))
    }
  }

  /// The configuration says how many posts stay, for all subscriptions, a tag or one.
  @Test(arguments: [
    ("", 9), ("keep-posts = 4", 4), ("keep-posts = 0", 9), ("keep-posts = 4\nkeep-dais = 3", 9),
    ("keep-posts = 4\n[sources.\"tag:news\"]\nkeep-posts = 2", 2),
    ("keep-posts = 4\n[keys]\nmark-read = \"t t\"", 4),
    ("[sources.News]\nkeep-posts = 3", 3), ("[sources.Other]\nkeep-posts = 3", 9),
  ])
  func oldPostsGoAsTheConfigurationSays(_ lines: String, _ count: Int) throws {
    try inWeb { web in
      let file = web.folder + "/own.toml"
      try Data(lines.utf8).write(to: URL(fileURLWithPath: file))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
      _ = try web.run("$program add --no-network https://a.example/feed --tag news")
      for number in 1...9 {
        try web.answer("https://a.example/feed", good, rss("Post \(number)"))
        let outcome = try web.run("$program refresh --all --config '\(file)'")
        #expect(outcome.status == 0, "\(outcome.errors)")
      }
      // Logs are replaced when a quarter of them is superfluous.
      let left = try titles(in: web)
      #expect((count...count + count / 2).contains(left.count), "\(left)")
      #expect(left.suffix(count) == (1...9).suffix(count).map { "Post \($0)" }[...])
    }
  }

  @Test func anUnchangedFeedIsASuccess() throws {
    try inWeb { web in
      _ = try web.run("$program add --no-network https://a.example/feed")
      try web.answer("https://a.example/feed", good, rss("One"))
      _ = try web.run("$program refresh")
      try web.answer("https://a.example/feed", "304 Not Modified")
      let outcome = try web.run("$program refresh --all --progress")
      #expect(outcome.status == 0)
      #expect(outcome.output.hasPrefix("@ 0 1 0 0 0\n@ 1 1 0 0 0\n@ next "))
      #expect(try titles(in: web) == ["One"])
    }
  }

  @Test func failuresAreALineEachAndCostNothing() throws {
    try inWeb { web in
      for name in ["a", "b", "c", "d"] {
        _ = try web.run("$program add --no-network https://\(name).example/")
      }
      try web.answer("https://a.example/", good, rss("One"))
      try web.answer("https://b.example/", "503 Busy|Retry-After: 7200")
      try web.answer("https://c.example/", "200 OK|Content-Type: text/html", "<html><body>Log in")
      try web.answer("https://d.example/", "410 Gone")
      let outcome = try web.run("$program refresh")
      #expect(outcome.status == 1)
      #expect(outcome.errors.split(separator: "\n").count == 3, "\(outcome.errors)")
      #expect(outcome.errors.contains("https://b.example/: b.example wants fewer requests"))
      #expect(outcome.errors.contains("https://d.example/: d.example has removed this feed"))
      #expect(try titles(in: web) == ["One"])
      let listed = try web.run("$program list --format tsv")
      #expect(
        listed.output.split(separator: "\n").count { $0.contains("example wants fewer") } == 1
      )
      // One asked for a pause, and one is gone for good: neither is asked again.
      let asked = web.requests().count
      _ = try web.run("$program refresh --all")
      #expect(
        web.requests().dropFirst(asked).sorted() == [
          "https://a.example/ If-None-Match: \"1\"", "https://c.example/",
        ]
      )
    }
  }

  /// A mail of cron is to tell what happened, not 61 times the same.
  @Test func oneReasonOfManyFailuresIsOneLine() throws {
    try inWeb { web in
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
  }

  @Test func aCaptivePortalChangesNothing() throws {
    try inWeb { web in
      _ = try web.run("$program add --no-network https://a.example/feed")
      try web.answer("https://a.example/feed", good, rss("One"))
      _ = try web.run("$program refresh")
      try web.answer("https://a.example/feed", "301 Moved|Location: https://portal.example/")
      try web.answer(
        "https://portal.example/",
        "200 OK|Content-Type: text/html",
        "<!doctype html><html><body>Welcome to the hotel</body></html>"
      )
      let outcome = try web.run("$program refresh --all")
      #expect(outcome.status == 1)
      #expect(try titles(in: web) == ["One"])
      // Nor if the portal calls its page a feed.
      try web.answer("https://portal.example/", good, "<!doctype html><html><body>Welcome")
      #expect(try web.run("$program refresh --all").status == 1)
      // The next time the feed is asked where it always was.
      try web.answer("https://a.example/feed", good, rss("Two"))
      #expect(try web.run("$program refresh --all").status == 0)
      #expect(Set(try titles(in: web)) == ["One", "Two"])
    }
  }

  @Test func aPageIsNoSuccessWhateverItSaysOfItsFreshness() throws {
    try inWeb { web in
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
  }

  @Test func aDocumentCutInItsPackingIsAskedForAgainAndChangesNothing() throws {
    try inWeb { web in
      _ = try web.run("$program add --no-network https://a.example/feed")
      // Posts that would be removed if the feed listed them no more.
      let old = (1...40).map { number in
        "<item><guid>\(number)</guid><title>Post \(number)</title><pubDate>Mon, 06 Jan 2020 10:00:00 GMT</pubDate><description>\(number * 7_919_777)</description></item>"
      }
      let feed = { (items: [String]) in
        "<rss version=\"2.0\"><channel><title>News</title>\(items.joined())</channel></rss>"
      }
      try web.answer("https://a.example/feed", good, feed(Array(old.dropFirst(20))))
      #expect(try web.run("$program refresh").status == 0)
      try web.answer("https://a.example/feed", good, feed(old))
      try web.pack("https://a.example/feed", cut: 300)
      let damaged = try web.run("$program refresh --all")
      #expect(damaged.status == 1)
      #expect(
        damaged.errors.contains("a.example has only a part of the document (gzip: ends")
      )
      #expect(damaged.errors.split(separator: "\n").count == 1)
      #expect(Set(try titles(in: web)) == Set((21...40).map { "Post \($0)" }))
      try web.answer("https://a.example/feed", good, feed(old))
      #expect(try web.run("$program refresh --all").status == 0)
      #expect(try titles(in: web).count == 40)
    }
  }

  @Test func aDocumentThatEndsInTheMiddleIsAFailureUntilTheNextWholeOne() throws {
    try inWeb { web in
      let items = (1...6).map {
        "<item><title>T\($0)</title><description>d</description><guid>g\($0)</guid></item>"
      }
      let whole =
        "<rss version=\"2.0\"><channel><title>News</title>\(items.joined())</channel></rss>"
      try web.answer("https://a.example/feed", good, whole)
      #expect(try web.run("$program add https://a.example/feed").status == 0)
      let cut = whole.range(of: "<guid>g6").map { String(whole[..<$0.lowerBound]) } ?? ""
      try web.answer("https://a.example/feed", good, cut)
      let torn = try web.run("$program refresh --all")
      #expect(torn.status == 1)
      let sentence = "a.example has only a part of the document (it ends in the middle)."
      #expect(torn.errors.contains(sentence), "\(torn.errors)")
      #expect(try web.run("$program list").output.contains(sentence))
      try web.answer("https://a.example/feed", good, whole)
      let mended = try web.run("$program refresh --all")
      #expect(mended.status == 0 && mended.errors.isEmpty)
      let titles = try titles(in: web)
      #expect(titles.count == 6, "\(titles)")
    }
  }

  @Test func aDocumentThatIsNoFeedIsToldWithoutTheNameOfItsFile() throws {
    try inWeb { web in
      _ = try web.run("$program add --no-network https://a.example/feed")
      for body in ["", "{\"error\": 1}", "\u{89}PNG"] {
        try web.answer("https://a.example/feed", good, body)
        let outcome = try web.run("$program refresh --all")
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("https://a.example/feed: a.example "), "\(outcome.errors)")
        #expect(!outcome.errors.contains(web.folder) && !outcome.errors.contains("--format-hint"))
      }
    }
  }

  @Test func aFeedThatMovesKeepsItsPosts() throws {
    try inWeb { web in
      _ = try web.run("$program add --no-network https://a.example/feed")
      try web.answer("https://a.example/feed", good, rss("One"))
      _ = try web.run("$program refresh")
      try web.answer("https://a.example/feed", "301 Moved|Location: https://b.example/feed")
      try web.answer("https://b.example/feed", good, rss("Two"))
      let moved = try web.run("$program refresh --all")
      #expect(
        moved.errors == "https://a.example/feed: has moved for good to https://b.example/feed\n"
      )
      #expect(try web.run("$program refresh --all").errors.isEmpty)
      #expect(web.requests().last?.hasPrefix("https://b.example/feed") == true)
      #expect(Set(try titles(in: web)) == ["One", "Two"])
    }
  }

  /// Posts of an outbox state their author by address; the actor on the way to them has the name.
  @Test func postsOfAnAccountBearItsName() throws {
    try inWeb { web in
      let json = "200 OK|Content-Type: application/activity+json"
      try web.answer(
        "https://a.example/.well-known/webfinger?resource=acct:mia@a.example",
        json,
        #"{"links": [{"rel": "self", "type": "application/activity+json", "href": "https://a.example/u/mia"}]}"#
      )
      try web.answer(
        "https://a.example/u/mia",
        json,
        """
        {"id": "https://a.example/u/mia", "name": "Mia Berg", "preferredUsername": "mia",
        "outbox": "https://a.example/u/mia/out"}
        """
      )
      let note = { (id: String, author: String) in
        """
        {"type": "Create", "actor": "\(author)", "object": {"type": "Note", "id": "\(id)",
        "attributedTo": "\(author)", "content": "<p>\(id)</p>"}}
        """
      }
      let notes = [note("n1", "https://a.example/u/mia"), note("n2", "https://b.example/u/ben")]
      try web.answer(
        "https://a.example/u/mia/out",
        json,
        """
        {"@context": "https://www.w3.org/ns/activitystreams", "type": "OrderedCollection",
        "orderedItems": [\(notes.joined(separator: ","))]}
        """
      )
      let added = try web.run("$program add acct:mia@a.example")
      #expect(added.output.contains("Mia Berg, 2 posts"), "\(added.output) \(added.errors)")
      let dump = try web.run("$program dump --format ndjson 'Mia Berg'").output
      let lines = dump.split(separator: "\n")
      let mine = lines.first { $0.contains("n1") } ?? ""
      #expect(mine.contains(#""author":"Mia Berg","handle":"@mia@a.example""#), "\(mine)")
      // Nobody else is given the name.
      let other = lines.first { $0.contains("n2") } ?? ""
      #expect(other.contains("b.example/u/ben") && !other.contains("Mia"))
    }
  }

  private let activity = "200 OK|Content-Type: application/activity+json"

  /// An account whose outbox has pages of activities; the answers of its server.
  private func answer(_ pages: [[String]], in web: FakeWeb) throws {
    let host = "https://a.example"
    try web.answer(
      host + "/.well-known/webfinger?resource=acct:mia@a.example",
      activity,
      #"{"links": [{"rel": "self", "type": "application/activity+json", "href": "https://a.example/u/mia"}]}"#
    )
    try web.answer(
      host + "/u/mia",
      activity,
      #"{"id": "https://a.example/u/mia", "name": "Mia", "outbox": "https://a.example/u/mia/out"}"#
    )
    try web.answer(
      host + "/u/mia/out",
      activity,
      #"{"type": "OrderedCollection", "first": "https://a.example/out/0"}"#
    )
    for (number, items) in pages.enumerated() {
      let next =
        number + 1 < pages.count ? #""next": "https://a.example/out/\#(number + 1)", "# : ""
      try web.answer(
        "\(host)/out/\(number)",
        activity,
        """
        {"@context": "https://www.w3.org/ns/activitystreams", "type": "OrderedCollectionPage",
        \(next)"orderedItems": [\(items.joined(separator: ","))]}
        """
      )
    }
  }

  private func note(_ id: String, on day: Int = 1) -> String {
    """
    {"id": "\(id)/activity", "type": "Create", "actor": "https://a.example/u/mia", "object":
    {"type": "Note", "id": "https://a.example/\(id)", "attributedTo": "https://a.example/u/mia",
    "published": "2026-01-\(day < 10 ? "0" : "")\(day)T00:00:00Z", "content": "<p>text \(id)</p>"}}
    """
  }

  private func boost(_ id: String, of address: String) -> String {
    """
    {"id": "https://a.example/\(id)", "type": "Announce", "actor": "https://a.example/u/mia",
    "published": "2026-02-01T00:00:00Z", "object": "\(address)"}
    """
  }

  /// Who posts 21 times a day loses no post, and who is read for the first time has a past.
  @Test func olderPagesOfAnOutboxAreReadUpToKnownPosts() throws {
    try inWeb { web in
      let pages = (0..<12).map { page in [note("n\(page)-a"), note("n\(page)-b")] }
      try answer(pages, in: web)
      let added = try web.run("$program add acct:mia@a.example --name Mia")
      // Ten pages at most.
      #expect(added.output.contains("Mia, 20 posts"), "\(added.output) \(added.errors)")
      #expect(!web.requests().contains { $0.hasPrefix("https://a.example/out/10") })
      // Nothing new: the first page is enough.
      let before = web.requests().count
      #expect(try web.run("$program refresh --all").status == 0)
      #expect(web.requests().dropFirst(before).filter { $0.contains("/out/") }.count == 1)
      // Two pages of new posts, and a third with one that is known.
      try answer(
        [
          [note("x1"), note("x2")], [note("x3"), note("x4")], [note("x5"), note("n0-a")],
          [note("x6")],
        ],
        in: web
      )
      let refreshed = try web.run("$program refresh --all --format tsv")
      #expect(refreshed.output.contains("\t5\t0"), "\(refreshed.output)")
      let dump = try web.run("$program dump Mia").output
      #expect(dump.contains("text x5") && !dump.contains("text x6"))
      // A page that fails loses none of those before it.
      try answer([[note("y1")], [note("y2")]], in: web)
      try web.answer("https://a.example/out/1", "500 Error")
      let half = try web.run("$program refresh --all --format tsv")
      #expect(half.status == 0 && half.output.contains("\t1\t0"), "\(half.output) \(half.errors)")
    }
  }

  /// Older posts of an account go on behind the pages that a refresh reads, and boosts among them are their posts.
  @Test func olderPostsOfAnAccountGoOnBehindItsLastPage() throws {
    try inWeb { web in
      try web.answer(
        "https://b.example/1",
        activity,
        #"{"@context": "https://www.w3.org/ns/activitystreams", "type": "Note", "id": "https://b.example/1", "attributedTo": "https://b.example/u/ben", "content": "<p>words of ben</p>"}"#
      )
      var pages = (0..<12).map { page in [note("n\(page)-a"), note("n\(page)-b")] }
      pages[10].append(boost("b1", of: "https://b.example/1"))
      try answer(pages, in: web)
      let added = try web.run("$program add acct:mia@a.example --name Mia")
      #expect(added.output.contains("Mia, 20 posts"), "\(added.output) \(added.errors)")
      #expect(try web.run("$program refresh --all").status == 0)
      let before = web.requests().count
      let older = try web.run("$program refresh --older --format tsv Mia")
      #expect(older.status == 0 && older.output.hasSuffix("\t3\t0\n"), "\(older.errors)")
      #expect(
        Array(web.requests().dropFirst(before))
          == ["https://a.example/out/10", "https://b.example/1"]
      )
      let dump = try web.run("$program dump --format ndjson Mia").output
      #expect(dump.contains("text n10-b") && dump.contains("words of ben"))
      // The account is named on older pages, too.
      let author = dump.split(separator: "\n").first { $0.contains("text n10-a") }
      #expect(author?.contains("\"author\":\"Mia\"") == true, "\(author ?? "")")
      #expect(try web.run("$program refresh --older --format tsv Mia").output.hasSuffix("\t2\t0\n"))
      let end = web.requests().count
      #expect(try web.run("$program refresh --older --format tsv Mia").output.hasSuffix("\t0\t0\n"))
      #expect(web.requests().count == end)
    }
  }

  /// A boost states an address; its post is fetched once, and says who wrote it.
  @Test func boostsAreTheirPosts() throws {
    try inWeb { web in
      let other = { (id: String, author: String, more: String) in
        """
        {"@context": "https://www.w3.org/ns/activitystreams", "type": "Note", "id": "https://b.example/\(id)",
        "attributedTo": "\(author)", "content": "<p>words of \(id)</p>"\(more)}
        """
      }
      let picture =
        #", "attachment": [{"type": "Document", "mediaType": "image/png", "url": "https://b.example/p.png", "name": "a lake at dawn"}]"#
      try web.answer(
        "https://b.example/1",
        activity,
        other("1", "https://b.example/u/ben", picture)
      )
      // A server that speaks for an account of another one is not believed.
      try web.answer("https://b.example/2", activity, other("2", "https://c.example/u/eve", ""))
      try web.answer(
        "https://b.example/3",
        "200 OK|Content-Type: text/html",
        "<html><body>enable JavaScript</body></html>"
      )
      // A boost never leads into the reader's own network.
      let own = boost("b5", of: "http://192.168.1.1/admin")
      let boosts = (1...4).map { boost("b\($0)", of: "https://b.example/\($0)") } + [own]
      try answer([[note("n1")] + boosts], in: web)
      let added = try web.run("$program add acct:mia@a.example --name Mia")
      #expect(added.output.contains("Mia, 6 posts"), "\(added.output) \(added.errors)")
      #expect(!web.requests().contains { $0.contains("192.168") })
      let lines = try web.run("$program dump --format ndjson Mia").output.split(separator: "\n")
      let first = try #require(lines.first { $0.contains("words of 1") })
      #expect(first.contains(#""kind":"reshare""#) && first.contains("https://b.example/u/ben"))
      #expect(first.contains(#""alt":"a lake at dawn""#) && first.contains(#""reshared_by":"#))
      #expect(!lines.contains { $0.contains("words of 2") || $0.contains("JavaScript") })
      #expect(lines.count == 6 && lines.filter { $0.contains(#""kind":"reshare""#) }.count == 5)
      // They are there now: nothing is fetched or changed again.
      let before = web.requests().count
      let again = try web.run("$program refresh --all --format tsv")
      #expect(again.output.contains("\t0\t0"), "\(again.output)")
      #expect(!web.requests().dropFirst(before).contains { $0.contains("b.example") })
    }
  }

  @Test func atMostTwentyBoostsARefreshAreFetched() throws {
    try inWeb { web in
      let boosts = (0..<25).map { boost("b\($0)", of: "https://b.example/\($0)") }
      try answer([boosts], in: web)
      let added = try web.run("$program add acct:mia@a.example --name Mia")
      #expect(added.output.contains("Mia, 25 posts"), "\(added.output) \(added.errors)")
      #expect(web.requests().filter { $0.hasPrefix("https://b.example/") }.count == 20)
    }
  }

  /// By its name a subscription is what was fetched; by its address it is what the server has.
  @Test func dumpAsksTheServerOfAnAddress() throws {
    try inWeb { web in
      try web.answer("https://a.example/feed", good, rss("One"))
      _ = try web.run("$program add https://a.example/feed --name Mine")
      try web.answer("https://a.example/feed", good, rss("Two"))
      #expect(try web.run("$program dump https://a.example/feed").output.contains("text of Two"))
      #expect(try web.run("$program dump Mine").output.contains("text of One"))
    }
  }

  @Test func manyFeedsOfOneHostAreAskedOneByOne() throws {
    try inWeb { web in
      var list = ""
      for number in 0..<30 {
        try web.answer("https://a.example/\(number)", good, rss("Post \(number)"))
        list += "https://a.example/\(number)\n"
      }
      let folder = web.folder + "/state/streamtui"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try list.write(toFile: folder + "/subscriptions", atomically: true, encoding: .utf8)
      let outcome = try web.run("$program refresh --format tsv")
      #expect(outcome.status == 0)
      #expect(outcome.output.split(separator: "\n").count == 30)
      #expect(try titles(in: web).count == 30)
      #expect(web.cached().isEmpty)
    }
  }

  @Test func subscriptionsAreChosenByNameAndTag() throws {
    try inWeb { web in
      _ = try web.run(
        "$program add --no-network https://a.example/ --tag news; $program add --no-network https://b.example/ --name B"
      )
      try web.answer("https://a.example/", good, rss("One"))
      try web.answer("https://b.example/", good, rss("Two"))
      _ = try web.run("$program refresh news")
      #expect(web.requests() == ["https://a.example/"])
      _ = try web.run("$program refresh B")
      #expect(web.requests().last == "https://b.example/")
      let unknown = try web.run("$program refresh C")
      #expect(unknown.status == 1)
      #expect(
        unknown.errors == "streamtui: no subscription is named C (streamtui list shows all)\n"
      )
    }
  }

  @Test func twoProcessesDoNotFetchAtOnce() throws {
    try inWeb { web in
      _ = try web.run("$program add --no-network https://a.example/")
      try web.answer("https://a.example/", good, rss("One"))
      let outcome = try web.run(
        "exec 9> \"$XDG_STATE_HOME/streamtui/refresh.lock\"; chmod 600 \"$XDG_STATE_HOME/streamtui/refresh.lock\"; flock 9; $program refresh"
      )
      #expect(outcome.status == 0)
      #expect(outcome.errors.contains("another streamtui fetches"))
      #expect(web.requests().isEmpty)
    }
  }

  private let page = "200 OK|Content-Type: text/html"

  @Test func addRefusesAPageWithoutFeeds() throws {
    try inWeb { web in
      try web.answer("https://a.example/", page, "<!doctype html><html><body>Welcome</body></html>")
      let refused = try web.run("$program add https://a.example/")
      #expect(refused.status == 1)
      #expect(
        refused.errors
          == "Not added: a.example has no feed there: a web page, not a feed. Repeat the command with --yes "
          + "to add it all the same.\n"
      )
      #expect(try web.run("$program list --format tsv").output.isEmpty)
      let added = try web.run("$program add --yes https://a.example/")
      // Added as asked; a script learns that nothing could be fetched.
      #expect(added.status == 1 && added.output.hasPrefix("Added https://a.example/, but"))
      let list = try web.run("$program list")
      #expect(list.output.contains("a.example has no feed there"), "\(list.output)")
    }
  }

  @Test func addSaysThatBytesAreNoFeedAndListRepeatsIt() throws {
    try inWeb { web in
      try web.answer(
        "https://a.example/",
        "200 OK|Content-Encoding: br",
        "\u{1}\u{2}brotli\u{0}\u{3}"
      )
      #expect(try web.run("$program add https://a.example/").status == 1)
      #expect(try web.run("$program list --format tsv").output.isEmpty)
      let added = try web.run("$program add --yes https://a.example/")
      #expect(added.output.hasPrefix("Added https://a.example/, but"), "\(added.output)")
      let list = try web.run("$program list")
      #expect(list.output.contains("a.example has no feed there"), "\(list.output)")
    }
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
  func addRefusesWhatTheServerDoesNotHave(
    word: String,
    asked: String,
    sentence: String
  ) throws {
    try inWeb { web in
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
  }

  @Test func addRefusesAFeedThatIsGone() throws {
    try inWeb { web in
      try web.answer("https://a.example/feed", "410 Gone")
      let refused = try web.run("$program add https://a.example/feed")
      #expect(
        refused.errors
          == "Not added: a.example has removed this feed for good (410). Repeat the command with --yes to "
          + "add it all the same.\n"
      )
      #expect(try web.run("$program list --format tsv").output.isEmpty)
    }
  }

  /// A failure that may pass is no reason against a subscription.
  @Test(arguments: [
    ("503 Busy", 0), ("500 Broken", 0), ("403 Forbidden", 0), ("200 OK", 7), ("200 OK", 28),
  ])
  func addSubscribesInSpiteOfAPassingFailure(_ head: String, _ exit: Int) throws {
    try inWeb { web in
      try web.answer("https://a.example/feed", head, exit: exit)
      let added = try web.run("$program add https://a.example/feed")
      #expect(added.output.hasPrefix("Added https://a.example/feed, but"), "\(added)")
      #expect(added.status == 1)
    }
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
    try inWeb { web in
      try web.answer("https://a.example/", good, rss("One"))
      _ = try web.run("$program add https://a.example/")
      let link = "<link rel=\"alternate\" type=\"application/rss+xml\" href=\"/rss\">"
      for body in ["<html><body>Welcome</body></html>", "<html><head>\(link)</head></html>"] {
        try web.answer("https://a.example/", page, "<!doctype html>" + body)
        try web.answer("https://a.example/rss", good, rss("Two"))
        #expect(try web.run("$program add https://a.example/ --tag news").status == 0)
        #expect(try titles(in: web).contains("One"))
      }
    }
  }

  @Test func addFetchesAndTakesTheOnlyFeedOfAPage() throws {
    try inWeb { web in
      try web.answer("https://a.example/feed", good, rss("One", "Two"))
      let added = try web.run("$program add https://a.example/feed")
      #expect(added.output == "Added https://a.example/feed: News, 2 posts.\n")
      let link = { (path: String) in
        "<link rel=\"alternate\" type=\"application/rss+xml\" href=\"\(path)\">"
      }
      let page = "200 OK|Content-Type: text/html"
      try web.answer("https://b.example/", page, "<html><head>\(link("/rss"))</head></html>")
      try web.answer("https://b.example/rss", good, rss("Three"))
      let found = try web.run("$program add b.example")
      #expect(found.output == "Added https://b.example/rss: News, 1 post.\n")
      #expect(found.errors.contains("is a page; its feed is https://b.example/rss"))
      let both = "<html><head>\(link("/rss"))\(link("/comments"))</head></html>"
      try web.answer("https://c.example/", page, both)
      let several = try web.run("$program add https://c.example/")
      #expect(several.status == 1)
      #expect(several.errors.split(separator: "\n").count == 3)
      let failed = try web.run("$program add https://d.example/")
      #expect(failed.status == 1)
      #expect(failed.output.contains("but its first fetch failed: d.example accepts no"))
      let list = try web.run("$program list --format tsv").output.split(separator: "\n")
      #expect(list.count == 3)
      #expect(try titles(in: web).sorted() == ["One", "Three", "Two"])
    }
  }
}
