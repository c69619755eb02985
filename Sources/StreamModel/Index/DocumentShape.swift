/// The positions of record lists in an object, and of other facts about the feed.
enum DocumentShape: Equatable {
  /// The native format, with its list under "posts".
  case native
  /// Collections of ActivityStreams 1 and 2 and their pages, with or without an embedded first page.
  case collection
  case jsonFeed
  /// Mastodon's responses with several lists: context and search.
  case mastodon
  /// Mastodon's notifications in groups (API 2), which name accounts and statuses by ids.
  case notificationGroups
  case bluesky, listing, listings, things, rss

  enum Meaning: Equatable {
    case list, inner
    case fact(FeedFact)
    case other
  }

  func meaning(of key: String, in open: [String]) -> Meaning {
    Self.meanings[self]?[open + [key]] ?? .other
  }

  var allowsSingleRecord: Bool { self == .collection || self == .rss }

  /// The key of the list without which the document is none of this shape; nil where it may lack it.
  var neededList: String? { self == .native ? "posts" : self == .jsonFeed ? "items" : nil }

  /// The keys of lists as bytes, and the keys that lead to them.
  ///
  /// A document that is malformed before its list is resumed at one of them.
  var landmarks: [(bytes: StaticString, open: [String])] {
    switch self {
    case .native: [("\"posts\"", [])]
    case .collection: [("\"orderedItems\"", []), ("\"items\"", [])]
    case .jsonFeed: [("\"items\"", [])]
    case .mastodon: [("\"ancestors\"", []), ("\"descendants\"", []), ("\"statuses\"", [])]
    case .notificationGroups: [("\"notification_groups\"", [])]
    case .bluesky: [("\"feed\"", []), ("\"posts\"", [])]
    case .listing, .listings: [("\"children\"", ["data"])]
    case .things: [("\"things\"", ["json", "data"])]
    case .rss: [("\"item\"", ["rss", "channel"])]
    }
  }

  private static let meanings: [DocumentShape: [[String]: Meaning]] = [
    .native: [
      ["posts"]: .list, ["version"]: .fact(.version), ["title"]: .fact(.title),
      ["total"]: .fact(.total),
    ],
    .collection: [
      ["orderedItems"]: .list, ["items"]: .list, ["as:items"]: .list, ["@graph"]: .list,
      ["first"]: .inner, ["first", "orderedItems"]: .list, ["first", "items"]: .list,
      ["first", "as:items"]: .list, ["first", "@graph"]: .list, ["name"]: .fact(.names),
      ["nameMap"]: .fact(.names), ["displayName"]: .fact(.names), ["title"]: .fact(.names),
      ["summary"]: .fact(.summary), ["totalItems"]: .fact(.total), ["@context"]: .fact(.context),
      ["url"]: .fact(.homePage),
    ],
    .jsonFeed: [
      ["items"]: .list, ["title"]: .fact(.title), ["description"]: .fact(.summary),
      ["home_page_url"]: .fact(.homePage), ["icon"]: .fact(.icon),
      ["language"]: .fact(.language), ["author"]: .fact(.author), ["authors"]: .fact(.authors),
    ],
    .mastodon: [
      ["ancestors"]: .list, ["descendants"]: .list, ["accounts"]: .list, ["statuses"]: .list,
      ["hashtags"]: .list,
    ],
    .notificationGroups: [
      ["notification_groups"]: .list, ["accounts"]: .fact(.namedAccounts),
      ["partial_accounts"]: .fact(.namedAccounts), ["statuses"]: .fact(.namedStatuses),
    ],
    .bluesky: [
      ["feed"]: .list, ["posts"]: .list, ["follows"]: .list, ["followers"]: .list,
      ["actors"]: .list, ["records"]: .list, ["notifications"]: .list,
    ],
    .listing: [["data"]: .inner, ["data", "children"]: .list],
    .listings: [["data"]: .inner, ["data", "children"]: .list],
    .things: [["json"]: .inner, ["json", "data"]: .inner, ["json", "data", "things"]: .list],
    .rss: [
      ["rss"]: .inner, ["rss", "channel"]: .inner, ["rss", "channel", "item"]: .list,
      ["rss", "channel", "title"]: .fact(.title),
      ["rss", "channel", "description"]: .fact(.summary),
      ["rss", "channel", "link"]: .fact(.homePage),
      ["rss", "channel", "language"]: .fact(.language),
    ],
  ]
}

/// The format of a feed: the vocabulary of its records and their layout in the bytes.
struct FeedFormat: Equatable {
  let vocabulary: Vocabulary
  let layout: RecordLayout
}

enum RecordLayout: Equatable {
  /// An object with lists of records under some of its keys.
  case document(DocumentShape)
  case list
  /// Consecutive values that span several lines, or a document that is one record.
  case values
  /// One value per line.
  case lines
  /// Elements of an XML document; its root has this name and begins at this offset in bytes.
  case markup(root: [UInt8], offset: Int)
  case page
}
