import StreamModel

/// The search for a post by its identity, among those of its source, in slices.
struct PostLookup {
  /// Records that are decoded in a slice, and bytes of them that end it.
  private static let sliceRecords = 128
  private static let sliceBytes = 64 << 10

  /// The outcome of a slice of work.
  enum Progress: Equatable {
    case looking
    case found(RecordID)
    case notFound
  }

  let post: Timeline.SourceKey
  /// The name of its source, as messages call it.
  let sourceName: String
  /// The record that was looked at last.
  private var last: RecordID?
  private var rematch: Rematch<RecordID>
  private var patience: Patience

  init(_ post: Timeline.SourceKey, sourceName: String, at moment: Moment) {
    self.post = post
    self.sourceName = sourceName
    rematch = Rematch(of: post.identity)
    patience = Patience(from: moment)
  }

  /// Whether the status line says that the post is searched for.
  var isAnnounced: Bool { patience.isOver }

  /// Looks at the time; true when the search is to be announced from now on.
  mutating func becomesLong(at moment: Moment) -> Bool { patience.ends(at: moment) }

  /// Whether there are records that have not been looked at, or none will come.
  func hasWork(in feed: Timeline) -> Bool { feed.isIndexed || next(in: feed) != nil }

  /// Looks at a slice of the source.
  mutating func advance(_ feed: Timeline) -> Progress {
    var left = Self.sliceBytes
    for _ in 0..<Self.sliceRecords {
      guard left > 0 else { return .looking }
      guard let id = next(in: feed) else {
        guard feed.isIndexed else { return .looking }
        return rematch.renamed(0).map { .found($0) } ?? .notFound
      }
      last = id
      left -= feed.byteCount(of: id)
      for key in feed.keys(of: id)
      where key.source == post.source && rematch.take(key.identity, as: id) != nil {
        return .found(id)
      }
    }
    return .looking
  }

  /// The next record in order of storage.
  ///
  /// Rows of other sources are looked at, too: a copy of the post may be one of theirs.
  private func next(in feed: Timeline) -> RecordID? {
    // The sources before the first one that is shown were retired by reloads.
    let first = feed.firstShownSource
    let before = first > 0 ? RecordID(source: first - 1, number: .max - 1) : nil
    return feed.nextStored(after: last ?? before)
  }
}
