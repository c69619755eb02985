import Foundation
import Testing

@testable import StreamHost

/// `import` takes what newsboat has of its feeds.
struct NewsboatMoveTests {
  private let stage = StateStage()
  private let web = FakeWeb()
  private static let address = "https://a.example/feed"

  /// Three posts with ids, one without, one that is gone from the feed and flagged, and one that was deleted.
  private static let items: [NewsboatStage.Item] = [
    .init(guid: "one", url: "https://a.example/1", title: "One", unread: false),
    .init(
      guid: "two",
      url: "https://a.example/2",
      title: "Two &amp; more",
      unread: false,
      flags: "s"
    ),
    .init(guid: "three", url: "https://a.example/3", title: "Three"),
    .init(
      guid: "https://a.example/4Tue, 14 Nov 2023 22:13:20 +0000",
      url: "https://a.example/4",
      title: "Four",
      unread: false
    ),
    .init(
      guid: "old",
      url: "https://a.example/old",
      title: "Old",
      time: 1_300_000_000,
      flags: "x",
      enclosure: "https://a.example/old.mp3"
    ),
    .init(guid: "gone", url: "https://a.example/5", title: "Gone", deleted: true),
  ]

  private static func feed(_ more: String = "") -> String {
    let item = { (number: Int, title: String, id: String) in
      "<item><title>\(title)</title><link>https://a.example/\(number)</link>\(id)"
        + "<pubDate>Tue, 14 Nov 2023 22:13:20 +0000</pubDate><description>&lt;p&gt;A text&lt;/p&gt;</description></item>"
    }
    return "<rss version=\"2.0\"><channel><title>A feed</title>\(more)"
      + item(1, "One", "<guid isPermaLink=\"false\">one</guid>")
      + item(2, "Two &amp;amp; more", "<guid isPermaLink=\"false\">two</guid>")
      + item(3, "Three", "<guid isPermaLink=\"false\">three</guid>") + item(4, "Four", "")
      + "</channel></rss>"
  }

  private func states(_ web: FakeWeb) throws -> [String] {
    let dump = try web.run("$program dump --with-state --format ndjson 'A feed'").output
    return try dump.split(separator: "\n").map { line in
      let json = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let read = json?["read"] as? Bool == true ? " read" : ""
      let kept = json?["kept"] as? Bool == true ? " kept" : ""
      return "\(json?["title"] as? String ?? "")\(read)\(kept)"
    }.sorted()
  }

  private static let moved = ["Four read", "Old kept", "One read", "Three", "Two & more read kept"]

  @Test func postsAndMarksComeAndARefreshDoublesNothing() throws {
    try NewsboatStage(at: web.folder + "/cache.db").add(Self.address, Self.items)
    let before = try Data(contentsOf: URL(filePath: web.folder + "/cache.db"))
    let outcome = try web.run(
      "cd '\(web.folder)'; echo '\(Self.address) news' > urls; $program import urls"
    )
    #expect(outcome.status == 0)
    #expect(
      outcome.output
        == "Imported urls: 1 new, 0 merged, 0 refused. streamtui refresh fetches them.\n"
        + "Moved from newsboat: 5 posts, 3 read, 2 kept.\n"
    )
    #expect(outcome.errors == "streamtui: taking posts, read marks and flags from ./cache.db\n")
    #expect(try Data(contentsOf: URL(filePath: web.folder + "/cache.db")) == before)
    #expect(try states(web) == Self.moved)
    let kept = try web.run("$program kept").output
    #expect(kept.contains("Old") && kept.contains("Two & more") && !kept.contains("Three"))

    try web.answer(Self.address, "200 OK", Self.feed())
    #expect(try web.run("$program refresh").status == 0)
    #expect(try states(web) == Self.moved)
    let changed = try web.run("$program dump --filter is:changed --format ndjson \(Self.address)")
    #expect(changed.output == "")

    // A second import adds nothing, and posts that were read in between stay read.
    let again = try web.run("cd '\(web.folder)'; $program import urls")
    #expect(again.output.contains("0 new, 1 merged") && again.output.contains("5 posts"))
    #expect(try states(web) == Self.moved)
  }

  /// newsboat (2.36, src/rssparser.cpp) makes ids of addresses, dates and titles, and keeps the blanks around those that a feed states.
  @Test func whatWasDeletedThereIsNotNewHere() throws {
    let date = " Tue, 14 Nov 2023 22:13:20 +0000"
    try inWeb { web in
      let url = "https://a.example/"
      try NewsboatStage(at: web.folder + "/cache.db").add(
        Self.address,
        [
          .init(guid: url + "r", url: url + "r", title: "Link alone", deleted: true),
          .init(guid: "Title alone", url: "", title: "Title alone", deleted: true),
          .init(guid: "\n  p2\n", url: url + "p2", title: "Blanks", deleted: true),
          .init(guid: url + "s" + date, url: url + "s", title: "Shared, deleted", deleted: true),
          .init(
            guid: url + "s" + " Tue, 14 Nov 2023 23:13:20 +0000",
            url: url + "s",
            title: "Shared, unread",
            time: 1_700_003_600
          ),
        ]
      )
      let items = [
        "<title>Link alone</title><link>\(url)r</link>", "<title>Title alone</title>",
        "<title>Blanks</title><link>\(url)p2</link><guid isPermaLink=\"false\">\n p2\n</guid>",
        "<title>Shared, deleted</title><link>\(url)s</link><pubDate>\(date)</pubDate>",
        "<title>Shared, unread</title><link>\(url)s</link><pubDate>Tue, 14 Nov 2023 23:13:20 +0000</pubDate>",
      ]
      let document = items.map { "<item>\($0)</item>" }.joined()
      try web.answer(
        Self.address,
        "200 OK",
        "<rss version=\"2.0\"><channel><title>A feed</title>\(document)</channel></rss>"
      )
      _ = try web.run("cd '\(web.folder)'; echo '\(Self.address)' > urls; $program import urls")
      #expect(try states(web) == ["Shared, unread"])
      _ = try web.run("$program refresh")
      #expect(
        try states(web) == [
          "Blanks read", "Link alone read", "Shared, deleted read", "Shared, unread",
          "Title alone read",
        ]
      )
    }
  }

  @Test func postsThatAreThereKeepTheirTexts() throws {
    try web.answer(Self.address, "200 OK", Self.feed())
    _ = try web.run("$program add --no-network \(Self.address); $program refresh")
    var items = Self.items
    items[0].title = "Another"
    try NewsboatStage(at: web.folder + "/moved.db").add(Self.address, items)
    try web.run(
      "cd '\(web.folder)'; $program export > f.opml; $program import --cache moved.db f.opml"
    ).says(output: "Moved from newsboat: 5 posts, 3 read, 2 kept.\n")
    #expect(try states(web) == Self.moved)
    // A post that was deleted there is not new here.
    let more =
      "<item><title>New</title><guid>n</guid></item>"
      + "<item><title>Gone</title><link>https://a.example/5</link><guid>gone</guid></item>"
    try web.answer(Self.address, "200 OK", Self.feed(more))
    _ = try web.run("$program refresh --all")
    #expect(try states(web) == (Self.moved + ["New", "Gone read"]).sorted())
  }

  /// A post of 2011 is older than all that stays of a feed, and is what the user moved in with.
  @Test func aRefreshRemovesNothingThatWasMoved() throws {
    let items = (0..<50).map {
      NewsboatStage.Item(guid: "\($0)", url: "https://a.example/\($0)", time: 1_300_000_000)
    }
    try NewsboatStage(at: web.folder + "/cache.db", major: nil).add(Self.address, items)
    _ = try web.run("cd '\(web.folder)'; echo '\(Self.address)' > urls; $program import urls")
    try web.answer(Self.address, "200 OK", Self.feed())
    _ = try web.run("$program refresh")
    #expect(try states(web).count == 54)
    #expect(try web.run("$program list --format tsv").output.hasPrefix("A feed\t"))
  }

  @Test func whatHidPostsAndLettersOfFlagsAreSaid() throws {
    let outcome = try web.run(
      """
      cd '\(web.folder)'; printf 'macro k open\nignore-article "*" "title =~ \\\\"ad\\\\""\n' > config
      printf '%s\\n' '"query:S:flags # \\"s\\""' '\(Self.address)' > urls; $program import urls
      """
    )
    #expect(
      outcome.errors.contains(#"config:2:1: ignore-article "*" "title =~ \"ad\"": not taken"#)
    )
    #expect(outcome.errors.contains("urls: flags have one letter here"), "\(outcome.errors)")
  }

  @Test func aFeedThatIsNotInTheListIsNamed() throws {
    let cache = try NewsboatStage(at: web.folder + "/cache.db", isNew: false)
    try cache.add(Self.address, Self.items)
    try cache.add("exec:~/bin/x", [NewsboatStage.Item(guid: "x", url: "")])
    try cache.add("https://b.example/", [NewsboatStage.Item(guid: "x", url: "")])
    try cache.add("https://empty.example/", [])
    let outcome = try web.run(
      "cd '\(web.folder)'; printf '\(Self.address)\\nexec:~/bin/x\\n' > urls; $program import urls"
    )
    #expect(
      outcome.errors.hasSuffix(
        "./cache.db: left out, because not subscribed to: posts of exec:~/bin/x and 1 more (once subscribed "
          + "to, a further import takes them)\n"
      ),
      "\(outcome.errors)"
    )
    #expect(outcome.output.hasSuffix("Moved from newsboat: 5 posts, 3 read, 2 kept.\n"))
  }

  /// The subscriptions come; the rest comes when the command is repeated.
  @Test(arguments: [
    (
      "printf 'no database, but a text' > cache.db",
      "it is no cache of newsboat 2 (file is not a database)."
    ),
    ("touch cache.db", "it is no cache of newsboat 2 (no such table: rss_feed)."),
    ("mkdir cache.db", "it is no ordinary file."),
    ("mv new.db cache.db", "it was written by newsboat 3 (expected newsboat 2)."),
    ("mkfifo cache.db", "it is no ordinary file."),
  ])
  func aCacheThatCannotBeReadIsToldWithTheReason(line: String, reason: String) throws {
    _ = try NewsboatStage(at: web.folder + "/new.db", major: 3)
    let outcome = try web.run(
      "cd '\(web.folder)'; \(line); echo '\(Self.address)' > urls; $program import urls"
    )
    #expect(outcome.status == 1)
    #expect(outcome.output.hasPrefix("Imported urls: 1 new"))
    #expect(
      outcome.errors == "streamtui: taking posts, read marks and flags from ./cache.db\n"
        + "./cache.db: nothing more was taken: \(reason)\n"
    )
  }

  @Test func aLockedCacheSaysToCloseNewsboat() throws {
    let cache = try NewsboatStage(at: web.folder + "/cache.db")
    try cache.add(Self.address, Self.items)
    try cache.database.run("BEGIN EXCLUSIVE")
    let line = "cd '\(web.folder)'; echo '\(Self.address)' > urls; $program import urls"
    let outcome = try web.run(line)
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.hasSuffix(
        "it is locked by another program. Close newsboat and repeat the command.\n"
      )
    )
    try cache.database.run("ROLLBACK")
    #expect(try web.run(line).output.contains("Moved from newsboat: 5 posts, 3 read, 2 kept."))
    let missing = try web.run("cd '\(web.folder)'; $program import --cache no.db urls")
    #expect(missing.status == 1)
    #expect(missing.errors.hasSuffix("no.db: nothing more was taken: No such file or directory.\n"))
  }

  /// newsboat's folders by the XDG rules keep the two files apart.
  @Test func theCacheOfTheDataFolderIsFound() throws {
    _ = try web.run(
      "cd '\(web.folder)'; mkdir -p config/newsboat data/newsboat; echo '\(Self.address)' > config/newsboat/urls"
    )
    try NewsboatStage(at: web.folder + "/data/newsboat/cache.db").add(Self.address, Self.items)
    let line = "XDG_DATA_HOME='\(web.folder)/data' $program import"
    let outcome = try web.run("cd '\(web.folder)/config/newsboat'; \(line) urls")
    #expect(outcome.output.contains("Moved from newsboat: 5 posts"))
    let other = try web.run("cd '\(web.folder)'; cp config/newsboat/urls .; \(line) urls")
    #expect(!other.output.contains("Moved"))
  }

  // MARK: Query feeds and programs

  /// A hundred query feeds are a hundred views, and lines of programs stay whole and are run by nobody.
  @Test func aLargeListComesWhole() throws {
    var urls = (0..<9_900).map { "https://h\($0).example/feed" }
    urls += (0..<100).map { "\"query:Number \($0):title =~ \\\"[a\($0)]x\\\"\"" }
    let programs = (0..<25).map { "\"exec:touch ran; echo \\\"\($0)\\\" | cat > ran\" tag" }
    urls += programs
    try Program.write(urls.joined(separator: "\n"), to: stage.folder + "/urls")
    let outcome = try stage.shell("$program import urls")
    #expect(
      outcome.output == "Imported urls: 9900 new, 0 merged, 0 refused. Saved 100 views "
        + "(streamtui views). streamtui refresh fetches them.\n"
    )
    #expect(outcome.errors.contains("urls:10001:1: \(programs[0]): a feed that a program makes"))
    #expect(outcome.errors.hasSuffix("urls: 5 further lines with exec: or filter: wait\n"))
    let views = try stage.shell("$program views --format tsv").output
    #expect(views.split(separator: "\n").count == 100)
    #expect(views.contains("number-99\ttitle:/[a99]x/\t"))
    let list = { try String(contentsOfFile: stage.state + "/subscriptions", encoding: .utf8) }
    let text = try list()
    #expect(programs.allSatisfy { text.contains("\n# \($0)\n") })
    #expect(!FileManager.default.fileExists(atPath: stage.folder + "/ran"))
    // A second time there is nothing to add.
    try stage.shell("$program import urls").says(output: "0 new, 9900 merged, 0 refused. Saved 100")
    #expect(try list() == text)
  }

  @Test func aViewThatCannotBeSavedIsPrinted() throws {
    let urls =
      "\"query:Big lakes:title =~ \\\"lake\\\"\"\n\"query:X:guid = \\\"1\\\"\"\nhttps://a.example/\n"
    try Program.write(urls, to: stage.folder + "/urls")
    _ = try stage.shell(
      "mkdir -p config/streamtui; printf '[views.big-lakes]\\nfilter = \"x\"\\n' > config/streamtui/config.toml"
    )
    for option in ["", "--no-config"] {
      try stage.shell("$program import \(option) urls").ends(
        with: 0,
        output: ", 2 refused.",
        errors: "urls:1:1: view big-lakes is not saved: ",
        "[views.big-lakes]\nfilter = \"title:/lake/\"\n",
        "urls:2:1: query feed \"X\" left out: in its filter, column 1: guid is no field"
      )
    }
  }
}
