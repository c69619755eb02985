import Configuration
import Foundation
import StreamUI
import Testing

@testable import StreamTUI

/// The tables `[sources."NAME"]` of a file: their problems, and which of them win.
struct SourceSectionTests {
  @OwnFolder private var folder: String

  private static func source(_ name: String, tags: [String] = []) -> ShownSource {
    var source = ShownSource()
    source.names = [name]
    source.tags = tags
    return source
  }

  @Test(
    "Wrong lines are named with their place and the remedy",
    arguments: [
      (
        "network = false",
        "network holds for all sources (expected it above the first table, not in [sources.\"a\"])"
      ),
      ("ordr = \"oldest\"", "Unknown setting \"ordr\" in [sources.\"a\"] (did you mean order?)"),
      // No hint names a setting that would be refused.
      ("mose = true", "Unknown setting \"mose\" in [sources.\"a\"]"),
      (
        "density = \"comfy\"",
        "density is \"comfy\" (expected \"compact\", \"normal\" or \"full\")"
      ),
      ("measure = true", "measure is true or false (expected 0 to 1000 columns)"),
      ("keys = \"x\"", "keys is a text (expected a table [sources.\"a\".keys])"),
      ("commands = 1", "commands is a number (expected a table [sources.\"a\".commands])"),
      (
        "themes.b = 1",
        "themes holds for all sources (expected [themes], not a table in [sources.\"a\"])"
      ),
      (
        "key.open = \"l\"",
        "Unknown table [sources.\"a\".key] (expected [sources.\"a\".keys] or [sources.\"a\".commands]; "
          + "did you mean [sources.\"a\".keys]?)"
      ),
      ("base = \"dark\"", "base belongs in the table [themes.NAME]"),
      ("keys.opne = \"l\"", "Unknown action \"opne\". Did you mean open?"),
      (
        "keys.\":gone\" = \"l\"", "No command is called gone. Define it in a table [commands.gone]."
      ),
      ("commands.put.run = 1", "run is a number (expected a list of texts)"),
    ]
  )
  func problems(_ line: String, _ message: String) throws {
    let run = try Program.configuration("[sources.\"a\"]\n\(line)\nfold-lines = 3\n")
    let lines = run.lines.map { $0.split(separator: "config.toml:").last ?? "" }
    let wanted = try #require(lines.first)
    #expect(lines.count == 1)
    #expect(wanted.hasPrefix("2:") && wanted.hasSuffix(": " + message), "\(wanted)")
    // One bad line costs that line.
    #expect(run.scoped(to: [Self.source("a")]).settings.options.foldLines == 3)
  }

  @Test func keysBesideTheTablesOfSourcesAreToldWhereTheyBelong() throws {
    let text = "[sources]\norder = \"oldest\"\nwork = 1\n[sources.\"./x\"]\nmeasure = 30\n"
    let run = try Program.configuration(text)
    #expect(
      run.problems.map { "\($0.place.line):\($0.place.column): \($0.message)" } == [
        "2:1: order belongs above the first table, or in a table such as [sources.\"tag:work\"]",
        "3:8: work is a number (expected a table [sources.\"work\"])",
        "4:10: \"./x\" is no whole path (expected one that begins with / or ~/)",
      ]
    )
  }

  @Test func anUnknownThemeCostsItsLine() throws {
    let run = try Program.configuration("[sources.a]\ntheme = \"drak\"\nmeasure = 30\n")
    #expect(run.problems.map(\.place.line) == [2])
    #expect(run.lines.first?.contains("Unknown theme \"drak\"") == true)
    let scoped = run.scoped(to: [Self.source("a")])
    #expect(scoped.settings.theme == "auto")
    #expect(scoped.settings.options.measure == 30)
  }

  /// The tables of the file, the sources that are shown, and the measure that holds.
  @Test(
    "One source goes before its tags, a later table before an earlier one, and all of them before the rest",
    arguments: [
      ([("a", 1), ("tag:x", 2)], [source("a", tags: ["x"])], 1),
      ([("tag:x", 2), ("a", 1)], [source("a", tags: ["x"])], 1),
      ([("tag:x", 1), ("tag:y", 2)], [source("a", tags: ["y", "x"])], 2),
      ([("tag:y", 1), ("tag:x", 2)], [source("a", tags: ["y", "x"])], 2),
      ([("a", 1), ("A", 2)], [source("a")], 2),
      ([("b", 1)], [source("a")], 99),
      ([("a", 1)], [], 99),
      // Only a table that means all of them counts.
      ([("tag:x", 1), ("a", 2)], [source("a", tags: ["x"]), source("b", tags: ["x"])], 1),
      ([("a", 2)], [source("a"), source("b")], 99),
      ([("tag:x", 1)], [source("a", tags: ["x"]), source("b")], 99),
      ([("a", 2)], [source("a"), source("a")], 2),
    ] as [([(String, Int)], [ShownSource], Int)]
  )
  func precedence(_ tables: [(String, Int)], _ sources: [ShownSource], _ measure: Int) throws {
    let text = tables.map { "[sources.\"\($0.0)\"]\nmeasure = \($0.1)\n" }.joined()
    let run = try Program.configuration("measure = 99\n" + text)
    #expect(run.lines.isEmpty)
    #expect(run.settings.options.measure == 99)
    #expect(run.scoped(to: sources).settings.options.measure == measure)
  }

  @Test func theCommandLineGoesBeforeTheTables() throws {
    let path = folder + "/config.toml"
    try Program.write("[sources.a]\nstrategy = \"flat\"\nutc = true\n", to: path)
    let given = [SettingValue(.strategy, .string("eager"))]
    let run = RunConfiguration(.named(path), given: given).scoped(to: [Self.source("a")])
    #expect(run.settings.options.strategy == .eager)
    #expect(run.settings.usesUTC)
    #expect(run.statesForSources(.strategy) && run.statesForSources(.utc))
    #expect(!run.statesForSources(.order))
  }

  @Test func keysAndCommandsLieOverThoseOfAllSources() throws {
    let text = """
      [commands.put]
      run = ["one"]
      keys = ["<F5>"]
      [commands.other]
      run = ["other"]
      [keys]
      open = "l"
      [sources."tag:x".keys]
      open = "L"
      last = "<F7>"
      [sources.a.commands.put]
      run = ["two"]
      [sources.a.keys]
      ":other" = "<F6>"
      [sources.a.keys.detail]
      open = "<F8>"

      """
    let run = try Program.configuration(text)
    #expect(run.lines.isEmpty)
    func keys(_ run: RunConfiguration, _ name: String, _ page: KeyPage = .timeline) -> [String] {
      let command = Action(named: name).map { KeyCommand($0) } ?? KeyCommand(.own(name))
      return run.keymap.on(page).bindings.filter { $0.command == command }.map(\.keys.text)
    }
    #expect(keys(run, "open") == ["l"] && keys(run, "put") == ["F5"])
    let scoped = run.scoped(to: [Self.source("a", tags: ["x"])])
    #expect(keys(scoped, "open") == ["L"] && keys(scoped, "open", .detail) == ["F8"])
    #expect(keys(scoped, "last") == ["F7"])
    #expect(keys(scoped, "put") == ["F5"] && keys(scoped, "other") == ["F6"])
    #expect(scoped.keymap.commands.map(\.name).sorted() == ["other", "put"])
    #expect(scoped.keymap.commands.first { $0.name == "put" }?.summary == "run two")
    let other = run.scoped(to: [Self.source("b")])
    #expect(other.keymap.commands.first { $0.name == "put" }?.summary == "run one")
    #expect(keys(other, "open") == ["l"])
  }

  @Test func readAgainTheTablesStayInForceAndBadLinesKeepTheirValues() throws {
    let path = folder + "/config.toml"
    try Program.write("measure = 99\n", to: path)
    var run = RunConfiguration(.named(path), given: []).scoped(to: [Self.source("a")])
    #expect(run.settings.options.measure == 99)
    try Program.write("[sources.a]\nmeasure = 30\nfold-lines = 3\ntheme = \"nord\"\n", to: path)
    run.read()
    #expect(run.settings.options.measure == 30)
    for line in ["measure = wide", "measure = 5000", "measure"] {
      try Program.write("[sources.a]\n\(line)\ntheme = \"nrod\"\nutc = true\n", to: path)
      run.read()
      #expect(run.settings.options.measure == 30, "\(line)")
      #expect(run.settings.theme == "nord")
      #expect(run.settings.options.foldLines == Settings().options.foldLines)
      #expect(run.settings.usesUTC)
    }
    try FileManager.default.removeItem(atPath: path)
    try Program.write("", to: path)
    run.read()
    #expect(run.settings == Settings())
  }

  @Test func settingsOfTheWholeProgramAreExactlyThoseThatNoTableTakes() throws {
    for setting in Setting.allCases {
      let value = ConfigListing.text(of: setting.content(in: Settings()))
      let run = try Program.configuration("[sources.a]\n\(setting.name) = \(value)\n")
      #expect(run.lines.isEmpty == !setting.isOfProgram, "\(setting.name)")
      #expect(run.sourceSections.sections.first?.settings.states(setting) == !setting.isOfProgram)
    }
  }
}
