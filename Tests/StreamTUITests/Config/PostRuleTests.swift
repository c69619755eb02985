import Configuration
import Foundation
import StreamModel
import Testing

@testable import StreamTUI

/// The tables `[rules.NAME]` of a file, and the commands that list and try rules.
struct PostRuleTests {
  private static let time = Timestamp(secondsSinceEpoch: 1_769_904_000)

  @Test func rulesAreKnownInTheirOrder() throws {
    let text = """
      [views.noise]
      filter = "sponsored or advert"
      [rules.ads]
      when = "view:noise in:news"
      do = "hide"
      [rules.quiet]
      when = "title:rumour"
      do = ["read"]
      until = "2026-02-01"
      [rules.lakes]
      when = "lake"
      colour = "title"
      tag = "#later"
      """
    let run = try Program.configuration(text)
    #expect(run.lines == [])
    #expect(run.rules.map(\.name) == ["ads", "quiet", "lakes"])
    #expect(run.rules.map(\.effects) == [["hide"], ["read"], ["colour title", "tag later"]])
    // The last day is over when that day begins.
    #expect(run.shown(at: Self.time).rules.map(\.name) == ["ads", "lakes"])
    let before = Timestamp(secondsSinceEpoch: Self.time.secondsSinceEpoch - 1)
    #expect(run.shown(at: before).rules.map(\.name) == ["ads", "quiet", "lakes"])
  }

  @Test(
    "An error names its place and costs the rule",
    arguments: [
      ("do = \"hide\"", "1:8: [rules.a] has no when"),
      (
        "when = \"x\"",
        "1:8: [rules.a] has no do, colour or tag (expected a line such as do = \"hide\")"
      ),
      ("when = \"x likes>y\"\ndo = \"hide\"", "2:17: \"y\" is no number"),
      (
        "when = \"x\"\ndo = \"hid\"",
        "3:6: do is \"hid\" (expected \"hide\" or \"read\"; did you mean \"hide\"?)"
      ),
      ("when = \"x\"\ndo = []", "3:6: do is empty (expected \"hide\" or \"read\", or a list)"),
      ("when = \"x\"\ndo = [\"read\", 3]", "3:15: a number in do (expected \"hide\" or \"read\")"),
      ("when = \"is:unread\"\ndo = \"hide\"", "2:9: a rule cannot ask for is:read"),
      ("when = \"is:new\"\ndo = \"hide\"", "2:9: is:new needs the last visit"),
      ("when = \"x sort:likes\"\ndo = \"hide\"", "2:9: sort: and limit: have no meaning in a rule"),
      ("when = \"view:b\"\ndo = \"hide\"", "2:14: there is no view \"b\""),
      ("when = \"x\"\ndo = \"hide\"\nuntil = \"2027\"", "4:9: until is \"2027\" (expected a day"),
      (
        "when = \"x\"\ncolour = \"titel\"",
        "3:10: colour is \"titel\" (expected a role of the theme, such as \"title\" or \"warning\"; did you mean \"title\"?; streamtui theme lists them)"
      ),
      (
        "when = \"x\"\ntag = \"two words\"",
        "3:7: tag is \"two words\" (expected at most 40 letters"
      ),
      // With a misspelt key the rule could go on for ever.
      ("when = \"x\"\ndo = \"hide\"\nuntl = \"2027-01-01\"", "4:1: Unknown key \"untl\""),
    ]
  )
  func errors(_ lines: String, _ expected: String) throws {
    let run = try Program.configuration("[rules.a]\n" + lines)
    let problems = run.problems.map { "\($0.place.line):\($0.place.column): \($0.message)" }
    #expect(problems.count == 1 && problems.first?.hasPrefix(expected) == true, "\(problems)")
    #expect(run.rules.isEmpty)
  }

  /// Nobody mends a table in two rounds.
  @Test func everyWrongLineOfARuleIsNamed() throws {
    let lines = "[rules.a]\nuntil = \"soon\"\ndo = \"hid\"\nwhen = \"likes>y\"\n"
    #expect(try Program.configuration(lines).problems.map(\.place.line) == [2, 3, 4])
  }

  private static let feed = ["sponsored one", "fire", "sponsored two", "earth"].enumerated()
    .map { #"{"id":"\#($0)","body_text":"\#($1)"}"# + "\n" }.joined()

  /// Runs a line of shell in a folder with a feed and this configuration; the folder is called FOLDER.
  private func run(_ configuration: String, _ line: String) throws -> Program.Outcome {
    let stage = StateStage()
    try Program.write(configuration, to: stage.folder + "/config/streamtui/config.toml")
    try Program.write(Self.feed, to: stage.folder + "/a.ndjson")
    return try stage.shell("export STREAMTUI_CURL=/bin/true; \(line)").naming(
      stage.folder,
      "FOLDER"
    )
  }

  private static let rules = """
    [rules.ads]
    when = "sponsored"
    do = "hide"
    [rules.old]
    when = "fire"
    do = ["read", "hide"]
    until = "2020-01-01"

    """

  @Test func theViewerHidesThePostsAndADumpDoesNot() throws {
    let snapshot = "$program snapshot --config config/streamtui/config.toml --size 60x9 a.ndjson"
    let outcome = try run(Self.rules, snapshot)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(!outcome.output.contains("sponsored") && outcome.output.contains("fire"))
    #expect(outcome.output.contains("post 1 of 2 · 2 hidden by the rule ads"))
    #expect(try run(Self.rules, "$program dump a.ndjson").output.contains("sponsored one"))
    // Without the rule everything is there again.
    #expect(try run("", snapshot).output.contains("sponsored one"))
  }

  @Test func rulesAreListedWithTheirPosts() throws {
    let table = try run(Self.rules, "$program add ./a.ndjson >add.txt 2>&1; $program rules")
    #expect(
      table.output == """
        posts  rule  do         filter
            2  ads   hide       sponsored
            1  old   hide,read  fire       ended 2020-01-01

        """,
      "\(table.errors)"
    )
    let path = "FOLDER/config/streamtui/config.toml"
    let separated = try run(Self.rules, "$program rules --format tsv").output
    #expect(separated.hasPrefix("ads\tsponsored\thide\t\t0\t\(path):1\n"))
    let json = try run(Self.rules, "$program rules --format json").output
    #expect(json.hasPrefix(#"[{"name":"ads","filter":"sponsored","do":"hide","#))
    let none = try run("", "$program rules")
    #expect(none.output.isEmpty && none.status == 0)
    #expect(none.errors.hasPrefix("There are no rules yet. Write into \(path):\n[rules.ads]\n"))
  }

  @Test func theListOfSubscriptionsCountsAsTheViewerDoes() throws {
    let rules = Self.rules + "[rules.quiet]\nwhen = \"earth\"\ndo = \"read\"\n"
    let list = "$program add ./a.ndjson >add.txt 2>&1; $program list --format tsv | cut -f 4;"
    let both = try run(rules, "\(list) $program list --format tsv --no-config | cut -f 4")
    #expect(both.output == "1\n4\n", "\(both.errors)")
    // A colour or a tag changes nothing about what is unread.
    let friends = "[rules.friends]\nwhen = \"earth\"\ncolour = \"title\"\ntag = \"friend\"\n"
    #expect(try run(friends, list).output == "4\n")
  }

  @Test func aDryRunSaysWhatARuleWouldHide() throws {
    let outcome = try run("", "$program rules --dry-run sponsored a.ndjson")
    #expect(outcome.output.contains("sponsored one") && outcome.output.contains("sponsored two"))
    #expect(!outcome.output.contains("fire"))
    #expect(outcome.errors == "A rule with this filter would hide 2 of 4 posts\n")
    let read = try run("", "$program rules --dry-run is:read a.ndjson")
    #expect(read.status == 64 && read.errors.contains("column 1: a rule cannot ask for"))
    #expect(try run("", "$program rules a.ndjson").status == 64)
  }

  @Test func aTagOfARuleIsFoundOnTheScreenAndDumpsDoNotHaveIt() throws {
    let rules = "[rules.ads]\nwhen = \"sponsored\"\ntag = \"advert\"\ncolour = \"warning\"\n"
    let snapshot = "$program snapshot --config config/streamtui/config.toml --size 60x9"
    let outcome = try run(rules, "\(snapshot) --filter '#advert' a.ndjson")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("#advert") && !outcome.output.contains("fire"))
    #expect(outcome.output.contains("1 of 2 · &tag:advert"), "\(outcome.output)")
    #expect(try run(rules, "$program dump --filter '#advert' a.ndjson").output.isEmpty)
  }
}
