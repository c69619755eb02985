import StreamHost
import StreamModel

/// Listens to the servers of accounts on the fediverse, each in another process, which writes what happens into the logs.
final class LiveTimelines {
  /// The first and the longest pause in seconds after a connection has ended, and the time after which one counts as steady.
  private static let (pause, longestPause, steadyTime) = (5, 300, 30)
  /// The status of a process whose server sends no events.
  private static let noEvents = ChildEnd.exited(3)

  private let children: Children
  private let options: [String]
  private let mayFetch: Bool
  private var pauses: [String: Int] = [:]
  private var running: [String: Children.Token] = [:]
  private var timers: [EventLoop.Token] = []

  /// - Parameter options: the options of `streamtui refresh` that name the configuration.
  init(with children: Children, mayFetch: Bool, options: [String]) {
    self.children = children
    self.mayFetch = mayFetch
    self.options = options
  }

  /// Begins to listen to the servers of accounts; those that were named before are left as they are.
  func begin(_ accounts: Set<String>) {
    guard mayFetch else { return }
    for account in accounts where pauses[account] == nil {
      pauses[account] = Self.pause
      listen(to: account)
    }
  }

  func cancel() {
    timers.forEach(children.loop.remove)
    running.values.forEach(children.cancel)
    (timers, running) = ([], [:])
  }

  private func listen(to account: String) {
    let request = ChildRequest(
      arguments: ["/proc/self/exe", "refresh", "--live"] + options
        + ["--", ServedFeed.word(for: account)],
      streams: .pipes(input: nil, limit: 1_000),
      endsGroup: true
    )
    let start = children.loop.time.now
    running[account] = children.start(request) { [weak self] in
      self?.end($0.end, account, since: start)
      return []
    }
  }

  private func end(_ end: ChildEnd, _ account: String, since start: Moment) {
    running[account] = nil
    guard end != Self.noEvents, let pause = pauses[account] else { return }
    let hasLasted =
      children.loop.time.now > start.advanced(byMilliseconds: Self.steadyTime * 1_000)
    let next = hasLasted ? Self.pause : pause
    pauses[account] = min(Self.longestPause, next * 2)
    timers.append(
      children.loop.schedule(afterMilliseconds: next * 1_000) { [weak self] in
        self?.listen(to: account)
        return []
      }
    )
  }
}
