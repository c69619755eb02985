/// The vocabulary of a feed's records: the formats by the names that users know.
public enum Vocabulary: String, Sendable, CaseIterable {
  /// The native format or Mastodon statuses, decided record by record.
  case native = "native"
  case mastodon = "Mastodon"
  case activityStreams = "ActivityStreams 2.0"
  case activityStreams1 = "ActivityStreams 1"
  case jsonFeed = "JSON Feed"
  case rss = "RSS"
  case atom = "Atom"
  case rssJSON = "RSS in JSON"
  case bluesky = "Bluesky"
  case reddit = "Reddit"
  case github = "GitHub"
  case html = "HTML"
  case opml = "OPML"
  /// The output of the command dump.
  case dump = "dump"
}
