package import StreamModel

/// The posts that the reader keeps, the last one kept first, and the open store that holds them.
package struct KeptPosts {
  package static let name = "kept posts"

  package let store: StateStore
  package let posts: [KeptRecord]
  /// The numbers of the posts of each feed.
  ///
  /// Two sources may claim the same id for different posts. Within a feed each key is unique, so that
  /// flags of one post are never those of another. A feed has the title of the source that its posts were kept from,
  /// so it ends where another source begins.
  package let runs: [Range<Int>]
  /// The most feeds that end for a title alone: one more holds posts of several sources, and has no title.
  private static let mostTitled = 500
  /// The number of sources without a name before those of the runs; see ``Library/slot(ofUnnamed:)``.
  package let firstUnnamed: Int

  /// Reads all kept posts of a store, which stays open.
  package init(in store: StateStore, firstUnnamed: Int = 0) throws(StateRefusal) {
    guard let posts = store.kept() else {
      throw StateRefusal("the kept posts cannot be read now", store)
    }
    self.init(in: store, posts: posts, firstUnnamed: firstUnnamed)
  }

  package init(in store: StateStore, posts: [KeptRecord], firstUnnamed: Int = 0) {
    self.firstUnnamed = firstUnnamed
    self.store = store
    self.posts = posts
    var runs: [Range<Int>] = []
    var seen: Set<UInt64> = []
    var start = 0
    for (index, post) in posts.enumerated() {
      let isOther = index > start && posts[start].source != post.source
      let isNew = seen.insert(post.identity.id).inserted
      guard !isNew || isOther && runs.count < Self.mostTitled else { continue }
      runs.append(start..<index)
      start = index
      seen = [post.identity.id]
    }
    self.runs = runs + [start..<posts.count]
  }

  /// The posts as feeds; one without posts where none is kept.
  package var feeds: OpenedFeeds {
    let names = FeedFiles.names()
    let feeds = runs.map { run in
      let bytes = MemoryBytes(name: Self.name, bytes: Self.lines(of: posts[run]))
      let hint = run.isEmpty ? nil : FormatHint.ndjson
      let feed = Feed(source: bytes, hint: hint, title: title(of: run, names))
      return OpenedFeed(feed: feed, source: OpenedSource(bytes: bytes))
    }
    return OpenedFeeds(list: feeds, areAll: true, isInOrder: true)
  }

  /// The title of the source that all posts of a feed were kept from; nil where it is not known.
  ///
  /// - Parameter names: the names that subscriptions have in their list.
  private func title(of run: Range<Int>, _ names: [Subscription.Source: String]) -> String? {
    guard let first = posts[run].first, posts[run].allSatisfy({ $0.source == first.source }),
      let known = store.known(first.source)
    else { return nil }
    if let source = SourceFamily(of: known.key).subscribed, let name = names[source] { return name }
    // A path says less than the name of its file.
    return known.key.hasPrefix("file:")
      ? known.name.split(separator: "/").last.map { String($0) } : known.name
  }

  /// Returns the name of a post on the timeline of ``feeds``; nil where its record is no post.
  func name(of index: Int) -> Timeline.SourceKey? {
    guard let source = runs.firstIndex(where: { $0.contains(index) }) else { return nil }
    let bytes = MemoryBytes(name: Self.name, bytes: Self.lines(of: posts[index...index]))
    let feed = Feed(source: bytes, hint: .ndjson)
    while let progress = try? feed.advance(bytes: SliceBudget.bytes), progress == .more {}
    guard feed.recordCount == 1, case .post(let post) = feed.record(at: 0) else { return nil }
    return Timeline.SourceKey(
      source: Library.slot(ofUnnamed: firstUnnamed + source),
      identity: PostIdentity(post)
    )
  }

  /// A line a record; a feed without one is a document without posts.
  private static func lines(of posts: ArraySlice<KeptRecord>) -> [UInt8] {
    guard !posts.isEmpty else { return Array(#"{"version": 1, "posts": []}"#.utf8) }
    var lines: [UInt8] = []
    for post in posts {
      // A damaged record must not split into two.
      lines += post.record.map { $0 == 0x0A ? 0x20 : $0 }
      lines.append(0x0A)
    }
    return lines
  }
}

/// Where the store has the posts of a timeline of kept posts.
package struct KeptOrigins {
  /// Posts whose flags are recalled in one turn: each is decoded once more, in 50 µs.
  private static let slice = 16

  /// The posts whose names are still to be found out; nil once all are known.
  private var kept: KeptPosts?
  private var records: [Timeline.SourceKey: [KeptRecord]] = [:]
  /// The names of posts that the reader has let go, which undo may bring back once the stream is left.
  private var letGo: Set<Timeline.SourceKey> = []

  package init(_ kept: KeptPosts) { self.kept = kept }

  /// Finds out the names of a slice of posts.
  ///
  /// - Returns: Their flags, and the number of the next post; nil where these were the last.
  package mutating func recall(from start: Int) -> (states: [PostState], next: Int?) {
    guard let kept else { return ([], nil) }
    let end = min(start + Self.slice, kept.posts.count)
    var states: [PostState] = []
    for index in start..<max(start, end) {
      guard let name = kept.name(of: index) else { continue }
      let post = kept.posts[index]
      records[name, default: []].append(post)
      let flags = kept.store.flags(of: post.source, for: [post.identity])?.first ?? []
      // The record is there, so the post is kept, whatever another viewer has made of its flag.
      states.append(PostState(key: name, flags: flags.union(.kept)))
    }
    guard end < kept.posts.count else {
      self.kept = nil
      return (states, nil)
    }
    return (states, end)
  }

  /// The kept posts that have a name: one, or those of several sources that claim the same id.
  package func posts(of name: Timeline.SourceKey) -> [KeptRecord] { records[name] ?? [] }

  package func names(of identity: PostIdentity, in source: SourceID) -> [Timeline.SourceKey] {
    records.filter { $1.contains { $0.source == source && $0.identity.id == identity.id } }
      .map(\.key)
  }

  package mutating func noteLetGo(_ names: [Timeline.SourceKey]) {
    letGo.formUnion(names.filter { records[$0] != nil })
  }

  /// The stream is left: only posts that undo may bring back are still of use.
  ///
  /// - Returns: whether there are any.
  package mutating func trim() -> Bool {
    kept = nil
    records = records.filter { letGo.contains($0.key) }
    return !records.isEmpty
  }
}
