/// The facts about posts that a filter asks for; their names are those of the one-line form.
package enum Field {
  /// A fact in words.
  package enum Text: String, CaseIterable, Sendable {
    case text, title
    /// Name and handle of the author, or the address of one who has neither, and the names of further authors.
    case author
    case mentions
    /// Hashtags without "#": those that the feed states and those in the body.
    case tag
    /// Addresses: of the post, its card, its files, and the links of its body.
    case link
    case url, host
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

  package enum Count: String, CaseIterable, Sendable {
    /// The larger of stated and listed.
    case likes, reshares, comments
    case words
    /// The minutes that the words take at 200 a minute.
    case time
    case volume
  }

  /// A fact about the source.
  package enum Source: String, CaseIterable, Sendable {
    /// Its names: title, name and address of the subscription, name of the file.
    case feed
    /// The first of its names alone.
    case title = "feedtitle"
    case address = "rssurl"
    case tag = "in"
  }

  package enum State: String, CaseIterable, Sendable {
    case unread, read, new, kept, reply, reshare
    /// A reply, or a post with comments.
    case thread
    case first, duplicate, edited
    case changed, sensitive
  }

  package enum Part: String, CaseIterable, Sendable {
    case image, video, audio, poll, link, comments, code, table
    case file
  }
}

/// The facts about a post that its record does not state, as far as the caller knows them.
package struct FilterFacts: Sendable {
  package var flags: PostFlags
  package var now: Timestamp?
  /// The names of its source: the user's, the feed's own title, the address.
  package var feed: [String] = []
  package var feedTags: [String] = []
  /// The posts a week of its source; see ``Timeline/postsAWeek(ofSource:)``.
  package var volume: Int?
  package var isDuplicate: Bool?

  func names(_ field: Field.Source) -> [String] {
    switch field {
    case .feed: feed
    case .title: Array(feed.prefix(1))
    case .address: feed.filter { $0.contains("://") }
    case .tag: feedTags
    }
  }

  package init(flags: PostFlags = [], now: Timestamp? = nil) {
    self.flags = flags
    self.now = now
  }
}

/// The kinds of facts that a filter asks for; see ``Filter/needs`` and ``Filter/unmet(by:)``.
package struct FilterNeeds: OptionSet, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The post itself, so that it must be decoded.
  package static let post = FilterNeeds(rawValue: 1)
  /// The flags, which are known later than the posts.
  package static let flags = FilterNeeds(rawValue: 2)
  package static let clock = FilterNeeds(rawValue: 4)
  package static let feed = FilterNeeds(rawValue: 8)
  package static let feedTags = FilterNeeds(rawValue: 16)
  package static let volume = FilterNeeds(rawValue: 32)
  package static let new = FilterNeeds(rawValue: 64)
  package static let first = FilterNeeds(rawValue: 128)
  package static let duplicate = FilterNeeds(rawValue: 256)
  /// A saved view that ``View/expanded(by:)`` has not replaced by its filter.
  package static let views = FilterNeeds(rawValue: 512)
  package static let bodies = FilterNeeds(rawValue: 1024)

  /// The sentence for the first of the needs; nil for those that every caller meets.
  var sentence: String? {
    let sentences: [(FilterNeeds, String)] = [
      (.flags, "is:read, is:unread and is:kept need the kept state, which is not read here"),
      (.clock, "ages such as 3d need a clock, which is not here"),
      (.feed, "feed: needs the names of the sources, which are not known here"),
      (.feedTags, "in: needs the tags of the subscriptions, which are not known here"),
      (.volume, "volume needs the posts a week of each feed, which are not counted here"),
      (.new, "is:new needs the last visit, which is not known here; is:unread or after:2d may do"),
      (
        .first,
        "is:first needs all posts of each author, which are not compared here; author:NAME sort:oldest may do"
      ),
      (
        .duplicate,
        "is:duplicate needs several sources in an order of time or of numbers, which are not here"
      ),
      (.views, "view: names a saved view, and there are none here"),
    ]
    return sentences.first { contains($0.0) }?.1
  }
}
