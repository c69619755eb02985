import Foundation
import Testing

/// All subscriptions in a terminal, with the real program, its logs and its state.
@Suite(.serialized) struct SubscriptionPtyTests {
  private let stage = StateStage()
  private let web = FakeWeb()

  init() throws {
    for (name, posts) in [("Ash", 3), ("Birch", 5), ("Cedar", 7)] {
      let address = "https://\(name.lowercased()).example/feed"
      // Posts without a date would have that of their fetch, which may be the second of those that come later.
      let dated = FakeWeb.rss(name, posts).replacing(
        "</item>",
        with: "<pubDate>Sun, 01 Nov 2026 00:00:00 GMT</pubDate></item>"
      )
      try web.answer(address, FakeWeb.good, dated)
      try web.run("$program add \(address) --tag trees").ends(with: 0)
    }
  }

  private func view(_ web: FakeWeb, _ arguments: [String] = []) throws -> Pty {
    try Pty([Program.path, "--no-network"] + arguments, environment: web.environment)
  }

  private func unread(_ web: FakeWeb) throws -> [Substring] {
    try web.run("$program list --format tsv").output.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false)[3]
    }
  }

  /// Its feed has no posts here, and no other feed takes its place.
  @Test func aLogThatCannotBeOpenedIsLeftOutAndNamed() throws {
    let log = "\"$XDG_STATE_HOME\"/streamtui/feeds/$name"
    try web.run(
      "name=$(basename $(grep -l Ash1 \"$XDG_STATE_HOME\"/streamtui/feeds/*.ndjson)); mv \(log) '\(web.folder)/away'; ln -s /nonexistent \(log)"
    ).ends(with: 0)
    let pty = try view(web).showing("Cedar")
    pty.type("B", "All feeds", since: 0)
    pty.type("Z")
    // The rows are: all, the folder, Ash, Birch, Cedar.
    pty.type("JJJA", "Marked 5 posts read", since: 0)
    pty.quit()
    #expect(pty.waits(for: "The posts of https://ash.example/feed cannot be read"))
    #expect(try unread(web).suffix(2) == ["0", "7"])
  }

  /// Where few files may be open, as in containers, those that were read longest ago are closed for others.
  @Test func withFewDescriptorsAllSubscriptionsAreShown() throws {
    let feeds = try (0..<300).map { try stage.feed("f\($0)", ["kettle \($0)"]) }
    try Program.write(feeds.joined(separator: "\n") + "\n", to: stage.state + "/subscriptions")
    #expect(try stage.shell("$program refresh --all").status == 0)
    let pty = try Pty(
      ["/bin/sh", "-c", "ulimit -n 256; exec \(Program.path) --no-network"],
      environment: stage.environment
    )
    .showing("300 unread")
    let mark = pty.output.count
    // Each log is read once more, those that were closed meanwhile as well.
    pty.type("&kettle\r", drawing: "of 300")
    pty.type("q")
    _ = try stage.feed("f0", ["kettle 0", "spout"])
    #expect(try stage.shell("$program refresh \(feeds[0])").status == 0)
    #expect(pty.draws("301 unread"))
    pty.quit()
    #expect(!pty.text(since: mark).contains("open files"))
  }

  @Test func anImportedFeedHasItsNameOnceItIsFetched() throws {
    let web = FakeWeb()
    for (name, title) in [("Dogwood", "Red Osier"), ("Elder", "Black Lace")] {
      let address = "https://\(name.lowercased()).example/feed"
      let document = FakeWeb.rss(name, 2)
        .replacing("<channel><title>\(name)<", with: "<channel><title>\(title)<")
      try web.answer(address, FakeWeb.good, document)
      try #require(try web.run("echo '\(address)' >>'\(web.folder)/list.txt'").status == 0)
    }
    let imported = try web.run("$program import '\(web.folder)/list.txt'")
    try #require(imported.output.contains("2 new"), "\(imported)")
    let pty = try web.open().awaiting("Dogwood 1")
    #expect(pty.draws("Red Osier"))
    #expect(pty.draws("Black Lace", after: "U"))
    pty.quit()
  }

  /// An empty list has nothing that could move: it shows what comes in without a key.
  @Test func newPostsAreListedAtOnceWhereAllWereRead() throws {
    let web = FakeWeb()
    try web.answer("https://ash.example/feed", FakeWeb.good, FakeWeb.rss("Ash", 3))
    try #require(try web.run("$program add --read https://ash.example/feed").status == 0)
    let pty = try web.open().showing("No unread posts")
    try web.answer("https://ash.example/feed", FakeWeb.good, FakeWeb.rss("Ash", 5))
    pty.type("r", "2 new posts", since: 0)
    pty.type("J\u{0C}", "unread 2 of 2")
    pty.quit()
  }

  @Test func aMarkInAFeedIsReachedFromAnotherFeed() throws {
    let first = try view(web, ["https://birch.example/feed"]).showing("post 1 of 5")
    first.type("JJmA", "Mark A is set", since: 0)
    first.quit()
    let second = try view(web, ["https://cedar.example/feed"]).showing("post 1 of 7")
    for (keys, text) in [("'A", "post 3 of 5"), ("q", "post 1 of 7")] {
      let mark = second.output.count
      // The whole screen is drawn: a frame writes only the cells that have changed.
      second.send(keys + "\u{0C}")
      #expect(second.waits(for: text, since: mark), "\(keys)")
      second.settle()
    }
    second.quit()
  }

  @Test(arguments: ["B", "r"]) func aSubscriptionAddedByAnotherProgramJoins(_ key: String) throws {
    let pty = try web.open((key == "B" ? ["--no-network"] : [])).showing("unread 1 of 15")
    let address = "https://dogwood.example/feed"
    try web.answer(address, FakeWeb.good, FakeWeb.rss("Dogwood", 4))
    try #require(try web.run("$program add \(address)").status == 0)
    if key == "B" {
      pty.type("B", "Dogwood")
      pty.type("q\u{0C}", "4 new (U) · 19 unread")
    } else {
      pty.type("r", "Nothing new")
      pty.type("J\u{0C}", "unread 2 of 15 · 4 new (U) · 19 unread")
    }
    // No row has moved: they wait for a key.
    pty.type("U\u{0C}", "of 19")
    pty.type("q\u{0C}", "19 unread")
    pty.quit()
  }

  /// The open post can be read on; the list says what is gone when the reader goes back to it.
  @Test func aSubscriptionRemovedByAnotherViewerStaysReadable() throws {
    let pty = try view(web).showing("unread 1 of 15")
    pty.type("BZ", "Cedar", since: 0)
    pty.type("JJJ\r", "Birch 1")
    pty.type("\r")
    try web.run("$program remove https://birch.example/feed").ends(with: 0)
    // The open post is drawn anew; so is the feed, and the list says what has become of it.
    pty.type("\u{0C}", "Birch 1")
    pty.type("q")
    pty.type("\u{0C}", "Birch 5")
    pty.type("q", "unsubscribed elsewhere")
    pty.quit()
    #expect(try web.run("$program list --format tsv").output.split(separator: "\n").count == 2)
  }

  /// From the subscriptions through two feeds to a file by its mark, and back, without leaving the terminal.
  ///
  /// The post that was read three streams ago becomes unread again.
  @Test func streamsOpenInOneUseOfTheTerminal() throws {
    let file = web.folder + "/file.ndjson"
    try Program.write(#"{"id":"x","body_text":"a post of a file"}"#, to: file)
    let first = try view(web, [file]).showing("a post of a file")
    first.type("mF", "Mark F is set", since: 0)
    first.quit()
    let pty = try view(web).showing("unread 1 of 15")
    pty.type("BZ", "Cedar", since: 0)
    pty.type("JJ\r", "Ash 1")
    pty.type("R", "Marked read")
    pty.type("q", "All feeds")
    pty.type("J\r", "Birch 1")
    pty.type("'F", "a post of a file")
    pty.type("B", "All feeds", since: 0)
    pty.type("q", "a post of a file")
    pty.type("q", "Birch 1")
    pty.type("u", "1 post is unread again")
    pty.type("q", "All feeds")
    pty.type("q", "unread 1 of 15")
    pty.quit("qq")
    let output = pty.text()
    for sequence in ["\u{1B}[?1049h", "\u{1B}[?1049l"] {
      #expect(output.components(separatedBy: sequence).count == 2)
    }
    #expect(try unread(web).suffix(3) == ["3", "5", "7"])
  }

  /// The descriptors of a process.
  private func descriptors(of process: pid_t) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
  }

  @Test func openingAFeedAndLeavingItLeavesNoDescriptorOpen() throws {
    let pty = try view(web).awaiting("unread 1 of 15")
    pty.type("B", "All feeds", since: 0)
    pty.type("ZJJ")
    func openAndLeave() {
      pty.type("\r", "Ash")
      pty.type("q", "All feeds")
    }
    openAndLeave()
    let before = try descriptors(of: pty.child)
    for _ in 1...4 { openAndLeave() }
    #expect(try descriptors(of: pty.child) == before)
    pty.quit()
  }

  /// Each log keeps a descriptor as long as there are some, and the usual limit is 1,024.
  @Test func theLimitOfOpenFilesIsRaised() throws {
    let web = FakeWeb()
    for number in 1...40 {
      try web.answer(
        "https://f\(number).example/feed",
        FakeWeb.good,
        FakeWeb.rss("Feed\(number)", 1)
      )
    }
    let list = (1...40).map { "https://f\($0).example/feed\n" }.joined()
    try Program.write(list, to: web.folder + "/urls")
    try #require(
      try web.run("$program import '\(web.folder)/urls'; $program refresh --all").status == 0
    )
    let line = "ulimit -Sn 24; ulimit -Hn 4096; exec \(Program.path) --no-network"
    let pty = try Pty(["/bin/sh", "-c", line], environment: web.environment).showing("Feed")
    pty.type("j", drawing: "40 unread")
    let before = pty.output.count
    pty.quit()
    #expect(!pty.text(since: before).contains("open files"))
  }
}
