/// The key under which the state of a post or comment is kept from run to run: two stable hashes of
/// what the record states about itself.
///
/// A key says nothing about the source; two feeds may state the same id for different posts.
public struct PostKey: Hashable, Sendable {
  /// The FNV-1a hash of the stated id, else of the address, else of author, time and text.
  public let id: UInt64
  /// The same hash of the address, else of author, time and text: finds a post whose id changes with
  /// every fetch.
  public let fallback: UInt64

  /// Makes a key of two hashes that were kept.
  public init(id: UInt64, fallback: UInt64) {
    self.id = id
    self.fallback = fallback
  }
}

extension PostKey {
  /// The key of a post.
  public init(_ post: Post) {
    // The same post shared by two people is two things.
    let sharer = post.resharedBy.map { $0.handle ?? $0.name ?? $0.url ?? "" } ?? ""
    fallback =
      post.url.map { Self.hash([$0, sharer]) }
      ?? Self.hash(
        author: post.author,
        published: post.published,
        texts: [post.title.source, post.body.source, sharer]
      )
    id = post.idIsStated ? Self.id(stated: post.id.rawValue) : fallback
  }

  /// The key of a comment.
  public init(_ comment: Comment) {
    id = Self.hash([comment.id.rawValue])
    fallback =
      comment.url.map { Self.hash([$0]) }
      ?? Self.hash(
        author: comment.author,
        published: comment.published,
        texts: [comment.body.source]
      )
  }

  /// Returns the ``id`` of a post that states this id.
  package static func id(stated id: String) -> UInt64 { hash([id]) }

  private static func hash(author: Account?, published: Timestamp?, texts: [String]) -> UInt64 {
    let name = author.map { $0.handle ?? $0.name ?? $0.url ?? "" } ?? ""
    return hash([name, published.map { String($0.secondsSinceEpoch) } ?? ""] + texts)
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
