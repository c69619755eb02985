/// Hashes that are equal for the same post in two sources; 0 where the record states no such thing.
struct RecordIdentity: Equatable {
  static let none = RecordIdentity(address: 0, id: 0)

  let address: UInt64
  let id: UInt64
}

extension RecordIdentity {
  /// - Parameter comparesTexts: whether the texts are a part of the identity; see
  ///   ``RecordSource/comparesTexts``.
  init(_ post: Post, comparesTexts: Bool) {
    // The same post shared by two people is two things.
    var sharer = PostIdentity.name(of: post.resharedBy)
    switch post.activity.kind {
    case .post, .comment, .update, .reshare: break
    case .like, .dislike, .follow, .delete, .add, .remove, .other:
      // A like and a bookmark of one post have its address, and are neither the post nor each other.
      sharer += "\n\(post.activity.kind.rawValue) \(post.activity.name ?? "")"
    }
    // Short ids are those of one server.
    let isGlobal = post.idIsStated && post.id.rawValue.utf8.contains(0x3A)
    let text = comparesTexts && (isGlobal || post.url != nil) ? post.textHash : nil
    address = post.url.map { Self.hash($0, sharer, text) } ?? 0
    id = isGlobal ? Self.hash(post.id.rawValue, sharer, text) : 0
  }

  private static func hash(_ name: String, _ sharer: String, _ text: UInt64?) -> UInt64 {
    // The byte between keeps "a" shared by "b" apart from "ab".
    let hash = stableHash(
      sharer.utf8,
      after: stableHash(CollectionOfOne(0), after: stableHash(name.utf8))
    )
    guard let text else { return hash }
    return withUnsafeBytes(of: text.littleEndian) { stableHash($0, after: hash) }
  }
}
