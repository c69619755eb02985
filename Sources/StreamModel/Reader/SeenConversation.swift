/// A conversation as it is kept from run to run: the comments that the reader has seen, and where it was left.
package struct SeenConversation: Equatable, Sendable {
  package let name: Timeline.SourceKey
  package let comments: SeenComments
  /// The place on the page, without its collapsed comments; nil where it was left as it opens.
  package let place: SavedPlace.OpenedPost?

  /// Makes what a run has kept.
  package init(
    name: Timeline.SourceKey,
    comments: SeenComments,
    place: SavedPlace.OpenedPost? = nil
  ) {
    self.name = name
    self.comments = comments
    self.place = place
  }
}

/// The comments that a reader has seen of a conversation, by hashes of their ids: four bytes each.
///
/// A new one among 3,000 comments has the hash of another with a probability of 1 in 1,400,000: it shows no sign then.
package struct SeenComments: Equatable, Sendable {
  private static let most = 20_000

  /// In ascending order.
  package let hashes: [UInt32]

  /// Takes in all that were seen; nil if they are too many.
  package init?(_ identities: some Sequence<PostIdentity>, and before: SeenComments?) {
    let hashes = Set(identities.map(Self.hash)).union(before?.hashes ?? [])
    guard hashes.count <= Self.most else { return nil }
    self.hashes = hashes.sorted()
  }

  /// Takes in what ``bytes`` gave; nil for other bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count % 4 == 0, bytes.count / 4 <= Self.most else { return nil }
    hashes = stride(from: 0, to: bytes.count, by: 4).map { start in
      bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }.sorted()
  }

  /// The hashes, four bytes each, the lowest first.
  package var bytes: [UInt8] {
    hashes.flatMap { hash in (0..<4).map { UInt8(truncatingIfNeeded: hash >> ($0 * 8)) } }
  }

  package func contains(_ identity: PostIdentity) -> Bool {
    let hash = Self.hash(identity)
    var (low, high) = (0, hashes.count)
    while low < high {
      let middle = (low + high) / 2
      if hashes[middle] < hash { low = middle + 1 } else { high = middle }
    }
    return low < hashes.count && hashes[low] == hash
  }

  private static func hash(_ identity: PostIdentity) -> UInt32 {
    UInt32(truncatingIfNeeded: identity.id ^ identity.id >> 32)
  }
}
