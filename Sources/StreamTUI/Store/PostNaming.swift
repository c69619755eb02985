import StreamModel

/// How the database names the posts of a source, in the columns `post` and `alt`.
///
/// The numbers of the cases are stored and keep their meaning.
enum PostNaming: Int64, Sendable {
  case id
  /// Ids change with every fetch; posts are named by their fallback.
  case fallback

  /// The number in the column `post`.
  func post(_ identity: PostIdentity) -> Int64 {
    switch self {
    case .id: Int64(bitPattern: identity.id)
    case .fallback: Self.signed(identity.fallback)
    }
  }

  /// The number in the column `alt`: the fallback while posts are named by id; else 0, which takes no room.
  func alt(_ identity: PostIdentity) -> Int64 {
    self == .id ? Self.signed(identity.fallback) : 0
  }

  /// Returns the identity that was stored; its id is the fallback if posts are named by that.
  func identity(post: Int64, alt: Int64) -> PostIdentity {
    switch self {
    case .id: PostIdentity(id: UInt64(bitPattern: post), fallback: UInt64(bitPattern: alt))
    case .fallback: PostIdentity(fallback: UInt64(bitPattern: post))
    }
  }

  /// SQLite keeps a signed number of 48 bits in six bytes.
  private static func signed(_ fallback: UInt64) -> Int64 {
    Int64(bitPattern: fallback << 16) >> 16
  }
}

/// A source's row with the naming that the row states.
struct StoredSource {
  let row: Int64
  let naming: PostNaming
}
