import Foundation
import StreamModel
import Testing

/// What the commands read without a SOURCE, and how they end when a source cannot be read.
struct CommandInputTests {
  @OwnFolder private var folder: String
  private let feed = "{\"id\":\"a\",\"body_text\":\"one\"}\n"

  /// Runs a line of shell in a folder with `a.json`; standard input is a pipe that is closed.
  private func shell(_ line: String) throws -> Program.Outcome {
    try Program.shell(line, in: [("a.json", feed)])
  }

  // MARK: Without a SOURCE

  @Test(arguments: ["dump", "check", "snapshot", "bench --strategy flat --keys 1 --size 9x2", ""])
  func aPipeIsReadWithoutASource(_ command: String) throws {
    let outcome = try Program.run(command.split(separator: " ").map(String.init), input: feed)
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(!outcome.output.isEmpty)
  }

  @Test(arguments: ["dump", "check", "snapshot"])
  func aFileIsReadAsStandardInput(_ command: String) throws {
    let outcome = try shell("$program \(command) < a.json")
    #expect(outcome.status == 0)
    #expect(!outcome.output.isEmpty)
  }

  @Test(arguments: ["dump", "check", "snapshot"])
  func withoutAPipeASourceIsAskedFor(_ command: String) throws {
    let outcome = try shell("$program \(command) < /dev/null")
    #expect(outcome.status == 64)
    #expect(
      outcome.errors.hasPrefix("Error: no SOURCE: name a file, or pipe a feed into the command\n"),
      "\(outcome.errors)"
    )
  }

  @Test func theBenchPlaysEveryStrategyOnOnePipe() throws {
    let outcome = try Program.run(
      ["bench", "--keys", "1", "--size", "9x2", "--format", "json"],
      input: feed
    )
    #expect(outcome.status == 0)
    #expect(outcome.output.split(separator: "{\"strategy\":").count == 6)
  }

  // MARK: Sources that cannot be read

  @Test(arguments: ["dump", "check", "snapshot", "view"])
  func aSourceThatIsMissingIsAFailureAfterTheRest(_ command: String) throws {
    for sources in ["a.json missing.json", "missing.json a.json"] {
      let outcome = try shell("$program \(command) \(sources)")
      #expect(outcome.status == 1)
      #expect(outcome.errors == "missing.json: No such file or directory\n")
      #expect(outcome.output.contains(command == "check" ? "a.json: native" : "one"))
    }
  }

  @Test(arguments: ["dump", "snapshot", "view"])
  func aSourceThatIsNoFeedIsAFailureAfterTheRest(_ command: String) throws {
    let outcome = try shell("echo '<root/>' > no.txt; $program \(command) no.txt a.json")
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix("no.txt:1:1: <root>"), "\(outcome.errors)")
    #expect(outcome.output.contains("one"))
  }

  @Test func aSnapshotOfATornDocumentSaysWhereAndFails() throws {
    let outcome = try shell(
      #"printf '{"version": 1, "posts": [' >b.json; "$program" snapshot b.json"#
    )
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.count == 1 && outcome.errors.hasPrefix("b.json:1:"))
    #expect(try shell(#"echo '{"version":1,"posts":[]}' | "$program" snapshot -"#).status == 0)
  }

  // MARK: Addresses, formats, noise

  @Test func anAddressWithoutCurlSaysWhatIsMissingAndAFileOfItsLooksIsRead() throws {
    let file = "mkdir -p http:/h && cp a.json http:/h/f && $program dump http://h/f"
    #expect(try shell(file).status == 0)
    let outcome = try shell(
      "STREAMTUI_CURL=/no/curl $program dump \"HTTPS://host.example/it's?a=1&b\""
    )
    #expect(outcome.status == 1)
    #expect(
      outcome.errors
        == "https://host.example/it's?a=1&b: Reading addresses needs curl: install the package curl\n"
    )
  }

  @Test func aFormatThatIsNotRecognizedNamesTheOption() throws {
    try shell("echo '<x/>' > x; $program dump x").ends(with: 1, errors: "--format-hint")
    let wrong = try Program.run(["dump", "--format-hint", "nothing", "x"])
    #expect(wrong.status == 64)
    for hint in FormatHint.allCases { #expect(wrong.errors.contains(hint.rawValue), "\(hint)") }
  }

  @Test func aHintReadsWhatTheContentDoesNotTell() throws {
    let outcome = try shell("echo '[{\"x\":1}]' > x; $program check --format-hint github x")
    #expect(outcome.output.contains("x: GitHub"), "\(outcome.output)")
  }

  @Test func aWarningBeforeTheFeedIsSkippedAndCounted() throws {
    let noisy = "Warning: old certificate\n" + feed + feed
    let dumped = try Program.run(["dump", "--format", "ndjson"], input: noisy)
    #expect(dumped.status == 0)
    #expect(dumped.output.split(separator: "\n").count == 2)
    #expect(
      dumped.errors == "standard input:1:1: skipped a line before the feed: "
        + "Warning: old certificate (expected a record)\n"
    )
    let checked = try Program.run(["check"], input: noisy)
    #expect(checked.status == 1)
    #expect(checked.output.hasSuffix("2 posts, 1 problem\n"))
    #expect(try Program.run(["snapshot"], input: noisy).output.contains("1 problem"))
  }

  // MARK: Help

  @Test func helpPrintsDefaultsAsTheyAreTyped() throws {
    let snapshot = try Program.run(["help", "snapshot"]).output
    #expect(snapshot.contains("default: 80x24"))
    #expect(snapshot.contains("default: 2026-02-01T00:00:00Z"))
    let bench = try Program.run(["help", "bench"]).output
    #expect(bench.contains("default: 120x40"))
    for command in ["view", "dump", "check", "snapshot", "bench", "demo"] {
      let help = try Program.run(["help", command]).output
      let defaults = help.split(separator: "(default: ").dropFirst().map { $0.prefix { $0 != ")" } }
      for value in defaults { #expect(!value.contains("(") && !value.contains(" "), "\(value)") }
    }
  }

  // MARK: Times

  @Test func timesAreThoseOfTheStatedZone() throws {
    try Data(#"{"id":"a","published":"2026-01-20T23:30:00Z","body_text":"one"}"#.utf8)
      .write(to: URL(fileURLWithPath: folder + "/a.json"))
    func shown(_ zone: String, _ command: String) throws -> String {
      try Program.shell("cd '\(folder)' && \(zone) $program \(command) a.json").output
    }
    let berlin = "TZ=CET-1CEST,M3.5.0,M10.5.0/3"
    #expect(try shown(berlin, "snapshot").contains("2026-01-21"))
    #expect(try shown(berlin, "snapshot --keys '<CR>'").contains("2026-01-21 00:30 +01:00"))
    #expect(try shown(berlin, "snapshot --utc").contains("2026-01-20"))
    // Without TZ a snapshot is the same on every machine.
    #expect(try shown("env -u TZ", "snapshot").contains("2026-01-20"))
    for zone in ["TZ=No/Such_Place", "TZ=", "TZ=:/dev/null", "TZ='<x'"] {
      #expect(try shown(zone, "snapshot --keys '<CR>'").contains("2026-01-20 23:30 UTC"))
    }
    // A dump does not depend on who runs it.
    for format in ["ndjson", "text"] {
      #expect(try shown(berlin, "dump --format \(format)").contains("2026-01-20"))
    }
  }

  // MARK: Characters

  @Test func aDumpIsUTF8InEveryLocale() throws {
    try Data(#"{"id":"a","body_text":"Straße"}"#.utf8)
      .write(to: URL(fileURLWithPath: folder + "/a.json"))
    for format in ["text", "ndjson", "json"] {
      let line = "cd '\(folder)' && $program dump --format \(format) a.json"
      let plain = try Program.shell(line, environment: ["LC_ALL": "C"])
      #expect(plain.output.contains("Straße"))
      #expect(plain.output == (try Program.shell(line, environment: ["LC_ALL": "C.UTF-8"])).output)
    }
  }
}
