/// Whose words a feed's records use: the formats by the names that their users know.
public enum Vocabulary: String, Sendable, CaseIterable {
  /// The native format, or Mastodon statuses: told record by record.
  case native = "native"
  case mastodon = "Mastodon"
  case rss = "RSS"
  case atom = "Atom"
  case html = "HTML"
  case opml = "OPML"
}
