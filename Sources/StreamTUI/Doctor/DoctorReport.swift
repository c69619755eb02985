import Glibc
import StreamUI

/// What the viewer needs of this machine: a line for each thing, with what to do where it is missing.
struct DoctorReport {
  let lines: [DoctorLine]

  /// Looks at the machine; makes and changes nothing. ``Ncurses/setLocale()`` must have been called.
  ///
  /// - Parameter exists: Whether a program is found and can be run.
  init(
    _ environment: @escaping (String) -> String? = Environment.value,
    exists: @escaping (String) -> Bool = ChildProcess.exists,
    isTerminal: Bool = isatty(STDOUT_FILENO) == 1
  ) {
    let run = RunConfiguration(ConfigFile(environment))
    let terminal = TerminalChecks(
      environment: environment,
      exists: exists,
      isTerminal: isTerminal,
      pictures: run.settings.options.pictureChoice
    )
    let openers = OpenerChecks(environment: environment, exists: exists, configured: run.openers)
    let state = StateChecks(environment: environment)
    let off = "off: secure mode is on (STREAMTUI_SECURE)"
    lines =
      BuildFacts.ofThisProgram.lines + terminal.lines
      + MachineChecks(environment: environment, exists: exists).lines
      + (environment("STREAMTUI_SECURE") == "1"
        ? [.warn("openers and state", off)] : openers.lines + state.lines)
      + [state.line(on: run)]
  }

  var hasProblem: Bool { lines.contains { if case .fail = $0 { true } else { false } } }
}

/// A line of the report: the name of a fact and its value. Scripts pick lines by its first word.
enum DoctorLine: Equatable {
  case ok(_ name: String, _ value: String)
  /// It works, but with less than it could.
  case warn(_ name: String, _ value: String)
  /// Something will not work.
  case fail(_ name: String, _ value: String)

  var text: String {
    switch self {
    case .ok(let name, let value): "ok    \(name): \(value)"
    case .warn(let name, let value): "warn  \(name): \(value)"
    case .fail(let name, let value): "fail  \(name): \(value)"
    }
  }
}

/// Paths without private words: the home folder is "~", and the name of the user is left out elsewhere.
struct ShownPath {
  let environment: (String) -> String?

  /// Returns `path` as it may be shown to others.
  func text(_ path: String) -> String {
    let home = environment("HOME") ?? ""
    let isOwn = home.hasPrefix("/") && (path + "/").hasPrefix(home + "/")
    let path = isOwn ? "~" + path.dropFirst(home.count) : path
    let users = [environment("USER"), environment("LOGNAME")].filter { $0 != "" }
    return path.split(separator: "/", omittingEmptySubsequences: false)
      .map { users.contains(String($0)) ? "USER" : $0 }.joined(separator: "/")
  }
}
