import Glibc
import StreamHost

/// Runs a program that has the viewer's terminal from start to end.
///
/// The program stays in the viewer's process group, like a child of `system` (POSIX.1-2017, system). ^C and ^\ reach
/// both processes, and the viewer ignores them. ^Z stops the program; the viewer then stops the job, and both continue
/// together. Typed bytes belong to the program: the viewer neither reads nor flushes them.
enum ForegroundChild {
  enum Outcome {
    case ended(ChildEnd)
    /// The viewer has to end because of a signal, or, if nil, because the terminal is gone.
    case leave(signal: Int32?)
  }

  /// The interval between checks on a program that was told to end, in milliseconds, and their number.
  private static let step: Int32 = 50
  private static let patience = 20

  /// Runs `arguments` until the program ends; returns nil if there is no such program.
  ///
  /// - Parameters:
  ///   - keys: The terminal that keys come from.
  ///   - signals: The signals that the viewer catches; those that arrive meanwhile are consumed.
  ///   - variables: Environment variables besides the viewer's, or in their place; nil removes one.
  static func run(
    _ arguments: [String],
    keys: Int32,
    signals: SignalPipe,
    variables: [String: String?] = [:]
  ) -> Outcome? {
    let hadTerminal = tcgetpgrp(keys) == getpgrp()
    let streams = ChildProcess.Streams.terminal(keysAreStandardInput: keys == STDIN_FILENO)
    guard let child = ChildProcess.start(arguments, streams, variables) else { return nil }
    var parting = Parting()
    let end = wait(for: child, keys: keys, signals: signals, &parting)
    // The key that ended the program may not have been reported yet; it was not meant for the viewer.
    for number in signals.take() where !isPassedOver(number) { parting.note(number) }
    // A program that gave the terminal to another process group may not have taken it back.
    if hadTerminal, tcgetpgrp(keys) != getpgrp() { takeTerminal(keys) }
    if parting.hasBegun { return .leave(signal: parting.signal) }
    return .ended(end ?? .exited(0))
  }

  /// The reason why both processes have to end, once they do.
  private struct Parting {
    var hasBegun = false
    var signal: Int32?
    var looksLeft = ForegroundChild.patience

    /// Records a reason; only the first one counts.
    mutating func note(_ signal: Int32?) {
      if !hasBegun { self.signal = signal }
      hasBegun = true
    }

    /// Records a reason and tells `child` to end.
    mutating func begin(_ signal: Int32?, _ child: pid_t) {
      guard !hasBegun else { return }
      note(signal)
      kill(child, signal ?? SIGHUP)
      // A stopped process would not handle the signal.
      kill(child, SIGCONT)
    }
  }

  /// Waits for the end of `child`; nil if it was left running or is no longer known.
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
        // If the job cannot be stopped, as without a shell to continue it, the program continues.
        if !parting.hasBegun { signals.stopJob() }
        kill(child, SIGCONT)
        continue
      }
      if found < 0, errno != EINTR { return nil }
      if parting.hasBegun {
        parting.looksLeft -= 1
        if parting.looksLeft == 0, parting.signal == nil || parting.signal == SIGHUP {
          // Without a terminal, no user could end it.
          kill(child, SIGKILL)
        }
        if parting.looksLeft < -2 { return nil }
        if parting.looksLeft < 0, parting.signal != nil, parting.signal != SIGHUP { return nil }
      }
      var descriptors = [
        pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
        // No bytes are read: a terminal that is gone is reported in any case.
        pollfd(fd: parting.hasBegun ? -1 : keys, events: 0, revents: 0),
      ]
      poll(&descriptors, nfds_t(descriptors.count), parting.hasBegun ? step : -1)
      for number in signals.take() where !isPassedOver(number) { parting.begin(number, child) }
      if descriptors[1].revents != 0 { parting.begin(nil, child) }
    }
  }

  /// Whether `signal` is irrelevant while the viewer waits, or handled elsewhere.
  private static func isPassedOver(_ signal: Int32) -> Bool {
    // SIGUSR1 reloads the configuration, which can wait for the next time.
    [SIGINT, SIGQUIT, SIGTSTP, SIGCONT, SIGCHLD, SIGWINCH, SIGUSR1].contains(signal)
  }

  private static func takeTerminal(_ keys: Int32) {
    // A background process may do this only while it blocks SIGTTOU.
    var set = sigset_t()
    var before = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGTTOU)
    sigprocmask(SIG_BLOCK, &set, &before)
    tcsetpgrp(keys, getpgrp())
    sigprocmask(SIG_SETMASK, &before, nil)
  }
}
