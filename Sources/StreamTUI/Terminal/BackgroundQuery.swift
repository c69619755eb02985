import StreamModel
import StreamUI

/// The questions about the terminal's background and its changes, and the answers so far.
///
/// The terminal is asked in front of the first frame, and nothing waits for the answer. A request for
/// the terminal's attributes (DA1) follows the question: every terminal answers that, in order, so
/// its answer tells that no other is on its way.
struct BackgroundQuery {
  /// OSC 11, DECRQM for mode 2031, and DA1.
  static let bytes = "\u{1B}]11;?\u{1B}\\\u{1B}[?2031$p\u{1B}[c"

  private var wait = ReplyWait()
  private(set) var isLight: Bool
  /// Whether the terminal can report when its colours turn dark or light; false until it says so.
  private(set) var canReportChanges = false

  /// Guesses the background from the environment.
  ///
  /// COLORFGBG, which rxvt invented, names the numbers of the text's and the background's colour.
  init(_ environment: (String) -> String?) {
    let last = environment("COLORFGBG")?.split(separator: ";").last.flatMap { Int($0) }
    isLight = last == 7 || last.map { (9...15).contains($0) } == true
  }

  /// Whether the terminal can be asked: the consoles and GNU screen print or garble the question.
  static func isSafe(_ environment: (String) -> String?) -> Bool {
    let term = environment("TERM") ?? ""
    if environment("TMUX") != nil { return true }
    // GNU screen passes OSC 11 on and answers DA1 itself: the colour comes after the end of the answers.
    if environment("STY") != nil { return false }
    return !["linux", "screen", "vt", "dumb", "ansi"].contains { term.hasPrefix($0) }
  }

  /// Returns the bytes that ask.
  mutating func ask(at moment: Moment) -> String {
    wait.begin(at: moment)
    return Self.bytes
  }

  /// Whether an answer may still arrive; after a while the terminal has none.
  func isPending(at moment: Moment) -> Bool { wait.isPending(at: moment) }

  /// Takes in an answer; returns whether the background is another than it seemed.
  mutating func take(_ reply: TerminalReply, at moment: Moment) -> Bool {
    switch reply {
    case .attributes:
      wait.end()
      return false
    case .focus, .version, .cursor: return false
    case .reportsScheme(let isKnown):
      canReportChanges = isKnown
      return false
    case .scheme(let isLight):
      // The terminal reports this whenever it changes, long after the question.
      guard canReportChanges else { return false }
      defer { self.isLight = isLight }
      return self.isLight != isLight
    case .background:
      guard isPending(at: moment) else { return false }
      defer { isLight = reply.isLight }
      return isLight != reply.isLight
    }
  }

  /// The terminal is another program's now: what arrives later is not for us.
  mutating func giveUp() {
    wait.end()
  }
}
