/// The posts of an edition of a source by their identities; the caller numbers them.
package struct IdentityIndex {
  /// The first post with each id.
  private var first: [UInt64: Int] = [:]
  /// Further posts with an id: most editions state each once.
  private var further: [UInt64: [Int]] = [:]
  /// The first post with each fallback.
  private var fallbacks: [UInt64: Int] = [:]
  /// Fallbacks of several posts, such as the one address of a whole page.
  private var shared: Set<UInt64> = []

  /// Makes an index without posts.
  package init() {}

  /// Adds a post.
  package mutating func add(_ identity: PostIdentity, as number: Int) {
    add(identity.id, number)
    if fallbacks[identity.fallback] == nil {
      fallbacks[identity.fallback] = number
    } else {
      shared.insert(identity.fallback)
    }
  }

  /// Names a post by another id; it keeps its fallback.
  package mutating func rename(_ number: Int, from old: UInt64, to new: UInt64) {
    let others = ((first[old].map { [$0] } ?? []) + (further[old] ?? [])).filter { $0 != number }
    first[old] = others.first
    further[old] = others.count > 1 ? Array(others.dropFirst()) : nil
    add(new, number)
  }

  /// Returns the first post with an id that is not among `taken`; nil if there is none.
  package func number(ofID id: UInt64, sparing taken: Set<Int> = []) -> Int? {
    guard let number = first[id] else { return nil }
    return taken.contains(number) ? further[id]?.first { !taken.contains($0) } : number
  }

  /// Returns the only post with a fallback; nil if there is none, or more than one.
  package func number(ofFallback fallback: UInt64) -> Int? {
    shared.contains(fallback) ? nil : fallbacks[fallback]
  }

  private mutating func add(_ id: UInt64, _ number: Int) {
    if first[id] == nil { first[id] = number } else { further[id, default: []].append(number) }
  }
}
