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

  /// The meaning of a value in the document.
  enum Meaning: Equatable {
    case list, inner
    case fact(FeedFact)
    case other
  }

  /// Returns the meaning of the value under `key` in the object that the keys in `open` lead to.
  func meaning(of key: String, in open: [String]) -> Meaning {
    switch self {
    case .native: open.isEmpty ? Self.native(key) : .other
    case .collection: Self.collection(key, in: open)
    case .jsonFeed: open.isEmpty ? Self.jsonFeed(key) : .other
    case .mastodon: open.isEmpty ? Self.mastodon(key) : .other
    case .notificationGroups: open.isEmpty ? Self.notificationGroups(key) : .other
    case .bluesky: open.isEmpty && Self.blueskyLists.contains(key) ? .list : .other
    case .listing, .listings: Self.path(key, open, to: ["data", "children"])
    case .things: Self.path(key, open, to: ["json", "data", "things"])
    case .rss: Self.rss(key, in: open)
    }
  }

  var allowsSingleRecord: Bool {
    switch self {
    case .collection, .rss: true
    case .native, .jsonFeed, .mastodon, .notificationGroups, .bluesky, .listing, .listings,
      .things:
      false
    }
  }

  var needsList: Bool { self == .native || self == .jsonFeed }

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

  var listKey: String {
    switch self {
    case .native: "posts"
    case .collection, .jsonFeed: "items"
    case .mastodon: "statuses"
    case .notificationGroups: "notification_groups"
    case .bluesky: "feed"
    case .listing, .listings: "children"
    case .things: "things"
    case .rss: "item"
    }
  }
}

extension DocumentShape {
  private static let blueskyLists: Set<String> = [
    "feed", "posts", "follows", "followers", "actors", "records", "notifications",
  ]

  private static func native(_ key: String) -> Meaning {
    switch key {
    case "posts": .list
    case "version": .fact(.version)
    case "title": .fact(.title)
    case "total": .fact(.total)
    default: .other
    }
  }

  private static func collection(_ key: String, in open: [String]) -> Meaning {
    guard open.isEmpty || open == ["first"] else { return .other }
    switch key {
    case "orderedItems", "items", "as:items", "@graph": return .list
    case "first" where open.isEmpty: return .inner
    default: break
    }
    guard open.isEmpty else { return .other }
    switch key {
    case "name", "nameMap", "displayName", "title": return .fact(.names)
    case "summary": return .fact(.summary)
    case "totalItems": return .fact(.total)
    case "@context": return .fact(.context)
    case "url": return .fact(.homePage)
    default: return .other
    }
  }

  private static func jsonFeed(_ key: String) -> Meaning {
    switch key {
    case "items": .list
    case "title": .fact(.title)
    case "description": .fact(.summary)
    case "home_page_url": .fact(.homePage)
    case "icon": .fact(.icon)
    case "language": .fact(.language)
    case "author": .fact(.author)
    case "authors": .fact(.authors)
    default: .other
    }
  }

  private static func mastodon(_ key: String) -> Meaning {
    switch key {
    case "ancestors", "descendants", "accounts", "statuses", "hashtags": .list
    default: .other
    }
  }

  private static func notificationGroups(_ key: String) -> Meaning {
    switch key {
    case "notification_groups": .list
    case "accounts", "partial_accounts": .fact(.namedAccounts)
    case "statuses": .fact(.namedStatuses)
    default: .other
    }
  }

  private static func rss(_ key: String, in open: [String]) -> Meaning {
    switch open {
    case []: return key == "rss" ? .inner : .other
    case ["rss"]: return key == "channel" ? .inner : .other
    case ["rss", "channel"]:
      switch key {
      case "item": return .list
      case "title": return .fact(.title)
      case "description": return .fact(.summary)
      case "link": return .fact(.homePage)
      case "language": return .fact(.language)
      default: return .other
      }
    default: return .other
    }
  }

  private static func path(_ key: String, _ open: [String], to path: [String]) -> Meaning {
    guard open.count < path.count, open == Array(path[..<open.count]), key == path[open.count]
    else {
      return .other
    }
    return open.count == path.count - 1 ? .list : .inner
  }
}

/// The format of a feed: the vocabulary of its records and their layout in the bytes.
struct FeedFormat: Equatable {
  let vocabulary: Vocabulary
  let layout: RecordLayout
}

/// The layout of a feed's records in its bytes.
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
