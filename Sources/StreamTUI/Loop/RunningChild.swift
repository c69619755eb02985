import Glibc
import StreamUI

/// A started child, until its end is delivered to its owner, or until it has ended unowned.
final class RunningChild {
  /// The process, which leads a process group of its own.
  let process: pid_t
  /// Takes the outcome; nil once it was delivered or the child was cancelled.
  var owner: Children.Owner?
  /// The next thing that is due: the deadline, SIGKILL, or the end of patience with the pipes.
  var timer: EventLoop.Token?
  /// Whether the deadline passed before the end.
  var isOverdue = false
  /// How it ended; nil while it runs.
  private(set) var end: ChildEnd?
  var input: PipeWriter?
  var output: PipeReader?
  var errors: PipeReader?
  private var wasToldToEnd = false

  /// Whether nobody writes to its pipes any more.
  var isDrained: Bool { (output?.isAtEnd ?? true) && (errors?.isAtEnd ?? true) }

  /// Whether it lives on when the viewer ends.
  var isDetached: Bool { output == nil }

  var outcome: ChildOutcome? {
    guard let end else { return nil }
    return ChildOutcome(
      end: end,
      isOverdue: isOverdue,
      output: output?.captured ?? ChildOutcome.Captured(),
      errors: errors?.captured ?? ChildOutcome.Captured()
    )
  }

  init(process: pid_t, owner: @escaping Children.Owner) {
    self.process = process
    self.owner = owner
  }

  /// Sends `signal` to the process group, as long as its number cannot be anyone else's.
  func tell(_ signal: Int32) {
    guard end == nil else { return }
    wasToldToEnd = true
    kill(-process, signal)
    // A stopped process would not take a signal that it catches.
    kill(-process, SIGCONT)
  }

  /// Takes the exit status once there is one; whether it has ended.
  func takeStatus() -> Bool {
    guard end == nil else { return true }
    // The number of a process that has ended is free for others only after `waitpid`. Until then its
    // group can be ended without hitting anyone else.
    if wasToldToEnd, hasEnded { kill(-process, SIGKILL) }
    var status: Int32 = 0
    let found = waitpid(process, &status, WNOHANG)
    if found == process {
      end = ChildEnd(status: status)
    } else if found < 0, errno == ECHILD {
      end = .unknown
    }
    return end != nil
  }

  func closePipes() {
    input?.stop()
    output?.stop()
    errors?.stop()
  }

  /// Whether the process has ended; its status stays to be taken.
  private var hasEnded: Bool {
    var info = siginfo_t()
    return waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT) == 0
      && info.si_signo == SIGCHLD
  }
}
