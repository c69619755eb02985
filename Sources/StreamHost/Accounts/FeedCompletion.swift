import StreamModel

/// Completes the posts of an account's feed by the document of the feed itself.
///
/// The Google Reader API has no address of comments, and Miniflux removes markup.
package final class FeedCompletion {
  private let log: PostLog
  private let fetcher: Fetcher
  private var run: TransferRun?

  package init(of source: Subscription.Source, in folder: StateFolder, by fetcher: Fetcher) {
    log = PostLog(of: source, in: folder)
    self.fetcher = fetcher
  }

  /// Fetches the document; a document that is no feed, or that does not come, changes nothing.
  ///
  /// - Parameter onOver: called once, also where nothing can be fetched.
  package func begin(onOver: @escaping () -> Void) {
    guard let address = log.source.feed else { return onOver() }
    run = try? fetcher.begin([Retrieval(address, for: .feed)]) { [log] _, end, body in
      if end.content == .document, let document = try? SourceOpener.open(body) {
        try? log.complete(by: document, from: end.address)
      }
      return []
    } onOver: {
      onOver()
      return [.bytesArrived]
    }
    if run == nil { onOver() }
  }

  package func cancel() { run?.cancel() }
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
