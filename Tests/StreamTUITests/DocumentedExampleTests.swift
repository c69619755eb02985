import Foundation
import Testing

/// Each command line that README, the manual and the documents show is one that the program takes.
struct DocumentedExampleTests {
  private let stage = StateStage()

  private enum Fate {
    /// Runs as this line of shell, ends with status 0, and prints the text.
    case prints(String, String)
    /// Needs the network, a terminal or an earlier run; this suite runs it.
    case isRun(by: String)
  }

  /// The lines as the documents write them; upper-case words stand for names.
  private static let examples: [String: Fate] = [
    "streamtui": .isRun(by: "SubscriptionPtyTests"),
    "streamtui FOLDER": .prints("$program folder", "in a folder"),
    "streamtui add": .prints("$program add ./other.ndjson", "Added"),
    "streamtui add '#lakes@social.example'": .isRun(by: "PublicStreamTests"),
    "streamtui add account:NAME:ADDRESS": .isRun(by: "AccountTests"),
    "streamtui add ADDRESS": .isRun(by: "AccountTests"),
    "streamtui login ADDRESS": .isRun(by: "AccountTests"),
    "streamtui login @you@example.org": .isRun(by: "FediverseTests"),
    "streamtui add account:NAME:bookmarks": .isRun(by: "FediverseTests"),
    "streamtui login": .isRun(by: "AccountTests"),
    "streamtui login https://rss.example.org": .isRun(by: "AccountTests"),
    "streamtui logout NAME": .isRun(by: "AccountTests"),
    "streamtui refresh account:NAME": .isRun(by: "AccountTests"),
    "streamtui add 'exec:PROGRAM ARGUMENTS'": .isRun(by: "ProgramSubscriptionTests"),
    "streamtui add @olga@social.example": .isRun(by: "PublicStreamTests"),
    "streamtui add at://lakes.example": .isRun(by: "PublicStreamTests"),
    "streamtui add https://blog.example --tag friends": .isRun(by: "WebCommandTests"),
    "streamtui bench --paces FEED": .isRun(by: "BenchPaceTests"),
    "streamtui bench FEED": .isRun(by: "BenchCommandTests"),
    // Sources are told by their content; `ArchiveTests` has real archives.
    "streamtui blog.rss news.json ~/export.zip": .prints(
      "HOME=$PWD; $program blog.rss news.json ~/export.zip",
      "in an export"
    ),
    "streamtui check": .prints("$program check < feed.ndjson", "2 posts"),
    "streamtui check FEED": .prints("$program check feed.ndjson", "2 posts"),
    "streamtui config": .prints("$program config", "theme"),
    "streamtui config --check": .prints("$program config --check", ""),
    "streamtui config --default": .prints("$program config --default", "idle-delay"),
    "streamtui count": .prints("$program count < feed.ndjson", "2"),
    "streamtui demo": .isRun(by: "DemoPtyTests"),
    "streamtui doctor": .isRun(by: "DoctorTests"),
    "streamtui dump": .prints("$program dump < feed.ndjson", "feed one"),
    // Whatever filters the lines in between.
    "streamtui dump --format ndjson F | jq -c 'select(.likes_count > 9)' | streamtui": .prints(
      "$program dump --format ndjson feed.ndjson | grep two | $program",
      "feed two"
    ),
    "streamtui dump kept": .isRun(by: "KeptCommandTests"),
    "streamtui dump unread": .isRun(by: "NamedStreamTests"),
    "streamtui list": .isRun(by: "EverydayCommandTests"),
    "streamtui dump kept 'Ada Bytes'": .isRun(by: "NamedStreamTests"),
    "streamtui dump unread tag:work": .isRun(by: "NamedStreamTests"),
    "streamtui edit": .prints("EDITOR=true $program edit", ""),
    "streamtui forget": .prints("$program forget", "Read marks"),
    "streamtui forget all": .isRun(by: "ForgetCommandTests"),
    "streamtui forget --host": .isRun(by: "TrustedHostTests"),
    "streamtui forget ADDRESS": .isRun(by: "ForgetCommandTests"),
    "streamtui forget SOURCE": .isRun(by: "ForgetCommandTests"),
    "streamtui history": .prints("$program history", ""),
    "streamtui history --hosts": .prints("$program history --hosts", ""),
    "streamtui https://…": .isRun(by: "WebCommandTests"),
    "streamtui import ~/.newsboat/urls": .prints(
      "HOME=$PWD; mkdir .newsboat; echo https://b.example/f > .newsboat/urls; $program import ~/.newsboat/urls",
      "1"
    ),
    "streamtui import feeds.opml": .prints("$program import feeds.opml", "1"),
    "streamtui kept": .isRun(by: "KeptCommandTests"),
    "streamtui keys": .prints("$program keys", "next-unread"),
    "streamtui keys --preset vim": .prints("$program keys --preset vim", "z z"),
    "streamtui refresh": .prints("$program refresh", ""),
    "streamtui remove": .prints("$program remove Gone", "Removed"),
    "streamtui refresh --older": .isRun(by: "OlderPostTests"),
    "streamtui add --from-start": .isRun(by: "OlderPostTests"),
    "streamtui add --from-start https://serial.example/feed": .isRun(by: "OlderPostTests"),
    "streamtui count --by host": .prints("$program count --by host feed.ndjson", ""),
    "streamtui dump --format ndjson": .prints("$program dump --format ndjson feed.ndjson", "{"),
    "streamtui dump --format ndjson FEED | grep -i water | streamtui": .prints(
      "$program dump --format ndjson feed.ndjson | grep '{' | $program check",
      "0 problems"
    ),
    "streamtui snapshot": .prints("$program snapshot feed.ndjson", "post 1 of 2"),
    "streamtui snapshot --keys 'jjj' --compare idle eager FEED": .prints(
      "$program snapshot --keys 'jjj' --compare idle eager feed.ndjson",
      ""
    ),
    "streamtui view:water": .isRun(by: "SavedViewPtyTests"),
    "streamtui rules": .isRun(by: "PostRuleTests"),
    "streamtui rules --dry-run FILTER FEED": .isRun(by: "PostRuleTests"),
    "streamtui views": .isRun(by: "ViewCommandTests"),
    "streamtui unread tag:work": .isRun(by: "NamedStreamTests"),
    "streamtui theme": .prints("$program theme", "nord"),
    "streamtui theme NAME": .prints("$program theme nord", "link"),
  ]

  @Test func everyDocumentedLineIsKnown() throws {
    let documented = try Self.documented()
    let known = Set(Self.examples.keys)
    #expect(documented.subtracting(known).sorted() == [])
    #expect(known.subtracting(documented).sorted() == [])
  }

  @Test func everyDocumentedLineRuns() throws {
    for (name, text) in [
      ("feed.ndjson", "feed"), ("other.ndjson", "other"), ("export.zip", "in an export"),
      ("gone.ndjson", "gone"), ("news.json", "news"),
    ] {
      _ = try stage.feed(name, [text + " one", text + " two"])
    }
    let rss =
      "<rss version='2.0'><channel><item><guid>1</guid><title>in rss</title></item></channel></rss>"
    let opml = "<opml version='2.0'><body><outline xmlUrl='https://a.example/f'/></body></opml>"
    for (name, text) in [("blog.rss", rss), ("feeds.opml", opml)] {
      try Program.write(text, to: stage.folder + "/" + name)
    }
    try Program.makeFolder(stage.folder + "/folder")
    _ = try stage.feed("folder/a.ndjson", ["in a folder"])
    try stage.shell(
      "$program add ./feed.ndjson --name Feed && $program add ./gone.ndjson --name Gone"
    ).ends(with: 0)
    for (example, fate) in Self.examples.sorted(by: { $0.key < $1.key }) {
      guard case .prints(let line, let text) = fate else { continue }
      // Addresses that an import adds are not asked for.
      let offline = line.replacing("$program refresh", with: "$program refresh Feed")
      let outcome = try stage.shell(offline)
      #expect(outcome.status == 0, "\(example): \(outcome.errors)")
      let printed = outcome.output + outcome.errors
      #expect(text.isEmpty || printed.contains(text), "\(example) prints\n\(printed)")
    }
  }

  /// The options of `view` with a value, and a pattern that the printed posts show with it alone.
  ///
  /// Without a pattern an option changes the screen, the state or a source that grows, not printed posts:
  /// `SettingEffectTests` looks at those that state a setting.
  private static let options: [String: (arguments: String, shows: String?)] = [
    "--format-hint": ("--format-hint ndjson", nil),
    "--public-only": ("--public-only", "not public"),
    "--no-network": ("--no-network", nil), "--utc": ("--utc", nil),
    "--order": ("--order oldest", "feed two(.|\n)*feed one"),
    "--no-state": ("--no-state", nil), "--from-start": ("--from-start", nil),
    "--first-unread": ("--first-unread", nil),
    "--name": ("--name mine", nil), "--no-mouse": ("--no-mouse", nil),
    "--hyperlinks": ("--hyperlinks never", nil), "--pictures": ("--pictures off", nil),
    "--theme": ("--theme nord", nil),
    "--linear": ("--linear", "1 of 2"), "--config": ("--config c.toml", "1 of 2"),
    "--no-config": ("--no-config", nil), "--follow": ("--follow", nil),
    "--refresh": ("--refresh 5", nil), "--exec": ("--exec 'cat feed.ndjson'", nil),
    "--stick": ("--stick", nil),
    "--strategy": ("--strategy flat", nil), "--idle-delay": ("--idle-delay 100", nil),
    "--hud": ("--hud", nil), "--filter": ("--filter one", "^(?!(.|\n)*feed two)"),
  ]

  /// An option that help names, or that only the manual does, is taken, stands in the manual, and does what the
  /// posts can show.
  @Test func everyOptionOfTheViewerIsTaken() throws {
    let manual = try Self.text("docs/man/streamtui.1").replacing("\\-", with: "-")
    try StateStage.run { stage in
      let feed = """
        {"id":"1","published":"2021-01-01T00:00:00Z","body_text":"feed one"}
        {"id":"2","published":"2020-01-01T23:30:00Z","body_text":"feed two","visibility":"direct"}

        """
      for (name, text) in [("feed.ndjson", feed), ("c.toml", "linear = true\n")] {
        let path = stage.folder + "/" + name
        try Program.write(text, to: path)
        chmod(path, 0o600)
      }
      let help = try stage.shell("$program view --help").output
      let named = Set(help.matches(of: /--[a-z][-a-z]*/).map { String($0.output) })
      let hidden: Set = ["--strategy", "--idle-delay", "--hud"]
      #expect(named.isDisjoint(with: hidden))
      let known = Set(Self.options.keys).subtracting(hidden)
      #expect(named.subtracting(known).subtracting(["--help", "--version"]).sorted() == [])
      #expect(known.subtracting(named).sorted() == [])
      let plain = try stage.shell("TZ=XXX-5 $program view feed.ndjson").output
      for (option, sample) in Self.options.sorted(by: { $0.key < $1.key }) {
        #expect(manual.contains(option), "\(option) is not in the manual")
        let source = sample.arguments.contains("--exec") ? "" : "feed.ndjson"
        let line = "printf 'q\\n' | TZ=XXX-5 $program view \(sample.arguments) \(source)"
        let outcome = try stage.shell(line)
        #expect(outcome.status == 0, "\(option): \(outcome.errors)")
        let printed = outcome.output + outcome.errors
        #expect(printed.contains("feed one"), "\(option) prints\n\(printed)")
        guard let shown = sample.shows else { continue }
        let pattern = try Regex(shown)
        #expect(printed.contains(pattern), "\(option) prints\n\(printed)")
        #expect(!plain.contains(pattern), "\(option) prints\n\(printed)")
      }
    }
  }

  // MARK: Documents

  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The documents for readers: README and all of docs.
  private static func documents() throws -> [String] {
    let pages = try FileManager.default.contentsOfDirectory(atPath: root.path + "/docs")
    return ["README.md"] + pages.filter { $0.hasSuffix(".md") }.sorted().map { "docs/" + $0 }
  }

  /// The command lines between backquotes, in blocks of code, and in bold type.
  private static func documented() throws -> Set<String> {
    var lines: Set<String> = []
    for path in try documents() {
      let text = try text(path)
      for match in text.matches(of: /`(streamtui[^`\n]*)`/) { lines.insert(String(match.1)) }
      for (number, block) in text.split(separator: "```", omittingEmptySubsequences: false)
        .enumerated() where number % 2 == 1
      {
        for line in block.split(separator: "\n") where line.hasPrefix("streamtui") {
          // A comment begins after a space; a tag of the fediverse, after a quotation mark.
          let code = line.split(separator: " #").first ?? line
          lines.insert(code.trimmingCharacters(in: .whitespaces))
        }
      }
    }
    for page in try FileManager.default.contentsOfDirectory(atPath: root.path + "/docs/man") {
      for match in try text("docs/man/" + page).matches(of: /\\fB(streamtui .*?)\\fR/) {
        lines.insert(String(match.1).replacing("\\-", with: "-"))
      }
    }
    // The synopsis of a command is no line to type.
    return lines.filter { $0 == "streamtui" || $0.hasPrefix("streamtui ") }
  }
}
