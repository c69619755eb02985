import StreamModel

/// The origin of links that a key or click follows: how it follows them, and the posts with them.
struct LinkOrigin: Equatable, Sendable {
  let manner: LinkManner
  /// The posts, by the addresses of the links as the feed writes them.
  private var posts: [String: Timeline.SourceKey] = [:]
  /// Links in direct messages: no word of those is kept.
  private var secrets: Set<String> = []

  init(_ manner: LinkManner) {
    self.manner = manner
  }

  /// Notes the post with a link; the first post with an address counts.
  ///
  /// - Parameter isDirect: whether the link stands in a direct message.
  mutating func note(_ address: String, in post: Timeline.SourceKey?, isDirect: Bool) {
    if isDirect { secrets.insert(address) }
    posts[address] = posts[address] ?? post
  }

  /// The link to keep for later runs; nil where none may be kept.
  func followed(_ address: String) -> FollowedLink? {
    guard !secrets.contains(address) else { return nil }
    return FollowedLink(address: address, post: posts[address], manner: manner)
  }
}
