import StreamModel
import StreamUI

/// The question whether the terminal draws pictures into placeholders, and its answer.
///
/// Only its name and release tell: some terminals that say yes to the question for graphics draw boxes in the
/// place of placeholders, or nothing.
struct PictureQuery {
  /// XTVERSION, and DA1, which every terminal answers.
  static let bytes = "\u{1B}[>q\u{1B}[c"

  private var wait = ReplyWait()
  /// The answers to DA1 that are still to come, the last of which ends the wait.
  private var fences = 0

  /// Returns the bytes that ask.
  ///
  /// - Parameter afterOthers: Whether another question with DA1 at its end is not answered yet.
  mutating func ask(at moment: Moment, afterOthers: Bool) -> String {
    wait.begin(at: moment)
    fences = afterOthers ? 2 : 1
    return Self.bytes
  }

  /// Whether an answer may still arrive; after a while the terminal has none.
  func isPending(at moment: Moment) -> Bool { wait.isPending(at: moment) }

  /// Takes in an answer; returns whether the terminal draws pictures, nil where the answer does not tell.
  mutating func take(_ reply: TerminalReply, at moment: Moment) -> Bool? {
    guard isPending(at: moment) else { return nil }
    switch reply {
    case .attributes:
      fences -= 1
      if fences <= 0 { wait.end() }
      return nil
    case .version(let text): return Self.drawsPlaceholders(text)
    default: return nil
    }
  }

  /// The terminal is another program's now: what arrives later is not for us.
  mutating func giveUp() { wait.end() }

  /// The terminals that draw placeholders, with the first release that does.
  private static let known: [(name: String, release: [Int])] = [
    ("kitty", [0, 28, 0]), ("ghostty", [0, 0, 0]), ("rio", [0, 3, 9]),
  ]

  /// Whether a terminal of this name and release, such as "kitty(0.41.1)" or "ghostty 1.2.0", draws placeholders.
  static func drawsPlaceholders(_ version: String) -> Bool {
    let text = version.lowercased()
    let name = text.prefix { $0.isASCII && $0.isLetter }
    let digits = text.dropFirst(name.count).drop { $0 == "(" || $0 == " " }
      .prefix { $0.isASCII && $0.isNumber || $0 == "." }
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    let release = parts.compactMap(\.self)
    guard let first = known.first(where: { $0.name == name })?.release, !release.isEmpty,
      release.count == parts.count
    else { return false }
    let padded = (release + [0, 0, 0]).prefix(3)
    return !padded.lexicographicallyPrecedes(first)
  }

  /// The way to learn whether pictures can be drawn.
  enum Way: Equatable {
    case terminal
    /// tmux says, which answers questions to the terminal itself.
    case tmux
    case none(because: String)
  }

  /// Returns the way that the environment allows.
  static func way(_ environment: (String) -> String?) -> Way {
    let term = environment("TERM") ?? ""
    if environment("TMUX") != nil { return .tmux }
    if term.hasPrefix("tmux") { return .none(because: "tmux runs elsewhere, and cannot be asked") }
    if environment("STY") != nil || term.hasPrefix("screen") {
      return .none(because: "GNU screen does not pass them on")
    }
    return BackgroundQuery.isSafe(environment)
      ? .terminal : .none(because: "unsafe for TERM=\(term)")
  }
}
