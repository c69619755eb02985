import Addresses

/// The members of a post or comment in a dump of this program.
private struct DumpedObject {
  var id: String?
  var kind: String?
  var activity: String?
  var type: String?
  var author: String?
  var companions: [String] = []
  var handle: String?
  var published: Timestamp?
  var edited: Timestamp?
  var title: String?
  var url: String?
  var text: String?
  var links: [Recorded.Link] = []
  var attachments: [Attachment] = []
  var contentWarning: String?
  var language: String?
  var likes: Int?
  var reshares: Int?
  var commentsCount: Int?
  var commentsAddress: String?
  var elsewhere: Int?
  var visibility: Visibility?
  var state = Post.State.asPublished
  var inReplyTo: String?
  /// Nil without the member; nil inside where it is null.
  var resharedBy: String??
  var resharedAt: Timestamp?
  var source: String?
  var feed: String?
}

/// Decodes what `dump` writes, so that a further dump writes the same.
extension RecordDecoder {
  private static let mostComments = 100_000

  mutating func dumpRecord() throws(JSONError) -> Post {
    json.depthLimit = JSONReader.deepest
    try json.open()
    var root = DumpedObject()
    var comments: [(object: DumpedObject, parent: Int?)] = []
    var open: [Int] = []
    var isInList = false
    while true {
      if isInList {
        guard try json.nextElement() else {
          isInList = false
          continue
        }
        guard try json.peek() == .object, comments.count < Self.mostComments else {
          note(at: json.offset, "not read (expected at most \(Self.mostComments) comments)")
          try json.skipValue()
          continue
        }
        try json.open()
        comments.append((DumpedObject(), open.last))
        open.append(comments.count - 1)
        isInList = false
      } else if let key = try json.nextKey() {
        if key == "comments", try json.peek() == .array {
          try json.open()
          isInList = true
        } else if let place = open.last {
          try readMember(key, of: &comments[place].object)
        } else {
          try readMember(key, of: &root)
        }
      } else {
        guard open.popLast() != nil else { break }
        isInList = true
      }
    }
    var fields = root.fields
    fields.comments = Self.comments(comments)
    if let count = root.elsewhere, count > 0 {
      let id = Post.ID("elsewhere")
      fields.comments.append(Comment(id: id, url: root.url, kind: .stub(count: count)))
    }
    return fields
  }

  /// Returns the comments with ids that no two of them share.
  private static func comments(_ read: [(object: DumpedObject, parent: Int?)]) -> [Comment] {
    var ids: [Post.ID] = []
    var seen: Set<Post.ID> = []
    return read.enumerated().map { place, comment in
      var id = Post.ID(comment.object.id ?? "comment \(place)")
      if !seen.insert(id).inserted {
        id = Post.ID("\(id.rawValue) (comment \(place))")
        seen.insert(id)
      }
      ids.append(id)
      return comment.object.comment(id, parent: comment.parent.map { ids[$0] })
    }
  }

  private mutating func readMember(
    _ key: JSONReader.Text,
    of object: inout DumpedObject
  ) throws(JSONError) {
    switch key {
    case "id": object.id = try json.peek() == .number ? id() : line()
    case "kind": object.kind = try line()
    case "activity": object.activity = try line()
    case "type": object.type = try line()
    case "author": object.author = try line()
    case "with": object.companions = try list { decoder throws(JSONError) in try decoder.line() }
    case "handle": object.handle = try line()
    case "published": object.published = try timestamp()
    case "edited": object.edited = try timestamp()
    case "title": object.title = try line()
    case "url": object.url = try line()
    case "text": object.text = try text(limit: Limits.record)
    case "links":
      object.links = try list(limit: Limits.comments) { decoder throws(JSONError) in
        try decoder.dumpedLink()
      }
    case "attachments":
      object.attachments = try list(limit: Limits.comments) { decoder throws(JSONError) in
        try decoder.dumpedAttachment()
      }
    case "content_warning": object.contentWarning = try line()
    case "language": object.language = try line()
    case "likes": object.likes = try score()
    case "reshares": object.reshares = try score()
    case "comments_count": object.commentsCount = try score()
    case "comments_url": object.commentsAddress = try line()
    case "comments_elsewhere": object.elsewhere = try count()
    case "visibility":
      object.visibility = try line().map { Visibility(stated: $0) } ?? object.visibility
    case "unmarked": if try flag() == true { object.visibility = .unknown }
    case "state": object.state = try line().flatMap { Post.State(rawValue: $0) } ?? .asPublished
    case "in_reply_to": object.inReplyTo = try line()
    case "reshared_by": object.resharedBy = .some(try line())
    case "reshared_at": object.resharedAt = try timestamp()
    case "source": object.source = try line()
    case "feed": object.feed = try line()
    default: try json.skipValue()
    }
  }

  /// Decodes text that was shorter before it was sanitized.
  private mutating func line() throws(JSONError) -> String? { try text(limit: Limits.body) }

  private mutating func dumpedLink() throws(JSONError) -> Recorded.Link? {
    guard try enter(.object) else { return nil }
    var text: String?
    var url: String?
    var kind: String?
    while let key = try json.nextKey() {
      switch key {
      case "text": text = try line()
      case "url": url = try line()
      case "kind": kind = try line()
      default: try json.skipValue()
      }
    }
    return Recorded.Link(text: text, url: url, kind: kind)
  }

  private mutating func dumpedAttachment() throws(JSONError) -> Attachment? {
    guard try enter(.object) else { return nil }
    var file = Attachment()
    var width: Int?
    var height: Int?
    while let key = try json.nextKey() {
      switch key {
      case "type": file.type = try line()
      case "url": file.url = try line()
      case "alt": file.alt = try line()
      case "width": width = try count()
      case "height": height = try count()
      case "sensitive": file.isSensitive = try flag() ?? false
      default: try json.skipValue()
      }
    }
    file.size = PixelSize(width: width, height: height)
    return file
  }
}

extension DumpedObject {
  /// The address of the account stands for a missing name where there is no handle.
  private var account: Account? {
    guard author != nil || handle != nil || !companions.isEmpty else { return nil }
    let address = handle == nil && author?.contains("://") == true ? author : nil
    return Account(
      name: address == nil ? author : nil,
      handle: handle,
      url: address,
      companions: companions
    )
  }

  /// Nil without a text.
  private var linkedText: LinkedText? {
    text.flatMap { $0.isEmpty ? nil : LinkedText($0, links: links) }
  }

  /// The card, which a dump lists as the last link although the text does not hold its words.
  private func card(beside text: LinkedText?) -> Card? {
    guard let link = links.last, link.kind == "attachment", let url = link.url,
      let words = link.text, text?.holdsLastLink != true
    else { return nil }
    return Card(title: words == url ? nil : words, summary: nil, url: url)
  }

  private var recorded: Recorded {
    Recorded(
      id: id,
      text: text,
      links: links,
      source: source,
      feed: feed,
      title: title,
      edited: edited,
      contentWarning: contentWarning
    )
  }

  /// The fields of the post without its comments.
  var fields: Post {
    let linkedText = linkedText
    var post = Post.draft
    post.statedID = id.flatMap { $0.isEmpty ? nil : $0 }
    let kind = kind.flatMap { Activity.Kind(rawValue: $0) } ?? .post
    post.statedActivity = Activity(kind, name: activity)
    post.type = type
    post.author = account
    post.published = published
    post.edited = edited
    post.title = title.map { .text($0) } ?? .missing
    post.url = url
    post.body = linkedText?.body ?? .missing
    post.attachments = attachments
    post.contentWarning = contentWarning
    post.language = language
    post.likesCount = likes
    post.resharesCount = reshares
    post.commentsCount = commentsCount
    post.commentsAddress = commentsAddress
    post.visibility = visibility
    post.state = state
    post.inReplyTo = inReplyTo
    post.resharedAt = resharedAt
    if let resharedBy {
      let isHandle = resharedBy?.hasPrefix("@") == true
      let isAddress = resharedBy.map(Address.isWeb) == true
      post.resharedBy = Account(
        name: isHandle || isAddress ? nil : resharedBy,
        handle: isHandle ? resharedBy : nil,
        url: isAddress ? resharedBy : nil
      )
    }
    post.card = card(beside: linkedText)
    post.recorded = recorded
    return post
  }

  func comment(_ id: Post.ID, parent: Post.ID?) -> Comment {
    Comment(
      id: id,
      parent: parent,
      author: account,
      published: published,
      body: linkedText?.body ?? .missing,
      url: url,
      likesCount: likes,
      attachments: attachments,
      visibility: visibility,
      recorded: recorded
    )
  }
}
