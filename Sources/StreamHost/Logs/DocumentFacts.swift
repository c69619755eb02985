import StreamModel

/// The facts that the records of a document state about each other: the names of accounts that others state by their addresses alone,
/// and the posts that others reshare.
struct DocumentFacts {
  private var accounts: [String: Account] = [:]
  private var originals: [String: Post] = [:]

  init(of posts: [Post]) {
    let reshared = Set(posts.compactMap(\.resharedAddress))
    for post in posts {
      for account in [post.author, post.resharedBy].compactMap(\.self) {
        guard let url = account.url, account.name != nil || account.handle != nil else { continue }
        accounts[url] = accounts[url] ?? account
      }
      guard !reshared.isEmpty, !post.isReshare else { continue }
      for name in post.names where reshared.contains(name) {
        originals[name] = originals[name] ?? post
      }
    }
  }

  /// Returns a post of the document with what the other records say of it.
  func completing(_ post: Post) -> Post {
    let original = post.resharedAddress.flatMap { originals[$0] }
    let whole = original.map { $0.reshared(by: post) } ?? post
    return [whole.author?.url, whole.resharedBy?.url].compactMap(\.self)
      .compactMap { accounts[$0] }
      .reduce(whole) { $0.naming($1) }
  }
}
