import Configuration
import Testing

@testable import StreamUI

struct OwnCommandTableTests {
  private func read(_ text: String) throws -> OwnCommandTable {
    let document = ConfigDocument(Array(text.utf8))
    #expect(document.problems.isEmpty)
    guard case .table(let table)? = document.root["commands"]?.content else {
      throw CommandWord.Fault(message: "no table")
    }
    return OwnCommandTable(table)
  }

  @Test func readsEveryKey() throws {
    let text = """
      [commands.fetch]
      run = ["yt-dlp", "100%%", "%(id)s", "--", "a%{url}b%{title}"]
      input = "json"
      where = "page"
      timeout = 90
      help = "fetch it"
      keys = ["<A-f>", "g f"]
      """
    let table = try read(text)
    #expect(table.problems.isEmpty)
    let command = try #require(table.commands.first)
    let words = [
      CommandWord(literal: "yt-dlp"), CommandWord(literal: "100%"), CommandWord(literal: "%(id)s"),
      CommandWord(literal: "--"), try CommandWord("a%{url}b%{title}"),
    ]
    #expect(
      command
        == OwnCommand(
          name: "fetch",
          program: .words(words),
          input: .json,
          destination: .page,
          timeout: 90,
          help: "fetch it"
        )
    )
    #expect(words[4].values == [.url, .title])
    #expect(table.keys.assignments.first?.keys.count == 2)
  }

  @Test func aProgramHasHalfAMinuteUnlessItHasTheTerminal() throws {
    let text = """
      [commands.a]
      run = ["x"]
      [commands.b]
      run = ["x"]
      where = "terminal"
      [commands.c]
      run = ["x"]
      timeout = 0
      """
    let table = try read(text)
    #expect(table.commands.map(\.timeout) == [30, nil, nil])
  }

  @Test(arguments: [
    ("[commands.a]\nhelp = \"x\"", "1:11: [commands.a] has no run"),
    ("[commands.a]\nrun = \"x\"", "2:7: run is one text (expected a list"),
    ("[commands.a]\nrun = [\"x\"]\nshell = true", "2:7: run is a list (expected one text"),
    ("[commands.a]\nrun = []", "2:7: run names no program"),
    ("[commands.a]\nrun = [\"\"]", "2:8: run names no program"),
    ("[commands.a]\nrun = [\"%{url}\"]", "2:8: the program depends on the post"),
    ("[commands.a]\nrun = [\"/bin/%{id}\"]", "2:8: the program depends on the post"),
    (
      "[commands.a]\nrun = [\"x\", \"%{ulr}\"]", "2:13: Unknown value %{ulr} (did you mean %{url}?)"
    ),
    ("[commands.a]\nrun = [\"x\", \"%{url\"]", "2:13: %{ without }"),
    ("[commands.a]\nrun = [\"x\", 1]", "2:13: a number in run"),
    ("[commands.a]\nrun = [\"x\", \"\\u0000\"]", "2:13: a NUL character in run"),
    ("[commands.a]\nrun = \"x %{url}\"\nshell = true", "2:7: %{url} in a script"),
    ("[commands.a]\nrun = [\"x\"]\nwhere = \"pages\"", "3:9: where is \"pages\" (expected one of"),
    ("[commands.a]\nrun = [\"x\"]\ninput = 1", "3:9: input is a number (expected a text)"),
    ("[commands.a]\nrun = [\"x\"]\ntimeout = -1", "3:11: timeout is a number of seconds"),
    (
      "[commands.a]\nrun = [\"x\"]\nwhere = \"terminal\"\ninput = \"json\"",
      "4:9: a program in the terminal has the keys"
    ),
    ("[commands.quit]\nrun = [\"x\"]", "1:11: quit is the name of an action"),
    ("[commands.q]\nrun = [\"x\"]", "1:11: q is the name of an action"),
    ("[commands.7]\nrun = [\"x\"]", "1:11: \"7\" cannot name a command"),
    ("[commands.\"a b\"]\nrun = [\"x\"]", "1:11: \"a b\" cannot name a command"),
    ("[commands]\na = 1", "2:1: a is a number (expected a table [commands.a])"),
  ])
  func anErrorCostsItsCommand(_ text: String, _ message: String) throws {
    let table = try read(text + "\n[commands.good]\nrun = [\"x\"]\n")
    let problem = try #require(table.problems.first)
    let said = "\(problem.place.line):\(problem.place.column): \(problem.message)"
    #expect(said.hasPrefix(message), "\(said)")
    #expect(table.names == ["good"])
    #expect(table.problems.count == 1)
  }

  @Test(arguments: [
    ("helpp = \"x\"", "Unknown key \"helpp\" in [commands.a]", "did you mean help?"),
    ("keys = [\"<Q-x>\"]", "", ""), ("keys = \"x\"", "keys is a text (expected a list", ""),
  ])
  func anErrorBesideTheProgramCostsItself(line: String, beginning: String, part: String) throws {
    let table = try read("[commands.a]\nrun = [\"x\"]\n\(line)\n")
    #expect(table.names == ["a"])
    let problem = try #require(table.problems.first)
    #expect(problem.message.hasPrefix(beginning) && problem.message.contains(part) || part.isEmpty)
    #expect(table.problems.count == 1)
  }

  @Test func keysOfUnknownCommandsAreNamed() throws {
    let document = ConfigDocument(Array("[keys]\n\":fecth\" = \"X\"\n".utf8))
    guard case .table(let keys)? = document.root["keys"]?.content else { return }
    let table = KeyTable(keys, over: .standard, commands: ["fetch"])
    #expect(table.problems.map(\.message) == ["No command is called fecth. Did you mean :fetch?"])
  }
}
