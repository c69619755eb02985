/// The counts of a stream of logs that an earlier run has found, so that a start need not put all posts in order.
///
/// They hold as long as the logs and the marks are those of that run.
package struct KnownCounts: Equatable, Sendable {
  /// The rows of the stream.
  package let rows: Int
  /// The number of rows that are read at first; copies of theirs in other logs are found by then.
  package let first: Int
  /// The unread rows behind the first ones.
  package let unreadBehind: Int
  /// The state of the marks by which they were counted.
  package var marks: UInt64

  package init(rows: Int, first: Int, unreadBehind: Int, marks: UInt64 = 0) {
    self.rows = rows
    self.first = first
    self.unreadBehind = unreadBehind
    self.marks = marks
  }
}
