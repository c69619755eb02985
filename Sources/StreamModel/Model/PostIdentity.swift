/// The name of a post or comment within its source, equal in every run: its id, else its address, else its content.
///
/// The hashes are FNV-1a. They are stored, so they never change. They say nothing about the source; two sources may
/// state the same id for different posts.
public struct PostIdentity: Hashable, Sendable {
  /// The database stores no more: 25 bytes a mark instead of 28.
  ///
  /// Among a million posts of a source, two have the same 48 bits with a probability of 1 in 560.
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
  package init(fallback: UInt64) { self.init(id: fallback & Self.fallbackMask, fallback: fallback) }

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
  private static func end(_ hash: UInt64) -> UInt64 { stableHash(CollectionOfOne(0), after: hash) }
}

extension Body {
  package var source: String {
    switch self {
    case .html(let text), .text(let text): text
    case .missing: ""
    }
  }
}

/// The posts that are known of a source by their identities; the caller numbers them.
package struct IdentityIndex {
  private var first: [UInt64: Int] = [:]
  /// Further posts with an id: most sources state each once.
  private var further: [UInt64: [Int]] = [:]
  private var fallbacks: [UInt64: Int] = [:]
  /// Fallbacks of several posts, such as the one address of a whole page.
  private var shared: Set<UInt64> = []

  package init() {}

  package mutating func add(_ identity: PostIdentity, as number: Int) {
    add(identity.id, number)
    if fallbacks[identity.fallback] == nil {
      fallbacks[identity.fallback] = number
    } else {
      shared.insert(identity.fallback)
    }
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

/// Matches the posts of a later document of a source to those that are known: by id, else by the
/// fallback if no other post of either has it.
///
/// The posts of the later document are taken in any order. Ids match at once, fallbacks only when all posts
/// were taken, since a later one may have the same.
package struct Rematch<Later: Equatable> {
  private let earlier: IdentityIndex
  private var found: Set<Int> = []
  /// The only later post with the fallback of an earlier one; nil inside if there are several.
  private var candidates: [Int: Later?] = [:]
  private var count = 0

  package init(of earlier: IdentityIndex) { self.earlier = earlier }

  package init(of earlier: PostIdentity) {
    var index = IdentityIndex()
    index.add(earlier, as: 0)
    self.init(of: index)
  }

  /// Returns the only post of a later document that `earlier` may be, by its id or its fallback.
  package static func post(
    _ earlier: PostIdentity,
    among later: some Sequence<(PostIdentity, Later)>
  ) -> Later? {
    var rematch = Rematch(of: earlier)
    for (identity, post) in later where rematch.take(identity, as: post) != nil { return post }
    return rematch.renamed(0)
  }

  /// Takes the next post of the later document; one may be taken again.
  ///
  /// - Returns: The number of the earlier post with its id; nil if there is none that was not found before.
  package mutating func take(_ identity: PostIdentity, as post: Later) -> Int? {
    count += 1
    let known = earlier.number(ofID: identity.id, sparing: found)
    if let known { found.insert(known) }
    if let number = earlier.number(ofFallback: identity.fallback), number != known {
      let isOnly = known == nil && candidates[number].map { $0 == post } ?? true
      candidates[number] = .some(isOnly ? post : nil)
    }
    return known
  }

  /// Returns the later post that an earlier one may be under another id, once all were taken.
  ///
  /// The fallback is often the address alone, and a source may give another post the same one: ask
  /// ``isSame(text:time:)`` where the texts are known.
  package func renamed(_ number: Int) -> Later? {
    found.contains(number) ? nil : candidates[number] ?? nil
  }

  /// Returns the number of the earlier post that a later one may be, once all were taken: see ``renamed(_:)``.
  package func former(of identity: PostIdentity, _ post: Later) -> Int? {
    earlier.number(ofFallback: identity.fallback).flatMap { renamed($0) == post ? $0 : nil }
  }

  /// Whether two posts with one fallback are the same: they have the same text or time.
  ///
  /// A document of a single post may hold another one each time, so there the text must be the same.
  package func isSame(
    text: @autoclosure () -> Bool,
    time: @autoclosure () -> Bool
  ) -> Bool { text() || count > 1 && time() }
}
