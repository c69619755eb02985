/// A feed that a web page offers in place of posts.
package struct OfferedFeed: Equatable, Sendable {
  package let address: String
  /// The title in the page's words; nil if it has none.
  package let title: String?
  /// The format as the page states it, such as "RSS".
  package let format: String

  /// Names a feed.
  package init(address: String, title: String?, format: String) {
    self.address = address
    self.title = title
    self.format = format
  }
}
