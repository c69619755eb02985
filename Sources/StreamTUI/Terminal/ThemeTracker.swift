import StreamHost
import StreamModel
import StreamUI

/// The theme to draw in: the one that was chosen, or the one that fits the terminal's background.
///
/// The terminal is asked for its background and its changes in front of the first frame, and nothing
/// waits for the answer. A request for the terminal's attributes (DA1) follows the question: every
/// terminal answers that, in order, so its answer tells that no other is on its way.
struct ThemeTracker {
  /// OSC 11, DECRQM for mode 2031, and DA1.
  private static let question = "\u{1B}]11;?\u{1B}\\\u{1B}[?2031$p\u{1B}[c"

  private var choice: ThemeChoice
  private let colors: Int
  private var isLight = TerminalBackground.isLight(Environment.value)
  /// Whether the terminal can report when its colours turn dark or light; false until it says so.
  private var canReportChanges = false
  private var hasAsked = false
  var wait = ReplyWait()

  init(_ choice: ThemeChoice, colors: Int) {
    self.choice = choice
    self.colors = colors
  }

  /// The theme, as far as the background is known; with few colours the one in the terminal's own.
  var theme: Theme {
    choice == .auto && (8..<256).contains(colors) ? .terminal : choice.theme(isLight: isLight)
  }

  /// The bytes that make the terminal report changes of its colours; empty if it cannot.
  var modeOn: String { canReportChanges ? ControlBytes.schemeOn : "" }

  /// The bytes that end the reports; empty if there are none.
  var modeOff: String { canReportChanges ? ControlBytes.schemeOff : "" }

  /// Takes another choice; returns whether it is one.
  mutating func change(to choice: ThemeChoice) -> Bool {
    defer { self.choice = choice }
    return choice != self.choice
  }

  /// Returns the questions to the terminal if the theme depends on its background.
  ///
  /// - Returns: Nil if nothing needs to be asked or everything was; and on a terminal with fewer than
  ///   256 colours, where both themes look alike, or one that would print the questions.
  mutating func questions(at moment: Moment) -> String? {
    guard asksNext else { return nil }
    hasAsked = true
    wait.begin(at: moment)
    return Self.question
  }

  var asksNext: Bool {
    choice.dependsOnBackground && colors >= 256 && !hasAsked
      && TerminalBackground.isSafe(Environment.value)
  }

  /// Takes in an answer of the terminal, or its report of a change.
  ///
  /// - Returns: The bytes to send to the terminal, empty for none, and whether the theme has changed.
  mutating func take(
    _ reply: TerminalReply,
    at moment: Moment
  ) -> (bytes: String, hasChanged: Bool) {
    let (couldReport, wasLight) = (canReportChanges, isLight)
    switch reply {
    case .attributes: wait.end()
    case .reportsScheme(let isKnown): canReportChanges = isKnown
    // The terminal reports this whenever it changes, long after the question.
    case .scheme(let isLight) where canReportChanges: self.isLight = isLight
    case .background where wait.isPending(at: moment): isLight = reply.isLight
    case .focus, .version, .cursor, .scheme, .background: break
    }
    return (couldReport ? "" : modeOn, isLight != wasLight && choice.dependsOnBackground)
  }
}
