import StreamModel

/// A post of the fediverse that another document only names: a boosted one, or a reply.
enum NamedPost {
  /// The most posts that are fetched for one document.
  static let most = 20

  /// The address to ask for the post; nil where it may not be asked.
  ///
  /// - Parameter server: the server that the user has named, which alone may be in the user's own network.
  static func address(_ text: String, trusting server: String?) -> FeedAddress? {
    switch FeedAddress.judge(text) {
    case .fetch(let address): address
    case .ask(let address, _) where address.server == server: address
    case .ask, .refuse: nil
    }
  }

  /// Reads the post that a server has sent; nil for anything but a post of that server.
  static func read(_ path: String, from sender: FeedAddress) -> Post? {
    guard let document = try? SourceOpener.open(path) else { return nil }
    let check = DocumentCheck.whole(document)
    guard check.isGood, !check.feed.isPage, case .post(let post) = check.feed.inspect(at: 0),
      post.resharedAddress == nil, post.body != .missing || post.title != .missing,
      // A server speaks for its own accounts only.
      let author = post.author?.url.flatMap({ FeedAddress.judge($0).address }),
      author.host == sender.host
    else { return nil }
    return post
  }
}
