import Glibc

/// Signals as bytes that `poll` can wait for.
final class SignalPipe {
  /// Can be read when a signal has arrived.
  let descriptor: Int32

  /// Starts to catch the signals that end, stop, continue and resize; nil when there is no pipe.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    descriptor = ends[0]
    Ncurses.reportSignals(
      [SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT, SIGCHLD],
      to: ends[1]
    )
    Ncurses.ignore(SIGPIPE)
  }

  /// The signals that have arrived, each named once.
  func take() -> [Int32] {
    var buffer: [UInt8] = Array(repeating: 0, count: 256)
    var numbers: [Int32] = []
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return numbers }
      for byte in buffer[..<count] where !numbers.contains(Int32(byte)) {
        numbers.append(Int32(byte))
      }
    }
  }
}
