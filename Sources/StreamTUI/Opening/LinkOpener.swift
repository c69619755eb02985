import Addresses
import CellGrid
import Glibc
import StreamHost
import StreamUI

/// Opens checked targets with the user's programs.
///
/// It passes an argument vector, never a shell command. A program runs detached, or with the terminal until it ends.
final class LinkOpener {
  /// A program to try, with the target already in its arguments.
  private struct Attempt {
    let arguments: [String]
    let getsTerminal: Bool
    let written: String
    var name: String { arguments.first ?? "" }

    init(_ command: OpenerCommand, opening target: String, written: String) {
      arguments = command.arguments(opening: target)
      getsTerminal = command.getsTerminal
      self.written = written
    }
  }

  /// The problems of the openers file, printed to standard error after the terminal is restored.
  private(set) var problems: [String] = []
  /// Runs a program with the terminal until it ends; returns nil if it could not be started.
  var runInTerminal: ([String]) -> ChildEnd? = { _ in nil }
  var configured: () -> OpenerRules = { OpenerRules() }
  /// Whether pictures would be drawn if a program to decode them were installed.
  var lacksDecoder: () -> Bool = { false }
  private var rules: OpenerRules?
  /// A note to add to the outcome of the first opening.
  private var note: String?
  private let children: Children
  private var outcomes: [Event] = []

  /// The programs that open addresses on most systems, tried after `$BROWSER`.
  static let usualPrograms = ["xdg-open", "open"]

  /// Creates an opener that starts detached programs through `children` and is told when they end.
  init(children: Children) { self.children = children }

  /// Starts a program for `target`; the loop reports the outcome of a detached one later.
  func open(_ target: LinkTarget) -> [Event] {
    let attempt = { Attempt($0, opening: target.text, written: target.written) }
    if let rule = knownRules().rule(scheme: target.scheme, host: target.host) {
      // A user who names a program for a host wants no other.
      start([attempt(rule.command)], otherwise: Self.missing(rule))
      return takeOutcomes()
    }
    let commands =
      OpenerCommand.browsers(Environment.value("BROWSER") ?? "")
      + Self.usualPrograms.compactMap { OpenerCommand([$0]) }
    start(commands.map(attempt)[...], otherwise: Self.noBrowser)
    return takeOutcomes()
  }

  /// Starts the program that the openers file names for files, if the gate lets the file through.
  func open(_ file: FileTarget, at location: FeedLocation) -> [Event] {
    switch FolderGate.judge(file.reference, at: location) {
    case .refuse(let reason): fail("Not opened: \(reason)", file.reference.written)
    case .open(let path):
      guard let rule = knownRules().ruleForFiles else {
        let other =
          PicturePlace.isPicture(file.reference) && lacksDecoder()
          ? "install chafa to see it here, or " : ""
        fail("Not opened: \(other)\(Self.adviceForFiles)", file.reference.written)
        break
      }
      let attempt = Attempt(rule.command, opening: path, written: file.reference.written)
      start([attempt], otherwise: Self.missing(rule))
    }
    return takeOutcomes()
  }

  private static let noBrowser =
    "Not opened: no browser found; set BROWSER, such as BROWSER=firefox"
  private static let adviceForFiles =
    "add a program for files to the configuration: [openers] with the line \"file:\" = \"mpv\""

  /// Reads the openers file, whose rules follow those of the configuration, when the first link is opened, so that it does not delay the start.
  private func knownRules() -> OpenerRules { configured().before(fileRules()) }

  private func fileRules() -> OpenerRules {
    if let rules { return rules }
    let reading = OpenersFile()?.read() ?? OpenersFile.Reading()
    rules = reading.rules
    problems = reading.problems
    if let first = problems.first {
      note = problems.count == 1 ? first : "\(first); \(problems.count - 1) more"
    }
    return reading.rules
  }

  private static func missing(_ rule: OpenerRules.Rule) -> String {
    "Not opened: \(rule.command.words[0]) was not found (\(rule.origin))"
  }

  private func start(_ attempts: ArraySlice<Attempt>, otherwise failure: String) {
    for (index, attempt) in attempts.enumerated() {
      let rest = attempts.dropFirst(index + 1)
      if attempt.getsTerminal {
        // Keep the terminal if the program does not exist.
        guard ChildProcess.exists(attempt.name), let end = runInTerminal(attempt.arguments) else {
          continue
        }
        outcomes += children.lookAfterOthers()
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
      tell("Opening with \(attempt.name) …", isWarning: false)
      return
    }
    fail(failure, attempts.first?.written)
  }

  private func finish(_ attempt: Attempt, _ end: ChildEnd, _ rest: ArraySlice<Attempt>) {
    switch end {
    case .killed(let signal):
      fail("\(attempt.name) was killed by signal \(signal)", attempt.written)
    case .exited(0): tell("Opened with \(attempt.name)", isWarning: false, isFinal: true)
    case .unknown:
      tell(
        "Opened with \(attempt.name); its exit status is unknown",
        isWarning: false,
        isFinal: true
      )
    case .exited(127) where !rest.isEmpty: start(rest, otherwise: Self.noBrowser)
    case .exited(let code): fail("\(attempt.name) failed (exit status \(code))", attempt.written)
    }
  }

  /// Says that a target was not opened: it counts as followed no more.
  private func fail(_ text: String, _ written: String?) {
    if let written { outcomes.append(.notOpened(written)) }
    tell(text, isWarning: true, isFinal: true)
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

/// The command that shows a line of a file in the user's editor.
enum EditorCommand {
  /// The editors that take `+LINE` before a file.
  ///
  /// Others, such as `code --wait`, would open a file of that name.
  private static let takingLines: Set<String> = [
    "vi", "vim", "nvim", "view", "vis", "kak", "nano", "pico", "micro", "emacs", "emacsclient",
    "mg", "jed", "joe", "jmacs", "jstar", "ne", "mcedit", "gedit", "kate",
  ]

  /// Returns the program and its arguments: `$VISUAL`, else `$EDITOR`, else vi, with the file and, for
  /// editors that take it, `+LINE` before it.
  ///
  /// Blanks separate the words of the variable; no shell reads it.
  ///
  /// - Parameter line: from 1, with which every editor begins.
  static func arguments(
    path: String,
    line: Int,
    _ environment: (String) -> String? = Environment.value
  ) -> [String] {
    let named = ["VISUAL", "EDITOR"].map { name in
      (environment(name) ?? "").split(separator: " ").map { String($0) }
    }
    let words = named.first { !$0.isEmpty } ?? ["vi"]
    let name = words.first?.split(separator: "/").last.map { String($0) } ?? ""
    return words + (line > 1 && takingLines.contains(name) ? ["+\(line)"] : []) + [path]
  }
}
