package import StreamModel

/// The identity of a row of a page, which stays the same while other rows appear, disappear and
/// move.
package enum RowID: Hashable, Sendable {
  case record(RecordID)
  /// The opened post on its own page.
  case post
  case likers
  case resharers
  /// A comment of the opened post, by the number it got when the page first saw it.
  case comment(Int)
  /// An account, link or line of a page whose entries never change, counted from 0.
  case entry(Int)
  /// The row above the others on the page of an account, a tag or a list.
  case heading
}
