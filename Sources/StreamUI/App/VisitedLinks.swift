import StreamModel

/// The links that the reader followed, in this run and in earlier ones, by the hashes of their
/// addresses as feeds write them.
///
/// Two addresses in 2^64 have the same hash; the later one would be drawn as visited.
struct VisitedLinks {
  /// By the last bits of the hash: one set of a million would grow in a single step of many
  /// milliseconds, while a key may be waiting.
  private var parts: [Set<UInt64>] = []
  private static let partCount: UInt64 = 256

  /// Whether no link was followed.
  var isEmpty: Bool { parts.isEmpty }

  func contains(_ address: String) -> Bool {
    guard !parts.isEmpty else { return false }
    let hash = stableHash(of: address)
    return parts[Int(hash % Self.partCount)].contains(hash)
  }

  mutating func insert(_ address: String) {
    insert(stableHash(of: address))
  }

  mutating func insert(_ hash: UInt64) {
    if parts.isEmpty { parts = Array(repeating: [], count: Int(Self.partCount)) }
    parts[Int(hash % Self.partCount)].insert(hash)
  }
}
