import StreamModel

/// The search for the post that a link leads to, among those of the feed, in slices.
struct LinkLookup {
  /// Bytes of the feed that are read between two looks for keys.
  private static let sliceBytes = 1 << 20
  /// Steps that the key itself takes, which together read a slice at most.
  private static let stepsOfKey = 8
  /// Shorter targets are no addresses of posts.
  private static let shortestTarget = 8

  /// The way out where no post has the address.
  enum Otherwise {
    /// Open it outside; `isShown` tells whether a frame had shown where it leads.
    case open(isShown: Bool)
    /// Only put it into focus: no frame had shown where it leads.
    case nothing
  }

  /// The outcome of a slice of work.
  enum Progress {
    case looking
    case found(RecordID)
    case notFound
  }

  let link: RowLink
  /// How the reader follows the link, and the post with it.
  let origin: LinkOrigin
  let otherwise: Otherwise
  /// The record that was looked at last, in storage order.
  private var next: RecordID?
  private var patience: Patience
  private let needle: [UInt8]

  init(_ link: RowLink, _ origin: LinkOrigin, otherwise: Otherwise, at moment: Moment) {
    self.link = link
    self.origin = origin
    self.otherwise = otherwise
    patience = Patience(from: moment)
    needle = Array(link.target.utf8)
  }

  /// Whether the status line says that the post is looked for.
  var isAnnounced: Bool { patience.isOver }

  /// Looks at the time; true when the lookup is to be announced from now on.
  mutating func becomesLong(at moment: Moment) -> Bool { patience.ends(at: moment) }

  /// Reads a slice in steps, each of which decodes one record at most: all there is of a small feed, so
  /// that what is typed next does not cancel the lookup.
  mutating func begin(_ feed: Timeline) -> Progress {
    for _ in 0..<Self.stepsOfKey {
      let progress = advance(feed, bytes: Self.sliceBytes / Self.stepsOfKey)
      guard case .looking = progress else { return progress }
    }
    return .looking
  }

  /// Reads one slice of the feed, and decodes one record at most.
  mutating func advance(_ feed: Timeline) -> Progress {
    advance(feed, bytes: Self.sliceBytes)
  }

  /// Whether the link leads to a post, and not to one that its record only names.
  private func isTarget(_ post: Post) -> Bool {
    guard post.resharedAddress == nil else { return false }
    let holdsText = post.body != .missing || post.title != .missing
    return post.names.contains(link.target) || (holdsText && post.url == link.target)
  }

  private mutating func advance(_ feed: Timeline, bytes: Int) -> Progress {
    guard needle.count >= Self.shortestTarget else { return .notFound }
    switch feed.searchStored(needle, from: next, bytes: bytes) {
    case .found(let id):
      if case .post(let post) = feed.record(id), isTarget(post) { return .found(id) }
      next = id.successor
      return .looking
    case .paused(let id):
      // As far as the feed is known: nobody waits for its index.
      guard next.map({ $0 < id }) ?? true else { return .notFound }
      next = id
      return .looking
    case .exhausted: return .notFound
    }
  }
}

extension RecordID {
  /// The next in storage order, whether there is such a record or not.
  var successor: RecordID { RecordID(source: source, number: number + 1) }
}
