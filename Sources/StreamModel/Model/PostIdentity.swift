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
  package static func id(stated id: String) -> UInt64 { hash([id]) }

  /// The name by which an account is told from others; empty without one.
  static func name(of account: Account?) -> String {
    account.map { $0.handle ?? $0.name ?? $0.url ?? "" } ?? ""
  }

  private static func hash(author: Account?, published: Timestamp?, texts: [String]) -> UInt64 {
    hash([name(of: author), published.map { String($0.secondsSinceEpoch) } ?? ""] + texts)
  }

  private static func hash(_ parts: [String]) -> UInt64 {
    // The byte between keeps "a", "b" apart from "ab".
    parts.reduce(stableHash(EmptyCollection())) { hash, part in
      stableHash(CollectionOfOne(0), after: stableHash(part.utf8, after: hash))
    }
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
