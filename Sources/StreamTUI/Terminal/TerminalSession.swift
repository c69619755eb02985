import Glibc
import StreamHost
import StreamUI

/// One use of the terminal: signals, event loop and terminal, from opening to giving it back.
enum TerminalSession {
  struct Ending {
    /// Why it could not go on; nil if the user ended it.
    let failure: String?
    let finish: () -> Void
  }

  /// Opens the terminal, runs `body` on it and gives it back; a signal that ended it is raised then.
  ///
  /// - Returns: Why frames could not be drawn, else the failure of `body`; nil if nothing failed.
  /// - Throws: ``NcursesTerminal/Failure`` if there is no terminal to use.
  static func run(
    usesMouse: Bool,
    showsCursor: Bool = false,
    theme: ThemeChoice,
    body: (NcursesTerminal, Children) -> Ending
  ) throws -> String? {
    let command = try CommandLoop.opened()
    // Signals have their default effect again then.
    defer { command.end() }
    let terminal = try NcursesTerminal(
      loop: command.children.loop,
      signals: command.signals,
      usesMouse: usesMouse,
      showsCursor: showsCursor,
      noColor: Environment.value("NO_COLOR")?.isEmpty == false,
      theme: theme
    )
    let ending = body(terminal, command.children)
    terminal.close()
    ending.finish()
    return terminal.frameFailure.map(NcursesTerminal.text(ofFrameFailure:)) ?? ending.failure
  }
}

/// Opening the terminal for a command, with a message if that fails.
extension NcursesTerminal {
  enum Failure: Error {
    case noKeys
    case unknownTerminal(String)
    /// Frames cannot be written to a file in memory, with the system's error code.
    case noFrames(Int32)

    var text: String {
      switch self {
      case .noKeys: "streamtui: no terminal to read keys from (use: streamtui dump)"
      case .unknownTerminal(let name):
        "streamtui: terminal type '\(name)' cannot show a screen (set TERM, or use: streamtui dump)"
      case .noFrames(let code): NcursesTerminal.text(ofFrameFailure: code)
      }
    }
  }

  /// Returns the message for frames that cannot be written to a file in memory.
  static func text(ofFrameFailure code: Int32) -> String {
    let advice = code == EFBIG ? " (raise the limit on file sizes: ulimit -f unlimited)" : ""
    return "streamtui: the screen cannot be drawn: \(SystemError.text(code))\(advice)"
  }
}
