/// A command that the configuration defines, `[commands.NAME]`.
package struct OwnCommand: Equatable, Sendable {
  /// The program that a command starts.
  package enum Program: Equatable, Sendable {
    /// The first word has no values.
    case words([CommandWord])
    /// A script for the shell; values are its environment variables, never its text.
    case script(String)
  }

  /// The bytes on the program's standard input.
  package enum InputForm: String, CaseIterable, Sendable {
    case json, text, html, markdown, url, none
  }

  /// The place where the program runs.
  package enum RunPlace: String, CaseIterable, Sendable {
    /// It has the terminal until it ends.
    case terminal
    /// It runs unseen; the status line says how it ended.
    case background
    /// It runs unseen, and its output becomes a page.
    case page
  }

  package let name: String
  package let program: Program
  /// The bytes on its standard input.
  package let input: InputForm
  package let destination: RunPlace
  /// The seconds after which it is ended; nil for none.
  package let timeout: Int?
  /// The text on the help page; nil where the configuration has none.
  package let help: String?

  package init(
    name: String,
    program: Program,
    input: InputForm = .none,
    destination: RunPlace = .background,
    timeout: Int? = OwnCommand.usualTimeout,
    help: String? = nil
  ) {
    self.name = name
    self.program = program
    self.input = input
    self.destination = destination
    self.timeout = timeout
    self.help = help
  }

  /// The seconds that a command has in the background or on a page unless the configuration says
  /// otherwise.
  package static let usualTimeout = 30

  package var summary: String {
    if let help { return help }
    switch program {
    case .words(let words): return "run \(words.first?.literal ?? "a program")"
    case .script: return "run a script"
    }
  }

  /// The values without which the command does not run.
  package var values: Set<CommandValue> {
    switch program {
    case .words(let words): Set(words.flatMap(\.values))
    case .script(let script): Set(CommandValue.allCases.filter { script.contains($0.variable) })
    }
  }
}
