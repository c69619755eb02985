/// Decodes the fields of a Reddit thing.
extension RecordDecoder {
  mutating func readReddit(_ key: JSONReader.Text, of thing: inout RedditThing) throws(JSONFault) {
    switch key {
    case "id": thing.id = try id()
    case "name": thing.name = try textIfAny()
    case "author": thing.author = try redditAuthor()
    case "title", "subject": thing.title = try textIfAny() ?? thing.title
    case "link_title": thing.linkTitle = try textIfAny()
    case "selftext", "body", "public_description":
      thing.text = try textIfAny(limit: Limits.body) ?? thing.text
    case "selftext_html", "body_html", "public_description_html":
      thing.html = try textIfAny(limit: Limits.body) ?? thing.html
    case "permalink": thing.permalink = try textIfAny()
    case "url": thing.url = try textIfAny()
    case "subreddit", "display_name": thing.subreddit = try textIfAny()
    case "link_flair_text": thing.flair = try textIfAny()
    case "parent_id": thing.parentID = try textIfAny()
    case "created_utc": thing.created = try dateIfAny()
    case "edited": thing.edited = try dateIfAny()
    case "score": thing.score = try scoreIfAny() ?? thing.score
    case "ups":
      let ups = try scoreIfAny()
      thing.score = thing.score ?? ups
    case "num_comments": thing.commentsCount = try scoreIfAny()
    case "count": thing.count = try scoreIfAny()
    case "over_18": thing.isAdult = try isTrueIfAny()
    case "spoiler": thing.isSpoiler = try isTrueIfAny()
    case "preview": try readPreview(of: &thing)
    case "media_metadata": try readGallery(of: &thing)
    case "media", "secure_media": try readMedia(of: &thing)
    case "poll_data": thing.poll = try redditPoll()
    case "crosspost_parent_list": try readCrosspost(of: &thing)
    default: try json.skipValue()
    }
  }

  /// Decodes a name, or the name of an account object.
  private mutating func redditAuthor() throws(JSONFault) -> String? {
    guard try json.peek() == .object else { return try textIfAny() }
    return try named("name")
  }

  private mutating func scoreIfAny() throws(JSONFault) -> Int? {
    try isNext(.number) ? score() : nil
  }

  /// Decodes a time, or false for none.
  private mutating func dateIfAny() throws(JSONFault) -> Timestamp? {
    try isNext(.number) ? date() : nil
  }

  /// Decodes the first key's object in each object of a list, or in the values of an object.
  private mutating func readPreview(of thing: inout RedditThing) throws(JSONFault) {
    guard try enterIfAny(.object) else { return }
    while let key = try json.nextKey() {
      guard key == "images" else {
        try json.skipValue()
        continue
      }
      let urls = try list { decoder throws(JSONFault) in try decoder.addressUnder("source") }
      thing.attachments += urls.map {
        Attachment(type: "image", url: RedditThing.absolute($0))
      }
    }
  }

  private mutating func readGallery(of thing: inout RedditThing) throws(JSONFault) {
    guard try enterIfAny(.object) else { return }
    while try json.nextKey() != nil {
      if let url = try addressUnder("s") {
        thing.attachments.append(Attachment(type: "image", url: RedditThing.absolute(url)))
      }
    }
  }

  private mutating func readMedia(of thing: inout RedditThing) throws(JSONFault) {
    guard try isNext(.object) else { return }
    if let url = try addressUnder("reddit_video"),
      !thing.attachments.contains(where: { $0.url == url })
    {
      thing.attachments.append(Attachment(type: "video", url: RedditThing.absolute(url)))
    }
  }

  /// Decodes the address in the object under `wanted`.
  private mutating func addressUnder(_ wanted: StaticString) throws(JSONFault) -> String? {
    guard try enterIfAny(.object) else { return nil }
    var found: String?
    while let key = try json.nextKey() {
      guard key == wanted, try json.peek() == .object else {
        try json.skipValue()
        continue
      }
      try json.open()
      while let key = try json.nextKey() {
        switch key {
        case "url", "u", "gif", "fallback_url": found = try textIfAny() ?? found
        default: try json.skipValue()
        }
      }
    }
    return found
  }

  private mutating func redditPoll() throws(JSONFault) -> Poll? {
    guard try enterIfAny(.object) else { return nil }
    var options: [Poll.Option] = []
    var total: Int?
    var end: Timestamp?
    while let key = try json.nextKey() {
      switch key {
      case "options": options = try redditOptions()
      case "total_vote_count": total = try scoreIfAny()
      case "voting_end_timestamp": end = try dateIfAny()
      default: try json.skipValue()
      }
    }
    return Poll(options: options, votesCount: total, expires: end)
  }

  private mutating func redditOptions() throws(JSONFault) -> [Poll.Option] {
    try list { decoder throws(JSONFault) in
      guard try decoder.enter(.object) else { return nil }
      var title: String?
      var votes: Int?
      while let key = try decoder.json.nextKey() {
        switch key {
        case "text": title = try decoder.textIfAny()
        case "vote_count": votes = try decoder.scoreIfAny()
        default: try decoder.json.skipValue()
        }
      }
      return title.map { Poll.Option(title: $0, votes: votes) }
    }
  }

  private mutating func readCrosspost(of thing: inout RedditThing) throws(JSONFault) {
    guard try enterIfAny(.array) else { return }
    while try json.nextElement() {
      guard thing.crosspost == nil, try json.peek() == .object else {
        try json.skipValue()
        continue
      }
      try json.open()
      var original = RedditThing(parent: nil)
      original.kind = "t3"
      while let key = try json.nextKey() {
        switch key {
        case "crosspost_parent_list": try json.skipValue()
        default: try readReddit(key, of: &original)
        }
      }
      let post = original.fields
      var text = HTMLText()
      text.append(markup: "<p>")
      text.append(markup: Self.markup(of: post.title))
      text.append(markup: "</p>")
      text.append(post.body)
      thing.crosspost = .init(author: post.author, url: post.url, body: text.body)
      thing.attachments += post.attachments
    }
  }

  private static func markup(of body: Body) -> String {
    var text = HTMLText()
    text.append(body)
    return text.html
  }
}
