/// The format of a feed as the user states it, for feeds that detection gets wrong.
public enum FormatHint: String, Sendable, CaseIterable {
  /// The native document: an object with "posts".
  case native
  /// One JSON record per line.
  case ndjson
  /// A Mastodon API response: a list of statuses or one status.
  case mastodon
}
