import CellGrid
import Glibc

/// The facts about the terminal: its type, and its answers.
struct TerminalFacts {
  /// The terminfo description of the type.
  enum Description: Equatable {
    case missing
    case withoutCursor
    /// The number of colours, 0 for none.
    case colors(Int)
  }

  /// The outcome of the questions.
  enum Asking: Equatable {
    case notAsked(because: String)
    case asked(TerminalQuestions, TerminalAnswers)
  }

  /// TERM; empty if it is not set.
  var type: String
  var description: Description
  var asking: Asking
  /// Whether standard output is a terminal.
  var isTerminal: Bool
  /// The size that the terminal reports; nil for none.
  var size: Size?
  /// COLORTERM; nil if it is not set.
  var colorTerm: String?
  /// Whether NO_COLOR forbids colours.
  var noColor: Bool
  /// Whether the viewer writes hyperlinks of its own accord.
  var hasHyperlinks: Bool
  /// Whether terminals of this type are known to have a clipboard.
  var hasClipboard: Bool
  /// Whether the environment names a light background.
  var seemsLight: Bool

  /// Looks at the terminal on standard output, and asks it if that is safe.
  static func collected(
    _ environment: (String) -> String? = Environment.value,
    isUTF8: Bool
  ) -> TerminalFacts {
    let type = environment("TERM") ?? ""
    let isTerminal = isatty(STDOUT_FILENO) == 1
    return TerminalFacts(
      type: type,
      description: description(of: type),
      asking: isTerminal
        ? ask(environment, isUTF8: isUTF8) : .notAsked(because: "output is no terminal"),
      isTerminal: isTerminal,
      size: isTerminal ? WindowSize.reported(by: STDOUT_FILENO) : nil,
      colorTerm: environment("COLORTERM").flatMap { $0.isEmpty ? nil : $0 },
      noColor: environment("NO_COLOR")?.isEmpty == false,
      hasHyperlinks: HyperlinkChoice.auto.holds(environment),
      hasClipboard: Clipboard.isKnown(term: type),
      seemsLight: BackgroundQuery(environment).isLight
    )
  }

  private static func description(of type: String) -> Description {
    switch Ncurses.describedColors(of: type) {
    case ...(-3): .missing
    case -2: .withoutCursor
    case let colors: .colors(max(0, colors))
    }
  }

  private static func ask(_ environment: (String) -> String?, isUTF8: Bool) -> Asking {
    if let refusal = TerminalQuestions.refusal(environment) { return .notAsked(because: refusal) }
    let isTyped = isatty(STDIN_FILENO) == 1
    let input = isTyped ? STDIN_FILENO : open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
    guard input >= 0 else { return .notAsked(because: "there is no terminal to read answers from") }
    defer { if !isTyped { close(input) } }
    let questions = TerminalQuestions(probes: isUTF8 ? WidthProbe.all : [])
    guard
      let answers = TerminalInterview(questions, input: input, output: STDOUT_FILENO).hold()
    else { return .notAsked(because: "the program runs in the background") }
    return .asked(questions, answers)
  }
}
