/// How much of a record is kept; what exceeds it is left out and reported.
enum Limits {
  /// Bytes of one record in the document.
  static let record = 64 << 20
  /// Bytes of a post's or comment's text.
  static let body = 1 << 20
  /// Bytes of any other text.
  static let text = 64 << 10
  static let comments = 10_000
  static let likes = 10_000
  static let reshares = 10_000
  /// Attachments, tags, mentions, shortcodes and options, each.
  static let entries = 1_000
  /// Problems of one record.
  static let problemsPerRecord = 100
  /// Problems of one feed.
  static let problems = 10_000
}
