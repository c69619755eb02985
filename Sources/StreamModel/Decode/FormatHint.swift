/// The format of a feed as its user states it, for feeds whose content does not tell.
public enum FormatHint: String, Sendable, CaseIterable {
  /// The native document: an object with "posts".
  case native
  case ndjson
  case mastodon
  case activityStreams = "activitystreams"
  case activityStreams1 = "activitystreams1"
  case jsonFeed = "jsonfeed"
  /// An XML document whose root no RSS feed has; its records are items.
  case rss
  /// An XML document whose root no Atom feed has; its records are entries.
  case atom
  case rssJSON = "rss-in-json"
  case bluesky, reddit, github, discussion, html, opml
  /// Plain text or any objects, one post a line.
  case lines

  /// The vocabulary of JSON records; nil where each record tells its own, or none is JSON.
  var recordVocabulary: Vocabulary? { Self.recordVocabularies[self] }
  var markupVocabulary: Vocabulary? { self == .rss ? .rss : self == .atom ? .atom : nil }
  /// The vocabulary of a document that is one record as a whole; nil for other formats.
  var pageVocabulary: Vocabulary? { self == .html ? .html : self == .opml ? .opml : nil }

  private static let recordVocabularies: [FormatHint: Vocabulary] = [
    .mastodon: .mastodon, .activityStreams: .activityStreams,
    .activityStreams1: .activityStreams1, .jsonFeed: .jsonFeed, .rssJSON: .rssJSON,
    .bluesky: .bluesky, .reddit: .reddit, .github: .github, .discussion: .discussion,
    .lines: .lines,
  ]
}

/// The vocabulary of a feed's records: the formats by the names that users know.
public enum Vocabulary: String, Sendable, CaseIterable {
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
  /// A post with all comments, from Hacker News, Lobsters, Discourse or Lemmy.
  case discussion = "Discussions"
  case html = "HTML"
  case opml = "OPML"
  /// Plain text, or objects of other keys than those of any format.
  case lines = "Lines"
}
