import StreamModel

/// The numbers under which a post is stored.
///
/// The fallback loses its upper 16 bits, so a mark takes 25 bytes instead of 28. Among a million posts of
/// a source, two have the same 48 bits with a probability of 1 in 560.
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

  init(_ key: PostKey, _ naming: Naming) {
    switch naming {
    case .id:
      post = Int64(bitPattern: key.id)
      fallback = Self.stored(key.fallback)
    case .fallback:
      post = Self.stored(key.fallback)
      fallback = 0
    }
  }

  /// Returns the key that was stored as these numbers; its fallback has 48 bits, and its id, too, if
  /// posts are named by their fallback.
  static func key(post: Int64, fallback: Int64, _ naming: Naming) -> PostKey {
    switch naming {
    case .id: PostKey(id: UInt64(bitPattern: post), fallback: loaded(fallback))
    case .fallback: PostKey(id: loaded(post), fallback: loaded(post))
    }
  }

  /// Returns the part of a fallback that is stored; compare it with the fallbacks of a slice.
  static func truncated(_ fallback: UInt64) -> UInt64 { fallback & 0xffff_ffff_ffff }

  /// SQLite keeps a signed number of 48 bits in six bytes.
  private static func stored(_ fallback: UInt64) -> Int64 {
    Int64(bitPattern: fallback << 16) >> 16
  }

  private static func loaded(_ number: Int64) -> UInt64 {
    truncated(UInt64(bitPattern: number))
  }
}
