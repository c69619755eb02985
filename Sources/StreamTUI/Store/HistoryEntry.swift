/// A source that the reader has opened.
struct HistoryEntry: Hashable, Sendable {
  let source: SourceID
  /// The stable name of the source: a path, an address or an account.
  let key: String
  /// The name to show.
  let name: String
  /// When it was last seen, in seconds since 1970.
  let seen: Int64
  /// The number of posts at that time, and of those unread.
  let posts: Int
  let unread: Int
}
