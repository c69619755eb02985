import StreamModel

extension Fetcher {
  /// Completes the posts of an account's feed by the document of the feed itself; one that is no feed, or that does not
  /// come, changes nothing.
  ///
  /// The Google Reader API has no address of comments, and Miniflux removes markup.
  ///
  /// - Returns: the transfer that goes on until `onOver` is called; nil where nothing can be fetched.
  package func complete(_ log: PostLog, onOver: @escaping () -> Void) -> TransferRun? {
    guard let address = log.source.feed else { return nil }
    return try? begin([Retrieval(address, for: .feed)]) { _, end, body in
      if end.content == .document, let document = try? SourceOpener.open(body) {
        try? log.complete(by: document, from: end.address)
      }
      return []
    } onOver: {
      onOver()
      return [.bytesArrived]
    }
  }
}

extension Post {
  /// Returns the post with what a server has left out of it, so that it shows no other text; nil where nothing is missing.
  func completed(by original: Post, base: String?) -> Post? {
    var post = self
    post.commentsAddress = commentsAddress ?? original.commentsAddress
    if body != original.body {
      post.body = original.body
      post.baseURL = original.baseURL ?? base
      if post.isEdited(since: self) { (post.body, post.baseURL) = (body, baseURL) }
    }
    return post == self ? nil : post
  }
}
