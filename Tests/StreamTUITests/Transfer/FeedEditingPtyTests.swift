import Foundation
import Testing

/// Changes of the list of subscriptions in the viewer, with the real program and its file.
@Suite(.serialized) struct FeedEditingPtyTests {
  private let web = FakeWeb()

  init() throws {
    for (name, posts) in [("Ash", 3), ("Birch", 5)] {
      let address = "https://\(name.lowercased()).example/feed"
      try web.answer(address, FakeWeb.good, FakeWeb.rss(name, posts))
      try web.run("$program add \(address)").ends(with: 0)
    }
  }

  /// Answers with a web page that names feeds.
  private func answerWithPage(_ web: FakeWeb, _ page: String, offering feeds: [String]) throws {
    let links = feeds.map {
      "<link rel=\"alternate\" type=\"application/rss+xml\" href=\"\($0)\">"
    }
    try web.answer(page, "200 OK|Content-Type: text/html", "<!doctype html>\(links.joined())")
  }

  private func lines(_ web: FakeWeb) throws -> [String] {
    try String(contentsOfFile: web.folder + "/state/streamtui/subscriptions", encoding: .utf8)
      .split(separator: "\n").filter { !$0.hasPrefix("#") }.map { String($0) }
  }

  private func posts(_ web: FakeWeb, _ text: String) throws -> Int32 {
    try web.run("grep -q '\(text)' \"$XDG_STATE_HOME\"/streamtui/feeds/*.ndjson").status
  }

  /// The list of subscriptions, in a viewer of them or of a file.
  ///
  /// - Parameter editor: the lines of a shell script that edits the file `$copy`, from line `$1` on.
  /// - Returns: all that the terminal got.
  @discardableResult private func view(
    _ web: FakeWeb,
    _ arguments: [String] = [],
    editor: String? = nil,
    _ body: (Pty) throws -> Void
  ) throws -> String {
    var environment = web.environment
    if let editor {
      let path = web.folder + "/vi"
      try Program.writeScript("for copy; do :; done\n\(editor)", to: path)
      environment["VISUAL"] = path
    }
    let pty = try Pty([Program.path] + arguments, environment: environment).showing("help")
    try body(pty)
    pty.quit()
    return pty.text()
  }

  @Test func theFileIsChangedByKeys() throws {
    try view(web, ["--no-network"]) { pty throws in
      pty.type("BG", "All feeds")
      pty.type("E", "name: Birch")
      pty.type("es\r", "Renamed Birch to Birches")
      #expect(try lines(web).last == "https://birch.example/feed  name=\"Birches\"")
      pty.type("#", "tags: ")
      pty.type("white wood, trees\r", "Birches: ")
      #expect(
        try lines(web).last
          == "https://birch.example/feed  name=\"Birches\" tags=\"white wood\",trees"
      )
      // The selection has gone into the folder with the entry.
      pty.type("E", "name: Birches")
      pty.type("\u{15}Ash\r", "has the name Ash already")
      pty.type("D", "y removes")
      pty.type("y", "Removed Birches and its posts; kept ones stay")
      #expect(try lines(web) == ["https://ash.example/feed"])
      #expect(try posts(web, "Birch") == 1)
      // Its posts are gone from the list below, too.
      pty.type("q\u{0C}", "unread 1 of 3")
      pty.type("q\u{0C}", "of 3 · 3 unread")
      pty.type("BG", "All feeds")
      pty.type("a\u{1B}[A", "subscribe to: https://birch.example/feed")
      pty.type("\u{1B}", "fetches")
    }
  }

  /// Its name, tags and interval are those it had, and nobody is asked about an address that was agreed to.
  @Test func anEndedSubscriptionComesBackAsItWas() throws {
    let line =
      "http://192.168.0.7/feed  name=\"Own\" tags=home,\"white wood\" every=2h full-text=yes"
    try web.answer("http://192.168.0.7/feed", FakeWeb.good, FakeWeb.rss("Own", 2))
    try web.run(
      "$program add --yes --name Own --tag home --tag 'white wood' --every 2h --full-text http://192.168.0.7/feed"
    ).ends(with: 0)
    #expect(try lines(web).last == line)
    try view(web) { pty throws in
      pty.type("B", "All feeds")
      pty.type("J ", "Own")
      pty.type("JD", "y removes")
      pty.type("y", "Removed Own")
      #expect(try lines(web).count == 2)
      pty.type("a\u{1B}[A\r", "Added http://192.168.0.7/feed")
      #expect(try lines(web).last == line)
      // Another feed of a host that was agreed to.
      try web.answer("http://192.168.0.7/second", FakeWeb.good, FakeWeb.rss("Second", 2))
      try web.answer("http://192.168.0.7/fourth", FakeWeb.good, FakeWeb.rss("Fourth", 2))
      pty.type("ahttp://192.168.0.7/second\r", "Second, 2 posts")
      pty.type("ahttp://192.168.0.7:8080/third\r", "y subscribes to")
      pty.type("n", "Not subscribed")
      // Tags stand behind the address.
      pty.type("ahttp://192.168.0.7/fourth #wood #far\r", "Added http://192.168.0.7/fourth")
      #expect(try lines(web).last == "http://192.168.0.7/fourth  tags=wood,far")
    }
  }

  /// Its posts are those that were read.
  @Test func anEndedSubscriptionComesBackRead() throws {
    try view(web) { pty throws in
      pty.type("BG", "All feeds")
      pty.type("A", "Marked 5 posts read")
      pty.type("D", "y removes")
      pty.type("y", "Removed")
      pty.type("a\u{1B}[A\r", "Added https://birch.example/feed")
      pty.type("q\u{0C}", "unread 1 of 3")
    }
  }

  /// The editor begins with the line of the selected subscription.
  @Test func theListIsEditedAsText() throws {
    let editor = """
      [ "$1" = +8 ] && exec sed -i -e 's|birch.example/feed|cedar.example/rss  tags=trees|' -e 's|^https://ash.*|& name=Oak|' "$copy"
      exit 0
      """
    try web.answer("https://cedar.example/rss", FakeWeb.good, FakeWeb.rss("Cedar", 7))
    let output = try view(web, editor: editor) { pty throws in
      pty.type("B", "All feeds")
      pty.type("e", "Nothing changed")
      pty.type("G", "Birch")
      pty.type("e", "Saved: 2 subscriptions · 1 removed, 1 renamed, 1 added")
      #expect(
        try lines(web) == [
          "https://ash.example/feed name=Oak", "https://cedar.example/rss  tags=trees",
        ]
      )
      // The feed with the new address is fetched, and the posts of the old one are gone.
      pty.type("\u{0C}", "7 unread")
      pty.type("\u{0C}", "Oak")
      pty.type("q\u{0C}", "unread 1 of 3")
    }
    // Words that the viewer says itself are not left on the shell's screen.
    #expect(!output.contains("Nothing changed.") && !output.contains("subscriptions."))
  }

  /// The question about a malformed line covers the viewer's screen, and nothing of it stays among the shell's lines.
  @Test func theQuestionAboutAnEditLeavesNothingBehind() throws {
    let before = try lines(web)
    let output = try view(web, editor: "echo 'no feed' >> \"$copy\"") { pty throws in
      pty.type("B", "All feeds")
      pty.type("e", "Edit again, or keep the old list?")
      pty.type("k\r", "Enter goes back to the list.")
      pty.type("\r", "was not saved")
      #expect(try lines(web) == before)
    }
    let parts = output.split(separator: "\u{1B}[?1049", omittingEmptySubsequences: false)
    for words in ["Edit again", "The old list is kept", "Enter goes back"] {
      let part = try #require(parts.last { $0.contains(words) })
      #expect(part.hasPrefix("h"), "\(words)")
    }
    #expect(parts.last?.hasPrefix("l") == true)
  }

  @Test func aDeletedLineComesBackWithItsPosts() throws {
    try view(web, editor: "exec sed -i -e '/birch/d' \"$copy\"") { pty throws in
      pty.type("B", "All feeds")
      pty.type("e", "Saved: 1 subscription · 1 removed")
      pty.type("\u{0C}", "3 unread")
      pty.type("abirch.example/feed\r", "Birch, 5 posts, 0 new")
      pty.type("\u{0C}", "8 unread")
      pty.type("\u{0C}", "5 unread")
      // It is selected, though it came in below.
      pty.type("E", "name: Birch")
      pty.type("\u{1B}", "fetches")
      // Its log is followed again.
      try web.answer("https://birch.example/feed", FakeWeb.good, FakeWeb.rss("Birch", 7))
      pty.type("R", "2 new posts")
      pty.type("\u{0C}", "7 unread")
    }
  }

  @Test func aFeedThatNeverLoadedSaysWhy() throws {
    try view(web) { pty throws in
      pty.type("B", "All feeds")
      pty.type("adown.example\r", "its first fetch failed")
      pty.type("\r\u{0C}", "No posts yet: the last fetch failed")
      try web.answer("https://down.example", FakeWeb.good, FakeWeb.rss("Down", 2))
      try web.answer("https://down.example/", FakeWeb.good, FakeWeb.rss("Down", 2))
      pty.type("r", "Down 1")
    }
  }

  /// A typing error does not become a line of the list, and is at hand in the prompt.
  @Test func anAddressThatIsNotThereIsAskedAbout() throws {
    let address = "https://gone.example/fed"
    try web.answer(address, "404 Not Found")
    let before = try lines(web)
    try view(web) { pty throws in
      pty.type("B", "All feeds")
      pty.type("agone.example/fed\r", "y subscribes to")
      pty.type("\u{0C}", "gone.example does not have this")
      pty.type("n", "Not subscribed")
      #expect(try lines(web) == before)
      pty.type("a\u{1B}[A", "gone.example/fed")
      pty.type("\r", "y subscribes to")
      pty.type("y", "its first fetch failed")
      #expect(try lines(web) == before + [address])
    }
  }

  /// Answers of three addresses, of which the first is silent until the result is called.
  private func answerSlowly(_ web: FakeWeb) throws -> () -> Void {
    for name in ["Slow", "Cedar", "Oak"] {
      try web.answer("https://\(name.lowercased()).example/rss", FakeWeb.good, FakeWeb.rss(name, 7))
    }
    return try web.hold("https://slow.example/rss")
  }

  @Test func anAddressWaitsForTheOneBefore() throws {
    let release = try answerSlowly(web)
    defer { release() }
    let before = try lines(web)
    try view(web) { pty throws in
      pty.type(":add slow.example/rss\r", "Subscribing to")
      pty.type(":add cedar.example/rss\r", "waits for its turn after https://slow.example/rss")
      pty.type(":add oak.example/rss\r", "waits for its turn after https://cedar.example/rss")
      #expect(try lines(web) == before)
      release()
      pty.type("", "Oak, 7 posts")
      let added = ["slow", "cedar", "oak"].map { "https://\($0).example/rss" }
      #expect(try lines(web) == before + added)
    }
  }

  /// Escape ends one, and the next has its turn; with the viewer none is lost.
  @Test func addressesThatWaitAreAddedAfterACancelledOneAndAfterTheViewer() throws {
    let release = try answerSlowly(web)
    defer { release() }
    let before = try lines(web)
    try view(web) { pty throws in
      pty.type(":add slow.example/rss\r", "Subscribing to")
      pty.type(":add cedar.example/rss\r", "waits for its turn")
      pty.type("\u{1B}", "Cedar, 7 posts")
      pty.type(":add slow.example/rss\r", "Subscribing to")
      pty.type(":add oak.example/rss\r", "waits for its turn")
    }
    let expected = Set(before + ["cedar", "oak", "slow"].map { "https://\($0).example/rss" })
    release()
    for _ in 0..<200 where try Set(lines(web)) != expected { usleep(50_000) }
    #expect(try Set(lines(web)) == expected)
  }

  /// The server answers only after the key.
  @Test func escapeCancelsASlowAddress() throws {
    let address = "https://slow.example/feed"
    try web.answer(address, FakeWeb.good, FakeWeb.rss("Slow", 7))
    let release = try web.hold(address)
    defer { release() }
    let before = try lines(web)
    try view(web) { pty throws in
      pty.type(":add slow.example/feed\r", "Subscribing to")
      pty.type("\u{1B}", "Cancelled: not subscribed to")
      release()
      // The page was not left, and another address can be added.
      pty.type("B", "All feeds")
      pty.type("aash.example/feed\r", "Ash is a subscription already")
      #expect(try lines(web) == before)
      try web.answer("https://cedar.example/rss", FakeWeb.good, FakeWeb.rss("Cedar", 7))
      pty.type("acedar.example/rss\r", "Cedar, 7 posts")
      #expect(try lines(web) == before + ["https://cedar.example/rss"])
    }
  }

  @Test func anAddressIsSubscribedToWithItsFirstPosts() throws {
    let page = "https://cedar.example/"
    try answerWithPage(web, page, offering: ["/rss"])
    try web.answer(page + "rss", FakeWeb.good, FakeWeb.rss("Cedar", 7))
    try view(web) { pty throws in
      pty.type("B", "All feeds")
      pty.type("acedar.example\r", "Cedar, 7 posts")
      // Its row says how many are unread, and so does that of all.
      pty.type("\u{0C}", "7 unread")
      pty.type("\u{0C}", "15 unread")
      #expect(try lines(web).last == "https://cedar.example/rss")
      // Its posts have joined those of the others, and so do those that come later.
      try web.answer(page + "rss", FakeWeb.good, FakeWeb.rss("Cedar", 9))
      pty.type("R", "2 new posts")
      pty.type("q", "new (U)")
      pty.type("U&Cedar 7\r", "1 of 1 ")
      pty.type("qg\u{0C}", "of 17")
      pty.type("B", "All feeds")
      pty.type("acedar.example/rss\r", "Cedar is a subscription already")
      let blog = "https://blog.example/"
      try answerWithPage(web, blog, offering: ["/rss", "/comments"])
      try web.answer(blog + "rss", FakeWeb.good, FakeWeb.rss("Blog", 9))
      pty.type("ablog.example\r", "2 feeds to choose from")
      pty.type("a\u{1B}[A", "blog.example/rss")
      pty.type("\r", "Blog, 9 posts")
      pty.type("ahttp://192.168.0.1/feed\r", "y subscribes to")
      pty.type("n", "Not subscribed")
      pty.type("agopher://a.example\r", "Not subscribed: ")
      pty.type("adown.example\r", "its first fetch failed")
      #expect(try lines(web).count == 5)
    }
  }

  /// The posts below are those of the log that is gone; the new log is another file.
  @Test func aFeedThatCameBackShowsItsNewPosts() throws {
    try view(web) { pty throws in
      pty.type("BG", "All feeds")
      pty.type("D", "y removes")
      pty.type("y", "Removed Birch and its")
      try web.answer("https://birch.example/feed", FakeWeb.good, FakeWeb.rss("Birch", 8))
      pty.type("q\u{0C}", "unread 1 of 3")
      pty.type("BGa\u{1B}[A\r", "Birch, 8 posts")
      pty.type("G\r", "Birch 8")
    }
  }

  @Test func anOfferedFeedIsSubscribedToFromThePageThatListsThem() throws {
    let blog = "https://blog.example/"
    try answerWithPage(web, blog, offering: ["/rss", "/comments"])
    try web.answer(blog + "comments", FakeWeb.good, FakeWeb.rss("Talk", 2))
    try view(web, [blog]) { pty throws in
      pty.showing("offers 2 feeds")
      pty.type("Ja", "Talk, 2 posts")
      #expect(try lines(web).last == blog + "comments")
    }
  }

  @Test func theAddressThatIsReadIsSubscribedTo() throws {
    let address = "https://cedar.example/feed"
    try web.answer(address, FakeWeb.good, FakeWeb.rss("Cedar", 7))
    try view(web, [address]) { pty throws in
      pty.type(":subscribe\r", "7 posts")
      #expect(try lines(web).last == address)
      pty.type(":subscribe\r", "Cedar is a subscription already")
    }
    let file = web.folder + "/file.ndjson"
    try Program.write(#"{"id":"x","body_text":"a post of a file"}"#, to: file)
    try view(web, [file]) { pty in pty.type(":subscribe\r", "come from a file") }
    try view(web, ["--exec", "cat \(file)"]) { pty throws in
      pty.type(":subscribe\r", "come from a program")
    }
    try view(web, ["--no-network"]) { pty throws in
      pty.type(":subscribe\r", "is a subscription already")
    }
    #expect(try lines(web).count == 3)
  }

  /// A shell ends a subscription whose row, prompt and question are shown.
  @Test func aShellMayBeFaster() throws {
    try view(web, ["--no-network"]) { pty throws in
      pty.type("BG", "All feeds")
      pty.type("E", "name: Birch")
      #expect(try web.run("$program remove https://birch.example/feed").status == 0)
      pty.type("es\r", "there is no such subscription any more")
      // Its row has gone.
      pty.type("E", "name: Ash")
      pty.type("\u{1B}", "fetches")
      pty.type("D", "y removes")
      #expect(try web.run("$program remove https://ash.example/feed").status == 0)
      pty.type("y", "there is no such subscription any more")
      pty.type("r", "No subscriptions yet")
      // Its posts are still on the screen, so it can be subscribed to again.
      pty.type("q:subscribe\r", "Added https://")
      #expect(try lines(web).count == 1)
    }
  }

  @Test func aFileThatCannotBeWrittenIsSaid() throws {
    let before = try lines(web)
    let lock = web.folder + "/state/streamtui/subscriptions.lock"
    try view(web, ["--no-network"]) { pty throws in
      pty.type("BG", "All feeds")
      try FileManager.default.removeItem(atPath: lock)
      try Program.makeFolder(lock)
      pty.type("Ees\r", "Not renamed: ")
      pty.type("#x\r", "tagged: ")
      pty.type("D", "y removes")
      pty.type("y", "removed: ")
      pty.type("anew.example\r", "No")
      #expect(try lines(web) == before)
    }
  }
}
