import Glibc
import StreamUI

/// A started child.
///
/// It is kept until its owner has the outcome, or until it ends without an owner.
final class RunningChild {
  /// The process, which leads a process group of its own.
  let process: pid_t
  /// Receives the outcome; nil after delivery or cancellation.
  var owner: Children.Owner?
  /// The timer of the next step: the deadline, SIGKILL, or the end of the wait for the pipes.
  var timer: EventLoop.Token?
  /// Whether the deadline passed before the end.
  var isOverdue = false
  /// The end of the child; nil while it runs.
  private(set) var end: ChildEnd?
  var input: PipeWriter?
  var output: PipeReader?
  var errors: PipeReader?
  /// Whether its process group ends with it.
  var endsGroup = false
  private var wasToldToEnd = false

  /// Whether both pipes are at their end.
  var isDrained: Bool { (output?.isAtEnd ?? true) && (errors?.isAtEnd ?? true) }

  /// Whether the child lives on when the viewer ends.
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

  /// Sends `signal` to the process group unless its number may have been reused.
  func tell(_ signal: Int32) {
    guard end == nil else { return }
    wasToldToEnd = true
    kill(-process, signal)
    // A stopped process would not handle a signal that it catches.
    kill(-process, SIGCONT)
  }

  /// Reads the exit status if there is one; returns whether the child has ended.
  func takeStatus() -> Bool {
    guard end == nil else { return true }
    // The number of an ended process is not reused before `waitpid`. Until then its group can be
    // killed without hitting another one.
    if wasToldToEnd || endsGroup, hasEnded { kill(-process, SIGKILL) }
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

  /// Whether the process has ended; leaves its status to be read.
  private var hasEnded: Bool {
    var info = siginfo_t()
    return waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT) == 0
      && info.si_signo == SIGCHLD
  }
}
