import StreamModel

/// The search for the post that another one replies to, among those of the feed, in slices.
struct ParentLookup {
  private static let sliceBytes = 256 << 10
  private static let sliceRecords = 32

  /// The outcome of a slice of work.
  enum Progress {
    case looking
    case found(RecordID)
    case notFound
  }

  /// The id or address of the post.
  let name: String
  /// The source of the reply.
  private let source: Int
  private var patience: Patience

  init(_ name: String, source: Int, at moment: Moment) {
    self.name = name
    self.source = source
    patience = Patience(from: moment)
  }

  /// Whether the status line says that the post is searched for.
  var isAnnounced: Bool { patience.isOver }

  /// Looks at the time; true when the lookup is to be announced from now on.
  mutating func becomesLong(at moment: Moment) -> Bool { patience.ends(at: moment) }

  /// Reads one slice of the feed.
  func advance(_ feed: Timeline) -> Progress {
    if feed.hasConversationWork {
      feed.advanceConversations(bytes: Self.sliceBytes, records: Self.sliceRecords)
    }
    guard !feed.hasConversationWork else { return .looking }
    return feed.post(named: name, near: source).map { .found($0) } ?? .notFound
  }
}
