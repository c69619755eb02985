import Foundation
import Testing

/// Filters of commands, as a user runs them.
struct FilterCommandTests {
  private let stage = StateStage()
  private static let feed = [
    #"{"id":"1","author":{"name":"Olga","handle":"@olga@a.example"},"published":"2026-01-01T08:00:00Z","body_html":"<p>Wa<b>ter</b> l&eacute;vel <a href=\"https://b.example/x\">x</a></p>","likes_count":3,"tags":["lake"]}"#,
    #"{"id":"2","author":{"name":"Ben, \"B\""},"published":"2026-01-02T08:00:00Z","body_html":"<p>w\u0061ter</p>","likes_count":9}"#,
    #"{"id":"3","author":{"name":"Olga","handle":"@olga@a.example"},"published":"2026-01-02T09:00:00Z","body_html":"<p>fire</p>"}"#,
  ].map { $0 + "\n" }.joined()

  init() throws { try Program.write(Self.feed, to: stage.folder + "/a.ndjson") }

  private func run(_ line: String) throws -> Program.Outcome { try stage.shell("$program \(line)") }

  private func ids(_ filter: String, _ options: String = "") throws -> [String] {
    let outcome = try run("dump --format ndjson \(options) --filter '\(filter)' a.ndjson")
    #expect(outcome.status == 0)
    return outcome.output.matches(of: #/(?m)^{"id":"(\d)"/#).map { String($0.1) }
  }

  @Test func aDumpHoldsThePostsThatPass() throws {
    #expect(try ids("water level") == ["1"])
    #expect(try ids("water or fire") == ["1", "2", "3"])
    #expect(try ids("water sort:likes") == ["2", "1"])
    #expect(try ids("limit:2") == ["1", "2"])
    #expect(try ids("-water") == ["3"])
    #expect(try ids("is:unread /^w.t/", "--order newest") == ["2", "1"])
    #expect(try ids("feed:a.ndjson host:example") == ["1"])
    #expect(try ids("before:100y or after:2026-01-02") == ["2", "3"])
  }

  /// Otherwise a dump of a pipe that stays open would go on for ever.
  @Test func aDumpEndsWithItsLimit() throws {
    let outcome = try stage.shell(
      "mkfifo p; exec 3<>p; cat a.ndjson >&3; $program dump --format ndjson --filter limit:1 - <p"
    )
    #expect(outcome.status == 0 && outcome.output.split(separator: "\n").count == 1)
  }

  @Test func theViewerTakesAFilter() throws {
    let printed = try run("view --filter fire a.ndjson")
    #expect(printed.status == 0)
    #expect(printed.output.contains("fire") && !printed.output.contains("l\u{e9}vel"))
    let linear = try run("view --filter fire --linear a.ndjson </dev/null").output
    #expect(linear.contains("fire") && !linear.contains("2026-01-02 08:00"))
    let screen = try run("snapshot --filter fire --size 40x10 a.ndjson").output
    #expect(screen.contains("1 of 1 · &fire"))
    let wrong = try run("view --filter '(fire' a.ndjson")
    #expect(wrong.status == 64 && wrong.errors.contains("column 1: \"(\" is not closed"))
  }

  @Test func aWrongFilterIsNotPrintedBack() throws {
    let outcome = try run("dump --filter '(\(String(repeating: "a", count: 5_000))' a.ndjson")
    #expect(outcome.status == 64)
    #expect(outcome.errors.hasPrefix("Error: --filter, column 1: \"(\" is not closed"))
    #expect(outcome.errors.count < 500)
  }

  @Test func nothingIsNeverSilent() throws {
    let dump = try run("dump --filter 'water zebra' a.ndjson")
    #expect(dump.status == 0 && dump.output.isEmpty)
    #expect(dump.errors == "0 of 3. Without zebra: 2.\n")
    let check = try run("check --filter unread a.ndjson")
    #expect(check.errors == "0 of 3. Did you mean is:unread?\n")
    #expect(check.output.hasPrefix("a.ndjson: "))
  }

  /// "0 of" counts the posts that could be printed, whether or not the bytes of others told that they do not pass.
  @Test(arguments: ["zebra", "likes>99", "zebra likes>99"])
  func postsThatAreLeftOutAreNotCounted(_ filter: String) throws {
    try """
    {"id":"1","body_text":"Water."}
    {"id":"2","body_text":"A letter.","visibility":"direct"}

    """.write(toFile: stage.folder + "/b.ndjson", atomically: true, encoding: .utf8)
    let outcome = try stage.shell("$program dump --public-only --filter '\(filter)' b.ndjson")
    #expect(outcome.errors.contains("0 of 1."), "\(outcome.errors)")
  }

  @Test(arguments: [
    ("likes>many", "column 7: \"many\" is no number"),
    ("is:unred", "\"unred\" is no state: unread?"),
    ("view:x", "there is no view \"x\""), ("is:new", "is:new needs the last visit"),
    ("in:x", "in: needs the tags of the subscriptions"),
  ])
  func aWrongFilterIsWrongUsage(_ filter: String, _ message: String) throws {
    for command in ["dump", "check", "count"] {
      let outcome = try run("\(command) --filter '\(filter)' a.ndjson")
      #expect(outcome.status == 64 && outcome.output.isEmpty)
      #expect(outcome.errors.contains(message))
    }
  }

  @Test func tagsOfSubscriptionsAreKnown() throws {
    _ = try stage.feed("ada.ndjson", ["ada one"])
    _ = try stage.feed("ben.ndjson", ["ben one"])
    let dumped = try stage.shell(
      """
      $program add ./ada.ndjson --tag work && $program add ./ben.ndjson --tag home --name Ben &&
      $program refresh && $program dump --format links --filter 'in:work' unread
      $program count --by feed --format csv --filter '-in:work' unread
      """
    )
    #expect(dumped.output.hasSuffix("feed,posts\nBen,1\n"))
  }

  @Test func postsAreCounted() throws {
    #expect(
      try run("count --by author a.ndjson").output == """
        2  \(String(repeating: "█", count: 30))  @olga@a.example
        1  \(String(repeating: "█", count: 15))                 Ben, "B"

        """
    )
    let csv = try run("count --by author --format csv --filter water a.ndjson").output
    #expect(csv == "author,posts\n@olga@a.example,1\n\"Ben, \"\"B\"\"\",1\n")
    let json = try run("count --by day --format json a.ndjson").output
    #expect(json == #"[{"value":"2026-01-01","posts":1},{"value":"2026-01-02","posts":2}]"# + "\n")
    let tags = try run("count --by tag a.ndjson").output
    #expect(tags.hasSuffix("lake\n2                                  (no tag)\n"))
    #expect(try run("count --by size a.ndjson").status == 64)
  }
}

/// Numbers of comments, which must not depend on what else is printed.
struct FilteredCountTests {
  private let stage = StateStage()

  /// The first post that a filter let through had the number of its direct replies alone.
  @Test(arguments: [
    [], ["--filter", "needle"], ["--filter", "is:unread"], ["--order", "newest"],
  ])
  func theNumberOfCommentsIsThatOfTheConversation(_ options: [String]) throws {
    let lines = [
      #"{"id":"p0","body_text":"a"}"#, #"{"id":"p1","body_text":"needle","in_reply_to":"p0"}"#,
      #"{"id":"p2","body_text":"b","in_reply_to":"p1"}"#,
      #"{"id":"p3","body_text":"c","in_reply_to":"p2"}"#,
    ]
    try Program.write(lines.joined(separator: "\n"), to: stage.folder + "/e.ndjson")
    let words = options.joined(separator: " ")
    let outcome = try stage.shell("$program dump --format ndjson \(words) e.ndjson")
    let needle = outcome.output.split(separator: "\n").first {
      $0.contains("needle") && $0.hasPrefix(#"{"id":"p1""#)
    }
    #expect(needle?.contains(#""comments_count":2"#) == true, "\(outcome)")
  }

  @Test func aFilterOfCommentsAsksForTheNumberOnTheScreen() throws {
    try Program.write(
      #"{"id":"p0","body_text":"a"}\#n{"id":"p1","body_text":"b","in_reply_to":"p0"}"#,
      to: stage.folder + "/e.ndjson"
    )
    let outcome = try stage.shell("$program dump --format ndjson --filter 'comments>0' e.ndjson")
    withKnownIssue("Facts about posts are gathered at several places, none of which counts") {
      #expect(outcome.output.contains(#""id":"p0""#))
    }
  }
}
