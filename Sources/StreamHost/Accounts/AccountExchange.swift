import CellGrid
import StreamModel

/// One round with the server of an account: send, ask, compare.
///
/// It compares three states: that of the server at the last exchange (``AccountTable``), that of the reader, and that of the
/// server now. Changes of the reader are sent, whatever the server has. Everything else becomes as the server has it. A mark is
/// sent only if the server has the opposite: some servers toggle a mark that they get twice, and the first answer may be lost.
package final class AccountExchange {
  package struct Report {
    /// The posts that came, by the addresses of their feeds.
    package fileprivate(set) var new: [String: Int] = [:]
    /// The posts of these feeds that the server lists as unread or starred, which stay however old they are.
    fileprivate(set) var listed: [String: Set<PostIdentity>] = [:]
    /// Why the server does not subscribe to feeds, by their addresses.
    fileprivate(set) var refused: [String: String] = [:]
    /// The marks that wait for the next exchange.
    package fileprivate(set) var waiting = 0
    package fileprivate(set) var failure: AccountFailure?

    fileprivate init() {}

    package init(failure: AccountFailure) { self.failure = failure }
  }

  /// A list that would mark more posts than this as read is asked for twice.
  private static let mostAtOnce = 500
  /// The most attempts to send some marks.
  private static let mostTries = 4
  /// The number of posts that are written together, because each write reads the feed's log.
  private static let together = 4_000

  private let account: ServerAccount
  private let server: any AccountServer
  private let folder: StateFolder
  private let store: StateStore
  private let table: AccountTable
  private let now: Timestamp
  private var report = Report()
  /// The feeds of the server by its names for them.
  private var feeds: [String: ServerFeed] = [:]
  private var sources: [String: SourceID] = [:]
  /// Posts that became unread or starred after their log had dropped them.
  private var lost: Set<String> = []

  init(
    of account: ServerAccount,
    with server: any AccountServer,
    in folder: StateFolder,
    _ store: StateStore,
    _ table: AccountTable,
    at now: Timestamp
  ) {
    self.account = account
    self.server = server
    self.folder = folder
    self.store = store
    self.table = table
    self.now = now
  }

  /// - Parameter signIn: signs in to the server.
  func run(_ signIn: () throws(AccountFailure) -> Void) -> Report {
    do throws(AccountFailure) {
      let known = try table.feeds()
      feeds = Dictionary(known.map { ($0.there.id, $0.there) }) { first, _ in first }
      try signIn()
      try exchangeFeeds()
      try exchangePosts()
      try noteListed()
    } catch {
      report.failure = error
      try? noteListed()
      report.waiting = (try? known(table.items()).count { isWaiting($0) }) ?? 0
    }
    return report
  }

  private func noteListed() throws(AccountFailure) {
    guard !report.new.isEmpty else { return }
    for item in try table.items() where !item.isRead || item.isStarred {
      guard let address = feeds[item.feed]?.address, report.new[address] != nil,
        let identity = item.identity
      else { continue }
      report.listed[address, default: []].insert(identity)
    }
  }

  // MARK: Feeds

  private func exchangeFeeds() throws(AccountFailure) {
    var exchange = FeedExchange(of: account.name, with: server, in: folder, store, table)
    try exchange.run()
    feeds = Dictionary(exchange.feeds.map { ($0.id, $0) }) { first, _ in first }
    report.refused = exchange.refused
  }

  private func source(of address: String) -> Subscription.Source {
    .served(ServedFeed(of: address, in: account.name))
  }

  // MARK: Marks

  /// A post that both sides have, with the marks of the reader.
  private struct Known {
    var item: AccountTable.Item
    let identity: PostIdentity
    let source: SourceID
    let isRead: Bool
    let isStarred: Bool

    /// The change that sets the reader's mark to that of the server.
    var readMark: StateChange {
      StateChange(
        source: source,
        identity: identity,
        set: item.isRead ? .read : [],
        cleared: item.isRead ? [] : .read
      )
    }
  }

  private func exchangePosts() throws(AccountFailure) {
    try forgetLostPosts()
    try restoreLostMarks()
    let items = try table.items()
    var known = try self.known(items)
    if let time = try table.time() {
      server.recall(
        ServerMemory(
          unread: Set(items.lazy.filter { !$0.isRead }.map(\.id)),
          starred: Set(items.lazy.filter(\.isStarred).map(\.id)),
          time: time
        )
      )
    }
    // A run that is killed leaves no time, so that the next one reads whole lists.
    try table.keep(time: nil)
    var unread = try server.unread()
    var starred = try server.starred()
    try checkPlausible(&unread, known)
    let pending = known.indices.filter { isWaiting(known[$0]) }
    for kind in ServerMark.allCases {
      try send(kind, pending, &known, &unread, &starred)
    }
    let waiting = Set(pending)
    lost = try takeMarks(
      known.indices.filter { !waiting.contains($0) },
      known,
      unread,
      starred
    )
    let names = Set(items.map(\.id)).subtracting(lost)
    try takePosts(unread.ids.union(starred.ids).subtracting(names), unread, starred)
    try table.keep(time: server.connection.time)
    try table.keep(changes: store.changeCount ?? 0)
  }

  /// Drops posts from the table whose log is gone, as after `streamtui forget`, so that they are fetched again.
  private func forgetLostPosts() throws(AccountFailure) {
    let lost = feeds.values.filter { PostLog(of: source(of: $0.address), in: folder).size == 0 }
    try table.forget(itemsOf: Set(lost.map(\.id)))
  }

  /// Restores marks after the saved state was lost or replaced.
  ///
  /// An empty state would look as if the reader had marked all posts unread.
  private func restoreLostMarks() throws(AccountFailure) {
    guard store.isOn, store.isWritable else {
      throw AccountFailure(.refused, "Your marks cannot be saved, so nothing is exchanged.")
    }
    let key = ServedFeed.word(for: account.name)
    let here = store.knownSource(key: key).flatMap { store.known($0)?.name }
    let token = try table.token()
    // A number that is lower than before is that of a state from a backup.
    let changes = store.changeCount ?? 0
    let isOlder = try changes < table.changes()
    guard here == nil || here != token || isOlder else { return try table.keep(changes: changes) }
    let posts = try known(table.items())
    keep(posts.filter { $0.item.isStarred && !$0.isStarred })
    try save(posts.filter { $0.item.isRead && !$0.isRead }.map(\.readMark))
    let new = token ?? hexDigits(UInt64.random(in: .min ... .max))
    try table.keep(token: new)
    _ = store.source(key: key, name: new)
    try table.keep(changes: store.changeCount ?? 0)
  }

  private func isWaiting(_ known: Known) -> Bool {
    !known.item.doubt.isEmpty || known.isRead != known.item.isRead
      || known.isStarred != known.item.isStarred
  }

  /// Adds the reader's marks to posts; fails if the state cannot be read, or all marks would seem gone.
  private func known(_ items: [AccountTable.Item]) throws(AccountFailure) -> [Known] {
    for id in Set(items.map(\.feed)) { _ = feeds[id].flatMap(sourceID) }
    guard let known = store.reading({ marked(items) }) else {
      throw AccountFailure(.later, "Your marks cannot be read now. Try again later.")
    }
    return known
  }

  private func marked(_ items: [AccountTable.Item]) -> [Known]? {
    var marks: [String: (source: SourceID, read: Set<UInt64>, kept: Set<UInt64>)] = [:]
    var known: [Known] = []
    known.reserveCapacity(items.count)
    for item in items {
      guard let identity = item.identity, let feed = feeds[item.feed] else { continue }
      if marks[item.feed] == nil {
        let family = SourceFamily(of: source(of: feed.address))
        guard let id = sourceID(of: feed), let read = store.ids(with: .read, in: family),
          let kept = store.ids(with: .kept, in: family)
        else { return nil }
        marks[item.feed] = (id, read, kept)
      }
      guard let marked = marks[item.feed] else { continue }
      known.append(
        Known(
          item: item,
          identity: identity,
          source: marked.source,
          isRead: marked.read.contains(identity.id),
          isStarred: marked.kept.contains(identity.id)
        )
      )
    }
    return known
  }

  private func sourceID(of feed: ServerFeed) -> SourceID? {
    if let known = sources[feed.id] { return known }
    let name = SourceName(of: source(of: feed.address), title: feed.title)
    sources[feed.id] = store.source(key: name.key, name: name.title)
    return sources[feed.id]
  }

  /// Asks again for a list that would mark most posts as read; fails unless the answer is the same.
  private func checkPlausible(_ unread: inout ServerList, _ known: [Known]) throws(AccountFailure) {
    let open = known.filter { !$0.item.isRead }
    let missed = open.count { !unread.ids.contains($0.item.id) }
    guard unread.isWhole, missed > Self.mostAtOnce, missed * 2 > open.count else { return }
    let again = try server.unread()
    guard again == unread else {
      throw AccountFailure(
        .later,
        "\(account.program) gives two different lists of unread posts. Nothing was changed."
      )
    }
  }

  /// Sends marks of one kind for posts of which the server has the opposite.
  private func send(
    _ mark: ServerMark,
    _ pending: [Int],
    _ known: inout [Known],
    _ unread: inout ServerList,
    _ starred: inout ServerList
  ) throws(AccountFailure) {
    let isOfReading = mark == .read || mark == .unread
    let flag: PostFlags = isOfReading ? .read : .kept
    let wanted = pending.filter { index in
      let post = known[index]
      let isInDoubt = post.item.doubt.contains(flag)
      switch mark {
      case .read: return post.isRead && (!post.item.isRead || isInDoubt)
      case .unread: return !post.isRead && (post.item.isRead || isInDoubt)
      case .starred: return post.isStarred && (!post.item.isStarred || isInDoubt)
      case .unstarred: return !post.isStarred && (post.item.isStarred || isInDoubt)
      }
    }
    var tries = 0
    var rest = wanted[...]
    while !rest.isEmpty {
      let part = rest.prefix(server.most)
      let ids = part.map { known[$0].item.id }
      let list = isOfReading ? unread : starred
      // Being unread, as being starred, is to stand in the list.
      let stands = mark == .unread || mark == .starred
      let needed = ids.filter { list.ids.contains($0) != stands }
      if !needed.isEmpty {
        for index in part { known[index].item.doubt.insert(flag) }
        try table.keep(part.map { known[$0].item })
        do throws(AccountFailure) {
          try server.mark(needed[...], mark)
        } catch {
          tries += 1
          guard error.kind == .later, tries < Self.mostTries else { throw error }
          // It may have been done all the same.
          if isOfReading { unread = try server.unread() } else { starred = try server.starred() }
          continue
        }
      }
      tries = 0
      for id in ids {
        switch mark {
        case .read: unread.ids.remove(id)
        case .unread: unread.ids.insert(id)
        case .starred: starred.ids.insert(id)
        case .unstarred: starred.ids.remove(id)
        }
      }
      for index in part {
        if isOfReading {
          known[index].item.isRead = mark == .read
        } else {
          known[index].item.isStarred = mark == .starred
        }
        known[index].item.doubt.remove(flag)
      }
      try table.keep(part.map { known[$0].item })
      rest = rest.dropFirst(part.count)
    }
  }

  /// Takes over the marks of the server for posts that the reader has not changed since the last exchange.
  ///
  /// - Returns: posts that became unread or starred after their log had dropped them; they must be fetched again.
  private func takeMarks(
    _ quiet: [Int],
    _ known: [Known],
    _ unread: ServerList,
    _ starred: ServerList
  ) throws(AccountFailure) -> Set<String> {
    var changed: [Known] = []
    for index in quiet {
      var post = known[index]
      let item = post.item
      let isListed = unread.ids.contains(item.id)
      let isRead = isListed ? false : unread.isWhole ? true : item.isRead
      let isStarred =
        starred.ids.contains(item.id) ? true : starred.isWhole ? false : item.isStarred
      guard isRead != item.isRead || isStarred != item.isStarred else { continue }
      (post.item.isRead, post.item.isStarred) = (isRead, isStarred)
      changed.append(post)
    }
    guard !changed.isEmpty else { return [] }
    let back = changed.filter { !$0.item.isRead || $0.item.isStarred }
    let lost = textless(back)
    changed.removeAll { lost.contains($0.item.id) }
    var marks: [StateChange] = []
    for post in changed {
      // A key may have come since: it counts.
      guard let now = store.flags(of: post.source, for: [post.identity])?.first,
        now.contains(.read) == post.isRead, now.contains(.kept) == post.isStarred
      else { continue }
      if post.item.isRead != post.isRead { marks.append(post.readMark) }
      if post.item.isStarred != post.isStarred, !post.item.isStarred {
        store.write(.unkeep(post.source, post.identity))
      }
    }
    keep(changed.filter { $0.item.isStarred && !$0.isStarred })
    try save(marks)
    try table.keep(changed.map(\.item))
    return lost
  }

  /// Posts that their logs have dropped, because they were old and read.
  private func textless(_ posts: [Known]) -> Set<String> {
    var lost: Set<String> = []
    for (feed, posts) in Dictionary(grouping: posts, by: \.item.feed) {
      guard let address = feeds[feed]?.address else { continue }
      let bytes = try? PostLog(of: source(of: address), in: folder).bytes()
      let index = PostLogIndex(bytes ?? [])
      for post in posts where index.identities.number(ofID: post.identity.id) == nil {
        lost.insert(post.item.id)
      }
    }
    return lost
  }

  /// Keeps posts with their records, which stay when the logs drop them.
  private func keep(_ posts: [Known]) {
    for (feed, posts) in Dictionary(grouping: posts, by: \.item.feed) {
      guard let address = feeds[feed]?.address else { continue }
      keep(posts, PostLog(of: source(of: address), in: folder))
    }
  }

  private func keep(_ posts: [Known], _ log: PostLog) {
    guard let bytes = try? log.bytes() else { return }
    let index = PostLogIndex(bytes)
    for post in posts {
      guard let number = index.identities.number(ofID: post.identity.id),
        case let entry = index.entries[number],
        let found = PostLogLine.post(in: bytes, at: entry.updates.last ?? entry.line)
      else { continue }
      keep(found, as: post.identity, of: post.source)
    }
  }

  private func keep(_ post: Post, as identity: PostIdentity, of source: SourceID) {
    store.write(
      .keep(
        KeptRecord(
          source: source,
          identity: identity,
          time: now.secondsSinceEpoch,
          record: NativeRecord(post).bytes
        )
      )
    )
  }

  /// Saves marks and all other writes; the table of the account must not know more than the state.
  private func save(_ marks: [StateChange]) throws(AccountFailure) {
    var progress = store.remember(marks)
    for _ in 0..<10_000 where progress == .more { progress = store.flush() }
    guard store.waitingCount == 0 else {
      throw AccountFailure(.later, "Your marks cannot be saved now. Try again later.")
    }
    // Nor after a loss of power.
    if !marks.isEmpty { store.settle() }
  }

  // MARK: Posts

  /// Fetches missing posts, the newest first, and writes them into the logs.
  private func takePosts(
    _ missing: Set<String>,
    _ unread: ServerList,
    _ starred: ServerList
  ) throws(AccountFailure) {
    let ids = missing.sorted { Self.isNewer($0, than: $1) }
    var rest = ids[...]
    var found: [ServerItem] = []
    var isFirst = true
    while !rest.isEmpty {
      let part = rest.prefix(server.most)
      rest = rest.dropFirst(part.count)
      do throws(AccountFailure) {
        found += try server.items(part)
      } catch {
        try write(found, unread, starred)
        throw error
      }
      // Those for the first screen are there at once.
      guard isFirst || rest.isEmpty || found.count >= Self.together else { continue }
      isFirst = false
      try write(found, unread, starred)
      found = []
    }
  }

  /// Names are numbers that grow with the time of arrival, or digits of one length.
  private static func isNewer(_ one: String, than other: String) -> Bool {
    if let one = Int64(one), let other = Int64(other) { return one > other }
    return (one.utf8.count, one) > (other.utf8.count, other)
  }

  private func write(
    _ found: [ServerItem],
    _ unread: ServerList,
    _ starred: ServerList
  ) throws(AccountFailure) {
    for (id, items) in Dictionary(grouping: found, by: \.feed) {
      guard let feed = feeds[id], let source = sourceID(of: feed) else {
        // A starred post of a feed that was left.
        try table.keep(items.map { item($0, nil, unread, starred) })
        continue
      }
      let log = PostLog(of: self.source(of: feed.address), in: folder)
      let moved = try moved(items, into: log)
      var marks: [StateChange] = []
      var kept: [AccountTable.Item] = []
      for (item, entry) in zip(items, moved.entries) {
        let identity = entry.map { moved.index.entries[$0].identity }
        let state = self.item(item, identity, unread, starred)
        kept.append(state)
        guard let identity else { continue }
        if state.isRead {
          marks.append(StateChange(source: source, identity: identity, set: .read))
        } else if lost.contains(item.id) {
          marks.append(StateChange(source: source, identity: identity, cleared: .read))
        }
        if state.isStarred { keep(item.post, as: identity, of: source) }
      }
      try save(marks)
      try table.keep(kept)
      report.new[feed.address, default: 0] += items.count
    }
  }

  private func moved(
    _ items: [ServerItem],
    into log: PostLog
  ) throws(AccountFailure) -> (index: PostLogIndex, entries: [Int?]) {
    do throws(StateError) {
      let moved = try log.move(items.map(\.post), at: now)
      return (moved.index, moved.entries)
    } catch {
      throw AccountFailure(.refused, "Posts cannot be saved: \(error.reason)")
    }
  }

  private func item(
    _ item: ServerItem,
    _ identity: PostIdentity?,
    _ unread: ServerList,
    _ starred: ServerList
  ) -> AccountTable.Item {
    AccountTable.Item(
      id: item.id,
      feed: item.feed,
      identity: identity,
      isRead: !unread.ids.contains(item.id),
      isStarred: starred.ids.contains(item.id)
    )
  }
}
