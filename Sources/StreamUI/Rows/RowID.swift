package import StreamModel

/// The identity of a row of a page, which stays the same while other rows appear, disappear and
/// move.
package enum RowID: Hashable, Sendable {
  case record(RecordID)
  case post
  case likers
  case resharers
  /// A comment of the opened post, by the number it got when the page first saw it.
  case comment(Int)
  /// A post above the opened one, by its distance: 0 is the one that it replies to.
  case ancestor(Int)
  /// The line that stands for further comments of the opened post.
  case more
  /// A place where the opened post is discussed, counted from 0; its comments follow.
  case place(Int)
  /// An account, link or line of a page whose entries never change, counted from 0.
  case entry(Int)
  /// The line below the last post of a stream that stands for older ones.
  case older
  /// The row above the others on the page of an account, a tag or a list.
  case heading

  /// Hashes one number: rows are looked up many times for each key, and each part would cost as much
  /// as all together.
  package func hash(into hasher: inout Hasher) {
    let (kind, number): (Int, Int) =
      switch self {
      case .post: (0, 0)
      case .likers: (1, 0)
      case .resharers: (2, 0)
      case .heading: (3, 0)
      case .more: (3, 1)
      case .older: (2, 1)
      case .place(let place): (3, 2 &+ place)
      case .record(let id): (4, id.source &<< 32 | id.number)
      case .comment(let number): (5, number)
      case .entry(let entry): (6, entry)
      case .ancestor(let distance): (7, distance)
      }
    hasher.combine(number &<< 3 | kind)
  }
}
