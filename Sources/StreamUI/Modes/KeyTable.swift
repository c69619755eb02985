package import Configuration

/// Reads the table `[keys]` of a configuration file: bindings of all pages, and in `[keys.detail]` and the like those of
/// one page.
///
/// An error costs its binding only; the keys that were there before stay.
package struct KeyTable {
  package let keymap: Keymap
  package let problems: [ConfigProblem]
  private let base: Keymap
  private let sections: [KeySection]

  /// Reads `table` as changes of `base`.
  ///
  /// - Parameter commands: The names of the commands that the configuration defines; nil allows any name.
  package init(_ table: ConfigTable, over base: Keymap, commands: [String]? = nil) {
    var problems: [ConfigProblem] = []
    let reader = (
      keys: KeyNotation(leader: Self.leader(of: table, &problems)),
      commands: KeyCommandNotation(own: commands)
    )
    var sections = [KeySection(nil, reader.keys, reader.commands)]
    sections[0].read(table)
    for entry in table.entries {
      guard case .table(let own) = entry.value.content else { continue }
      guard let page = KeyPage(rawValue: entry.key) else {
        let names = KeyPage.allCases.map(\.rawValue)
        let pages = names.joined(separator: ", ")
        let nearest = NearestName.of(entry.key, among: names).map { "Did you mean \($0)? " } ?? ""
        problems.append(
          entry.place.problem("Unknown page \"\(entry.key)\". \(nearest)Pages are \(pages).")
        )
        continue
      }
      var section = KeySection(page, reader.keys, reader.commands)
      section.read(own)
      sections.append(section)
    }
    keymap = base.applying(sections.map(\.changes))
    for section in sections {
      problems += section.problems + section.lostActions(before: base, after: keymap)
    }
    self.problems = problems.sorted { $0.place < $1.place }
    (self.base, self.sections) = (base, sections)
  }

  /// Remarks about actions that have no key any more, for a reader who asks: a file may want that.
  package var remarks: [ConfigProblem] {
    sections.flatMap { $0.takenKeys(before: base, after: keymap) }
      .sorted { $0.place < $1.place }
  }

  private static func leader(of table: ConfigTable, _ problems: inout [ConfigProblem]) -> Key? {
    guard let value = table["leader"] else { return nil }
    guard case .string(let text) = value.content else {
      problems.append(
        value.place.problem("leader is a key, such as \"<Space>\", and not \(value.content.kind).")
      )
      return nil
    }
    do throws(KeyNotation.Fault) {
      let keys = try KeyNotation().sequence(text)
      if keys.isSingle { return keys.first }
      problems.append(value.place.problem("leader is one key, and not \(text)."))
    } catch {
      problems.append(value.place.problem(error.message))
    }
    return nil
  }
}

struct KeySection {
  /// Keys with their place; `isNone` tells that they are unbound rather than bound.
  private typealias Bound = (keys: KeySequence, place: ConfigPlace, isNone: Bool)

  private(set) var problems: [ConfigProblem] = []
  private let page: KeyPage?
  private let notation: KeyNotation
  private let commands: KeyCommandNotation
  private var inherits = true
  private var assignments: [KeyChanges.Assignment] = []
  private var places: [ConfigPlace] = []
  private var bound: [Bound] = []

  init(_ page: KeyPage?, _ notation: KeyNotation, _ commands: KeyCommandNotation) {
    self.page = page
    self.notation = notation
    self.commands = commands
  }

  var changes: KeyChanges {
    KeyChanges(
      page: page,
      inherits: inherits,
      assignments: assignments,
      unbound: bound.filter(\.isNone).map(\.keys)
    )
  }

  mutating func read(_ table: ConfigTable) {
    for entry in table.entries {
      switch (entry.key, entry.value.content) {
      case ("leader", _) where page == nil: break
      case ("leader", _): note(entry.place, "leader is the same on all pages: set it in [keys].")
      case ("preset", _):
        note(entry.place, "preset belongs above all tables, in a line such as preset = \"vim\".")
      case (_, .table) where page == nil: break
      case (_, .table): note(entry.place, "[keys.\(page?.rawValue ?? "")] has no tables.")
      case ("inherit", .boolean(let flag)): inherits = flag
      case ("inherit", let content):
        note(entry.value.place, "inherit is true or false, and not \(content.kind).")
      case ("none", _): _ = sequences(entry, isNone: true)
      default: bind(entry)
      }
    }
  }

  private mutating func bind(_ entry: ConfigTable.Entry) {
    let command: KeyCommand
    do throws(KeyCommandNotation.Fault) {
      command = try commands.command(entry.key)
    } catch {
      return note(entry.place, inversion(in: entry) ?? error.message)
    }
    if let known = assignments.firstIndex(where: { $0.command == command }) {
      return note(
        entry.place,
        "\(command.text) has its keys at \(Self.words(places[known])) already."
      )
    }
    // Where every key is wrong, the action keeps those that it had.
    guard let keys = sequences(entry, isNone: false) else { return }
    assignments.append(KeyChanges.Assignment(command, keys))
    places.append(entry.place)
  }

  /// The message about a line that has keys first and the action after them, as other programs do.
  private func inversion(in entry: ConfigTable.Entry) -> String? {
    let values: [ConfigValue] =
      if case .array(let list) = entry.value.content { list } else { [entry.value] }
    let texts = values.compactMap { value in
      if case .string(let text) = value.content { text } else { nil }
    }
    let text = texts.joined(separator: "; ")
    guard texts.count == values.count, (try? notation.sequence(entry.key)) != nil,
      (try? commands.command(text)) != nil
    else { return nil }
    let word = text.allSatisfy { $0.isLetter || $0 == "-" } ? text : "\"\(text)\""
    return "The action stands first: \(word) = [\"\(entry.key)\"]."
  }

  /// The sequences of an entry that can be bound; nil if it has some and none can.
  private mutating func sequences(_ entry: ConfigTable.Entry, isNone: Bool) -> [KeySequence]? {
    let values: [ConfigValue]
    switch entry.value.content {
    case .string: values = [entry.value]
    case .array(let list): values = list
    case .integer, .boolean, .table:
      note(
        entry.value.place,
        "\(entry.key) takes keys, such as \"J\" or [\"J\", \"<Down>\"],"
          + " and not \(entry.value.content.kind)."
      )
      return nil
    }
    var taken: [KeySequence] = []
    for value in values {
      guard case .string(let text) = value.content else {
        note(value.place, "Keys are texts, such as \"J\", and not \(value.content.kind).")
        continue
      }
      do throws(KeyNotation.Fault) {
        let keys = try notation.sequence(text)
        if takes(keys, at: value.place, isNone: isNone) { taken.append(keys) }
      } catch {
        let isAction = (try? commands.command(text)) != nil
        note(
          value.place,
          isAction
            ? "\(text) is an action: keys stand here, as in \(entry.key) = [\"x\"]." : error.message
        )
      }
    }
    return taken.isEmpty && !values.isEmpty ? nil : taken
  }

  /// Notes that `keys` are bound at `place`, unless earlier keys of the table prevent that.
  private mutating func takes(_ keys: KeySequence, at place: ConfigPlace, isNone: Bool) -> Bool {
    for earlier in bound {
      let there = Self.words(earlier.place)
      if earlier.keys == keys {
        note(place, "\(keys.text) is bound twice: it stands at \(there), too.")
        return false
      }
      guard !isNone, !earlier.isNone, earlier.keys.excludes(keys) else { continue }
      let (short, long) =
        earlier.keys.isBeginning(of: keys) ? (earlier.keys, keys) : (keys, earlier.keys)
      note(
        place,
        "\(keys.text) cannot be bound beside \(earlier.keys.text) at \(there):"
          + " \(short.text) would act before \(long.text) is complete."
      )
      return false
    }
    bound.append((keys, place, isNone))
    return true
  }

  /// Remarks about actions that no key reaches any more because sequences begin with their only key.
  func lostActions(before: Keymap, after: Keymap) -> [ConfigProblem] {
    // Most files have no sequences, and looking at the keys of every action costs a third of a start.
    let sequences = bound.filter { !$0.isNone && !$0.keys.isSingle }
    return lost(to: sequences, before, after) { action, keys, cause in
      keys.isBeginning(of: cause)
        ? "\(cause.text) takes \(keys.text) from \(action.name), which has no other key now."
          + " Bind it to one, or run :\(action.name)." : nil
    }
  }

  /// Remarks about actions that no key reaches any more because their only key has another command now.
  func takenKeys(before: Keymap, after: Keymap) -> [ConfigProblem] {
    lost(to: bound.filter { !$0.isNone }, before, after) { action, keys, cause in
      keys == cause || cause.isBeginning(of: keys)
        ? "No key is left for \(action.name), which had \(keys.text)."
          + " Bind it to another, or run :\(action.name)." : nil
    }
  }

  /// Remarks about actions that no key reaches any more; `remark` has the words where the second action has the first's keys.
  private func lost(
    to causes: [Bound],
    _ before: Keymap,
    _ after: Keymap,
    _ remark: (Action, KeySequence, KeySequence) -> String?
  ) -> [ConfigProblem] {
    guard !causes.isEmpty else { return [] }
    let (old, new) = (before.on(page ?? .timeline), after.on(page ?? .timeline))
    let named = assignments.flatMap(\.command.calls)
    var lost: [Action] = []
    var problems: [ConfigProblem] = []
    for binding in old.bindings {
      guard let action = binding.action, !lost.contains(action),
        !named.contains(.action(action, argument: nil)), new.keys(of: action).isEmpty
      else { continue }
      for cause in causes {
        guard let words = remark(action, binding.keys, cause.keys) else { continue }
        lost.append(action)
        problems.append(cause.place.problem(words))
        break
      }
    }
    return problems
  }

  private mutating func note(_ place: ConfigPlace, _ message: String) {
    problems.append(place.problem(message))
  }

  private static func words(_ place: ConfigPlace) -> String {
    "line \(place.line), column \(place.column)"
  }
}

/// Reads commands as the configuration writes them: "mark-read; row-down", "order likes", "mark-all-read?", ":fetch".
package struct KeyCommandNotation {
  /// The reason why a text is no command.
  package struct Fault: Error, Equatable {
    package let message: String
  }

  /// The names of the commands that the configuration defines; nil allows any name.
  private let own: [String]?

  package init(own: [String]? = nil) { self.own = own }

  package func command(_ text: String) throws(Fault) -> KeyCommand {
    var text = text[...]
    while text.last?.isWhitespace == true { text.removeLast() }
    let asksFirst = text.last == "?"
    if asksFirst { text.removeLast() }
    var calls: [KeyCommand.Call] = []
    for step in text.split(separator: ";", omittingEmptySubsequences: false) {
      calls.append(try call(step))
    }
    guard let first = calls.first, calls.count <= Self.mostSteps else {
      throw Fault(message: "A key does at most \(Self.mostSteps) actions.")
    }
    return KeyCommand(first, Array(calls.dropFirst()), asksFirst: asksFirst)
  }

  private static let mostSteps = 16

  private func call(_ step: Substring) throws(Fault) -> KeyCommand.Call {
    let words = step.split(whereSeparator: \.isWhitespace).map { String($0) }
    guard let name = words.first else {
      throw Fault(message: "An action is missing. Write actions as in \"mark-read; row-down\".")
    }
    if name.hasPrefix(":") {
      let own = words.joined(separator: " ").dropFirst()
      guard !own.isEmpty else { throw Fault(message: "A command's name follows the colon.") }
      if let names = self.own, !names.contains(String(own)) {
        let hint =
          NearestName.of(String(own), among: names).map { "Did you mean :\($0)?" }
          ?? "Define it in a table [commands.\(own)]."
        throw Fault(message: "No command is called \(own). \(hint)")
      }
      return .own(String(own))
    }
    let action = try action(name)
    guard words.count > 1 else { return .action(action, argument: nil) }
    let rest = words.dropFirst().joined(separator: " ")
    guard let argument = action.argument else {
      throw Fault(message: "\(action.name) takes no argument: \(rest).")
    }
    guard let word = argument.word(rest) else {
      throw Fault(message: argument.message(about: rest))
    }
    return .action(action, argument: word)
  }

  private func action(_ name: String) throws(Fault) -> Action {
    if let action = Action(named: name) { return action }
    let nearest = CommandNames.nearest(to: name)
    let hint =
      nearest.isEmpty
      ? "streamtui keys lists all." : "Did you mean \(nearest.joined(separator: ", "))?"
    throw Fault(message: "Unknown action \"\(name)\". \(hint)")
  }
}
