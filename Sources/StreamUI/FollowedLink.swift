package import StreamModel

/// A link that the reader followed, to be kept for later runs.
package struct FollowedLink: Equatable, Sendable {
  /// The address as the feed writes it.
  package let address: String
  /// The post with the link; nil where no post of the timeline has it.
  package let post: Timeline.SourceKey?
  /// How the reader followed it.
  package let manner: LinkManner

  /// Makes a followed link.
  package init(address: String, post: Timeline.SourceKey?, manner: LinkManner) {
    self.address = address
    self.post = post
    self.manner = manner
  }
}
