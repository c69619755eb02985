import StreamModel

/// The posts' part of an exchange: fetches those that are missing here, and writes them into the logs.
struct PostExchange {
  /// The number of posts that are written together, because each write reads the feed's log.
  private static let together = 8_000
  /// The number of posts that are asked for together.
  private static let part = 2_000

  /// The posts that came, by the addresses of their feeds.
  private(set) var new: [String: Int] = [:]

  private let marks: MarkExchange
  /// Posts that their log had dropped: here they count as read.
  private let dropped: Set<String>
  /// Why posts of a feed cannot be written; those of the others are.
  private var failure: AccountFailure?

  init(of marks: MarkExchange, dropped: Set<String>) {
    self.marks = marks
    self.dropped = dropped
  }

  private var posts: AccountPosts { marks.posts }
  private var sides: ExchangeSides { posts.sides }

  /// Fetches the posts that the server lists, the newest first.
  ///
  /// - Parameter known: those that are here.
  /// - Throws: ``AccountFailure`` if a part of them does not come; those before it are written.
  mutating func run(besides known: Set<String>) throws(AccountFailure) {
    let missing = marks.unread.ids.union(marks.starred.ids).subtracting(known)
    var rest = missing.sorted { Self.isNewer($0, than: $1) }[...]
    var found: [ServerItem] = []
    var isFirst = true
    while !rest.isEmpty {
      // Those for the first screen are there at once.
      let part = rest.prefix(isFirst ? sides.server.most : Self.part)
      rest = rest.dropFirst(part.count)
      do throws(AccountFailure) {
        try sides.server.items(part) { found.append($0) }
      } catch {
        try write(found)
        throw error
      }
      guard isFirst || rest.isEmpty || found.count >= Self.together else { continue }
      isFirst = false
      try write(found)
      found = []
    }
    if let failure { throw failure }
  }

  /// Names are numbers that grow with the time of arrival, or digits of one length.
  private static func isNewer(_ one: String, than other: String) -> Bool {
    if let one = Int64(one), let other = Int64(other) { return one > other }
    return (one.utf8.count, one) > (other.utf8.count, other)
  }

  /// Writes posts into the logs of their feeds, then their marks, then what the table knows of them.
  private mutating func write(_ found: [ServerItem]) throws(AccountFailure) {
    var changes: [StateChange] = []
    var kept: [AccountTable.Item] = []
    for (id, items) in Dictionary(grouping: found, by: \.feed) {
      guard let feed = posts.feeds[id], let source = posts.sourceID(of: feed) else {
        // A starred post of a feed that was left.
        kept += items.map { marks.item($0, nil) }
        continue
      }
      let identities: [PostIdentity?]
      do throws(StateError) {
        let moved = try sides.log(of: feed).move(items.map(\.post), at: sides.now)
        identities = moved.entries.map { $0.map { moved.index.entries[$0].identity } }
      } catch {
        failure = AccountFailure(.refused, "Posts cannot be saved: \(error.reason)")
        continue
      }
      for (item, identity) in zip(items, identities) {
        let state = marks.item(item, identity)
        kept.append(state)
        guard let identity else { continue }
        if state.isRead {
          changes.append(StateChange(source: source, identity: identity, set: .read))
        } else if dropped.contains(item.id) {
          changes.append(StateChange(source: source, identity: identity, cleared: .read))
        }
        if state.isStarred { posts.keep(item.post, as: identity, of: source) }
      }
      new[feed.address, default: 0] += items.count
    }
    try posts.save(changes)
    try sides.table.keep(kept)
  }
}
