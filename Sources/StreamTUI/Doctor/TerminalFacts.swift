import CellGrid
import Glibc
import StreamUI

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
  var isTerminal: Bool
  /// The size that the terminal reports; nil for none.
  var size: Size?
  /// COLORTERM; nil if it is not set.
  var colorTerm: String?
  var noColor: Bool
  /// Whether the viewer writes hyperlinks of its own accord.
  var hasHyperlinks: Bool
  /// Why no terminal here may draw pictures, as the environment and tmux tell; nil if it may.
  var pictureRefusal: String?
  /// Whether tmux was asked about pictures, in place of the terminal.
  var isInTmux = false
  /// Whether files of other kinds than PNG can be decoded.
  var decodesPictures = false
  /// The pictures that the configuration asks for.
  var pictureChoice = PictureChoice.local
  /// Whether there is a program that fetches those of the network.
  var fetchesPictures = true
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
      pictureRefusal: pictureRefusal(environment, isTerminal: isTerminal),
      isInTmux: PictureQuery.way(environment) == .tmux,
      decodesPictures: ChildProcess.exists(TerminalPicture.decoder),
      hasClipboard: Clipboard.isKnown(term: type),
      seemsLight: BackgroundQuery(environment).isLight
    )
  }

  private static func pictureRefusal(
    _ environment: (String) -> String?,
    isTerminal: Bool
  ) -> String? {
    switch PictureQuery.way(environment) {
    case .terminal: nil
    case .tmux: isTerminal ? TmuxPassthrough.asked().refusal : nil
    case .none(let reason): reason
    }
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

extension TerminalFacts {
  /// A line for each fact, in a fixed order.
  var lines: [DoctorLine] {
    [
      typeLine, sizeLine, colorLine, backgroundLine, widthLine,
      DoctorLine(
        hasHyperlinks ? .ok : .warn,
        "hyperlinks",
        hasHyperlinks
          ? "links are clickable (OSC 8)"
          : "not known to be supported; --hyperlinks always writes them"
      ),
      pictureLine, clipboardLine,
      mode(TerminalQuestions.focus, "focus reports", without: "posts count as read in any window"),
      mode(TerminalQuestions.synchronizedOutput, "synchronized output"),
      mode(TerminalQuestions.themeReports, "theme reports"),
    ]
  }

  // MARK: Without questions

  private var typeLine: DoctorLine {
    let name = "terminal"
    guard isTerminal else {
      let shown = type.isEmpty ? "TERM is not set" : type
      return DoctorLine(.warn, name, "\(shown); \(notAsked ?? "")")
    }
    if type.isEmpty {
      return DoctorLine(.fail, name, "TERM is not set; set it to the type of this terminal")
    }
    if type == "dumb" {
      return DoctorLine(.warn, name, "dumb; posts are printed one at a time (--linear)")
    }
    switch description {
    case .missing:
      let advice = "no description in terminfo; install one, or set TERM"
      return DoctorLine(.fail, name, "\(type); \(advice)")
    case .withoutCursor:
      let advice = "it cannot place the cursor; set TERM, or use --linear"
      return DoctorLine(.fail, name, "\(type); \(advice)")
    case .colors: break
    }
    switch asking {
    case .notAsked: return DoctorLine(.warn, name, "\(type); \(notAsked ?? "")")
    case .asked(_, let answers):
      if let version = answers.version { return DoctorLine(.ok, name, "\(type), \(version)") }
      guard answers.isComplete else {
        return DoctorLine(.warn, name, "\(type); \(Self.silence)")
      }
      return DoctorLine(.ok, name, "\(type); it does not tell its version")
    }
  }

  private var sizeLine: DoctorLine {
    guard isTerminal else { return DoctorLine(.warn, "size", notAsked ?? "") }
    guard let size else {
      return DoctorLine(.warn, "size", "not reported; 80x24 is assumed")
    }
    let text = "\(size.columns)x\(size.lines)"
    let isSmall = size.columns < 40 || size.lines < 8
    return DoctorLine(isSmall ? .warn : .ok, "size", isSmall ? "\(text); small" : text)
  }

  private var colorLine: DoctorLine {
    let name = "colours"
    if noColor { return DoctorLine(.warn, name, "none, because NO_COLOR is set") }
    guard case .colors(let count) = description else {
      return DoctorLine(.warn, name, "unknown without a description of the terminal")
    }
    let environment = colorTerm.map { " (COLORTERM=\($0))" } ?? ""
    switch count {
    case 0: return DoctorLine(.warn, name, "none\(environment)")
    case ..<256:
      return DoctorLine(
        .warn,
        name,
        "\(count)\(environment); only theme = \"auto\" and theme = \"terminal\" have colours here"
      )
    default: return DoctorLine(.ok, name, "\(count)\(environment)")
    }
  }

  private var pictureLine: DoctorLine {
    let name = "pictures"
    guard pictureChoice != .off else {
      return DoctorLine(.ok, name, "none: pictures = \"off\"")
    }
    if let pictureRefusal { return DoctorLine(.ok, name, "none: \(pictureRefusal)") }
    guard case .asked(_, let answers) = asking else {
      return DoctorLine(.warn, name, notAsked ?? "")
    }
    let draws = answers.version.map(PictureQuery.drawsPlaceholders) == true
    guard isInTmux || draws else {
      let known = "kitty from 0.28 on, Ghostty, and Rio from 0.3.9 on draw the pictures of a folder"
      return DoctorLine(.ok, name, "descriptions only; \(known)")
    }
    guard !noColor, case .colors(256...) = description else {
      return DoctorLine(.ok, name, "none: they need 256 colours")
    }
    let advice = "pictures-protocol = \"none\" if you see boxes"
    guard decodesPictures else {
      return DoctorLine(.warn, name, "PNG files only, for want of chafa in PATH; \(advice)")
    }
    let kinds = "PNG, JPEG, GIF and WebP files of a folder"
    guard pictureChoice.isOfNetwork else { return DoctorLine(.ok, name, "\(kinds); \(advice)") }
    let choice = "pictures = \"\(pictureChoice.rawValue)\""
    guard fetchesPictures else {
      return DoctorLine(.warn, name, "\(kinds); those of the network (\(choice)) need curl")
    }
    return DoctorLine(.ok, name, "\(kinds), and of the network (\(choice)); \(advice)")
  }

  private var clipboardLine: DoctorLine {
    let name = "clipboard"
    guard hasClipboard else {
      return DoctorLine(.warn, name, "terminals of this type have none")
    }
    // 52 in the answer to DA1 is the only way in which a terminal tells.
    if case .asked(_, let answers) = asking, answers.attributes?.contains(52) == true {
      return DoctorLine(.ok, name, "OSC 52, as the terminal reports")
    }
    return DoctorLine(.ok, name, "OSC 52; whether the terminal allows it is not known")
  }

  // MARK: Answers

  private static let silence = "no answer within \(TerminalInterview.patience) ms"

  private var notAsked: String? {
    guard case .notAsked(let reason) = asking else { return nil }
    return "not asked: \(reason)"
  }

  private var backgroundLine: DoctorLine {
    let name = "background"
    let guess = "taken as \(seemsLight ? "light" : "dark"); --theme chooses"
    guard case .asked(_, let answers) = asking else {
      return DoctorLine(.warn, name, notAsked ?? "")
    }
    guard case .background(let red, let green, let blue)? = answers.background else {
      let reason = answers.isComplete ? "no answer" : Self.silence
      return DoctorLine(.warn, name, "\(reason); \(guess)")
    }
    let isLight = answers.background?.isLight == true
    let color = [red, green, blue].map { Self.hexadecimal($0 / 257) }.joined()
    return DoctorLine(.ok, name, "\(isLight ? "light" : "dark") (#\(color))")
  }

  private static func hexadecimal(_ value: Int) -> String {
    let digits = String(value, radix: 16)
    return digits.count == 1 ? "0" + digits : digits
  }

  private var widthLine: DoctorLine {
    let name = "widths"
    guard case .asked(let questions, let answers) = asking else {
      return DoctorLine(.warn, name, notAsked ?? "")
    }
    guard !questions.probes.isEmpty else {
      return DoctorLine(.warn, name, "not asked: the locale is not UTF-8")
    }
    guard answers.columns.count == questions.probes.count else {
      let reason =
        answers.columns.isEmpty
        ? "no answer" : "\(answers.columns.count) of \(questions.probes.count) answers"
      return DoctorLine(.warn, name, "\(reason); lines may be out of step")
    }
    let measured = zip(questions.probes, answers.columns).map { ($0, $1 - 1) }
    let wrong = measured.filter { $0.0.columns != $0.1 }
    let count = "\(measured.count - wrong.count) of \(measured.count) as counted"
    guard !wrong.isEmpty else { return DoctorLine(.ok, name, count) }
    let list = wrong.map { "\($0.0.name) counts \($0.0.columns), takes \($0.1)" }
    return DoctorLine(.warn, name, "\(count); \(list.joined(separator: ", "))")
  }

  /// Judges the answer to DECRQM.
  ///
  /// - Parameter loss: The consequence where the mode is not supported; nil if there is none.
  private func mode(_ number: Int, _ name: String, without loss: String? = nil) -> DoctorLine {
    guard case .asked(_, let answers) = asking else {
      return DoctorLine(.warn, name, notAsked ?? "")
    }
    switch answers.modes[number] {
    case 1?, 2?, 3?: return DoctorLine(.ok, name, "supported (mode \(number))")
    case 0?, 4?:
      let text = "not supported (mode \(number))"
      return loss.map { DoctorLine(.warn, name, "\(text); \($0)") }
        ?? DoctorLine(.ok, name, "\(text), and not needed")
    default:
      let text = answers.isComplete ? "not known: no answer" : Self.silence
      return DoctorLine(loss == nil ? .ok : .warn, name, text)
    }
  }
}
