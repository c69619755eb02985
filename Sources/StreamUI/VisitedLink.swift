import CellGrid
package import StreamModel

/// A link that the reader followed in this or an earlier run, as the page of followed links lists it.
package struct VisitedLink: Equatable, Sendable {
  /// The address as the feed writes it.
  package let address: String
  /// When the reader followed it.
  package let time: Timestamp
  /// How the reader followed it.
  package let manner: LinkManner
  /// The name of the source of the post with the link; nil where it is not known.
  package let source: String?
  /// The post with the link; nil where its source is not shown now, or it is not known.
  package let post: Timeline.SourceKey?

  /// Makes an entry of the page.
  package init(
    address: String,
    time: Timestamp,
    manner: LinkManner,
    source: String?,
    post: Timeline.SourceKey?
  ) {
    self.address = address
    self.time = time
    self.manner = manner
    self.source = source
    self.post = post
  }
}
