import Foundation
import Testing

@testable import StreamHost

/// A refresh comes back from whatever went wrong: nothing hangs, and no post is missed for good.
struct RefreshRecoveryTests {
  private let web = FakeWeb()

  /// The numbers of unread posts by address.
  private func unread(_ web: FakeWeb) throws -> [String: Int] {
    let lines = try web.run("$program list --format tsv").output.split(separator: "\n")
    let rows = lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    return Dictionary(
      rows.compactMap { $0.count > 3 ? (String($0[1]), Int($0[3]) ?? -1) : nil },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// curl keeps a connection only as long as its process lives.
  @Test func theFeedsOfAHostComeFromOneProcess() throws {
    let starts = web.folder + "/starts"
    try Program.writeScript(
      "echo x >> '\(starts)'\nexec '\(web.folder)/curl' \"$@\"",
      to: web.folder + "/noted"
    )
    var list = ""
    for number in 1...70 {
      try web.answer("https://a.example/\(number)", FakeWeb.tagged, FakeWeb.news("A\(number)"))
      list += "https://a.example/\(number)\n"
    }
    for host in ["b", "c"] {
      try web.answer("https://\(host).example/", FakeWeb.tagged, FakeWeb.news("B"))
      list += "https://\(host).example/\n"
    }
    // A feed that has moved is asked for at its new place once the others are there.
    try web.answer("https://a.example/1", "302 Found|Location: /moved")
    try web.answer("https://a.example/moved", FakeWeb.tagged, FakeWeb.news("A1"))
    try Program.write(list, to: web.folder + "/list")
    try web.run(
      "export STREAMTUI_CURL='\(web.folder)/noted';"
        + "$program import '\(web.folder)/list'; $program refresh --all"
    ).ends(with: 0)
    #expect(try unread(web).values.reduce(0, +) == 72)
    #expect(web.requests().count == 73)
    #expect(web.cached().isEmpty)
    // 64 of one host, the redirect, the other 6, and one for both other hosts.
    #expect(try String(contentsOfFile: starts, encoding: .utf8).count { $0 == "x" } == 4)
  }

  @Test func withoutCurlEveryFeedOfAHostFailsAndTheRefreshEnds() throws {
    for name in ["one", "two", "three"] {
      _ = try web.run("$program add --no-network https://a.example/\(name)")
    }
    let outcome = try web.run("STREAMTUI_CURL=/nonexistent timeout 60 $program refresh --all")
    #expect(outcome.status == 1)
    #expect(outcome.errors.split(separator: "\n").count == 3, "\(outcome.errors)")
  }

  @Test func anUnchangedFeedWithoutPostsIsAFailure() throws {
    try web.answer("https://a.example/feed", "304 Not Modified|Cache-Control: max-age=86400")
    let added = try web.run("$program add https://a.example/feed")
    #expect(added.status == 1)
    let sentence = "a.example sent no document (304), though it was asked for"
    #expect(added.output.contains(sentence), "\(added.output)")
    #expect(try web.run("$program list").output.contains(sentence))
    try web.answer("https://a.example/feed", FakeWeb.tagged, FakeWeb.news("One"))
    #expect(try web.run("$program refresh --all").status == 0)
    #expect(try unread(web) == ["https://a.example/feed": 1])
  }

  /// Validators count only as long as the posts are there that they stand for.
  @Test(arguments: ["rm -f", "truncate -s 10"])
  func aLogThatLostPostsIsFetchedWhole(_ loss: String) throws {
    try web.answer("https://a.example/feed", FakeWeb.tagged, FakeWeb.news("One", "Two"))
    _ = try web.run("$program add https://a.example/feed")
    #expect(try unread(web) == ["https://a.example/feed": 2])
    _ = try web.run("$program refresh --all")
    #expect(web.requests().last == "https://a.example/feed If-None-Match: \"1\"")
    _ = try web.run("\(loss) \"$XDG_STATE_HOME\"/streamtui/feeds/*.ndjson")
    #expect(try web.run("$program refresh --all").status == 0)
    #expect(web.requests().last == "https://a.example/feed")
    #expect(try unread(web) == ["https://a.example/feed": 2])
  }

  @Test(arguments: [
    ("410 Gone", "", [1, 0]),
    (
      "200 OK|Content-Type: text/html", "<!doctype html><html><body>Welcome</body></html>",
      [1, 1, 1, 0]
    ),
  ])
  func theAddressInTheListCountsWhereAFeedMovedToNowhereOrAPage(
    _ head: String,
    _ body: String,
    _ statuses: [Int32]
  ) throws {
    _ = try web.run("$program add --no-network https://a.example/feed")
    try web.answer("https://a.example/feed", "301 Moved|Location: https://b.example/feed")
    try web.answer("https://b.example/feed", FakeWeb.tagged, FakeWeb.news("One"))
    _ = try web.run("$program refresh --all")
    try web.answer("https://a.example/feed", FakeWeb.tagged, FakeWeb.news("One", "Two"))
    try web.answer("https://b.example/feed", head, body)
    #expect(try statuses.map { _ in try web.run("$program refresh --all").status } == statuses)
    #expect(web.requests().last?.hasPrefix("https://a.example/feed") == true)
    #expect(try unread(web) == ["https://a.example/feed": 2])
  }

  /// curl may be replaced by a package while a refresh goes on.
  @Test func aCurlThatGoesMissingAfterTheFirstRoundEndsTheRefresh() throws {
    for name in ["one", "two"] {
      _ = try web.run("$program add --no-network https://a.example/\(name)")
      try web.answer(
        "https://a.example/\(name)",
        "302 Found|Location: https://a.example/\(name)/new"
      )
    }
    let outcome = try web.run(
      """
      printf '#!/bin/sh\nrm "$0"\nexec "%s" "$@"\n' "$STREAMTUI_CURL" > \(web.folder)/once
      chmod 700 \(web.folder)/once
      STREAMTUI_CURL=\(web.folder)/once timeout 60 $program refresh --all
      """
    )
    #expect(outcome.status == 1)
    #expect(outcome.errors.split(separator: "\n").count == 2, "\(outcome.errors)")
  }

  @Test func aFeedThatWasGoneCanBeAddedAgain() throws {
    try web.answer("https://a.example/feed", "410 Gone")
    _ = try web.run("$program add https://a.example/feed")
    _ = try web.run("sed -i '/a.example/d' \"$XDG_STATE_HOME/streamtui/subscriptions\"")
    try web.answer("https://a.example/feed", FakeWeb.tagged, FakeWeb.news("One"))
    let outcome = try web.run("$program add https://a.example/feed")
    #expect(outcome.output == "Added https://a.example/feed: News, 1 post.\n")
  }

  @Test func namesTitlesTagsAndSpellingsChooseSubscriptions() throws {
    try web.answer("https://a.example/feed", FakeWeb.tagged, FakeWeb.news("One"))
    _ = try web.run("$program add https://a.example/feed --tag lakes")
    for word in ["News", "news", "lakes", "HTTPS://a.example/feed", "https://a.example/feed#x"] {
      let outcome = try web.run("$program refresh --format tsv '\(word)'")
      #expect(outcome.output == "News\thttps://a.example/feed\t0\t0\n", "\(word)")
    }
    let unknown = try web.run("$program refresh C")
    #expect(unknown.status == 1)
    #expect(unknown.errors == "streamtui: no subscription is named C (streamtui list shows all)\n")
  }

  @Test func aNamedFeedIsAskedAgainAfter410AndTellsOfAPause() throws {
    _ = try web.run("$program add --no-network https://a.example/feed")
    try web.answer("https://a.example/feed", "410 Gone")
    _ = try web.run("$program refresh")
    try web.answer("https://a.example/feed", FakeWeb.tagged, FakeWeb.news("One"))
    #expect(try web.run("$program refresh --all --format tsv").output.isEmpty)
    #expect(try web.run("$program refresh https://a.example/feed").status == 0)
    #expect(try unread(web) == ["https://a.example/feed": 1])
    try web.answer("https://a.example/feed", "503 Busy|Retry-After: 3600")
    _ = try web.run("$program refresh --all")
    let count = web.requests().count
    try web.run("$program refresh https://a.example/feed")
      .ends(with: 1, errors: ": Its server asked for a pause until 2")
    #expect(web.requests().count == count)
  }

  /// The newest posts of a log stand at its end.
  @Test func aLongLogOfThisMachineShowsItsNewestPosts() throws {
    let line = { (number: Int) in
      let time = Date(timeIntervalSince1970: 1_700_000_000 + Double(number))
      return
        "{\"id\":\"p\(number)\",\"published\":\"\(time.ISO8601Format())\",\"body_text\":\"\(number)\"}\n"
    }
    let file = web.folder + "/log.ndjson"
    try Program.write((1...10_005).map(line).joined(), to: file)
    _ = try web.run("$program add '\(file)'")
    let post = line(10_006).dropLast()
    let outcome = try web.run("echo '\(post)' >> '\(file)'; $program refresh --all --format tsv")
    #expect(outcome.output.hasSuffix("\t1\t0\n"), "\(outcome.output)")
  }

  /// An article and a feed may be fetched at once.
  @Test func twoTransfersOfOneProcessHaveFilesOfTheirOwn() throws {
    let cache = CacheFolder(path: web.folder + "/cache/streamtui")
    let files = try (0..<3).map { _ in try ScratchFolder(in: cache).next() }
    #expect(Set(files.map(\.body) + files.map(\.head)).count == 6)
  }

  @Test func aPipeInTheListHoldsNothingUp() throws {
    try web.run(
      "mkfifo '\(web.folder)/pipe'; timeout 60 $program add --yes '\(web.folder)/pipe'; timeout 60 $program refresh --all"
    ).ends(with: 1, errors: "neither a file nor a folder")
  }

  @Test func whileAnotherProcessFetchesAPageIsNotAddedUnseen() throws {
    _ = try web.run("$program add --no-network https://b.example/feed; $program refresh")
    try web.run(
      "exec 9> \"$XDG_STATE_HOME/streamtui/refresh.lock\"; flock 9; $program add https://a.example/"
    ).ends(with: 1, errors: "Not added: another streamtui is fetching")
    #expect(try unread(web).keys.sorted() == ["https://b.example/feed"])
  }
}
