import ArgumentParser
import Glibc
import StreamHost
import StreamUI

/// One use of the terminal: signals, event loop and terminal, from opening to giving it back.
enum TerminalSession {
  /// The end of a session.
  struct Ending {
    /// Why it could not go on; nil if the user ended it.
    let failure: String?
    let finish: () -> Void
  }

  /// Opens the terminal, runs `body` on it and gives it back; a signal that ended it is raised then.
  ///
  /// - Returns: Why frames could not be drawn, else the failure of `body`; nil if nothing failed.
  /// - Throws: Status 1 if there is no terminal to use.
  static func run(
    usesMouse: Bool,
    showsCursor: Bool = false,
    theme: ThemeChoice,
    time: SystemTime,
    body: (NcursesTerminal, EventLoop) -> Ending
  ) throws -> String? {
    guard let signals = SignalPipe() else {
      throw Diagnostics.failure("streamtui: no pipe for signals: \(SystemError.text(errno))")
    }
    // After the release, signals have their default effect again.
    defer { signals.release() }
    let events = EventLoop(signals: signals, time: time)
    defer { events.discard() }
    let terminal = try NcursesTerminal.opened(
      loop: events,
      signals: signals,
      usesMouse: usesMouse,
      showsCursor: showsCursor,
      theme: theme
    )
    let ending = body(terminal, events)
    terminal.close()
    ending.finish()
    signals.release()
    if let signal = events.endingSignal { raise(signal) }
    return terminal.frameFailure.map(NcursesTerminal.text(ofFrameFailure:)) ?? ending.failure
  }
}
