import ArgumentParser
import Configuration
import StreamUI
import Testing

@testable import StreamTUI

/// The settings of a file, and the messages about those that mean nothing.
struct UserConfigurationTests {
  private static func read(
    _ text: String,
    previous: UserConfiguration? = nil
  ) -> UserConfiguration {
    UserConfiguration(ConfigDocument(text.utf8), previous: previous)
  }

  private static func messages(_ text: String) -> [String] {
    read(text).problems.map { "\($0.place.line):\($0.place.column): \($0.message)" }
  }

  @Test("Every setting changes something", arguments: Setting.allCases)
  func effects(_ setting: Setting) throws {
    let contents: [ConfigValue.Content] =
      switch setting.kind {
      case .choice(let words, let orView):
        (words + (orView ? ["view:water"] : [])).map { .string($0) }
      case .number(let range, _): [.integer(range.lowerBound), .integer(range.upperBound)]
      case .flag: [.boolean(true), .boolean(false)]
      case .text: [.string("another"), .string("one more")]
      case .words:
        [.array([ConfigValue(.string("copy"), at: ConfigPlace(line: 1, column: 1))]), .array([])]
      }
    var found: [ConfigValue.Content] = []
    for content in contents {
      var settings = Settings()
      setting.apply(content, to: &settings)
      #expect(setting.content(in: settings) == content)
      found.append(setting.content(in: settings))
    }
    #expect(found == contents)
  }

  @Test func theCommandLineComesFirstThenTheFile() {
    let configuration = Self.read("strategy = \"eager\"\nidle-delay = 300\n")
    let settings = configuration.settings(with: [SettingValue(.strategy, .string("flat"))])
    #expect(settings.options.strategy == .flat)
    #expect(settings.options.idleDelay == 300)
  }

  @Test(
    "Wrong settings are named with the expected values",
    arguments: [
      (
        "strategy = \"eagre\"",
        "1:12: strategy is \"eagre\" (expected \"idle\", \"strict\", \"sync\", "
          + "\"eager\" or \"flat\"; did you mean \"eager\"?)"
      ),
      ("idle-delay = 70000", "1:14: idle-delay is 70000 (expected 0 to 60000 milliseconds)"),
      ("idle-delay = \"150\"", "1:14: idle-delay is a text (expected 0 to 60000 milliseconds)"),
      ("fold-lines = 0", "1:14: fold-lines is 0 (expected 1 to 1000 lines)"),
      ("mouse = 1", "1:9: mouse is a number (expected true or false)"),
      ("theme = \"\"", "1:9: theme is empty (expected a text in quotes)"),
      ("theme = [\"dark\"]", "1:9: theme is a list (expected a text in quotes)"),
      ("idle_delay = 1", "1:1: Unknown setting \"idle_delay\" (did you mean idle-delay?)"),
      ("colour = 1", "1:1: Unknown setting \"colour\""),
      ("row-down = \"x\"", "1:1: row-down belongs in the table [keys]"),
      ("leader = \"<Space>\"", "1:1: leader belongs in the table [keys]"),
      ("author = \"red\"", "1:1: author belongs in the table [keys] or [themes.NAME]"),
      ("base = \"dark\"", "1:1: base belongs in the table [themes.NAME]"),
      ("keys = 1", "1:8: keys is a number (expected a table [keys])"),
      (
        "[key]",
        "1:2: Unknown table [key] (expected [themes], [keys], [commands], [openers], [views], [rules], "
          + "[discussions] or [sources]; "
          + "did you mean [keys]?)"
      ),
    ]
  )
  func wrong(_ text: String, _ message: String) {
    #expect(Self.messages(text + "\n") == [message])
  }

  @Test func aSettingInAnUnknownTableIsToldWhereItBelongs() {
    #expect(
      Self.messages("[view]\ntheme = \"dark\"\n").last
        == "2:1: theme belongs above the first table (expected it before the line 1)"
    )
  }

  @Test func tablesOfOthersAreHandedOn() {
    let text = "[keys]\nopen = \"l\"\n[themes.ember]\nbase = \"dark\"\n[openers]\n\"*\" = \"w3m\"\n"
    let configuration = Self.read(text)
    #expect(configuration.problems.isEmpty)
    #expect(configuration.table("keys")["open"]?.content == .string("l"))
    #expect(configuration.table("themes")["ember"] != nil)
    #expect(configuration.table("openers")["*"]?.content == .string("w3m"))
    #expect(configuration.table("commands") == ConfigTable())
  }

  @Test(
    "A line with an error keeps the value before",
    arguments: [
      "strategy = eager", "strategy = \"eagre\"", "strategy = 1", "strategy", "strategy = \"eager",
    ]
  )
  func errorsKeepOldValues(_ line: String) {
    let before = Self.read("strategy = \"flat\"\nidle-delay = 300\nmouse = false\n")
    let after = Self.read("\(line)\nidle-delay = 400\n", previous: before).settings(with: [])
    #expect(after.options.strategy == .flat)
    #expect(after.options.idleDelay == 400)
    // A setting that was removed has its default again.
    #expect(after.usesMouse)
  }

  @Test func theDefaultFileIsCommentedOutAndComplete() {
    let text = DefaultFile.text
    #expect(Self.read(text) == UserConfiguration())
    let settings = text.split(separator: "\n").filter { $0.hasPrefix("#") && !$0.hasPrefix("# ") }
    let uncommented = Self.read(settings.map { $0.dropFirst() + "\n" }.joined())
    #expect(uncommented.problems.isEmpty)
    #expect(uncommented.values.map(\.setting) == Setting.allCases)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test func everyOptionOfTheViewerStatesItsSetting() throws {
    // These are about one run.
    let others: Set<String> = [
      "--format-hint", "--follow", "--from-start", "--name", "--config", "--no-config", "--version",
      "--help", "--exec", "--filter",
    ]
    let help = StreamTUICommand.helpMessage(
      for: ViewCommand.self,
      includeHidden: true,
      columns: 200
    )
    let options = Set(help.matches(of: /--[a-z][-a-z]*/).map { String($0.output) })
    for option in options.subtracting(others).sorted() {
      let isOff = option.hasPrefix("--no-")
      let name = String(option.dropFirst(isOff ? 5 : 2))
      let setting = try #require(Setting(rawValue: name == "hud" ? "figures" : name), "\(option)")
      let (value, content): ([String], ConfigValue.Content) =
        switch setting.kind {
        case .choice(let words, _): ([words.last ?? ""], .string(words.last ?? ""))
        case .number(let range, _): (["\(range.upperBound)"], .integer(range.upperBound))
        case .text: (["nord"], .string("nord"))
        default: ([], .boolean(!isOff))
        }
      let parsed = try StreamTUICommand.parseAsRoot([option] + value + ["a"])
      let given = try #require(parsed as? ViewCommand, "\(option)").viewing.given
      #expect(given == [SettingValue(setting, content)], "\(option)")
    }
  }

  @Test(
    "An editor gets the line and the file",
    arguments: [
      (["VISUAL": "emacs -nw", "EDITOR": "nano"], ["emacs", "-nw", "+3", "/a b"]),
      (["VISUAL": " ", "EDITOR": "nano"], ["nano", "+3", "/a b"]),
      ([:], ["vi", "+3", "/a b"]),
      (["EDITOR": "/usr/bin/nvim -p"], ["/usr/bin/nvim", "-p", "+3", "/a b"]),
      (["EDITOR": "code --wait"], ["code", "--wait", "/a b"]),
    ]
  )
  func editors(_ environment: [String: String], _ arguments: [String]) {
    #expect(EditorCommand.arguments(path: "/a b", line: 3) { environment[$0] } == arguments)
  }
}
