/// Decodes Bluesky records and views.
extension RecordDecoder {
  /// The deepest nesting of records: a post in a thread, its record, the post that it quotes.
  ///
  /// Replies do not count: they are read one after the other at any depth.
  private static let depthLimit = 12

  /// Decodes a record or view; the reader is before its brace.
  ///
  /// - Parameter isAbove: Whether another post replies to it; then its own parent is skipped.
  mutating func blueskyThing(level: Int, isAbove: Bool = false) throws(JSONError) -> BlueskyThing {
    var thing = BlueskyThing()
    guard level < Self.depthLimit else {
      note(at: json.offset, "nested too deep (expected \(Self.depthLimit) levels)")
      try json.skipValue()
      return thing
    }
    guard try enter(.object) else { return thing }
    while let key = try json.nextKey() {
      if isAbove, key == "parent" || key == "replies" {
        try json.skipValue()
      } else if try !readText(key, of: &thing), try !readNested(key, of: &thing, level + 1) {
        try json.skipValue()
      }
    }
    return thing
  }

  private mutating func readText(
    _ key: JSONReader.Text,
    of thing: inout BlueskyThing
  ) throws(JSONError) -> Bool {
    switch key {
    case "$type": thing.type = try textIfAny()
    case "uri": thing.uri = try textIfAny()
    case "did": thing.did = try textIfAny()
    case "handle": thing.handle = try textIfAny()
    case "displayName": thing.displayName = try textIfAny()
    case "name": thing.listName = try textIfAny()
    case "description": thing.description = try textIfAny(limit: Limits.body)
    case "text": thing.text = try text(limit: Limits.body)
    case "createdAt": thing.createdAt = try date()
    case "indexedAt": thing.indexedAt = try date()
    case "langs": thing.languages = try texts()
    case "tags": thing.tags += try texts()
    case "likeCount": thing.likeCount = try count()
    case "repostCount": thing.repostCount = try count()
    case "replyCount": thing.replyCount = try count()
    case "notFound": thing.isNotFound = try isSet()
    case "blocked": thing.isBlocked = try isSet()
    case "detached": thing.isDetached = try isSet()
    default: return false
    }
    return true
  }

  private mutating func readNested(
    _ key: JSONReader.Text,
    of thing: inout BlueskyThing,
    _ level: Int
  ) throws(JSONError) -> Bool {
    switch key {
    case "thread": thing.nested.thread = [try blueskyThing(level: level)]
    case "post": thing.nested.post = [try blueskyThing(level: level)]
    case "record", "value": thing.nested.record = [try blueskyThing(level: level)]
    case "parent": thing.nested.parent = [try blueskyThing(level: level, isAbove: true)]
    case "author", "creator": thing.author = try blueskyThing(level: level).account
    case "replies":
      thing.replies = try list(limit: Limits.comments) { decoder throws(JSONError) in
        try decoder.passedOver()
      }
    case "likes", "repostedBy":
      thing.likers = try list(limit: Limits.likes) { decoder throws(JSONError) in
        try decoder.blueskyThing(level: level).author
      }
    case "actor":
      thing.author = try blueskyThing(level: level).account ?? thing.author
    case "reply": try readReply(of: &thing, level)
    case "reason": thing.reason = try blueskyReason(level)
    case "subject": thing.subject = try blueskySubject()
    case "facets":
      thing.facets = try list { decoder throws(JSONError) in try decoder.blueskyFacet() }
    case "labels": thing.labels = try blueskyLabels()
    case "embed": thing.embed.add(try blueskyEmbed(level))
    case "embeds":
      guard try json.peek() == .array else { return false }
      try json.open()
      while try json.nextElement() { thing.embed.add(try blueskyEmbed(level)) }
    default: return false
    }
    return true
  }
}

// MARK: Parts

extension RecordDecoder {
  private mutating func texts() throws(JSONError) -> [String] {
    try list { decoder throws(JSONError) in try decoder.filledText() }
  }

  private mutating func isSet() throws(JSONError) -> Bool {
    try flag() ?? false
  }

  /// Decodes the parent of a reply: addresses in a record, views in a feed.
  private mutating func readReply(
    of thing: inout BlueskyThing,
    _ level: Int
  ) throws(JSONError) {
    guard try enter(.object) else { return }
    while let key = try json.nextKey() {
      guard key == "parent" else {
        try json.skipValue()
        continue
      }
      let parent = try blueskyThing(level: level, isAbove: true)
      thing.parentURI = parent.uri
      if parent.author != nil || parent.isNotFound || parent.isBlocked {
        thing.nested.parent = [parent]
      }
    }
  }

  /// Decodes a reason: an object in a feed, a word in a notification.
  private mutating func blueskyReason(_ level: Int) throws(JSONError) -> BlueskyThing.Reason? {
    guard try json.peek() == .object else {
      return try textIfAny().map { .init(type: $0, by: nil) }
    }
    try json.open()
    var type = ""
    var account: Account?
    while let key = try json.nextKey() {
      switch key {
      case "$type": type = try textIfAny() ?? ""
      case "by":
        account = try blueskyThing(level: level).account
        // Old responses do not state the type.
        if type.isEmpty { type = "reasonRepost" }
      default: try json.skipValue()
      }
    }
    return .init(type: type, by: account)
  }

  /// Decodes the address of a record or the id of an account.
  private mutating func blueskySubject() throws(JSONError) -> String? {
    guard try json.peek() == .object else { return try textIfAny() }
    try json.open()
    var uri: String?
    while let key = try json.nextKey() {
      switch key {
      case "uri", "did": uri = try textIfAny() ?? uri
      default: try json.skipValue()
      }
    }
    return uri
  }

  /// Decodes the labels of a view, or those that a record gives itself under "values".
  private mutating func blueskyLabels() throws(JSONError) -> [BlueskyThing.Label] {
    guard try json.peek() != .object else {
      var labels: [BlueskyThing.Label] = []
      try json.open()
      while let key = try json.nextKey() {
        if key == "values", try json.peek() == .array {
          labels = try list { decoder throws(JSONError) in try decoder.blueskyLabel() }
        } else {
          try json.skipValue()
        }
      }
      return labels
    }
    guard try isNext(.array) else { return [] }
    return try list { decoder throws(JSONError) in try decoder.blueskyLabel() }
  }

  private mutating func blueskyLabel() throws(JSONError) -> BlueskyThing.Label? {
    var label = BlueskyThing.Label()
    guard try json.peek() == .object else {
      label.value = try textIfAny() ?? ""
      return label.value.isEmpty ? nil : label
    }
    try json.open()
    while let key = try json.nextKey() {
      switch key {
      case "val": label.value = try textIfAny() ?? ""
      case "src": label.source = try textIfAny()
      case "neg": label.isNegated = try isTrueIfAny()
      default: try json.skipValue()
      }
    }
    return label.value.isEmpty ? nil : label
  }

  private mutating func blueskyFacet() throws(JSONError) -> BlueskyThing.Facet? {
    guard try enter(.object) else { return nil }
    var start: Int?
    var end: Int?
    var found: (kind: BlueskyThing.Facet.Kind, target: String)?
    while let key = try json.nextKey() {
      switch key {
      case "index":
        guard try enter(.object) else { continue }
        while let key = try json.nextKey() {
          switch key {
          case "byteStart": start = try count()
          case "byteEnd": end = try count()
          default: try json.skipValue()
          }
        }
      case "features":
        found = try list { decoder throws(JSONError) in try decoder.blueskyFeature() }.first
      default: try json.skipValue()
      }
    }
    guard let start, let end, start < end, let found else { return nil }
    return .init(range: start..<end, kind: found.kind, target: found.target)
  }

  private mutating func blueskyFeature() throws(JSONError) -> (
    kind: BlueskyThing.Facet.Kind, target: String
  )? {
    guard try enter(.object) else { return nil }
    var found: (kind: BlueskyThing.Facet.Kind, target: String)?
    while let key = try json.nextKey() {
      switch key {
      case "uri": found = try textIfAny().map { (.link, $0) } ?? found
      case "did":
        found = try textIfAny().map { (.mention, "https://bsky.app/profile/\($0)") } ?? found
      case "tag":
        found = try textIfAny().map { (.tag($0), "https://bsky.app/hashtag/\($0)") } ?? found
      default: try json.skipValue()
      }
    }
    return found
  }
}

/// Decodes the attachments of Bluesky posts: images, videos, cards, quoted posts.
extension RecordDecoder {
  mutating func blueskyEmbed(_ level: Int) throws(JSONError) -> BlueskyThing.Embed {
    var embed = BlueskyThing.Embed()
    guard level < 40, try enter(.object) else {
      if level >= 40 { try json.skipValue() }
      return embed
    }
    var video: String?
    var alt: String?
    var size: PixelSize?
    var isVideo = false
    while let key = try json.nextKey() {
      switch key {
      case "$type": isVideo = try textIfAny()?.hasPrefix("app.bsky.embed.video") ?? false
      case "images":
        embed.attachments += try list { decoder throws(JSONError) in try decoder.blueskyImage() }
      case "external": embed.card = try blueskyCard()
      case "media": embed.add(try blueskyEmbed(level + 1))
      case "record": embed.quotes += try blueskyQuote(level + 1)
      case "playlist": video = try textIfAny()
      case "alt": alt = try textIfAny()
      case "aspectRatio": size = try pixelSizeIfAny()
      default: try json.skipValue()
      }
    }
    if video != nil || isVideo {
      embed.attachments.append(Attachment(type: "video", url: video, alt: alt, size: size))
    }
    return embed
  }

  /// Decodes a quoted record; together with media it is nested in another object.
  private mutating func blueskyQuote(_ level: Int) throws(JSONError) -> [BlueskyThing] {
    let thing = try blueskyThing(level: level)
    // A view has its text in "value"; the outer object of a record with media has no address.
    if thing.uri == nil, thing.author == nil, let inner = thing.nested(\.record) { return [inner] }
    return thing.uri == nil && thing.text == nil ? [] : [thing]
  }

  private mutating func blueskyImage() throws(JSONError) -> Attachment? {
    guard try enter(.object) else { return nil }
    var image = Attachment(type: "image")
    var thumb: String?
    while let key = try json.nextKey() {
      switch key {
      case "fullsize": image.url = try filledText()
      case "thumb": thumb = try filledText()
      case "alt": image.alt = try filledText()
      case "aspectRatio": image.size = try pixelSizeIfAny()
      default: try json.skipValue()
      }
    }
    image.url = image.url ?? thumb
    return image
  }

  private mutating func blueskyCard() throws(JSONError) -> Card? {
    guard let texts = try texts("title", "description", "uri") else { return nil }
    return Card(title: texts[0], summary: texts[1], url: texts[2])
  }
}
