import Glibc

/// A program that has the viewer's terminal from its start to its end.
///
/// It stays in the viewer's process group, as a child of `system` does (POSIX.1-2017, system): ^C and
/// ^\ reach both and are passed over here; ^Z stops the program, whereupon the viewer stops the job,
/// and both go on together. What is typed is the program's: nothing is read here, nothing flushed.
enum ForegroundChild {
  enum Outcome {
    case ended(ChildEnd)
    /// The viewer has to end, because of a signal or, nil, because the terminal is gone.
    case leave(signal: Int32?)
  }

  /// Milliseconds between looks at a program that was told to end, and how many looks it has.
  private static let step: Int32 = 50
  private static let patience = 20

  /// Runs `arguments` until the end; nil when there is no such program.
  ///
  /// - Parameters:
  ///   - keys: the terminal that keys come from.
  ///   - signals: what the viewer catches; those that came meanwhile are used up.
  static func run(_ arguments: [String], keys: Int32, signals: SignalPipe) -> Outcome? {
    let hadTerminal = tcgetpgrp(keys) == getpgrp()
    let streams = ChildProcess.Streams.terminal(keysAreStandardInput: keys == STDIN_FILENO)
    guard let child = ChildProcess.start(arguments, streams) else { return nil }
    var parting = Parting()
    let end = wait(for: child, keys: keys, signals: signals, &parting)
    // The key that ended the program may not have been heard of yet: it was not for the viewer.
    for number in signals.take() where !isPassedOver(number) { parting.note(number) }
    // A program that gave the terminal to others is not trusted to have taken it back.
    if hadTerminal, tcgetpgrp(keys) != getpgrp() { takeTerminal(keys) }
    if parting.hasBegun { return .leave(signal: parting.signal) }
    return .ended(end ?? .exited(0))
  }

  /// Why both have to end, once they have to.
  private struct Parting {
    var hasBegun = false
    var signal: Int32?
    var looksLeft = ForegroundChild.patience

    /// Notes why; the first reason counts.
    mutating func note(_ signal: Int32?) {
      if !hasBegun { self.signal = signal }
      hasBegun = true
    }

    /// Notes why, and tells `child` to end.
    mutating func begin(_ signal: Int32?, _ child: pid_t) {
      guard !hasBegun else { return }
      note(signal)
      kill(child, signal ?? SIGHUP)
      // One that is stopped would never hear of it.
      kill(child, SIGCONT)
    }
  }

  /// How `child` ended; nil when it was left alone, or is not known any more.
  private static func wait(
    for child: pid_t,
    keys: Int32,
    signals: SignalPipe,
    _ parting: inout Parting
  ) -> ChildEnd? {
    var status: Int32 = 0
    while true {
      let found = waitpid(child, &status, WNOHANG | WUNTRACED)
      if found == child {
        guard status & 0xFF == 0x7F else { return ChildEnd(status: status) }
        // Where the job cannot be stopped, as without a shell to continue it, the program goes on.
        if !parting.hasBegun { signals.stopJob() }
        kill(child, SIGCONT)
        continue
      }
      if found < 0, errno != EINTR { return nil }
      if parting.hasBegun {
        parting.looksLeft -= 1
        if parting.looksLeft == 0, parting.signal == nil || parting.signal == SIGHUP {
          // Without a terminal nobody could end it.
          kill(child, SIGKILL)
        }
        if parting.looksLeft < -2 { return nil }
        if parting.looksLeft < 0, parting.signal != nil, parting.signal != SIGHUP { return nil }
      }
      var descriptors = [
        pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
        // Nothing is read of it: a terminal that is gone says so in any case.
        pollfd(fd: parting.hasBegun ? -1 : keys, events: 0, revents: 0),
      ]
      poll(&descriptors, nfds_t(descriptors.count), parting.hasBegun ? step : -1)
      for number in signals.take() where !isPassedOver(number) { parting.begin(number, child) }
      if descriptors[1].revents != 0 { parting.begin(nil, child) }
    }
  }

  /// Signals that say nothing to a viewer that waits, or that are looked after elsewhere.
  private static func isPassedOver(_ signal: Int32) -> Bool {
    [SIGINT, SIGQUIT, SIGTSTP, SIGCONT, SIGCHLD, SIGWINCH].contains(signal)
  }

  private static func takeTerminal(_ keys: Int32) {
    // From the background this is allowed to those only who do not mind the signal for it.
    var set = sigset_t()
    var before = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGTTOU)
    sigprocmask(SIG_BLOCK, &set, &before)
    tcsetpgrp(keys, getpgrp())
    sigprocmask(SIG_SETMASK, &before, nil)
  }
}
