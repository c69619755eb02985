/// Which row of a page; stays the same while rows before it come and go.
package enum RowID: Hashable, Sendable {
  /// The n-th record of the feed.
  case record(Int)
  /// The opened post on its own page.
  case post
  case likers
  case resharers
  /// The n-th comment of the opened post, in document order.
  case comment(Int)
  /// The n-th account, link or help line of a page.
  case entry(Int)
  /// What stands above the rows of an account's or a tag's page.
  case heading
}
