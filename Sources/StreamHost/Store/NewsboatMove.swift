import CellGrid
package import StreamModel

/// Moves what newsboat has of the user's subscriptions into their logs and the saved state.
package struct NewsboatMove {
  let cache: NewsboatCache
  let folder: StateFolder
  let now: Timestamp
  package private(set) var posts = 0
  package private(set) var read = 0
  package private(set) var kept = 0
  package private(set) var others: [String] = []
  /// Sentences of the saved state, such as that a change was not saved.
  package private(set) var notices: [String] = []

  package init(_ cache: NewsboatCache, to folder: StateFolder, at now: Timestamp) {
    self.cache = cache
    self.folder = folder
    self.now = now
  }

  /// Moves the posts of all feeds that are among the subscriptions; a second time nothing is doubled.
  package mutating func run(_ subscriptions: [Subscription]) throws {
    let known = Dictionary(subscriptions.map { ($0.source, $0) }) { first, _ in first }
    let store = StateStore(in: folder)
    guard store.isOn else {
      throw StateRefusal("the state cannot be written", store)
    }
    defer {
      store.close()
      while let notice = store.takeNotice() { notices.append(notice.text.string) }
    }
    for feed in cache.feeds {
      let items = try cache.items(of: feed.address)
      guard !items.isEmpty else { continue }
      let program = ProgramFeed(feed.address)
      guard let source = program.map({ .program($0) }) ?? Self.source(of: feed.address),
        let subscription = known[source]
      else {
        others.append(feed.address)
        continue
      }
      do throws(StateError) {
        try move(items, of: subscription, titled: feed.title, store)
      } catch {
        throw StateRefusal(error.reason)
      }
    }
  }

  private static func source(of address: String) -> Subscription.Source? {
    guard case .web(let verdict, note: _) = AddressGuess(address) else { return nil }
    return verdict.address.map { .web($0) }
  }

  private mutating func move(
    _ all: [NewsboatCache.Item],
    of subscription: Subscription,
    titled title: String,
    _ store: StateStore
  ) throws(StateError) {
    let items = all.filter { !$0.isDeleted }
    let (log, index, entries) = try PostLog(of: subscription.source, in: folder)
      .move(items.map(\.post), at: now)
    let file = FetchFile(of: subscription.source, in: folder)
    var record = try file.read() ?? FetchRecord()
    record.title = record.title ?? (title.isEmpty ? nil : title)
    // As with older posts that the user asked for, none of them is ever removed.
    if case .web(let address) = subscription.source {
      record.older = record.older ?? OlderRecord(OlderTrail(from: address, to: .first))
    }
    record.older?.asked = now
    try file.write(record)
    let name = SourceName(of: subscription.source, title: subscription.name ?? record.title)
    guard let source = store.source(key: name.key, name: name.title) else { return }
    let known = zip(items, entries).compactMap { item, entry in
      entry.map { (item: item, entry: index.entries[$0]) }
    }
    let flags = store.flags(of: source, for: known.map(\.entry.identity))
    posts += known.count
    // A post that the reader has deleted is not moved, and is not new where the feed still has it.
    let moved = Set(known.map(\.entry.identity.id))
    var changes = all.filter(\.isDeleted).flatMap { Self.identities(of: $0.post) }
      .filter { !moved.contains($0.id) }
      .map { StateChange(source: source, identity: $0, set: .read) }
    // The last one that is kept is the first of those that the reader sees.
    for ((item, entry), flags) in zip(known, flags ?? known.map { _ in [] }).reversed() {
      if item.isRead, !flags.contains(.read) {
        changes.append(StateChange(source: source, identity: entry.identity, set: .read))
      }
      read += item.isRead ? 1 : 0
      guard item.isFlagged else { continue }
      kept += 1
      let line = entry.updates.last ?? entry.line
      guard !flags.contains(.kept), let post = PostLogLine.post(in: log, at: line) else { continue }
      store.write(.keep(KeptRecord(post, as: entry.identity, of: source, at: now)))
    }
    store.remember(changes)
  }

  /// The identities that a post may have where its feed still has it: newsboat makes ids of addresses, dates and titles,
  /// and keeps the blanks around those that are stated.
  private static func identities(of post: Post) -> [PostIdentity] {
    var variants = [post]
    if post.idIsStated {
      let parts = post.id.rawValue.split(whereSeparator: \.isWhitespace)
      variants.append(post.identified(as: parts.joined(separator: " ")))
    }
    if !post.idIsStated || post.id.rawValue == post.url {
      var bare = Post(id: Post.ID(""), isStated: false)
      bare.url = post.url
      bare.title = post.title
      bare.published = post.url == nil ? nil : post.published
      variants.append(bare)
    }
    return variants.flatMap(FetchedPosts.identities)
  }
}
