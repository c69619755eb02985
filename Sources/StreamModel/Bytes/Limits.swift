/// The limits on the size of a record; anything beyond is dropped and reported.
enum Limits {
  /// The bytes of one record in the document.
  static let record = 64 << 20
  /// The bytes of a post's or comment's text.
  static let body = 1 << 20
  /// The bytes of any other text.
  static let text = 64 << 10
  static let comments = 10_000
  static let likes = 10_000
  static let reshares = 10_000
  /// The entries of each list: attachments, tags, mentions, shortcodes, options.
  static let entries = 1_000
  static let problemsPerRecord = 100
  static let problems = 10_000
}
