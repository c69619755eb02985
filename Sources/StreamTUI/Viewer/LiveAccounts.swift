import StreamHost
import StreamModel
import StreamUI

/// Starts an exchange in another process three seconds after the last mark, and at the end of the viewer.
final class LiveAccounts {
  /// The time after the last mark, in milliseconds.
  private static let pause = 3_000
  private static let exchange = ["refresh", "--only-due"]

  private let folder: StateFolder?
  private let program: ThisProgram
  private var marked: Set<String> = []
  private var timer: EventLoop.Token?
  private var child: Children.Token?
  private var completed: Set<Subscription.Source> = []
  /// The last failure that was shown, by account.
  private var told: [String: String] = [:]

  /// Called after each exchange.
  var onEnd: () -> [LoopEvent] = { [] }

  init(by program: ThisProgram) {
    self.program = program
    folder = Environment.isSecure || !program.mayFetch ? nil : StateFolder()
    // A server may have learned since the last run what it could not do then.
    for account in folder.flatMap({ try? AccountFile(in: $0).read() }) ?? [] {
      folder.map { AccountRecord.forgetLacks(of: account.name, in: $0) }
    }
  }

  /// Notes that a post of an account was marked, or a subscription changed.
  func note(_ account: String) {
    guard folder != nil else { return }
    marked.insert(account)
    program.loop.remove(timer)
    timer = program.loop.schedule(afterMilliseconds: Self.pause) { [weak self] in
      self?.timer = nil
      return self?.begin() ?? []
    }
  }

  /// Fetches what the server has left out of the posts of a feed, once in a run: a post of it was opened.
  func complete(_ source: Subscription.Source) {
    guard folder != nil, source.account != nil, completed.insert(source).inserted else { return }
    let child = program.start(["refresh", "--complete"], of: [source.text]) { _ in [.bytesArrived] }
    program.children.release(child)
  }

  /// Starts an exchange for the marks that wait, which outlives the viewer.
  func finish() {
    program.loop.remove(timer)
    program.children.release(child)
    guard folder != nil, !marked.isEmpty else { return }
    let last = program.start(Self.exchange, of: words, .detached) { _ in [] }
    program.children.release(last)
  }

  private var words: [String] { marked.sorted().map(ServedFeed.word) }

  private func begin() -> [LoopEvent] {
    guard child == nil else { return [] }
    let (words, accounts) = (words, marked)
    marked = []
    child = program.start(Self.exchange, of: words) { [weak self] outcome in
      self?.end(outcome.end, accounts) ?? []
    }
    return []
  }

  private func end(_ end: ChildEnd, _ accounts: Set<String>) -> [LoopEvent] {
    child = nil
    guard let folder else { return [] }
    var events: [LoopEvent] = []
    for account in accounts.sorted() {
      let record = AccountRecord.of(account, in: folder)
      let failure = record.failure
      // Another process fetched at the same time, or the account was ended.
      let isThere = (try? AccountFile(in: folder).read())?.contains { $0.name == account } ?? false
      if failure == nil, end != .exited(0), isThere { note(account) }
      // Why it fails is told once, and what waits with each mark.
      if let trouble = told[account] == failure ? record.waiting : record.trouble {
        events.append(.event(.warning(trouble)))
      }
      told[account] = failure
    }
    events += onEnd()
    if child == nil, !marked.isEmpty, timer == nil { return events + begin() }
    return events
  }
}
