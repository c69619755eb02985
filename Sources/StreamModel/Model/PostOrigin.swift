/// Where a record of a dump comes from, which a further dump repeats.
package struct PostOrigin: Equatable, Sendable {
  /// The name of the feed.
  package let feed: String?
  /// FILE:LINE:COLUMN.
  package let source: String

  package init(feed: String?, source: String) {
    self.feed = feed
    self.source = source
  }

  /// Nil unless `source` ends with a line and a column: other programs have a member of that name, too.
  init?(feed: String?, stated source: String) {
    let parts = source.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count > 2,
      parts.suffix(2).allSatisfy({ !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    self.init(feed: feed, source: source)
  }
}
