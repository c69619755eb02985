import ArgumentParser
import Glibc
import StreamHost
import StreamUI

/// Opening the terminal for a command, with a message if that fails.
extension NcursesTerminal {
  /// The reason why the terminal cannot be used.
  enum Failure: Error {
    case noKeys
    case unknownTerminal(String)
    /// Frames cannot be written to a file in memory, with the system's error code.
    case noFrames(Int32)
  }

  /// Takes over the terminal; see ``init(loop:signals:usesMouse:showsCursor:noColor:theme:)``.
  ///
  /// - Throws: Status 1, after a message, if the terminal cannot be used.
  static func opened(
    loop: EventLoop,
    signals: SignalPipe,
    usesMouse: Bool,
    showsCursor: Bool,
    theme: ThemeChoice
  ) throws -> NcursesTerminal {
    let noColor = Environment.value("NO_COLOR")?.isEmpty == false
    do throws(NcursesTerminal.Failure) {
      return try NcursesTerminal(
        loop: loop,
        signals: signals,
        usesMouse: usesMouse,
        showsCursor: showsCursor,
        noColor: noColor,
        theme: theme
      )
    } catch {
      switch error {
      case .noKeys:
        Diagnostics.print("streamtui: no terminal to read keys from (use: streamtui dump)")
      case .unknownTerminal(let name):
        Diagnostics.print(
          "streamtui: terminal type '\(name)' cannot show a screen (set TERM, or use: streamtui dump)"
        )
      case .noFrames(let code): Diagnostics.print(text(ofFrameFailure: code))
      }
      throw ExitCode(1)
    }
  }

  /// Returns the message for frames that cannot be written to a file in memory.
  static func text(ofFrameFailure code: Int32) -> String {
    let advice = code == EFBIG ? " (raise the limit on file sizes: ulimit -f unlimited)" : ""
    return "streamtui: the screen cannot be drawn: \(SystemError.text(code))\(advice)"
  }
}
