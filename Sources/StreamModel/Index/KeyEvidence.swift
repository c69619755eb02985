/// Derives the format of an object from its keys, one after the other in document order.
///
/// A key that only one format has decides at once, so that the answer for a part of a document is
/// also the answer for all of it. The other keys are weighed when the object ends.
struct KeyEvidence {
  enum Verdict: Equatable {
    case record(Vocabulary)
    case document(Vocabulary, DocumentShape)

    var vocabulary: Vocabulary {
      switch self {
      case .record(let vocabulary), .document(let vocabulary, _): vocabulary
      }
    }
  }

  var types: [String] = []
  var kind: String?
  var hasID = false
  var hasPost = false
  var hasContext = false
  var hasContent = false
  var hasUser = false
  var hasBody = false
  var hasData = false
  var hasVersion = false
  var isUnread = false
  var hasForeignKey = false
  /// The vocabulary of the first of the "items": nil before any, and nil inside if it is unknown.
  var items: Vocabulary??
  var hasPosts = false
  var hasTotal = false
  /// Whether lists of Mastodon are there, but not yet what kind of answer they are part of.
  var hasMastodonLists = false

  mutating func take(_ key: String, _ json: JSONReader) throws(JSONError) -> Verdict? {
    var json = json
    let value = try json.peek()
    switch value {
    case .string: return try takeText(key, &json)
    case .array: return try takeList(key, &json)
    case .object: return try takeObject(key, &json)
    case .number, .boolean, .null: return takeScalar(key, value)
    }
  }

  var sum: Verdict? {
    if hasPosts { return .document(.native, .native) }
    if hasMastodonLists { return .document(.mastodon, .mastodon) }
    if hasContext { return .record(.activityStreams) }
    if !types.isEmpty, hasPost { return .record(.native) }
    if hasUser, hasBody { return .record(.github) }
    if let items {
      switch items {
      case .some(.activityStreams): return .document(.activityStreams, .collection)
      case .some(.activityStreams1): return .document(.activityStreams1, .collection)
      case .some: return .document(.jsonFeed, .jsonFeed)
      case nil where hasTotal: return .document(.activityStreams, .collection)
      case nil: return hasVersion ? .document(.jsonFeed, .jsonFeed) : nil
      }
    }
    if hasContent { return .record(.mastodon) }
    // A native text has another key.
    if hasID, !hasForeignKey, !hasBody, types.isEmpty { return .record(.native) }
    return nil
  }

  // MARK: Values by kind

  private mutating func takeScalar(_ key: String, _ value: JSONReader.Kind) -> Verdict? {
    switch key {
    case "version": return value == .number ? .document(.native, .native) : nil
    case "id": hasID = true
    case "unread": isUnread = true
    case "content": hasContent = true
    case "type", "post": break
    default: return common(key)
    }
    return nil
  }

  private mutating func takeText(_ key: String, _ json: inout JSONReader) throws(JSONError)
    -> Verdict?
  {
    switch key {
    case "id": hasID = true
    case "@context", "@id": return takeContext(try word(&json))
    case "type", "@type": return take(types: [try word(&json)])
    case "$type": return Self.isBluesky(try word(&json)) ? .record(.bluesky) : nil
    case "kind": return take(kind: try word(&json))
    case "version":
      if try word(&json).contains("jsonfeed") { return .document(.jsonFeed, .jsonFeed) }
      hasVersion = true
    case "uri": return try word(&json).hasPrefix("at://") ? .record(.bluesky) : common(key)
    case "did": return try word(&json).hasPrefix("did:") ? .record(.bluesky) : common(key)
    case "objectType":
      return try word(&json) == "collection"
        ? .document(.activityStreams1, .collection) : .record(.activityStreams1)
    case "post":
      hasPost = true
      return types.contains(where: Self.isNativeActivity) ? .record(.native) : nil
    case "content": hasContent = true
    case "body": hasBody = true
    case "user": hasUser = true
    case "source":
      // A dump says which line of which file a post is from.
      let place = json.decode(try json.text(), limit: Limits.text).string
      return PostOrigin(feed: nil, stated: place) == nil ? foreign() : .record(.native)
    default: return common(key)
    }
    return nil
  }

  private mutating func takeList(_ key: String, _ json: inout JSONReader) throws(JSONError)
    -> Verdict?
  {
    switch key {
    case "posts":
      hasPosts = true
      return try first(of: &json) == .bluesky
        ? .document(.bluesky, .bluesky) : .document(.native, .native)
    case "orderedItems", "@graph": return .document(.activityStreams, .collection)
    case "items":
      let first = try first(of: &json)
      switch first {
      case .jsonFeed where !hasContext: return .document(.jsonFeed, .jsonFeed)
      case .activityStreams: return .document(.activityStreams, .collection)
      case .activityStreams1: return .document(.activityStreams1, .collection)
      default: break
      }
      if hasContext { return .document(.activityStreams, .collection) }
      items = .some(first)
    case "@context": return takeContext(nil)
    case "type", "@type": return take(types: try words(&json))
    case "notification_groups": return .document(.mastodon, .notificationGroups)
    case "ancestors", "descendants", "hashtags": return .document(.mastodon, .mastodon)
    case "accounts", "statuses":
      if key == "accounts", hasID || isUnread { return .record(.mastodon) }
      hasMastodonLists = true
      var rest = json
      let isGrouped = try rest.next("notification_groups")
      return .document(.mastodon, isGrouped ? .notificationGroups : .mastodon)
    case "feed": return .document(.bluesky, .bluesky)
    case "comments": return try Self.isLemmy(json) ? .record(.discussion) : nil
    case "follows", "followers", "actors", "records", "notifications":
      return try first(of: &json) == .bluesky ? .document(.bluesky, .bluesky) : foreign()
    default: return common(key)
    }
    return nil
  }

  private mutating func takeObject(_ key: String, _ json: inout JSONReader) throws(JSONError)
    -> Verdict?
  {
    switch key {
    case "@context": return takeContext(nil)
    case "items": return hasContext ? .document(.activityStreams, .collection) : foreign()
    case "rss": return .document(.rssJSON, .rss)
    case "data":
      if try leads(&json, to: ["children"]) { return .document(.reddit, .listing) }
      hasData = true
      return kind.map(Self.isThing) == true ? .record(.reddit) : foreign()
    case "json":
      return try leads(&json, to: ["data", "things"]) ? .document(.reddit, .things) : nil
    case "thread", "post": return .record(.bluesky)
    case "account":
      // A notification of Mastodon may be an "update" by an account.
      return types.contains(where: Self.isNativeAddition) ? nil : .record(.mastodon)
    case "user": hasUser = true
    case "payload", "repo": return .record(.github)
    default: return common(key)
    }
    return nil
  }

  /// Evaluates keys that mean the same for every kind of value.
  private mutating func common(_ key: String) -> Verdict? {
    switch key {
    case "body_html", "body_text":
      if hasUser { return .record(.github) }
      return .record(.native)
    case "likes_count", "comments_count", "reshares_count", "reshared_by", "reshared_at",
      "first_seen",
      "reshared_address", "reshare_term", "post_type", "in_reply_to_account":
      return .record(.native)
    case "reblog", "favourites_count", "reblogs_count", "spoiler_text", "media_attachments",
      "in_reply_to_id", "last_status", "scheduled_at", "acct":
      return .record(.mastodon)
    case "inReplyTo", "contentMap", "preferredUsername", "formerType":
      return .record(.activityStreams)
    case "attributedTo", "nameMap", "summaryMap": hasContext = true
    case "totalItems": hasTotal = true
    case "verb": return .record(.activityStreams1)
    case "home_page_url", "feed_url", "next_url": return .document(.jsonFeed, .jsonFeed)
    case "content_html", "content_text", "date_published", "date_modified", "external_url",
      "banner_image":
      return .record(.jsonFeed)
    case "html_url", "commit_id", "issue_url", "pull_request_url": return .record(.github)
    case "pubDate", "guid": return .record(.rssJSON)
    case "created_at_i", "short_id", "post_stream": return .record(.discussion)
    // Native keys that other formats also use.
    case "author", "published", "edited", "url", "title", "language", "content_warning", "likes",
      "reshares", "comments", "attachments", "tags", "mentions", "card", "poll":
      break
    default:
      if key.hasPrefix("https://www.w3.org/ns/activitystreams#") || key.hasPrefix("as:") {
        return .record(.activityStreams)
      }
      return foreign()
    }
    return nil
  }

  mutating func foreign() -> Verdict? {
    hasForeignKey = true
    return nil
  }

  mutating func takeContext(_ address: String?) -> Verdict? {
    hasContext = true
    return types.isEmpty ? nil : take(types: types)
  }

  mutating func take(types found: [String]) -> Verdict? {
    types = found
    for type in found {
      let name = ActivityVocabulary.localName(of: type)
      if ActivityVocabulary.collections.contains(name) {
        return .document(.activityStreams, .collection)
      }
      if hasContext || ActivityVocabulary.contains(name) || name != type {
        return .record(.activityStreams)
      }
      if type.count > 5, type.hasSuffix("Event") { return .record(.github) }
    }
    return nil
  }

  mutating func take(kind found: String) -> Verdict? {
    kind = found
    if found == "Listing" { return .document(.reddit, .listing) }
    return hasData && Self.isThing(found) ? .record(.reddit) : nil
  }

  static func isBluesky(_ type: String) -> Bool {
    type.hasPrefix("app.bsky.") || type.hasPrefix("com.atproto.")
  }

  static func isThing(_ kind: String) -> Bool {
    kind == "more" || kind.hasPrefix("Live") || (kind.count == 2 && kind.hasPrefix("t"))
  }

  static func isNativeActivity(_ type: String) -> Bool {
    isNativeAddition(type) || ["update", "delete"].contains(type)
  }

  static func isNativeAddition(_ type: String) -> Bool {
    ["like", "comment", "reshare", "post"].contains(type)
  }

  func word(_ json: inout JSONReader) throws(JSONError) -> String {
    let text = try json.text()
    return json.decode(text, limit: 256).string
  }

  func words(_ json: inout JSONReader) throws(JSONError) -> [String] {
    var words: [String] = []
    try json.open()
    while try json.nextElement() {
      if try json.peek() == .string, words.count < 16 { words.append(try word(&json)) }
    }
    return words
  }

  func first(of json: inout JSONReader) throws(JSONError) -> Vocabulary? {
    do throws(JSONError) {
      try json.open()
      guard try json.nextElement(), try json.peek() == .object else { return nil }
      return try Self.look(at: &json).map(\.vocabulary)
    } catch {
      // A malformed value is no evidence; a truncated one may still become some.
      guard error.offset < json.bytes.count else { throw error }
      return nil
    }
  }

  /// Whether the first element of a list states its comment first, as those of Lemmy do.
  private static func isLemmy(_ start: JSONReader) throws(JSONError) -> Bool {
    var json = start
    try json.open()
    guard try json.nextElement(), try json.peek() == .object else { return false }
    try json.open()
    guard let key = try json.nextKey(), key == "comment" else { return false }
    return try json.peek() == .object
  }

  func leads(_ json: inout JSONReader, to path: [StaticString]) throws(JSONError) -> Bool {
    for (step, wanted) in path.enumerated() {
      try json.open()
      guard try json.next(wanted) else { return false }
      let isLast = step == path.count - 1
      guard try json.peek() == (isLast ? .array : .object) else { return false }
    }
    return true
  }

  /// Whether the second of Reddit's listings contains posts instead of comments.
  static func endsWithPosts(_ start: JSONReader) throws(JSONError) -> Bool {
    var json = start
    try json.open()
    guard try json.nextElement(), try json.nextElement(), try json.peek() == .object,
      try KeyEvidence().leads(&json, to: ["data", "children"])
    else { return false }
    try json.open()
    guard try json.nextElement(), try json.peek() == .object else { return false }
    try json.open()
    while try json.next("kind") {
      if try json.peek() == .string { return try json.text() == "t3" }
    }
    return false
  }

  static func look(at json: inout JSONReader) throws(JSONError) -> Verdict? {
    var evidence = KeyEvidence()
    return try look(at: &json, &evidence)
  }

  /// Does the same, and leaves the evidence before a fault in `evidence`.
  static func look(
    at json: inout JSONReader,
    _ evidence: inout KeyEvidence
  ) throws(JSONError) -> Verdict? {
    try json.open()
    while let key = try json.nextKey() {
      let name = json.decode(key, limit: 64).string
      if let verdict = try evidence.take(name, json) { return verdict }
    }
    return evidence.sum
  }
}
