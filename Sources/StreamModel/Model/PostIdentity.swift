/// The name of a post or comment within its source, equal in every run: its id, else its address, else its
/// content.
///
/// The hashes are FNV-1a. They are stored, so they never change. They say nothing about the source; two
/// sources may state the same id for different posts.
public struct PostIdentity: Hashable, Sendable {
  /// The bits of a fallback.
  ///
  /// The database stores no more: 25 bytes a mark instead of 28. Among a million posts of a source, two
  /// have the same 48 bits with a probability of 1 in 560.
  private static let fallbackMask: UInt64 = 0xffff_ffff_ffff

  /// The hash of the stated id, else of the address, else of author, time and text.
  public let id: UInt64
  /// The lower 48 bits of the hash of the address, else of author, time and text: finds a post whose id
  /// changes with every fetch.
  public let fallback: UInt64

  /// Makes an identity of hashes that were stored; takes the lower 48 bits of the fallback.
  public init(id: UInt64, fallback: UInt64) {
    self.id = id
    self.fallback = fallback & Self.fallbackMask
  }

  /// Makes the identity of a post of which nothing but the fallback is known; its id is the fallback.
  package init(fallback: UInt64) {
    self.init(id: fallback & Self.fallbackMask, fallback: fallback)
  }

  /// Whether an id was stated: without one, address or content give both hashes.
  public var hasStatedID: Bool { id & Self.fallbackMask != fallback }
}

extension PostIdentity {
  /// The identity of a post.
  public init(_ post: Post) {
    // The same post shared by two people is two things.
    let sharer = Self.name(of: post.resharedBy)
    let fallback =
      post.url.map { Self.hash([$0, sharer]) }
      ?? Self.hash(
        author: post.author,
        published: post.published,
        texts: [post.title.source, post.body.source, sharer]
      )
    self.init(
      id: post.idIsStated ? Self.id(stated: post.id.rawValue) : fallback,
      fallback: fallback
    )
  }

  /// The identity of a comment.
  public init(_ comment: Comment) {
    let fallback =
      comment.url.map { Self.hash([$0]) }
      ?? Self.hash(
        author: comment.author,
        published: comment.published,
        texts: [comment.body.source]
      )
    self.init(id: Self.id(stated: comment.id.rawValue), fallback: fallback)
  }

  /// Returns the ``id`` of a post that states this id.
  package static func id(stated id: String) -> UInt64 { self.id(statedHash: stableHash(id.utf8)) }

  /// Returns the ``id`` of a post that states an id with this ``stableHash(of:)``.
  static func id(statedHash hash: UInt64) -> UInt64 { end(hash) }

  /// The name by which an account is told from others; empty without one.
  static func name(of account: Account?) -> String {
    account.map { $0.handle ?? $0.name ?? $0.url ?? "" } ?? ""
  }

  private static func hash(author: Account?, published: Timestamp?, texts: [String]) -> UInt64 {
    hash([name(of: author), published.map { String($0.secondsSinceEpoch) } ?? ""] + texts)
  }

  private static func hash(_ parts: [String]) -> UInt64 {
    parts.reduce(stableHash(EmptyCollection())) { hash, part in
      end(stableHash(part.utf8, after: hash))
    }
  }

  /// Ends a part: the byte between keeps "a", "b" apart from "ab".
  private static func end(_ hash: UInt64) -> UInt64 {
    stableHash(CollectionOfOne(0), after: hash)
  }
}

extension Body {
  /// The text with its markup; empty where it is missing.
  fileprivate var source: String {
    switch self {
    case .html(let text), .text(let text): text
    case .missing: ""
    }
  }
}

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
