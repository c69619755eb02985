import Glibc
import StreamHost
import StreamUI

/// The checks of this machine, a line each, with the remedy where something is missing.
struct DoctorReport {
  let lines: [DoctorLine]

  /// Looks at the machine, without a change to it, once ``Ncurses/setLocale()`` was called.
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
