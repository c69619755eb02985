import Glibc
import StreamHost

/// Delivers signals through a descriptor that `poll` can wait for.
final class SignalPipe: SignalSource {
  let descriptor: Int32
  /// Whether ^Z stops the job; false if the parent process ignores SIGTSTP.
  let stops: Bool
  private let caught: [Int32]
  private let writing: Int32

  /// The signals that kill a process by default; those ignored at the start stay ignored.
  private static let fatal = [
    SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGALRM, SIGVTALRM, SIGPROF, SIGUSR1, SIGUSR2, SIGXCPU,
    SIGXFSZ, SIGPOLL, SIGPWR, SIGSTKFLT,
  ]

  /// Starts catching the signals that end, stop, continue and resize; nil if no pipe is available.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    descriptor = ends[0]
    writing = ends[1]
    stops = !Ncurses.isIgnored(SIGTSTP)
    caught =
      Self.fatal.filter { !Ncurses.isIgnored($0) }
      + [SIGWINCH, SIGCONT, SIGCHLD] + (stops ? [SIGTSTP] : [])
    Ncurses.reportSignals(to: ends[1])
    for signal in caught { Ncurses.catchSignal(signal) }
    Ncurses.ignore(SIGPIPE)
  }

  deinit {
    // A signal that is still caught must not write to a descriptor that is another file's by then.
    Ncurses.stopReporting(to: writing)
    close(descriptor)
    close(writing)
  }

  /// Returns the signals that have arrived, each once.
  func take() -> [Int32] {
    var buffer: [UInt8] = Array(repeating: 0, count: 256)
    // Empty the pipe before reading the record: a signal in between causes one wake-up too many, never one too few.
    while read(descriptor, &buffer, buffer.count) > 0 {}
    return Ncurses.takeSignals()
  }

  /// Stops the job as ^Z does; returns when it continues.
  func stopJob() {
    guard stops else { return }
    Ncurses.restoreDefault(SIGTSTP)
    kill(0, SIGTSTP)
    Ncurses.catchSignal(SIGTSTP)
    Ncurses.forget(SIGCONT)
  }

  /// Restores the default handling of all caught signals.
  func release() { for signal in caught { Ncurses.restoreDefault(signal) } }
}

/// The event loop of a command, with its signals and children.
final class CommandLoop {
  let children: Children
  let signals: SignalPipe

  /// - Returns: nil if there is no pipe for signals; `errno` says why.
  init?() {
    guard let signals = SignalPipe() else { return nil }
    self.signals = signals
    children = Children(loop: EventLoop(signals: signals, time: SystemTime()))
    stop(hiding: nil)
  }

  /// - Throws: Status 1, after a message, if there is no pipe for signals.
  static func opened() throws -> CommandLoop {
    if let command = CommandLoop() { return command }
    throw Diagnostics.failure("streamtui: no pipe for signals: \(SystemError.text(errno))")
  }

  /// Waits until `isOver`, or until a signal is to end the program.
  func wait(until isOver: () -> Bool) {
    while !isOver(), children.loop.endingSignal == nil { _ = children.loop.events(until: nil) }
  }

  /// Lets ^Z stop the job, with the terminal as the shell expects it.
  private func stop(hiding modes: TerminalModes?) {
    children.loop.onSignal(SIGTSTP) { [signals] in
      modes?.restore(on: STDIN_FILENO)
      signals.stopJob()
      modes?.hideTyping(on: STDIN_FILENO)
      return []
    }
  }

  /// Reads a line of standard input; nil at its end, or when a signal is to end the program.
  ///
  /// - Parameter modes: those of the terminal without which the line would be shown as it is typed; nil to show it.
  func readLine(hiding modes: TerminalModes? = nil) -> String? {
    modes?.hideTyping(on: STDIN_FILENO)
    stop(hiding: modes)
    defer {
      stop(hiding: nil)
      modes?.restore(on: STDIN_FILENO)
    }
    if isatty(STDIN_FILENO) == 1 {
      // A signal interrupts the wait, but no read; a terminal has whole lines only.
      var hasLine = false
      let watch = children.loop.watch(STDIN_FILENO, for: .reading) {
        hasLine = true
        return [.bytesArrived]
      }
      wait { hasLine }
      children.loop.remove(watch)
      guard hasLine else { return nil }
    }
    return Swift.readLine()
  }

  /// Ends the children, gives signals their usual effect again, and raises the one that ended the wait.
  func end() {
    children.endAll()
    children.loop.discard()
    signals.release()
    if let signal = children.loop.endingSignal { raise(signal) }
  }
}
