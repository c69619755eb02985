import StreamModel

/// How the reader follows links: with which key or click, and what is known of the links.
struct LinkVisit: Equatable, Sendable {
  let manner: LinkManner
  /// Whether a frame had shown where the links lead.
  let isShown: Bool
  /// Whether a question comes where a link leads outside and was not shown; a click only puts it into focus.
  let asks: Bool
  private var posts: [String: Timeline.SourceKey] = [:]
  /// Links in direct messages: no word of those is kept.
  private var secrets: Set<String> = []

  init(_ manner: LinkManner, isShown: Bool, asks: Bool = true) {
    self.manner = manner
    self.isShown = isShown
    self.asks = asks
  }

  var mayOpen: Bool { isShown || asks }

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
