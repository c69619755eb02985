/// Decodes items of JSON Feed (www.jsonfeed.org/version/1.1).
extension RecordDecoder {
  mutating func jsonFeedItem(_ facts: FeedFacts) throws(JSONError) -> Post {
    try json.open()
    var post = Post.draft
    var html: String?
    var plain: String?
    var summary: String?
    var external: String?
    var image: String?
    var banner: String?
    var author: Account?
    var authors: [Account] = []
    while let key = try json.nextKey() {
      switch key {
      case "id": post.statedID = try id()
      case "url": post.url = try filledText()
      case "external_url": external = try filledText()
      case "title": post.title = try filledText().map { .text($0) } ?? .missing
      case "content_html": html = try filledText(limit: Limits.body)
      case "content_text": plain = try filledText(limit: Limits.body)
      case "summary": summary = try filledText(limit: Limits.body)
      case "image": image = try filledText()
      case "banner_image": banner = try filledText()
      case "date_published": post.published = try date()
      case "date_modified": post.edited = try date()
      case "author": author = try jsonFeedAuthor()
      case "authors": authors = try jsonFeedAuthors()
      case "tags": post.tags = try filledTexts()
      case "language": post.language = try filledText()
      case "attachments": post.attachments = try jsonFeedAttachments()
      default: break
      }
    }
    post.author = Account(together: authors) ?? author ?? facts.author
    post.language = post.language ?? facts.language
    post.url = post.url ?? external
    if let external, external != post.url { post.card = Card(title: nil, url: external) }
    for picture in [image, banner] {
      guard let picture, !post.attachments.contains(where: { $0.url == picture }) else { continue }
      post.attachments.append(Attachment(type: "image", url: picture))
    }
    if let html {
      post.body = Body(untaggedHTML: html)
    } else if let plain = plain ?? summary {
      post.body = .text(plain)
    }
    return post
  }

  mutating func jsonFeedAuthor() throws(JSONError) -> Account? {
    if try json.peek() == .string { return try filledText().map { Account(name: $0, handle: nil) } }
    guard let texts = try texts("name", "url"), texts.contains(where: { $0 != nil }) else {
      return nil
    }
    return Account(name: texts[0], handle: nil, url: texts[1])
  }

  mutating func jsonFeedAuthors() throws(JSONError) -> [Account] {
    try list { decoder throws(JSONError) in try decoder.jsonFeedAuthor() }
  }

  private mutating func jsonFeedAttachments() throws(JSONError) -> [Attachment] {
    try list { decoder throws(JSONError) in
      guard let texts = try decoder.texts("mime_type", "url", "title") else { return nil }
      return Attachment(type: MediaType.kind(of: texts[0]), url: texts[1], alt: texts[2])
    }
  }
}
