import Configuration
import Foundation
import Testing

@testable import StreamTUI

/// The openers file: what its lines mean, and what is said of those that mean nothing.
struct OpenerRulesTests {
  private func command(_ file: String, _ scheme: String, _ host: String) -> [String]? {
    OpenerRules(file.utf8).rule(scheme: scheme, host: host)?.command
      .arguments(opening: "https://t.example/%s%%")
  }

  @Test func theFirstLineThatMatchesWins() {
    let file = """
      # by host first
      mailto: aerc
      news.example  w3m -T text/html
      *.work.example firefox -P "at work" --url=%s
      \t * open-it %s --new

      """
    #expect(OpenerRules(file.utf8).problems.isEmpty)
    let target = "https://t.example/%s%%"
    #expect(command(file, "mailto", "") == ["aerc", target])
    #expect(command(file, "https", "news.example") == ["w3m", "-T", "text/html", target])
    let work = ["firefox", "-P", "at work", "--url=\(target)"]
    #expect(command(file, "https", "work.example") == work)
    #expect(command(file, "https", "a.b.work.example") == work)
    #expect(command(file, "https", "homework.example") == ["open-it", target, "--new"])
    #expect(command(file, "http", "below.news.example") == ["open-it", target, "--new"])
    #expect(command("news.example w3m", "https", "other.example") == nil)
  }

  @Test func aSchemeIsMatchedWhateverTheHost() {
    #expect(command("HTTP: old", "http", "a.example")?.first == "old")
    #expect(command("HTTP: old", "https", "a.example") == nil)
    #expect(command("Example.COM x", "https", "example.com")?.first == "x")
  }

  @Test(arguments: [
    ("* w3m", true), ("* /usr/bin/lynx %s", true), ("* firefox", false),
    ("* terminal:reader %s", true), ("* terminal: reader", true), ("* w3m-in-a-window", false),
  ])
  func whoGetsTheTerminal(_ line: String, _ expected: Bool) throws {
    let rule = try #require(OpenerRules(line.utf8).rules.first)
    #expect(rule.command.getsTerminal == expected)
    #expect(!rule.command.words[0].contains(":"))
  }

  @Test(arguments: [
    ("a.example", 1, 10, "no command (expected a program)"),
    ("ok.example x\na.example terminal:", 2, 11, "no command (expected a program)"),
    ("* \"\" %s", 1, 3, "no command (expected a program)"),
    ("* %s", 1, 3, "\"%s\" cannot be the command itself; put it among the arguments"),
    ("ftp: x", 1, 1, "no scheme that is opened: ftp: (expected http:, https:, mailto: or file:)"),
    ("  terminal: w3m", 1, 3, "no scheme that is opened: terminal:"),
    ("https://a.example x", 1, 1, "no pattern: https://a.example (expected a host such as"),
    ("*x x", 1, 1, "no pattern: *x"), ("*. x", 1, 1, "no pattern: *."),
    ("* x \"y z", 1, 5, "a quotation that does not end (expected a closing \")"),
    ("* x\u{1B}[2J", 1, 4, "a control character (expected text)"),
    ("# fine\n\n* x\u{0}y", 3, 4, "a control character (expected text)"),
  ])
  func saysWhereAndWhat(_ file: String, _ line: Int, _ column: Int, _ message: String) throws {
    let problems = OpenerRules(file.utf8).problems
    let problem = try #require(problems.first)
    #expect(problems.count == 1)
    #expect(problem.line == line)
    #expect(problem.column == column, "\(problem)")
    #expect(problem.message.hasPrefix(message), "\(problem)")
  }

  @Test(arguments: [
    ("\"nonsense!\" = \"w3m\"", "in [openers]: no pattern: nonsense! (expected a host"),
    ("\"*\" = 1", "in [openers]: no command (expected a program)"),
    ("\"*\" = []", "in [openers]: no command (expected a program)"),
    ("\"*\" = [\"%s\"]", "in [openers]: \"%s\" cannot be the command itself"),
    ("\"ftp:\" = \"w3m\"", "in [openers]: no scheme that is opened: ftp:"),
  ])
  func aLineOfTheTableThatIsNoRuleIsSaid(line: String, message: String) throws {
    let document = ConfigDocument(Array("[openers]\n\(line)\n\"good.example\" = \"w3m\"\n".utf8))
    let value = try #require(document.root["openers"])
    guard case .table(let table) = value.content else { throw ConfigProblem(at: value.place, "") }
    var problems: [ConfigProblem] = []
    let rules = OpenerRules(table, in: "config.toml", problems: &problems)
    #expect(problems.map(\.place.line) == [2])
    #expect(problems.first?.message.hasPrefix(message) == true, "\(problems)")
    #expect(rules.rules.map(\.origin) == ["config.toml, line 3"])
  }

  @Test func aBrokenLineLeavesTheOthers() {
    let bytes = Array("* \"x\n".utf8) + [0xFF, 0x0A] + Array("* good\r\n".utf8)
    let rules = OpenerRules(bytes)
    #expect(rules.problems.map(\.line) == [1, 2])
    #expect(rules.rules.map(\.command.words) == [["good"]])
    #expect(rules.rules.first?.origin == "openers file, line 3")
  }

  @Test func anyBytesAreRulesOrProblems() {
    let pieces = [
      "*", "*.", "a.example", "mailto:", " ", "\"", "#", "%s", "%", "terminal:", "\n", "\u{1B}",
      "é",
    ]
    for seed in 0..<20_000 {
      var bits = seed &* 2_654_435_761
      let text = (0..<8).map { _ -> String in
        bits = (bits &* 48_271 &+ 11) % 2_147_483_647
        return pieces[bits % pieces.count]
      }.joined()
      for rule in OpenerRules(text.utf8).rules {
        let arguments = rule.command.arguments(opening: "https://t.example/")
        #expect(arguments.count >= 2)
        #expect(arguments.dropFirst().contains { $0.contains("https://t.example/") })
        #expect(!arguments[0].contains("https:"))
        #expect(!arguments[0].isEmpty)
      }
    }
  }

  @Test func browsersAreAListOfCommands() {
    let commands = OpenerCommand.browsers("w3m -o 50%%:: fox --at=%s %%s:%s:x%z%")
    #expect(
      commands.map { $0.arguments(opening: "T%s") } == [
        ["w3m", "-o", "50%", "T%s"], ["fox", "--at=T%s", "%s"], ["x%z%", "T%s"],
      ]
    )
    #expect(commands.map(\.getsTerminal) == [true, false, false])
  }

  @Test func theFileIsWhereTheEnvironmentSays() {
    let file = { (variables: [String: String]) in OpenersFile { variables[$0] } }
    #expect(file(["HOME": "/h"])?.path == "/h/.config/streamtui/openers")
    #expect(file(["HOME": "/h", "XDG_CONFIG_HOME": "/x"])?.path == "/x/streamtui/openers")
    #expect(file(["HOME": "/h", "XDG_CONFIG_HOME": "x"])?.path == "/h/.config/streamtui/openers")
    #expect(file(["STREAMTUI_OPENERS": "/o", "HOME": "/h"])?.path == "/o")
    #expect(file(["STREAMTUI_OPENERS": "", "HOME": "/h"]) == nil)
    #expect(file([:]) == nil)
  }

  private func reading(
    _ text: String?,
    mode: Int = 0o600,
    isNamed: Bool = true
  ) throws -> OpenersFile.Reading? {
    try Program.inFolder { folder in
      let path = isNamed ? "\(folder)/openers" : "\(folder)/.config/streamtui/openers"
      if let text {
        try Program.write(text, to: path, mode: mode)
      }
      let variables = isNamed ? ["STREAMTUI_OPENERS": path] : ["HOME": folder]
      return OpenersFile { variables[$0] }?.read()
    }
  }

  @Test func whatOthersCanWriteToIsRefused() throws {
    for mode in [0o620, 0o602, 0o666] {
      let refused = try #require(try reading("* x", mode: mode))
      #expect(refused.rules.rules.isEmpty)
      #expect(refused.problems.count == 1)
      #expect(refused.problems.first?.contains("others can write to it") == true)
    }
    let read = try #require(try reading("* x\nbad!\n", mode: 0o644))
    #expect(read.rules.rules.count == 1)
    #expect(read.problems.first?.contains("openers:2:1: no pattern: bad!") == true)
  }

  @Test func onlyAFileThatWasNamedIsMissed() throws {
    #expect(try reading(nil)?.problems.first?.contains("cannot be read: No such file") == true)
    #expect(try reading(nil, isNamed: false)?.problems.isEmpty == true)
    let variables = ["STREAMTUI_OPENERS": "/dev/null"]
    #expect(OpenersFile { variables[$0] }?.read().problems.first?.contains("no file") == true)
    let long = String(repeating: "# comment\n", count: 7_000)
    #expect(try reading(long)?.problems.first?.contains("larger than 65536 bytes") == true)
  }
}
