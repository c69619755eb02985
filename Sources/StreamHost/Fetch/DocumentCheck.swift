import Glibc
package import StreamModel

/// A look through a document that was fetched: whether it is a whole feed, which may be taken.
package struct DocumentCheck {
  package let feed: Feed
  /// The reason why the document is not a feed; nil if it is one, or a page.
  package private(set) var noFeed: String?
  /// The reason why the end of the document is missing; nil if it is whole.
  package private(set) var damage: String?

  /// Reads all of a document.
  package init(_ document: OpenedSource) {
    feed = Feed(source: document.bytes)
    do throws(FeedError) {
      try document.scan(feed)
      damage = document.cut ?? (feed.endsEarly ? "it ends in the middle" : nil)
    } catch {
      noFeed = Self.reason(of: error)
      damage = document.cut
    }
  }

  /// The reason in a few words: a subscriber needs no list of formats.
  private static func reason(of error: FeedError) -> String {
    guard error.isOfNoFormat else { return error.reason }
    return "plain text or data of another kind, not a feed"
  }

  /// Whether the document can be shown: a feed or a page, and whole.
  package var isGood: Bool { noFeed == nil && damage == nil }
}

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
    let check = DocumentCheck(document)
    guard check.isGood, !check.feed.isPage, case .post(let post) = check.feed.inspect(at: 0),
      post.resharedAddress == nil, post.body != .missing || post.title != .missing,
      // A server speaks for its own accounts only.
      let author = post.author?.url.flatMap({ FeedAddress.judge($0).address }),
      author.host == sender.host
    else { return nil }
    return post
  }
}
