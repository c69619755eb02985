/// A command that opens addresses: its words, and whether it needs the terminal.
struct OpenerCommand: Equatable, Sendable {
  /// The program and its arguments; in these "%s" is the address, "%%" a percent sign.
  let words: [String]
  let getsTerminal: Bool

  /// Makes a command; nil without words, or if the program itself would depend on the address.
  init?(_ words: [String], getsTerminal: Bool = false) {
    guard let program = words.first, !program.isEmpty, !program.contains("%s") else { return nil }
    self.words = words
    self.getsTerminal = getsTerminal || Self.terminalPrograms.contains(Self.name(of: program))
  }

  /// The browsers and mail programs that are known to run in a terminal.
  static let terminalPrograms: Set<String> = [
    "w3m", "lynx", "links", "links2", "elinks", "browsh", "carbonyl", "chawan", "cha", "mutt",
    "neomutt", "aerc",
  ]

  /// Returns the argument vector that opens `target`; the text of the target is not expanded again.
  func arguments(opening target: String) -> [String] {
    var isPlaced = false
    var arguments = words.prefix(1).map { Self.expanded($0, target: nil, &isPlaced) }
    arguments += words.dropFirst().map { Self.expanded($0, target: target, &isPlaced) }
    return isPlaced ? arguments : arguments + [target]
  }

  /// The name of a program without its folder, which may name the user.
  static func name(of program: String) -> String {
    program.split(separator: "/").last.map { String($0) } ?? program
  }

  private static func expanded(_ word: String, target: String?, _ isPlaced: inout Bool) -> String {
    var result = ""
    var rest = word.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch (scalar, rest.first) {
      case ("%", "%"):
        result.unicodeScalars.append("%")
        rest = rest.dropFirst()
      case ("%", "s"):
        result += target ?? "%s"
        isPlaced = isPlaced || target != nil
        rest = rest.dropFirst()
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns the commands of `$BROWSER`, a list separated by colons; each is split at blanks.
  static func browsers(_ list: String) -> [OpenerCommand] {
    list.split(separator: ":").compactMap { command in
      OpenerCommand(command.split(separator: " ").map { String($0) })
    }
  }
}
