/// The format of a feed as its user states it, for feeds whose content does not tell.
public enum FormatHint: String, Sendable, CaseIterable {
  /// The native document: an object with "posts".
  case native
  /// One JSON record per line.
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
}

extension FormatHint {
  /// The vocabulary of JSON records; nil where each record tells its own, or none is JSON.
  var recordVocabulary: Vocabulary? {
    switch self {
    case .mastodon: .mastodon
    case .activityStreams: .activityStreams
    case .activityStreams1: .activityStreams1
    case .jsonFeed: .jsonFeed
    case .rssJSON: .rssJSON
    case .bluesky: .bluesky
    case .reddit: .reddit
    case .github: .github
    case .discussion: .discussion
    case .lines: .lines
    case .native, .ndjson, .rss, .atom, .html, .opml: nil
    }
  }

  var markupVocabulary: Vocabulary? {
    switch self {
    case .rss: .rss
    case .atom: .atom
    default: nil
    }
  }

  /// The vocabulary of a document that is one record as a whole; nil for other formats.
  var pageVocabulary: Vocabulary? {
    switch self {
    case .html: .html
    case .opml: .opml
    default: nil
    }
  }
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
