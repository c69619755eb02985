import Foundation
import Testing

@testable import StreamTUI

/// Saved views in commands, as a user runs them.
struct ViewCommandTests {
  private static let configuration = """
    [views.water]
    filter = "water is:unread"
    [views.best]
    filter = "view:water sort:likes limit:1"
    """

  private func run(
    _ configuration: String,
    _ line: String,
    _ body: (Program.Outcome, String) throws -> Void
  ) throws {
    try StateStage.run { stage in
      let folder = stage.folder + "/config/streamtui"
      let path = folder + "/config.toml"
      try Program.write(configuration, to: path)
      let feed = ["water one", "fire", "water two"].enumerated().map { number, text in
        #"{"id":"\#(number)","body_html":"<p>\#(text)</p>","likes_count":\#(number)}"# + "\n"
      }
      try feed.joined().write(toFile: stage.folder + "/a.ndjson", atomically: true, encoding: .utf8)
      let outcome = try stage.shell("XDG_CONFIG_HOME='\(stage.folder)/config' $program \(line)")
      try body(outcome, path)
    }
  }

  @Test func aNameStandsForItsFilter() throws {
    try run(Self.configuration, "dump --format ndjson --filter view:best a.ndjson") { outcome, _ in
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.output.hasPrefix(#"{"id":"2""#) && outcome.output.count(of: "\n") == 1)
    }
    let count = "count --by kind --format csv --filter '-view:water' a.ndjson"
    try run(Self.configuration, count) { outcome, _ in
      #expect(outcome.output == "kind,posts\npost,1\n")
    }
    try run(Self.configuration, "check --filter view:water a.ndjson") { outcome, _ in
      #expect(outcome.output.contains("2 posts"))
    }
  }

  @Test func aWrongNameSaysWhereAndWhichItMayBe() throws {
    try run(Self.configuration, "dump --filter 'x view:watr' a.ndjson") { outcome, _ in
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("column 8: there is no view \"watr\""))
      #expect(outcome.errors.contains("did you mean \"water\"?"))
    }
    // The line that costs the view is named, too.
    try run("[views.water]\nfilter = \"is:x\"\n", "count --filter view:water a.ndjson") {
      outcome,
      _ in
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("config.toml:2:14: \"x\" is no state"))
    }
  }

  @Test func viewsAreListed() throws {
    try run(Self.configuration, "views") { outcome, path in
      #expect(
        outcome.output == """
          water  water is:unread                \(path):1
          best   view:water sort:likes limit:1  \(path):3

          """
      )
    }
    try run(Self.configuration, "views --format tsv") { outcome, path in
      #expect(outcome.output.hasPrefix("water\twater is:unread\t\(path):1\nbest\t"))
    }
    try run("[views.q]\nfilter = '\"a b\"'\n", "views --format json") { outcome, path in
      #expect(outcome.output == #"[{"name":"q","filter":"\"a b\"","place":"\#(path):1"}]"# + "\n")
    }
  }

  @Test func withoutViewsTheCommandSaysHowToSaveOne() throws {
    try run("", "views") { outcome, path in
      #expect(outcome.status == 0 && outcome.output.isEmpty)
      #expect(
        outcome.errorLines == [
          "No views are saved yet. Write into \(path):", "[views.water]",
          "filter = \"water is:unread sort:newest\"",
        ]
      )
    }
    try run("", "views --format json") { outcome, _ in #expect(outcome.output == "[]\n") }
    try run("", "views --format tsv") { outcome, _ in
      #expect(outcome.output.isEmpty && outcome.errors.isEmpty)
    }
  }
}

extension String {
  fileprivate func count(of character: Character) -> Int { count(where: { $0 == character }) }
}
