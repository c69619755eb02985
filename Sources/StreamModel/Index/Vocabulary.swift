/// Whose words a feed's records use: the formats by the names that their users know.
public enum Vocabulary: String, Sendable, CaseIterable {
  /// The native format, or Mastodon statuses: told record by record.
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

  /// What is read of the format, for its users.
  public var scope: String {
    switch self {
    case .native:
      "its own JSON and NDJSON, version 1: posts, and likes, comments and reshares as they come"
    case .mastodon:
      "statuses and boosts, contexts, notifications, searches, conversations, account exports"
    case .activityStreams:
      "collections, pages, activities and objects of every type, actors; embedded or by address"
    case .activityStreams1: "activities and objects"
    case .jsonFeed: "1.0 and 1.1, with attachments and the feed's authors"
    case .rss:
      "0.90 to 2.0 and RDF, with content, Dublin Core, Media RSS, iTunes, slash and threading; CDF"
    case .atom: "0.3 and 1.0, feeds and single entries, with xml:base, XHTML and threading"
    case .rssJSON: "channels and items"
    case .bluesky: "feeds, threads, posts and bare records, with facets and embeds"
    case .reddit: "listings, whole threads, live updates"
    case .github: "events (lists and hourly archives), comments on issues, commits, gists"
    case .html: "a whole page as one post"
    case .opml: "a list of feeds as one post with their links"
    }
  }
}
