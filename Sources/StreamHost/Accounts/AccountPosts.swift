import StreamModel

/// The posts of an account in the reader's logs, with the reader's marks.
final class AccountPosts {
  /// A post that both sides have.
  struct Marked {
    /// The marks of the server at the last exchange.
    var item: AccountTable.Item
    let identity: PostIdentity
    let source: SourceID
    let isRead: Bool
    let isStarred: Bool

    /// Whether the server must be told, or may not have heard what it was told.
    var isWaiting: Bool {
      !item.doubt.isEmpty || isRead != item.isRead || isStarred != item.isStarred
    }

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

  /// The feeds of the server by its names for them.
  let feeds: [String: ServerFeed]

  let sides: ExchangeSides
  private var sources: [String: SourceID] = [:]

  init(of feeds: [ServerFeed], on sides: ExchangeSides) {
    self.feeds = Dictionary(feeds.map { ($0.id, $0) }) { first, _ in first }
    self.sides = sides
  }

  func sourceID(of feed: ServerFeed) -> SourceID? {
    if let known = sources[feed.id] { return known }
    let name = SourceName(of: sides.source(of: feed), title: feed.title)
    sources[feed.id] = sides.store.source(key: name.key, name: name.title)
    return sources[feed.id]
  }

  /// Adds the reader's marks to posts; fails if the state cannot be read, or all marks would seem gone.
  func marked(_ items: [AccountTable.Item]) throws(AccountFailure) -> [Marked] {
    for id in Set(items.map(\.feed)) { _ = feeds[id].flatMap(sourceID) }
    guard let marked = sides.store.reading({ read(items) }) else {
      throw AccountFailure(.later, "Your marks cannot be read now. Try again later.")
    }
    return marked
  }

  private func read(_ items: [AccountTable.Item]) -> [Marked]? {
    var marks: [String: (source: SourceID, read: Set<UInt64>, kept: Set<UInt64>)] = [:]
    var posts: [Marked] = []
    posts.reserveCapacity(items.count)
    for item in items {
      guard let identity = item.identity, let feed = feeds[item.feed] else { continue }
      if marks[item.feed] == nil {
        let family = SourceFamily(of: sides.source(of: feed))
        guard let id = sourceID(of: feed), let read = sides.store.ids(with: .read, in: family),
          let kept = sides.store.ids(with: .kept, in: family)
        else { return nil }
        marks[item.feed] = (id, read, kept)
      }
      guard let marked = marks[item.feed] else { continue }
      posts.append(
        Marked(
          item: item,
          identity: identity,
          source: marked.source,
          isRead: marked.read.contains(identity.id),
          isStarred: marked.kept.contains(identity.id)
        )
      )
    }
    return posts
  }

  /// The server's names of posts that their logs have dropped, because they were old and read.
  func dropped(of posts: [Marked]) -> Set<String> {
    var dropped: Set<String> = []
    for (id, posts) in Dictionary(grouping: posts, by: \.item.feed) {
      guard let feed = feeds[id] else { continue }
      let index = PostLogIndex((try? sides.log(of: feed).bytes()) ?? [])
      for post in posts where index.identities.number(ofID: post.identity.id) == nil {
        dropped.insert(post.item.id)
      }
    }
    return dropped
  }

  /// Keeps posts with their records, which stay when the logs drop them.
  func keep(_ posts: [Marked]) {
    for (id, posts) in Dictionary(grouping: posts, by: \.item.feed) {
      guard let feed = feeds[id], let bytes = try? sides.log(of: feed).bytes() else { continue }
      let index = PostLogIndex(bytes)
      for post in posts {
        guard let number = index.identities.number(ofID: post.identity.id),
          case let entry = index.entries[number],
          let found = PostLogLine.post(in: bytes, at: entry.updates.last ?? entry.line)
        else { continue }
        keep(found, as: post.identity, of: post.source)
      }
    }
  }

  func keep(_ post: Post, as identity: PostIdentity, of source: SourceID) {
    sides.store.write(.keep(KeptRecord(post, as: identity, of: source, at: sides.now)))
  }

  /// Saves marks and all other writes; the table of the account must not know more than the state.
  func save(_ marks: [StateChange]) throws(AccountFailure) {
    try sides.store.save(marks)
    // Nor after a loss of power.
    if !marks.isEmpty { sides.store.settle() }
  }
}

extension StateStore {
  /// Saves marks and all that waits.
  func save(_ marks: [StateChange]) throws(AccountFailure) {
    var progress = remember(marks)
    for _ in 0..<10_000 where progress == .more { progress = flush() }
    guard waitingCount == 0 else {
      throw AccountFailure(.later, "Your marks cannot be saved now. Try again later.")
    }
  }
}
