import StreamHost
import StreamModel
import StreamUI

/// The theme to draw in: the one that was chosen, or the one that fits the terminal's background.
struct ThemeTracker {
  private(set) var choice: ThemeChoice
  private let colors: Int
  private var background = BackgroundQuery(Environment.value)
  private var hasAsked = false

  init(_ choice: ThemeChoice, colors: Int) {
    self.choice = choice
    self.colors = colors
  }

  /// The theme, as far as the background is known; with few colours the one in the terminal's own.
  var theme: Theme {
    choice == .auto && (8..<256).contains(colors)
      ? .terminal : choice.theme(isLight: background.isLight)
  }

  /// The bytes that make the terminal report changes of its colours; empty if it cannot.
  var modeOn: String { background.canReportChanges ? ControlBytes.schemeOn : "" }

  /// The bytes that end the reports; empty if there are none.
  var modeOff: String { background.canReportChanges ? ControlBytes.schemeOff : "" }

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
    return background.ask(at: moment)
  }

  var asksNext: Bool {
    choice.dependsOnBackground && colors >= 256 && !hasAsked
      && BackgroundQuery.isSafe(Environment.value)
  }

  /// Takes in an answer of the terminal, or its report of a change.
  ///
  /// - Returns: The bytes to send to the terminal, empty for none, and whether the theme has changed.
  mutating func take(
    _ reply: TerminalReply,
    at moment: Moment
  ) -> (bytes: String, hasChanged: Bool) {
    let couldReport = background.canReportChanges
    let isOther = background.take(reply, at: moment)
    return (couldReport ? "" : modeOn, isOther && choice.dependsOnBackground)
  }

  var wait: ReplyWait {
    get { background.wait }
    set { background.wait = newValue }
  }
}
