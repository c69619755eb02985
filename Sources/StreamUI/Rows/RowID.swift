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

  /// A number that no other row of the page has.
  var code: Int {
    switch self {
    case .post: 0
    case .likers: 1
    case .resharers: 2
    case .heading: 3
    case .record(let index): index &* 4 &+ 4
    case .comment(let index): index &* 4 &+ 5
    case .entry(let index): index &* 4 &+ 6
    }
  }

  /// The row of that number; nil where there is none.
  init?(code: Int) {
    switch (code, code & 3) {
    case (0, _): self = .post
    case (1, _): self = .likers
    case (2, _): self = .resharers
    case (3, _): self = .heading
    case (_, 0): self = .record((code &- 4) / 4)
    case (_, 1): self = .comment((code &- 4) / 4)
    case (_, 2): self = .entry((code &- 4) / 4)
    default: return nil
    }
  }
}
