import Foundation
import Testing

/// The commands for subscriptions, as a user runs them.
struct SubscriptionCommandTests {
  private let stage = StateStage()

  private func text(_ stage: StateStage) throws -> String {
    try String(contentsOfFile: stage.state + "/subscriptions", encoding: .utf8)
  }

  private func lines(_ stage: StateStage) throws -> [String] {
    try text(stage).split(separator: "\n").filter { !$0.hasPrefix("#") }.map { String($0) }
  }

  @Test func addWritesALineAndSaysWhatItAssumes() throws {
    let outcome = try stage.shell(
      "$program add blog.example/feed --name 'My Blog' --tag news --tag 'a, b' --every 2h"
    )
    #expect(outcome.status == 0)
    #expect(
      outcome.output == "Added https://blog.example/feed, but nothing is fetched. "
        + "Reading addresses needs curl: install the package curl.\n"
    )
    let unasked = try stage.shell(
      "$program add --no-network a.example/feed && $program remove https://a.example/feed"
    )
    #expect(
      unasked.output.hasPrefix("Added https://a.example/feed. streamtui refresh fetches it.\n")
    )
    #expect(outcome.errors == "No scheme given: https:// is assumed.\n")
    #expect(
      try lines(stage) == [#"https://blog.example/feed  name="My Blog" tags=news,"a, b" every=2h"#]
    )
    let mode = try FileManager.default.attributesOfItem(atPath: stage.state + "/subscriptions")
    #expect(mode[.posixPermissions] as? Int == 0o600)
    #expect(
      try stage.shell("$program add https://blog.example:443/feed").output
        == "https://blog.example/feed is in the list already: nothing changed.\n"
    )
    #expect(
      try stage.shell("$program add blog.example/feed --name New --tag more").output
        == "https://blog.example/feed was in the list already: merged with its entry.\n"
    )
    #expect(
      try lines(stage) == [#"https://blog.example/feed  name="New" tags=news,"a, b",more every=2h"#]
    )
  }

  @Test func accountsAndFilesCanBeAdded() throws {
    let path = try stage.feed("a.ndjson", ["one"])
    try stage.shell("$program add @olga@social.example; $program add ./a.ndjson").ends(with: 0)
    #expect(try lines(stage) == ["acct:olga@social.example", path])
  }

  @Test(arguments: [
    ("gopher://a.example/", "gopher: addresses are not supported"),
    ("gemini://a.example/", "Open this one in a browser for gemini"),
    ("javascript:alert(1)", "addresses are not supported"),
    ("./missing.xml", "No such file"), ("", "No address given"),
  ])
  func aWordThatIsNoFeedIsRefused(word: String, reason: String) throws {
    let outcome = try stage.shell("$program add '\(word)'")
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(outcome.errorLines.count == 1 && outcome.errors.contains(reason))
    #expect(!FileManager.default.fileExists(atPath: stage.state))
  }

  @Test func aPrivateAddressNeedsAConfirmation() throws {
    let refused = try stage.shell("$program add http://192.168.0.1/feed")
    #expect(refused.status == 1)
    #expect(
      refused.errors
        == "Not added: http://192.168.0.1/feed: the host is inside your own network. "
        + "Repeat the command with --yes to confirm it.\n"
    )
    #expect(!FileManager.default.fileExists(atPath: stage.state))
    #expect(try stage.shell("$program add http://192.168.0.1/feed --yes").status == 0)
    #expect(try lines(stage) == ["http://192.168.0.1/feed"])
    let pty = try stage.open(["add", "http://10.0.0.1/feed"]).awaiting("Subscribe? [y/N]")
    pty.type("y\r", "Added http://10.0.0.1/feed", since: 0)
    #expect(pty.end() == 0)
  }

  @Test func wrongUsageIs64() throws {
    for arguments in [
      "add", "add a.example --every soon", "add a.example --every 10s", "list --format xml",
    ] {
      #expect(try stage.shell("$program \(arguments)").status == 64)
    }
  }

  @Test func removeTakesAnAddressOrANameAndListsCandidates() throws {
    _ = try stage.shell(
      "$program add https://a.example/1 --name News; $program add https://a.example/2 --name News;"
        + "$program add https://b.example/ --name Blog"
    )
    let several = try stage.shell("$program remove News")
    #expect(several.status == 1 && several.output.isEmpty)
    #expect(several.errors.contains("https://a.example/1") && several.errors.contains("/2"))
    try stage.shell("$program remove a.example").ends(with: 1, errors: "https://a.example/1")
    #expect(
      try stage.shell("$program remove blog").output
        == "Removed Blog; kept posts stay\n"
        + "To subscribe again: streamtui add https://b.example/ --name Blog\n"
    )
    #expect(try stage.shell("$program remove a.example/1").status == 0)
    #expect(try lines(stage) == [#"https://a.example/2  name="News""#])
  }

  @Test func whatWasRemovedComesBackByTheLineThatIsPrinted() throws {
    _ = try stage.shell(
      #"$program add --no-network 'https://a.example/?q=a b&c' --name "Ada's \$HOME" --tag 'at home' --tag=-x "#
        + "--every 2h --full-text"
    )
    let before = try lines(stage)
    #expect(before.count == 1)
    let removed = try stage.shell(#"$program remove "Ada's \$HOME""#).output
    #expect(try lines(stage).isEmpty)
    let line = removed.split(separator: "To subscribe again: streamtui ").last.map { String($0) }
    try stage.shell(
      "$program \(try #require(line).replacing("\n", with: "")) --no-network"
    ).ends(with: 0)
    #expect(try lines(stage) == before)
  }

  @Test func aFileWithProblemsKeepsThemAndSaysWhere() throws {
    let old = "# mine\nhttps://a.example/ nam=x\n\nhttps://b.example/ # good\n"
    try Program.write(old, to: stage.state + "/subscriptions")
    #expect(try stage.shell("$program add c.example").status == 0)
    #expect(try text(stage) == old + "https://c.example/\n")
    let list = try stage.shell("$program list --format tsv")
    #expect(list.status == 0)
    #expect(list.output == "\thttps://b.example/\t\t0\t\t\n\thttps://c.example/\t\t0\t\t\n")
    #expect(list.errors.contains("subscriptions:2:20: unknown word \"nam\""))
  }

  @Test func importSaysOnceWhyItLeavesAddressesOut() throws {
    let own = (0..<200).map { #"<outline xmlUrl="http://192.168.0.\#($0)/feed"/>"# }
    let opml = "<opml version=\"2.0\"><body>\n\(own.joined(separator: "\n"))\n</body></opml>\n"
    try Program.write(opml, to: stage.folder + "/f.opml")
    let outcome = try stage.shell("$program import f.opml")
    #expect(outcome.output == "Imported f.opml: 0 new, 0 merged, 200 refused.\n")
    #expect(
      outcome.errors
        == "f.opml:2:1: http://192.168.0.0/feed and 199 more left out: the host is inside your own "
        + "network (--yes adds them)\n"
    )
  }

  @Test func importTellsNewMergedAndRefused() throws {
    let opml = """
      <?xml version="1.0"?><opml version="2.0"><body><outline text="News">
      <outline text="A" xmlUrl="https://a.example/"/>
      <outline text="B" xmlUrl="https://b.example/"/>
      <outline text="Bad" xmlUrl="javascript:alert(1)"/>
      <outline text="Home" xmlUrl="http://127.0.0.1/feed"/>
      </outline></body></opml>
      """
    try Program.write(opml, to: stage.folder + "/f.opml")
    _ = try stage.shell("$program add a.example --name Mine")
    let outcome = try stage.shell("$program import f.opml")
    #expect(outcome.status == 0)
    #expect(
      outcome.output
        == "Imported f.opml: 1 new, 1 merged, 2 refused. streamtui refresh fetches them.\n"
    )
    #expect(outcome.errors.contains("f.opml:4:1: \"javascript:alert(1)\""))
    #expect(outcome.errors.contains("f.opml:5:1: http://127.0.0.1/feed left out"))
    #expect(
      try lines(stage) == [
        #"https://a.example/  name="Mine" tags=News"#, #"https://b.example/  name="B" tags=News"#,
      ]
    )
    #expect(try stage.shell("$program import --yes - < f.opml").output.contains("1 new"))
    #expect(try lines(stage).count == 3)
    // A feed of a host and port that were confirmed asks no more.
    func imported(_ host: String) throws -> Int32 {
      let list = "<opml><body><outline xmlUrl=\"http://\(host)/two\"/></body></opml>"
      return try stage.shell("echo '\(list)' | $program import -").status
    }
    #expect(try imported("127.0.0.1") == 0)
    #expect(try imported("127.0.0.1:81") == 1)
    #expect(try stage.shell("echo hello | $program import -").status == 1)
    #expect(try stage.shell("$program import missing.opml").status == 1)
  }

  @Test(arguments: [
    ("", "1:1: no list of feeds: the file has no text", 0),
    ("\\n \\n", "1:1: no list of feeds: the file has no text", 0),
    ("\\0\\0\\0", "1:1: no list of feeds: a NUL byte", 0),
    ("https://a.example/\\nhttps://b.exa\\0\\0", "2:14: no list of feeds: a NUL byte", 0),
    (
      "<opml><body>\\n<outline xmlUrl=\"https://a.example/\"/>\\n<outline xmlUrl=\"https://b.exa",
      "3:31: the list ends in the middle (expected </opml>)", 1
    ),
  ])
  func importOfADamagedFileEndsWithOneAndSaysWhere(text: String, place: String, count: Int) throws {
    try stage.shell("printf '\(text)' > f; $program import f").ends(with: 1, errors: "f:\(place)")
    let list = try stage.shell("$program list --format tsv").output.split(separator: "\n")
    #expect(list.count == count && list.allSatisfy { $0.contains("https://a.example/\t") })
  }

  @Test func tenThousandFeedsAreImportedAndExported() throws {
    var opml = "<opml version=\"2.0\"><body>\n"
    for number in 0..<10_000 {
      opml += "<outline text=\"F\(number)\" xmlUrl=\"https://h\(number).example/feed\"/>\n"
    }
    opml += "</body></opml>\n"
    try Program.write(opml, to: stage.folder + "/f.opml")
    let outcome = try stage.shell("$program import f.opml")
    #expect(outcome.output.hasPrefix("Imported f.opml: 10000 new, 0 merged, 0 refused."))
    #expect(try stage.shell("$program export | grep -c xmlUrl").output == "10000\n")
    try stage.shell("$program add one.more.example")
      .ends(with: 1, errors: "Not added: the list has 10000 subscriptions, its limit")
  }

  @Test func exportLeavesPasswordsOut() throws {
    _ = try stage.shell(
      "$program add --yes https://olga:SECRET@a.example/; $program add acct:b@social.example"
    )
    let opml = try stage.shell("$program export")
    #expect(opml.output.contains("https://olga@a.example/") && !opml.output.contains("SECRET"))
    #expect(opml.errors.contains("password") && !opml.errors.contains("SECRET"))
    #expect(opml.errors.contains("acct:b@social.example: left out"))
    let text = try stage.shell("$program export --format text --with-passwords")
    #expect(text.output.hasSuffix("https://olga:SECRET@a.example/\nacct:b@social.example\n"))
    #expect(text.errors.isEmpty)
  }

  @Test func editTakesACopyWithoutProblems() throws {
    let editor = stage.folder + "/editor"
    func edit(_ script: String) throws -> Program.Outcome {
      try Program.writeScript("for last; do :; done\n\(script)", to: editor)
      return try stage.shell(
        "unset VISUAL; EDITOR='\(editor)' TMPDIR='\(stage.folder)' $program edit"
      )
    }
    #expect(try edit(#"echo 'https://a.example/' >> "$last""#).output == "Saved: 1 subscription.\n")
    #expect(try lines(stage) == ["https://a.example/"])
    #expect(try edit("true").output == "Nothing changed.\n")
    let before = try text(stage)
    let broken = try edit(#"echo 'https://b.example/ tags' >> "$last""#)
    #expect(broken.status == 1)
    let copy = try #require(broken.errors.split(separator: " ").last).dropLast()
    #expect(broken.errors.contains("\(copy):8:"))
    #expect(broken.errors.contains("The old list is kept. Your copy: "))
    #expect(try String(contentsOfFile: String(copy), encoding: .utf8).contains("b.example"))
    #expect(try text(stage) == before)
    try edit(
      #"XDG_STATE_HOME="\#(stage.folder)/state" "$program" add c.example; echo d.example >> "$last""#
    ).ends(with: 1, errors: "another process has changed")
    #expect(try lines(stage) == ["https://a.example/", "https://c.example/"])
    try edit("exit 3").ends(with: 1, errors: "the editor failed")
    for (mode, words) in [(0o600, "Permission denied. Set EDITOR"), (0, "no such program.")] {
      if mode == 0 { unlink(editor) } else { chmod(editor, mode_t(mode)) }
      let missing = try stage.shell("unset VISUAL; EDITOR='\(editor)' $program edit")
      #expect(missing.status == 1 && missing.errors.contains("\(editor): \(words)"))
    }
  }

  @Test func manyProcessesThatAddLoseNoEntry() throws {
    let outcome = try stage.shell(
      "{ for i in 1 2 3 4 5 6 7 8; do ("
        + "for j in 1 2 3 4 5; do $program add h$i-$j.example >/dev/null 2>&1 || echo failed; done"
        + ") & done; } | cat"
    )
    #expect(outcome.output.isEmpty)
    #expect(try Set(lines(stage)).count == 40)
    #expect(try lines(stage).count == 40)
  }

  @Test func secureModeAndFoldersThatCannotBeUsedAreSaid() throws {
    let secure = try stage.shell("$program add a.example", secure: true)
    #expect(secure.status == 1 && secure.errors.contains("secure mode is on"))
    try Program.makeFolder(stage.state)
    let other = stage.folder + "/other"
    try Program.write("https://o.example/\n", to: other)
    for name in ["subscriptions", "subscriptions.lock"] {
      let path = stage.state + "/" + name
      try? FileManager.default.removeItem(atPath: path)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: other)
      try stage.shell("$program add a.example")
        .ends(with: 1, errors: "Not added: \(name) is a symbolic link")
      #expect(try String(contentsOfFile: other, encoding: .utf8) == "https://o.example/\n")
      try FileManager.default.removeItem(atPath: path)
    }
  }

  @Test func aFullDiskLeavesTheOldList() throws {
    _ = try stage.shell("$program add a.example")
    let before = try text(stage)
    let long = String(repeating: "x", count: 190)
    try stage.shell(
      "for i in 1 2 3 4 5 6 7 8 9 10 11 12; do $program add h$i.example --tag \(long) >/dev/null 2>&1; done;"
        + "cp '\(stage.state)/subscriptions' before; ulimit -f 1; $program add late.example --tag \(long)"
    ).ends(with: 1, errors: "Not added: File too large")
    let kept = try String(contentsOfFile: stage.folder + "/before", encoding: .utf8)
    #expect(kept.hasPrefix(before) && kept.contains("h12.example"))
    #expect(try text(stage) == kept)
    let names = try FileManager.default.contentsOfDirectory(atPath: stage.state)
    #expect(names.allSatisfy { !$0.hasSuffix(".tmp") })
  }
}
