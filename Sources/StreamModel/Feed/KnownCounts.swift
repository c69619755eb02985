/// The counts of a stream of logs that an earlier run has found, so that a start need not put all posts in order.
///
/// They hold as long as the logs and the marks are those of that run.
package struct KnownCounts: Equatable, Sendable {
  package let rows: Int
  /// The number of rows that are read at first; copies of theirs in other logs are found by then.
  package let first: Int
  /// The unread rows behind the first ones.
  package let unreadBehind: Int
  /// The number of the marks that were counted: it changes with every mark, and the counts hold for it alone.
  package var marks: UInt64 = 0

  package init(rows: Int, first: Int, unreadBehind: Int) {
    self.rows = rows
    self.first = first
    self.unreadBehind = unreadBehind
  }

  /// A number that shows whether one of the counts, or of the other numbers, was damaged.
  package func seal(with others: [UInt64]) -> UInt64 {
    let counts = [rows, first, unreadBehind].map { UInt64(bitPattern: Int64($0)) }
    return KeptBytes.hash(of: others + counts + [marks])
  }
}
