package import StreamModel

/// The end of a ``Retrieval``.
package struct RetrievalEnd: Equatable, Sendable {
  /// The thing that was found.
  package enum Content: Equatable, Sendable {
    /// The last body is the document.
    case document
    /// The copy that exists is still good.
    case unchanged
    /// The last body is a page, or a server's answer, that offers these feeds.
    case offers([FeedLink])
    /// The last body is the document as far as it came.
    case part
    case nothing
  }

  package let result: TransferResult
  package let content: Content
  package let address: FeedAddress
  /// The address that replaces the one asked for from now on; nil for none.
  package let moved: FeedAddress?
  /// The consequence, and the sentence that tells the reader.
  package let outcome: CurlOutcome
  /// The account whose posts these are, if the way led past its actor.
  package let author: Account?
  /// The page with older posts, on the same host, if this is a page of an outbox.
  package let next: FeedAddress?
  /// Whether ActivityStreams was asked for, and nothing else.
  package let isActivity: Bool

  init(
    _ result: TransferResult,
    _ content: Content,
    from address: FeedAddress,
    moved: FeedAddress?,
    _ outcome: CurlOutcome,
    author: Account? = nil,
    next: FeedAddress? = nil,
    isActivity: Bool = false
  ) {
    self.result = result
    self.content = content
    self.address = address
    self.moved = moved
    self.outcome = outcome
    self.author = author
    self.next = next
    self.isActivity = isActivity
  }

  /// The copy that the document becomes, for the next request; nil without a document.
  package var copy: Retrieval.Copy? {
    guard content == .document, let head = result.head else { return nil }
    return Retrieval.Copy(from: address, head.validators)
  }
}
