import Addresses

/// Decodes items of RSS in JSON (github.com/scripting/Scripting-News, rss-in-json).
extension RecordDecoder {
  mutating func rssItem(_ facts: FeedFacts) throws(JSONError) -> Post {
    try json.open()
    var post = Post.draft
    var encoded: String?
    var summary: String?
    var permalink: String?
    var authors = Bylines()
    while let key = try json.nextKey() {
      switch key {
      case "title": post.title = try rssText().map { Body(guessing: $0) } ?? .missing
      case "link": post.url = try address()
      case "guid":
        let guid = try rssIdentifier()
        post.statedID = guid.text
        if guid.isPermalink, guid.text.map(Address.isWeb) == true { permalink = guid.text }
      case "description": summary = try rssText(limit: Limits.body)
      case "content:encoded", "content": encoded = try rssText(limit: Limits.body)
      case "pubDate", "dc:date": post.published = try date()
      case "author": try rssPeople(of: &authors, rank: 0)
      case "dc:creator": try rssPeople(of: &authors, rank: 1)
      case "itunes:author": try rssPeople(of: &authors, rank: 3)
      case "category":
        try each { decoder, _ throws(JSONError) in
          if let tag = try decoder.rssText() { post.tags.append(tag) }
        }
      case "comments":
        if let address = try rssText(), Address.isWeb(address) { post.commentsAddress = address }
      case "slash:comments": post.commentsCount = try rssText().flatMap { Int($0) }
      case "enclosure", "media:content": post.attachments += try rssEnclosures()
      default: break
      }
    }
    post.author = authors.account
    post.url = post.url ?? permalink
    post.language = facts.language
    let body = encoded ?? summary
    post.body = body.flatMap { $0.isEmpty ? nil : Body(untaggedHTML: $0) } ?? .missing
    return post
  }

  private mutating func rssPeople(of authors: inout Bylines, rank: Int) throws(JSONError) {
    try each { decoder, _ throws(JSONError) in
      authors.add(try decoder.rssText().flatMap { Account(person: $0) }, rank: rank)
    }
  }

  /// Decodes text, a number, or the "#value" that converters make of an element with attributes.
  private mutating func rssText(limit: Int = Limits.text) throws(JSONError) -> String? {
    switch try json.peek() {
    case .string: return try textIfAny(limit: limit)
    case .number: return try id()
    case .object:
      try json.open()
      var value: String?
      while let key = try json.nextKey() {
        if key.isRSSValue { value = try textIfAny(limit: limit) }
      }
      return value
    default:
      try json.skipValue()
      return nil
    }
  }

  private mutating func rssIdentifier() throws(JSONError) -> (text: String?, isPermalink: Bool) {
    guard try json.peek() == .object else { return (try rssText(), true) }
    try json.open()
    var text: String?
    var isPermalink = true
    while let key = try json.nextKey() {
      if key.isRSSValue { text = try rssText() }
      guard key == "isPermaLink" else { continue }
      isPermalink = try json.peek() == .boolean ? json.boolean() : rssText() != "false"
    }
    return (text, isPermalink)
  }

  private mutating func rssEnclosures() throws(JSONError) -> [Attachment] {
    var enclosures: [Attachment] = []
    try each { decoder, kind throws(JSONError) in
      guard kind == .object else {
        if let url = try decoder.rssText() { enclosures.append(Attachment(type: nil, url: url)) }
        return
      }
      guard let texts = try decoder.texts("type", "url") else { return }
      enclosures.append(Attachment(type: MediaType.kind(of: texts[0]), url: texts[1]))
    }
    return enclosures
  }
}

extension JSONReader.Text {
  fileprivate var isRSSValue: Bool {
    self == "#value" || self == "#text" || self == "$t" || self == "_"
  }
}
