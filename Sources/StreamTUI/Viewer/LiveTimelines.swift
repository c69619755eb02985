import StreamHost
import StreamModel

/// Listens to the servers of accounts on the fediverse, each in another process, which writes what happens into the logs.
final class LiveTimelines {
  /// The first and the longest pause in seconds after a connection has ended, and the time after which one counts as steady.
  private static let (pause, longestPause, steadyTime) = (5, 300, 30)
  /// The status of a process whose server sends no events.
  private static let noEvents = ChildEnd.exited(3)

  private let program: ThisProgram
  private var pauses: [String: Int] = [:]
  private var running: [String: Children.Token] = [:]
  private var timers: [EventLoop.Token] = []

  init(by program: ThisProgram) { self.program = program }

  /// Begins to listen to the servers of accounts; those that were named before are left as they are.
  func begin(_ accounts: Set<String>) {
    guard program.mayFetch else { return }
    for account in accounts where pauses[account] == nil {
      pauses[account] = Self.pause
      listen(to: account)
    }
  }

  func cancel() {
    for timer in timers { program.loop.remove(timer) }
    for child in running.values { program.children.cancel(child) }
    (timers, running) = ([], [:])
  }

  private func listen(to account: String) {
    let start = program.loop.time.now
    running[account] = program.start(
      ["refresh", "--live"],
      of: [ServedFeed.word(for: account)],
      endsGroup: true
    ) { [weak self] in
      self?.end($0.end, account, since: start)
      return []
    }
  }

  private func end(_ end: ChildEnd, _ account: String, since start: Moment) {
    running[account] = nil
    guard end != Self.noEvents, let pause = pauses[account] else { return }
    let hasLasted =
      program.loop.time.now > start.advanced(byMilliseconds: Self.steadyTime * 1_000)
    let next = hasLasted ? Self.pause : pause
    pauses[account] = min(Self.longestPause, next * 2)
    timers.append(
      program.loop.schedule(afterMilliseconds: next * 1_000) { [weak self] in
        self?.listen(to: account)
        return []
      }
    )
  }
}
