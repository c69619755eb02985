/// The facts about posts that a filter asks for; their names are those of the one-line form.
package enum Field {
  /// A fact in words.
  package enum Text: String, CaseIterable, Sendable {
    case text
    case title
    /// Name and handle of the author, or the address of one who has neither, and the names of further authors.
    case author
    case mentions
    /// Hashtags without "#": those that the feed states and those in the body.
    case tag
    /// Addresses: of the post, its card, its files, and the links of its body.
    case link
    case url
    case host
    /// The language, a BCP 47 tag.
    case lang

    /// Whether the body of a post may tell it.
    var isInBodies: Bool {
      switch self {
      case .text, .tag, .link, .host, .mentions: true
      case .title, .author, .lang, .url: false
      }
    }
  }

  /// A number.
  package enum Count: String, CaseIterable, Sendable {
    /// The larger of stated and listed.
    case likes, reshares, comments
    case words
    /// The minutes that the words take at 200 a minute.
    case time
    /// The posts a week of its source.
    case volume
  }

  /// A fact about the source.
  package enum Source: String, CaseIterable, Sendable {
    /// Its names: title, name and address of the subscription, name of the file.
    case feed
    /// The first of its names alone.
    case title = "feedtitle"
    /// Those of its names that are addresses.
    case address = "rssurl"
    /// The tags of its subscription.
    case tag = "in"
  }

  /// A state of a post, or of the reader's dealings with it.
  package enum State: String, CaseIterable, Sendable {
    case unread, read, new, kept, reply, reshare
    /// A reply, or a post with comments.
    case thread
    case first, duplicate, edited
    case changed
    case sensitive
  }

  /// A part that a post may have.
  package enum Part: String, CaseIterable, Sendable {
    case image, video, audio, poll, link, comments, code, table
    case file
  }
}
