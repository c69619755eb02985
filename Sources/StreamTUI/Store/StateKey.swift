import StreamModel

/// The numbers under which a post is stored.
struct StateKey: Hashable, Sendable {
  /// The names of posts that a source is known to keep from fetch to fetch.
  enum Naming: Int64, Sendable {
    case id
    /// Ids change with every fetch; posts are named by their fallback.
    case fallback
  }

  let post: Int64
  /// The fallback while posts are named by id; else 0, which takes no room.
  let fallback: Int64

  init(_ key: PostIdentity, _ naming: Naming) {
    switch naming {
    case .id:
      post = Int64(bitPattern: key.id)
      fallback = Self.stored(key.fallback)
    case .fallback:
      post = Self.stored(key.fallback)
      fallback = 0
    }
  }

  /// Returns the identity that was stored as these numbers; its id is the fallback if posts are named by
  /// that.
  static func key(post: Int64, fallback: Int64, _ naming: Naming) -> PostIdentity {
    switch naming {
    case .id: PostIdentity(id: UInt64(bitPattern: post), fallback: UInt64(bitPattern: fallback))
    case .fallback: PostIdentity(fallback: UInt64(bitPattern: post))
    }
  }

  /// SQLite keeps a signed number of 48 bits in six bytes.
  private static func stored(_ fallback: UInt64) -> Int64 {
    Int64(bitPattern: fallback << 16) >> 16
  }
}
