extension RecordDecoder {
  mutating func post(
    as stated: Vocabulary? = nil,
    in facts: FeedFacts = FeedFacts()
  ) throws(JSONError) -> Post {
    if stated == .lines, json.bytes.first != UInt8(ascii: "{") { return textLine() }
    let kind = try json.peek()
    let start = json.offset
    let vocabulary = stated ?? Self.vocabulary(of: json.bytes)
    guard kind == .object || Self.takes(kind, vocabulary) else {
      try json.skipValue()
      throw JSONError(offset: start, message: "is \(kind.rawValue) (expected an object)")
    }
    var fields = try record(in: vocabulary, facts)
    if let term = ReshareTerm(vocabulary) { fields.reshareTerm = term }
    try json.end()
    if let wanted = fields.missing(in: vocabulary) {
      throw JSONError(offset: start, message: "neither an id nor a text (expected \(wanted))")
    }
    return fields
  }

  /// Returns the hash of the stated id of a record in a vocabulary with activities, reading no further if possible.
  static func idHash(of bytes: Bytes) throws(JSONError) -> UInt64? {
    if let id = leadingID(of: bytes) { return stableHash(id) }
    var decoder = RecordDecoder(bytes)
    guard try decoder.json.peek() == .object else { return nil }
    try decoder.json.open()
    var namedPost: String?
    while let key = try decoder.json.nextKey() {
      if key == "id" {
        if let hash = try decoder.idHash() { return hash }
      } else if key == "post", try decoder.json.peek() == .string {
        namedPost = try decoder.filledText()
      }
    }
    return namedPost.map { stableHash($0.utf8) }
  }

  /// The id of a record that begins with it, as most do, if it is plain ASCII; nil where only the reader of
  /// JSON can tell.
  private static func leadingID(of bytes: Bytes) -> Bytes? {
    let key: StaticString = "{\"id\":"
    let longest = 256
    let head = bytes.prefix(key.utf8CodeUnitCount + 2 + longest)
    guard head.starts(with: key.bytes) else { return nil }
    var start = key.utf8CodeUnitCount
    if start < head.count, head[start] == UInt8(ascii: " ") { start += 1 }
    guard start < head.count, head[start] == UInt8(ascii: "\"") else { return nil }
    start += 1
    for end in start..<head.count {
      switch head[end] {
      case UInt8(ascii: "\""):
        return end == start ? nil : UnsafeBufferPointer(rebasing: head[start..<end])
      case UInt8(ascii: "\\"): return nil
      case 0x20..<0x7F: continue
      default: return nil
      }
    }
    return nil
  }

  /// Whether a record may be of `kind`; in some vocabularies it need not be an object.
  private static func takes(_ kind: JSONReader.Kind, _ vocabulary: Vocabulary) -> Bool {
    switch vocabulary {
    case .activityStreams, .activityStreams1: kind == .string
    case .reddit: kind == .array
    default: false
    }
  }

  private mutating func record(
    in vocabulary: Vocabulary,
    _ facts: FeedFacts
  ) throws(JSONError) -> Post {
    switch vocabulary {
    case .mastodon: try mastodonRecord(facts)
    case .activityStreams, .activityStreams1: try activityStreamsRecord(facts)
    case .jsonFeed: try jsonFeedItem(facts)
    case .github: try gitHubRecord()
    case .bluesky: try blueskyRecord()
    case .reddit: try redditRecord()
    case .discussion: try discussionRecord()
    case .rssJSON: try rssItem(facts)
    case .lines: try objectLine()
    case .native, .rss, .atom, .html, .opml: try nativeRecord()
    }
  }
}

extension Post {
  /// Returns the missing keys that would make this a record, for a message; nil if it is one.
  fileprivate func missing(in vocabulary: Vocabulary) -> String? {
    guard statedID == nil, body == .missing else { return nil }
    switch vocabulary {
    case .native, .rss, .atom, .html: return "\"id\", \"body_html\" or \"body_text\""
    case .mastodon: return statedActivity == nil && author == nil ? "\"content\"" : nil
    default: return isEmpty ? "something to show" : nil
    }
  }

  private var isEmpty: Bool {
    author == nil && url == nil && title == .missing && type == nil && statedActivity == nil
      && attachments.isEmpty && comments.isEmpty && card == nil && poll == nil && published == nil
  }
}

extension RecordDecoder {
  /// Decides between a native record and one of Mastodon.
  ///
  /// The first key that only one of them has decides; without one the record is native.
  static func vocabulary(of bytes: Bytes) -> Vocabulary {
    var json = JSONReader(bytes)
    do throws(JSONError) {
      guard try json.peek() == .object else { return .native }
      try json.open()
      while let key = try json.nextKey() {
        switch key {
        case "body_html", "body_text", "author", "published", "likes_count", "comments_count",
          "reshares_count", "reshared_by", "reshare_term":
          return .native
        case "content", "reblog", "favourites_count", "spoiler_text", "account", "created_at",
          "acct", "last_status", "scheduled_at":
          return .mastodon
        default: break
        }
      }
    } catch {
      return .native
    }
    return .native
  }
}

extension ReshareTerm {
  /// The word where records are those of `vocabulary`; nil where records state it or nobody has one.
  fileprivate init?(_ vocabulary: Vocabulary) {
    switch vocabulary {
    case .mastodon, .activityStreams: self = .boost
    case .bluesky: self = .repost
    default: return nil
    }
  }
}
