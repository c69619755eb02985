package import Configuration
import StreamModel

/// Reads the tables `[commands.NAME]` of a configuration file; an error costs its command only.
package struct OwnCommandTable {
  package private(set) var commands: [OwnCommand] = []
  package private(set) var keys: KeyChanges
  package private(set) var problems: [ConfigProblem] = []

  package var names: [String] { commands.map(\.name) }

  package init(_ table: ConfigTable) {
    var assignments: [KeyChanges.Assignment] = []
    for entry in table.entries {
      do throws(ConfigProblem) {
        try Self.checkName(entry)
        guard case .table(let own) = entry.value.content else {
          throw entry.place.problem(
            "\(entry.key) is \(entry.value.content.kind) (expected a table [commands.\(entry.key)])"
          )
        }
        var section = OwnCommandSection(entry.key, own, at: entry.place)
        let command = try section.command()
        assignments.append(.init(KeyCommand(.own(entry.key)), section.keys))
        problems += section.problems
        commands.append(command)
      } catch {
        problems.append(error)
      }
    }
    keys = KeyChanges(page: nil, assignments: assignments.filter { !$0.keys.isEmpty })
    problems.sort { $0.place < $1.place }
  }

  private static func checkName(_ entry: ConfigTable.Entry) throws(ConfigProblem) {
    let name = entry.key
    guard SavedView.isName(name) else {
      let shown = name.count > 60 ? "\(name.prefix(60))…" : name
      throw entry.place.problem(
        "\"\(shown)\" cannot name a command (expected \(SavedView.nameForm))"
      )
    }
    guard !CommandNames.isTaken(name) else {
      throw entry.place.problem(
        "\(name) is the name of an action (expected another name for the command)"
      )
    }
  }
}

struct OwnCommandSection {
  private static let known = ["run", "shell", "input", "where", "help", "timeout", "keys"]
  /// The longest time a command may have, in seconds: a day.
  private static let longest = 86_400

  private(set) var keys: [KeySequence] = []
  private(set) var problems: [ConfigProblem] = []
  private let name: String
  private let table: ConfigTable
  private let place: ConfigPlace

  init(_ name: String, _ table: ConfigTable, at place: ConfigPlace) {
    self.name = name
    self.table = table
    self.place = place
  }

  /// Reads the command; throws the error that costs it.
  mutating func command() throws(ConfigProblem) -> OwnCommand {
    for entry in table.entries where !Self.known.contains(entry.key) {
      let hint = NearestName.of(entry.key, among: Self.known).map { "; did you mean \($0)?" } ?? ""
      problems.append(
        entry.place.problem(
          "Unknown key \"\(entry.key.prefix(60))\" in [commands.\(name)] (expected "
            + "\(Self.known.joined(separator: ", "))\(hint))"
        )
      )
    }
    let program = try program()
    let destination = try choice("where", OwnCommand.RunPlace.background)
    let input = try choice("input", OwnCommand.InputForm.none)
    if destination == .terminal, input != .none, let value = table["input"] {
      throw value.place.problem(
        "a program in the terminal has the keys as its input (expected where = \"page\" or "
          + "\"background\", or %{file} among the words)"
      )
    }
    let timeout = try timeout(destination == .terminal ? nil : OwnCommand.usualTimeout)
    if destination == .terminal, timeout != nil, let value = table["timeout"] {
      throw value.place.problem("a program in the terminal has no timeout")
    }
    readKeys()
    return OwnCommand(
      name: name,
      program: program,
      input: input,
      destination: destination,
      timeout: timeout,
      help: try text("help")
    )
  }

  private func program() throws(ConfigProblem) -> OwnCommand.Program {
    let isScript = try flag("shell")
    guard let run = table["run"] else {
      throw place.problem(
        "[commands.\(name)] has no run (expected a line such as run = [\"mpv\", \"--\", \"%{url}\"])"
      )
    }
    switch run.content {
    case .string(let script):
      guard isScript else {
        throw run.place.problem(
          "run is one text (expected a list such as [\"mpv\", \"--\", \"%{url}\"], or shell = true)"
        )
      }
      return .script(try checkedScript(script, run))
    case .array(let items):
      guard !isScript else {
        throw run.place.problem("run is a list (expected one text for shell = true)")
      }
      return .words(try words(items, run))
    case .integer, .boolean, .table:
      throw run.place.problem("run is \(run.content.kind) (expected a list of texts)")
    }
  }

  private func checkedScript(_ script: String, _ run: ConfigValue) throws(ConfigProblem) -> String {
    guard script.contains(where: { !$0.isWhitespace }) else {
      throw run.place.problem("run is empty")
    }
    try checkBytes(script, run)
    // A value in the text of a script would be read as part of it.
    if let word = try? CommandWord(script), let value = word.values.first {
      throw run.place.problem(
        "%{\(value.rawValue)} in a script (expected \"$\(value.variable)\", in double quotes)"
      )
    }
    return script
  }

  private func words(
    _ items: [ConfigValue],
    _ run: ConfigValue
  ) throws(ConfigProblem) -> [CommandWord] {
    var words: [CommandWord] = []
    for item in items {
      guard case .string(let text) = item.content else {
        throw item.place.problem("\(item.content.kind) in run (expected texts only)")
      }
      try checkBytes(text, item)
      do throws(CommandWord.Fault) {
        words.append(try CommandWord(text))
      } catch {
        throw item.place.problem(error.message)
      }
    }
    guard let program = words.first, program.pieces.count > 0 else {
      throw (items.first ?? run).place.problem("run names no program")
    }
    guard program.literal != nil else {
      throw (items.first ?? run).place.problem(
        "the program depends on the post (expected values such as %{url} in the words after it)"
      )
    }
    return words
  }

  private func checkBytes(_ text: String, _ value: ConfigValue) throws(ConfigProblem) {
    guard !text.utf8.contains(0) else { throw value.place.problem("a NUL character in run") }
    guard text.utf8.count <= CommandCall.wordLimit else {
      throw value.place.problem("a word of \(text.utf8.count.grouped) bytes in run")
    }
  }

  private func flag(_ key: String) throws(ConfigProblem) -> Bool {
    guard let value = table[key] else { return false }
    guard case .boolean(let flag) = value.content else {
      throw value.place.problem("\(key) is \(value.content.kind) (expected true or false)")
    }
    return flag
  }

  private func text(_ key: String) throws(ConfigProblem) -> String? {
    guard let value = table[key] else { return nil }
    guard case .string(let text) = value.content else {
      throw value.place.problem("\(key) is \(value.content.kind) (expected a text)")
    }
    return text.isEmpty ? nil : text
  }

  private func choice<Choice: RawRepresentable & CaseIterable>(
    _ key: String,
    _ usual: Choice
  ) throws(ConfigProblem) -> Choice where Choice.RawValue == String {
    guard let text = try text(key), let value = table[key] else { return usual }
    if let choice = Choice(rawValue: text) { return choice }
    let names = Choice.allCases.map(\.rawValue)
    let hint = NearestName.of(text, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
    let all = names.map { "\"\($0)\"" }.joined(separator: ", ")
    throw value.place.problem("\(key) is \"\(text.prefix(60))\" (expected one of \(all)\(hint))")
  }

  /// The seconds; 0 in the file means none.
  private func timeout(_ usual: Int?) throws(ConfigProblem) -> Int? {
    guard let value = table["timeout"] else { return usual }
    guard case .integer(let seconds) = value.content, (0...Self.longest).contains(seconds) else {
      throw value.place.problem(
        "timeout is a number of seconds (expected 1 to \(Self.longest), or 0 for none)"
      )
    }
    return seconds == 0 ? nil : seconds
  }

  private mutating func readKeys() {
    guard let value = table["keys"] else { return }
    guard case .array(let items) = value.content else {
      return problems.append(
        value.place.problem("keys is \(value.content.kind) (expected a list such as [\"<A-p>\"])")
      )
    }
    for item in items {
      guard case .string(let text) = item.content else {
        problems.append(item.place.problem("\(item.content.kind) in keys (expected texts only)"))
        continue
      }
      do throws(KeyNotation.Fault) {
        keys.append(try KeyNotation().sequence(text))
      } catch {
        problems.append(item.place.problem(error.message))
      }
    }
  }
}
