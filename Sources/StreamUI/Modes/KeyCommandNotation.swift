import Configuration

/// Reads commands as the configuration writes them: "mark-read; row-down", "order likes",
/// "mark-all-read?", ":fetch".
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
