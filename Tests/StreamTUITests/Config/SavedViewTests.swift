import Configuration
import Foundation
import StreamModel
import StreamUI
import Testing

@testable import StreamTUI

/// The tables `[views.NAME]` of a file: what they mean, and where their errors stand.
struct SavedViewTests {
  /// The problems without the path.
  private static func problems(_ text: String) throws -> [String] {
    let run = try Program.configuration(text)
    return run.problems.map { "\($0.place.line):\($0.place.column): \($0.message)" }
  }

  @Test func viewsAreKnownInTheirOrder() throws {
    let text = """
      [views.water]
      filter = "water is:unread sort:likes"
      [views.b-2]
      filter = 'view:water "two words" limit:3'
      """
    let run = try Program.configuration(text)
    #expect(run.lines == [])
    #expect(run.viewOptions.views.map(\.name) == ["water", "b-2"])
    #expect(run.viewOptions.views.map(\.line)[0] == "water is:unread sort:likes")
    #expect(
      run.views.map(\.view.description) == [
        "water is:unread sort:likes", "water is:unread \"two words\" limit:3",
      ]
    )
    #expect(run.views.map(\.place.line) == [1, 3])
    #expect(try run.views.view("x view:water").description == "x water is:unread")
  }

  @Test(
    "An error names its place, also within the text",
    arguments: [
      (#"filter = "x likes>many""#, "2:19: \"many\" is no number"),
      (#"filter = 'title:"a b" likes>many'"#, "2:29: \"many\" is no number"),
      // An escape takes more columns than it stands for.
      (#"filter = "title:\"a b\" likes>many""#, "2:31: \"many\" is no number"),
      (#"filter = "ü\u00fc likes>many""#, "2:25: \"many\" is no number"),
      ("filter = \"\"\"\nx\nlikes>many\"\"\"", "4:7: \"many\" is no number"),
      (#"filter = "(x""#, "2:11: \"(\" is not closed (expected \")\")"),
      (#"filter = "is:unred""#, "2:14: \"unred\" is no state"),
      (
        #"filter = """#,
        "2:10: filter is empty (expected a filter, as in filter = \"water is:unread\")"
      ),
      ("filter = 3", "2:10: filter is a number (expected a text)"),
      ("", "1:8: [views.a] has no filter (expected a line such as filter = \"water is:unread\")"),
      (
        "flter = \"x\"\nfilter = \"x\"",
        "2:1: Unknown key \"flter\" in [views.a] (expected filter; did you mean \"filter\"?)"
      ),
      (#"filter = "view:a""#, "2:16: view \"a\" names itself"),
      (
        "filter = \"x view:watr\"\n[views.water]\nfilter = \"water\"",
        "2:18: there is no view \"watr\" (expected the name of a saved view; did you mean \"water\"?)"
      ),
    ]
  )
  func errors(_ lines: String, _ expected: String) throws {
    let problems = try Self.problems("[views.a]\n" + lines)
    #expect(problems.count == 1 && problems.first?.hasPrefix(expected) == true, "\(problems)")
  }

  @Test func aCircleIsNamedAtEachOfItsViews() throws {
    let text = """
      [views.one]
      filter = "view:two"
      [views.two]
      filter = "x -view:one"
      [views.three]
      filter = "view:two y"
      """
    #expect(
      try Self.problems(text) == [
        "2:16: the views name each other: two, one, two",
        "4:19: the views name each other: one, two, one",
        "6:16: the views name each other: two, one, two",
      ]
    )
  }

  @Test func anErrorCostsItsViewAndThoseThatNameIt() throws {
    let text = """
      [views.bad]
      filter = "is:x"
      [views.user]
      filter = "a or view:bad"
      [views.good]
      filter = "a"
      [views."2nd"]
      filter = "a"
      """
    let run = try Program.configuration(text)
    #expect(run.views.map(\.name) == ["good"])
    #expect(run.problems.map(\.place.line) == [2, 4, 7])
    #expect(run.problems[1].message.hasPrefix("view \"bad\": column 4: \"x\" is no state"))
    #expect(
      run.problems[2].message
        == "\"2nd\" cannot name a view (expected a letter, then letters, digits and hyphens, at most 40)"
    )
  }

  @Test func manyViewsThatNameManyAreReadAtOnce() throws {
    let names = (0..<600).map { "v\($0)" }
    let text = names.enumerated().map { index, name in
      let others = names[..<index].suffix(40).map { "-view:\($0)" }.joined(separator: " or ")
      return "[views.\(name)]\nfilter = \"x \(others)\"\n"
    }
    let run = try Program.configuration(text.joined())
    #expect(run.views.count < 500)
    #expect(run.problems.last?.message == "too many views (expected at most 500)")
  }

  @Test func whatDoesNotBelongIsToldWhereItDoes() throws {
    #expect(
      try Self.problems("filter = \"x\"\n[views]\na = \"x\"") == [
        "1:1: filter belongs in the table [keys] or [views.NAME]",
        "3:5: a is a text (expected a table [views.a])",
      ]
    )
  }
}
