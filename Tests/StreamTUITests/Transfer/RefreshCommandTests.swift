import Foundation
import Testing

/// Refreshes of subscriptions, without a network.
struct RefreshCommandTests {
  private let web = FakeWeb()

  @Test func newPostsAreAppendedAndNothingTwice() throws {
    _ = try web.run("$program add --no-network https://a.example/feed --tag news")
    try web.answer("https://a.example/feed", FakeWeb.tagged, FakeWeb.news("One", "Two"))
    let first = try web.run("$program refresh --format tsv").cleanOutput()
    #expect(first == "News\thttps://a.example/feed\t2\t0\n")
    // Nothing is due yet.
    #expect(try web.run("$program refresh --format tsv").output.isEmpty)
    #expect(web.requests() == ["https://a.example/feed"])
    try web.answer("https://a.example/feed", FakeWeb.tagged, FakeWeb.news("Three", "Two"))
    let second = try web.run("$program refresh --all --format tsv")
    #expect(second.output == "News\thttps://a.example/feed\t1\t0\n")
    #expect(web.requests().last == "https://a.example/feed If-None-Match: \"1\"")
    #expect(Set(try web.titles()) == ["One", "Two", "Three"])
    #expect(try web.titles().count == 3)
  }

  /// Cron would send the line by mail.
  @Test func aTerminalIsToldThatNothingIsDue() throws {
    _ = try web.run("$program add --no-network https://a.example/feed")
    try web.answer("https://a.example/feed", FakeWeb.tagged, FakeWeb.news("One"))
    #expect(try web.run("$program refresh").status == 0)
    let quiet = try web.run("$program refresh")
    #expect(quiet.status == 0 && quiet.output.isEmpty && quiet.errors.isEmpty)
    let pty = try web.open(["refresh"])
    #expect(pty.waits(for: "Nothing is due. streamtui refresh --all fetches all subscriptions"))
    #expect(pty.end() == 0)
  }

  @Test func aProgramIsToldOfNewPosts() throws {
    let note = web.folder + "/note"
    try web.answer("https://a.example/feed", FakeWeb.tagged, FakeWeb.news("One", "Two"))
    try web.answer("https://b.example/feed", FakeWeb.tagged, FakeWeb.news("Three"))
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
    try web.answer("https://b.example/feed", FakeWeb.tagged, FakeWeb.news("Four", "Three"))
    try web.run("rm \(web.folder)/tell; \(refresh) --all")
      .ends(with: 0, errors: "tell was not found; change notify-command in the configuration")
  }

  @Test func theNextRefreshIsThatOfAllSubscriptions() throws {
    _ = try web.run("$program add --no-network https://a.example/feed")
    _ = try web.run("$program add --no-network https://b.example/feed")
    try web.answer("https://a.example/feed", FakeWeb.tagged, FakeWeb.news("One"))
    // The other one is due at once.
    let one = try web.run("$program refresh --progress https://a.example/feed")
    #expect(one.output.hasSuffix("@ next 0\n"))
  }

  @Test(arguments: [
    ("", 9), ("keep-posts = 4", 4), ("keep-posts = 0", 9), ("keep-posts = 4\nkeep-dais = 3", 9),
    ("keep-posts = 4\n[sources.\"tag:news\"]\nkeep-posts = 2", 2),
    ("keep-posts = 4\n[keys]\nmark-read = \"t t\"", 4),
    ("[sources.News]\nkeep-posts = 3", 3), ("[sources.Other]\nkeep-posts = 3", 9),
  ])
  func oldPostsGoAsTheConfigurationSays(_ lines: String, _ count: Int) throws {
    let file = web.folder + "/own.toml"
    try Program.write(lines, to: file)
    _ = try web.run("$program add --no-network https://a.example/feed --tag news")
    for number in 1...9 {
      try web.answer("https://a.example/feed", FakeWeb.tagged, FakeWeb.news("Post \(number)"))
      try web.run("$program refresh --all --config '\(file)'").ends(with: 0)
    }
    // Logs are replaced when a quarter of them is superfluous.
    let left = try web.titles()
    #expect((count...count + count / 2).contains(left.count), "\(left)")
    #expect(left.suffix(count) == (1...9).suffix(count).map { "Post \($0)" }[...])
  }

  @Test func anUnchangedFeedIsASuccess() throws {
    _ = try web.run("$program add --no-network https://a.example/feed")
    try web.answer("https://a.example/feed", FakeWeb.tagged, FakeWeb.news("One"))
    _ = try web.run("$program refresh")
    try web.answer("https://a.example/feed", "304 Not Modified")
    let outcome = try web.run("$program refresh --all --progress")
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("@ 0 1 0 0 0 0\n@ 1 1 0 0 0 0\n@ next "))
    #expect(try web.titles() == ["One"])
  }

  @Test func aFeedThatMovesKeepsItsPosts() throws {
    _ = try web.run("$program add --no-network https://a.example/feed")
    try web.answer("https://a.example/feed", FakeWeb.tagged, FakeWeb.news("One"))
    _ = try web.run("$program refresh")
    try web.answer("https://a.example/feed", "301 Moved|Location: https://b.example/feed")
    try web.answer("https://b.example/feed", FakeWeb.tagged, FakeWeb.news("Two"))
    let moved = try web.run("$program refresh --all")
    #expect(
      moved.errors
        == "https://a.example/feed: has moved for good to https://b.example/feed\n"
    )
    #expect(try web.run("$program refresh --all").errors.isEmpty)
    #expect(web.requests().last?.hasPrefix("https://b.example/feed") == true)
    #expect(Set(try web.titles()) == ["One", "Two"])
  }

  /// Podcasts say so in the document (`itunes:new-feed-url`), where their hosts cannot redirect.
  @Test func aFeedThatNamesItsNewAddressMoves() throws {
    let naming = { (feed: String, address: String) in
      feed.replacing(
        "<channel>",
        with: "<channel><itunes:new-feed-url>\(address)</itunes:new-feed-url>"
      )
    }
    let (old, new) = ("https://a.example/feed", "https://b.example/feed")
    try web.answer(new, FakeWeb.tagged, naming(FakeWeb.news("Two"), old))
    for (named, words) in [
      (old, ""), ("http://127.0.0.1/feed", ""), ("file:///etc/passwd", ""),
      (new, "\(old): has moved for good to \(new)\n"), (new, ""),
    ] {
      try web.answer(old, FakeWeb.tagged, naming(FakeWeb.news("One"), named))
      if named == old { _ = try web.run("$program add --no-network \(old)") }
      #expect(try web.run("$program refresh --all").errors == words, "\(named)")
    }
    #expect(web.requests().last?.hasPrefix(new) == true)
    #expect(Set(try web.titles()) == ["One", "Two"])
  }

  /// RFC 6721: a post that was there is marked as deleted; one that was never fetched brings no row.
  @Test func aDeletedEntryIsNoPost() throws {
    let atom = { (entries: String) in
      """
      <feed xmlns="http://www.w3.org/2005/Atom" xmlns:at="http://purl.org/atompub/tombstones/1.0">\
      <title>F</title>\(entries)</feed>
      """
    }
    let entry = { (id: String) in
      "<entry><id>tag:a.example,2026:\(id)</id><title>\(id)</title>"
        + "<updated>2026-11-01T00:00:00Z</updated></entry>"
    }
    let deleted = { (id: String) in
      "<at:deleted-entry ref=\"tag:a.example,2026:\(id)\" when=\"2026-11-02T00:00:00Z\"/>"
    }
    let address = "https://a.example/feed"
    try web.answer(address, FakeWeb.tagged, atom(entry("one") + deleted("never")))
    #expect(try web.run("$program add \(address) --name Mine").output.contains("1 post"))
    try web.answer(address, FakeWeb.tagged, atom(deleted("one") + deleted("nor") + entry("two")))
    _ = try web.run("$program refresh --all")
    let posts = try web.run("$program dump --format text Mine").output
    #expect(posts.contains("two"))
    #expect(!posts.contains("never") && !posts.contains("nor"))
    #expect(posts.contains("× deleted"), "\(posts)")
  }

  /// By its name a subscription is what was fetched; by its address it is what the server has.
  @Test func dumpAsksTheServerOfAnAddress() throws {
    try web.answer("https://a.example/feed", FakeWeb.tagged, FakeWeb.news("One"))
    _ = try web.run("$program add https://a.example/feed --name Mine")
    try web.answer("https://a.example/feed", FakeWeb.tagged, FakeWeb.news("Two"))
    #expect(try web.run("$program dump https://a.example/feed").output.contains("text of Two"))
    #expect(try web.run("$program dump Mine").output.contains("text of One"))
  }

  @Test func twoProcessesDoNotFetchAtOnce() throws {
    _ = try web.run("$program add --no-network https://a.example/")
    try web.answer("https://a.example/", FakeWeb.tagged, FakeWeb.news("One"))
    try web.run(
      "exec 9> \"$XDG_STATE_HOME/streamtui/refresh.lock\"; chmod 600 \"$XDG_STATE_HOME/streamtui/refresh.lock\"; flock 9; $program refresh"
    ).ends(with: 0, errors: "the subscriptions are being fetched already")
    #expect(web.requests().isEmpty)
  }
}
