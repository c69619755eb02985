import StreamModel

/// The search for the post that a link leads to, by the bytes of its address.
struct LinkLookup {
  /// Shorter targets are no addresses of posts.
  private static let shortestTarget = 8
  /// Bytes that are searched at once; a match is charged as many, wherever it is.
  private static let pieceBytes = 128 << 10

  let link: RowLink
  private let needle: TextNeedle
  let visit: LinkVisit
  /// The record that is searched next, in order of storage.
  private var next: RecordID?

  init(_ link: RowLink, _ visit: LinkVisit) {
    self.link = link
    needle = TextNeedle(address: link.target)
    self.visit = visit
  }

  /// Searches as far as the feed is known: nobody waits for its index.
  mutating func slice(of feed: Timeline, _ budget: inout SliceBudget) -> Job.Outcome {
    guard link.target.utf8.count >= Self.shortestTarget else { return .nothing }
    var laps = SliceLaps()
    while laps.goOn(budget) {
      let bytes = min(Self.pieceBytes, budget.bytes(for: .matching))
      switch feed.searchStored(needle, from: next, bytes: bytes) {
      case .found(let id):
        budget.spend(on: .matching, bytes: bytes)
        budget.spend(on: .decoding, bytes: feed.byteCount(of: id))
        if case .post(let post) = feed.record(id), isTarget(post) { return .record(id) }
        next = RecordID(source: id.source, number: id.number + 1)
      case .paused(let id):
        budget.spend(on: .matching, bytes: bytes)
        guard next.map({ $0 < id }) ?? true else { return .nothing }
        next = id
      case .exhausted: return .nothing
      }
    }
    return .goesOn
  }

  /// Whether the link leads to a post, and not to one that its record only names.
  private func isTarget(_ post: Post) -> Bool {
    guard post.resharedAddress == nil else { return false }
    let holdsText = post.body != .missing || post.title != .missing
    return post.names.contains(link.target) || (holdsText && post.url == link.target)
  }
}
