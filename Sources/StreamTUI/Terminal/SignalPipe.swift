import Glibc

/// Signals as something that `poll` can wait for.
final class SignalPipe {
  /// Can be read when a signal has arrived.
  let descriptor: Int32
  /// Whether ^Z stops the job: not where whoever started us ignores it.
  let stops: Bool
  private let caught: [Int32]

  /// Signals that kill who does not catch them; those ignored at the start stay so.
  private static let fatal = [
    SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGALRM, SIGVTALRM, SIGPROF, SIGUSR1, SIGUSR2, SIGXCPU,
    SIGXFSZ, SIGPOLL, SIGPWR, SIGSTKFLT,
  ]

  /// Starts to catch the signals that end, stop, continue and resize; nil when there is no pipe.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    descriptor = ends[0]
    stops = !Ncurses.isIgnored(SIGTSTP)
    caught =
      Self.fatal.filter { !Ncurses.isIgnored($0) }
      + [SIGWINCH, SIGCONT, SIGCHLD] + (stops ? [SIGTSTP] : [])
    Ncurses.reportSignals(to: ends[1])
    for signal in caught { Ncurses.catchSignal(signal) }
    Ncurses.ignore(SIGPIPE)
  }

  /// The signals that have arrived, each named once.
  func take() -> [Int32] {
    var buffer: [UInt8] = Array(repeating: 0, count: 256)
    // First the pipe, then the notes: a signal in between wakes once too often, never too seldom.
    while read(descriptor, &buffer, buffer.count) > 0 {}
    return Ncurses.takeSignals()
  }

  /// Stops the job, as ^Z does; returns when it goes on.
  func stopJob() {
    guard stops else { return }
    Ncurses.restoreDefault(SIGTSTP)
    kill(0, SIGTSTP)
    Ncurses.catchSignal(SIGTSTP)
    Ncurses.forget(SIGCONT)
  }

  /// From now on signals do what they do to any program.
  func release() {
    for signal in caught { Ncurses.restoreDefault(signal) }
  }
}
