/// What the user says a feed is, where looking at it is not enough.
public enum FormatHint: String, Sendable, CaseIterable {
  /// The native document: an object with "posts".
  case native
  /// One JSON record a line.
  case ndjson
  /// A Mastodon API answer: a list of statuses or one status.
  case mastodon
}
