import Addresses
import CellGrid
import Glibc
import StreamUI

/// Hands checked targets to the reader's programs: an argument vector, never a shell; detached, or
/// with the terminal for as long as the program runs.
final class LinkOpener {
  /// A program to try, with the target already among its arguments.
  private struct Attempt {
    let arguments: [String]
    let getsTerminal: Bool
    var name: String { arguments.first ?? "" }
  }

  /// What is wrong with the openers file, for standard error once the terminal is given back.
  private(set) var problems: [String] = []
  /// Runs a program with the terminal, from start to end; nil when it could not be started.
  var runInTerminal: ([String]) -> ChildEnd? = { _ in nil }
  private var rules: OpenerRules?
  /// What is to be said beside the outcome of the first opening.
  private var note: String?
  private let children: Children
  private var outcomes: [Event] = []

  /// An opener that starts detached programs as `children` and hears of their ends.
  init(children: Children) {
    self.children = children
  }

  /// Starts a program for `target`; the loop tells what became of a detached one.
  func open(_ target: LinkTarget) -> [Event] {
    if let rule = knownRules().rule(scheme: target.scheme, host: target.host) {
      // Who names a program for a host wants no other.
      start([Self.attempt(rule.command, target)], otherwise: Self.missing(rule))
      return takeOutcomes()
    }
    var attempts = OpenerCommand.browsers(Environment.value("BROWSER") ?? "")
      .map { Self.attempt($0, target) }
    for name in ["xdg-open", "open"] {
      attempts.append(Attempt(arguments: [name, target.text], getsTerminal: false))
    }
    start(attempts[...], otherwise: "no browser found: set BROWSER")
    return takeOutcomes()
  }

  /// Reads the openers file when the first link is opened: the start is not to wait for it.
  private func knownRules() -> OpenerRules {
    if let rules { return rules }
    let reading = OpenersFile()?.read() ?? OpenersFile.Reading()
    rules = reading.rules
    problems = reading.problems
    if let first = problems.first {
      note = problems.count == 1 ? first : "\(first); \(problems.count - 1) more"
    }
    return reading.rules
  }

  private static func attempt(_ command: OpenerCommand, _ target: LinkTarget) -> Attempt {
    Attempt(
      arguments: command.arguments(opening: target.text),
      getsTerminal: command.getsTerminal
    )
  }

  private static func missing(_ rule: OpenerRules.Rule) -> String {
    "\(rule.command.words[0]) was not found (openers, line \(rule.line))"
  }

  private func start(_ attempts: ArraySlice<Attempt>, otherwise failure: String) {
    for (index, attempt) in attempts.enumerated() {
      let rest = attempts.dropFirst(index + 1)
      if attempt.getsTerminal {
        // The terminal is not given away for nothing.
        guard ChildProcess.exists(attempt.name), let end = runInTerminal(attempt.arguments) else {
          continue
        }
        // The signals of others that ended meanwhile were used up.
        lookAfterOthers()
        finish(attempt, end, rest)
        return
      }
      let child = children.start(ChildRequest(arguments: attempt.arguments)) {
        [weak self] outcome in
        guard let self else { return [] }
        finish(attempt, outcome.end, rest)
        return takeOutcomes().map { .event($0) }
      }
      guard child != nil else { continue }
      tell("opening with \(attempt.name) …", isWarning: false)
      return
    }
    tell(failure, isWarning: true, isFinal: true)
  }

  /// Takes in the ends of other children; their messages come before that of the program which had
  /// the terminal.
  private func lookAfterOthers() {
    for event in children.look() {
      if case .event(let event) = event {
        outcomes.append(event)
      } else {
        children.loop.post([event])
      }
    }
  }

  private func finish(_ attempt: Attempt, _ end: ChildEnd, _ rest: ArraySlice<Attempt>) {
    switch end {
    case .killed(let signal):
      tell("\(attempt.name) was killed by signal \(signal)", isWarning: true, isFinal: true)
    case .exited(0):
      tell("opened with \(attempt.name)", isWarning: false, isFinal: true)
    case .unknown:
      tell(
        "opened with \(attempt.name); its exit status is unknown",
        isWarning: false,
        isFinal: true
      )
    case .exited(127) where !rest.isEmpty:
      start(rest, otherwise: "no browser found: set BROWSER")
    case .exited(let code):
      tell("\(attempt.name) failed (exit status \(code))", isWarning: true, isFinal: true)
    }
  }

  private func tell(_ text: String, isWarning: Bool, isFinal: Bool = false) {
    let noted = note.map { "\(text) · \($0)" } ?? text
    outcomes.append(.message(SafeText(sanitizing: noted), isWarning: isWarning || note != nil))
    if isFinal { note = nil }
  }

  private func takeOutcomes() -> [Event] {
    defer { outcomes.removeAll() }
    return outcomes
  }
}
