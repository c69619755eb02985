/// A command that opens addresses: its words, and whether it needs the terminal.
struct OpenerCommand: Equatable, Sendable {
  /// The program first; "%s" in the others is the address, "%%" a percent sign.
  let words: [String]
  let getsTerminal: Bool

  /// Nil for no word, and where the program itself would be named by the address.
  init?(_ words: [String], getsTerminal: Bool = false) {
    guard let program = words.first, !program.isEmpty, !program.contains("%s") else { return nil }
    self.words = words
    self.getsTerminal = getsTerminal || Self.terminalPrograms.contains(Self.name(of: program))
  }

  /// Browsers and mail programs that are known to run in a terminal.
  static let terminalPrograms: Set<String> = [
    "w3m", "lynx", "links", "links2", "elinks", "browsh", "carbonyl", "chawan", "cha", "mutt",
    "neomutt", "aerc",
  ]

  /// The argument vector that opens `target`, which is put in once: what it holds stays as it is.
  func arguments(opening target: String) -> [String] {
    var isPlaced = false
    var arguments = words.prefix(1).map { Self.expanded($0, target: nil, &isPlaced) }
    arguments += words.dropFirst().map { Self.expanded($0, target: target, &isPlaced) }
    return isPlaced ? arguments : arguments + [target]
  }

  private static func name(of program: String) -> String {
    program.split(separator: "/").last.map { String($0) } ?? program
  }

  private static func expanded(
    _ word: String,
    target: String?,
    _ isPlaced: inout Bool
  ) -> String {
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
}

extension OpenerCommand {
  /// The commands of `$BROWSER`: a list separated by colons, each split on blanks.
  static func browsers(_ list: String) -> [OpenerCommand] {
    list.split(separator: ":").compactMap { command in
      OpenerCommand(command.split(separator: " ").map { String($0) })
    }
  }
}
