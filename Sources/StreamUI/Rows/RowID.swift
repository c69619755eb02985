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
  /// A post above the opened one, by its distance: 0 is the one that it replies to.
  case ancestor(Int)
  /// The line that stands for further comments of the opened post.
  case more
  /// An account, link or line of a page whose entries never change, counted from 0.
  case entry(Int)
  /// The row above the others on the page of an account, a tag or a list.
  case heading

  /// Hashes one number: rows are looked up many times for each key, and each part would cost as much
  /// as all together.
  package func hash(into hasher: inout Hasher) {
    let kind =
      switch self {
      case .post: 0
      case .likers: 1
      case .resharers: 2
      case .heading: 3
      case .more: 4
      case .record: 5
      case .comment: 6
      case .entry, .ancestor: 7
      }
    hasher.combine(number &<< 3 | kind)
  }

  /// A number that rows of one kind do not share.
  var number: Int {
    switch self {
    case .post, .likers, .resharers, .heading, .more: 0
    case .record(let id): id.source &<< 32 | id.number
    case .comment(let number), .entry(let number), .ancestor(let number): number
    }
  }
}
