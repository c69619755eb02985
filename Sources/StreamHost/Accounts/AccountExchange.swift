import CellGrid
import StreamModel

/// One round with the server of an account: send, ask, compare.
///
/// It compares three states: that of the server at the last exchange (``AccountTable``), that of the reader, and that of the
/// server now. Changes of the reader are sent, whatever the server has. Everything else becomes as the server has it. A mark is
/// sent only if the server has the opposite: some servers toggle a mark that they get twice, and the first answer may be lost.
package struct AccountExchange {
  package struct Report {
    /// The posts that came, by the addresses of their feeds.
    package internal(set) var new: [String: Int] = [:]
    /// The posts of these feeds that the server lists as unread or starred, which stay however old they are.
    var listed: [String: Set<PostIdentity>] = [:]
    /// Why the server does not subscribe to feeds, by their addresses.
    package internal(set) var refused: [String: String] = [:]
    /// The marks that wait for the next exchange, in words; nil if none do.
    package internal(set) var waiting: String?
    package internal(set) var failure: AccountFailure?
    /// Where the reader stopped in another program; nil where the server does not say.
    package internal(set) var place: ReadingPlace?
    /// The answers that the server cannot take, as the exchange has shown.
    var lacks: Set<PostDeed> = []
    /// Whether no posts were asked for.
    var isPostponed = false

    init() {}

    package init(failure: AccountFailure) { self.failure = failure }
  }

  private let sides: ExchangeSides
  private var report = Report()
  private var posts: AccountPosts

  init(on sides: ExchangeSides) throws(AccountFailure) {
    self.sides = sides
    posts = AccountPosts(of: try sides.table.feeds().map(\.there), on: sides)
  }

  /// - Parameter signIn: signs in to the server.
  mutating func run(_ signIn: () throws(AccountFailure) -> Void) -> Report {
    do throws(AccountFailure) {
      try signIn()
      try exchangeFeeds()
      try exchangePosts()
      try noteListed()
    } catch {
      report.failure = error
      try? noteListed()
      report.waiting = waiting
    }
    return report
  }

  /// Reports the marks that wait, without a word to the server.
  mutating func postpone() -> Report {
    report.waiting = waiting
    report.isPostponed = true
    return report
  }

  private var waiting: String? {
    let items = (try? sides.table.items()) ?? []
    guard let count = try? posts.marked(items).count(where: \.isWaiting), count > 0 else {
      return nil
    }
    return "\(count) mark\(count == 1 ? " waits" : "s wait") for \(sides.account.program)"
  }

  private mutating func noteListed() throws(AccountFailure) {
    guard !report.new.isEmpty else { return }
    for item in try sides.table.items() where !item.isRead || item.isStarred {
      guard let address = posts.feeds[item.feed]?.address, report.new[address] != nil,
        let identity = item.identity
      else { continue }
      report.listed[address, default: []].insert(identity)
    }
  }

  private mutating func exchangeFeeds() throws(AccountFailure) {
    var exchange = FeedExchange(on: sides)
    try exchange.run()
    posts = AccountPosts(of: exchange.feeds, on: sides)
    report.refused = exchange.refused
  }

  private mutating func exchangePosts() throws(AccountFailure) {
    try forgetLostPosts()
    var state = try restoredState()
    let items = try sides.table.items()
    if let time = state.time {
      sides.server.recall(
        ServerMemory(
          unread: Set(items.lazy.filter { !$0.isRead }.map(\.id)),
          starred: Set(items.lazy.filter(\.isStarred).map(\.id)),
          time: time
        )
      )
    }
    // A run that is killed leaves no time, so that the next one reads whole lists.
    state.time = nil
    try sides.table.keep(state)
    var marks = try MarkExchange(of: items, posts)
    let dropped = try marks.run()
    var arrival = PostExchange(of: marks, dropped: dropped)
    defer { report.new = arrival.new }
    try arrival.run(besides: Set(items.map(\.id)).subtracting(dropped))
    state.time = sides.server.connection.time
    state.changes = sides.store.changeCount ?? 0
    try sides.table.keep(state)
  }

  /// Drops posts from the table whose log is gone, as after `streamtui forget`, so that they are fetched again.
  private func forgetLostPosts() throws(AccountFailure) {
    let lost = posts.feeds.values.filter { sides.log(of: $0).size == 0 }
    try sides.table.forget(itemsOf: Set(lost.map(\.id)))
  }

  /// Restores marks after the saved state was lost or replaced.
  ///
  /// An empty state would look as if the reader had marked all posts unread.
  private func restoredState() throws(AccountFailure) -> AccountTable.State {
    let (store, table) = (sides.store, sides.table)
    guard store.isOn, store.isWritable else {
      throw AccountFailure(.refused, "Your marks cannot be saved, so nothing is exchanged.")
    }
    var state = try table.state()
    let key = ServedFeed.word(for: sides.account.name)
    let here = store.knownSource(key: key).flatMap { store.known($0)?.name }
    // A number that is lower than before is that of a state from a backup.
    let isOlder = (store.changeCount ?? 0) < state.changes
    if here == nil || here != state.token || isOlder {
      let marked = try posts.marked(table.items())
      posts.keep(marked.filter { $0.item.isStarred && !$0.isStarred })
      try posts.save(marked.filter { $0.item.isRead && !$0.isRead }.map(\.readMark))
      let known = state.token.flatMap { $0.isEmpty ? nil : $0 }
      let token = known ?? hexDigits(UInt64.random(in: .min ... .max))
      state = AccountTable.State(token: token)
      try table.keep(state)
      _ = store.source(key: key, name: token)
    }
    state.changes = store.changeCount ?? 0
    return state
  }
}
