import Addresses

/// Converts activities and objects of ActivityStreams 2.0 (www.w3.org/TR/activitystreams-core) to posts.
///
/// Each becomes one post: an activity provides its id, time and actor to the object that it embeds.
extension RecordDecoder {
  mutating func activityStreamsRecord(_ facts: FeedFacts) throws(JSONError) -> Post {
    if try json.peek() == .string {
      let address = try filledText()
      return Post(address: address)
    }
    let object = try activityObject(level: 0, language: facts.language)
    var post = object.fields()
    if object.hasContext, post.saysNothing { post.type = "Object" }
    let end = json
    post.comments = try activityComments(of: object.told, language: facts.language)
    json = end
    post.language = post.language ?? (post.body == .missing ? nil : facts.language)
    return post
  }

  private mutating func activityComments(
    of object: ActivityObject,
    language: String?
  ) throws(JSONError) -> [Comment] {
    var comments: [Comment] = []
    var waiting = object.replies.readers.reversed().map { (reader: $0, parent: Post.ID?.none) }
    while let next = waiting.popLast(), comments.count < Limits.comments {
      json = next.reader
      if try json.peek() == .string {
        guard let address = try filledText() else { continue }
        comments.append(
          Comment(id: Post.ID(address), parent: next.parent, url: address, kind: .reference)
        )
        continue
      }
      let said = try activityObject(level: 0, language: language).told
      let comment = said.comment(parent: next.parent, root: object.id)
      comments.append(comment)
      waiting += said.replies.readers.reversed().map { ($0, comment.id) }
    }
    return comments
  }
}

extension Post {
  fileprivate init(address: String?) {
    self = .draft
    statedID = address
    url = address
  }

  /// Whether not even a type is stated; an object with a context is one nevertheless (section 2.1).
  fileprivate var saysNothing: Bool {
    statedID == nil && type == nil && statedActivity == nil && title == .missing && body == .missing
  }
}

extension ActivityObject {
  /// The most activities that are merged into one post, such as an Undo of an Announce of a Create.
  private static let foldingLimit = 4

  func fields(foldings: Int = 0) -> Post {
    guard isActivity else { return objectFields }
    if let announced = announced(foldings) { return announced }
    var post = foldings < Self.foldingLimit ? target(foldings) : Post.draft
    let folded = post
    let kind = kind
    post.statedID = id
    // An activity has no page: the one that another is about leads to its object.
    let page = isAboutActivity ? folded.url.flatMap { Address.isWeb($0) ? $0 : nil } : nil
    post.url = page ?? objects.first?.address ?? folded.url ?? address
    post.statedActivity = Activity(kind, name: type)
    post.type = folded.type ?? (objects.isEmpty ? type : nil) ?? type
    if post.likesCount == nil { post.likesCount = likes.count }
    post.visibility = Visibility.stricter(visibility, folded.visibility)
    if kind == .post || kind == .update || kind == .reshare {
      post.aliases = [folded.statedID].compactMap(\.self) + folded.aliases
    }
    switch kind {
    case .post, .update:
      post.author = Self.named(
        Account(together: actors),
        else: folded.author ?? Account(together: attributedTo)
      )
      post.published = folded.published ?? published
      if kind == .update { post.edited = folded.edited ?? updated ?? published }
    case .reshare where folded.author != nil || folded.body != .missing || folded.title != .missing:
      post.resharedBy = Account(together: actors) ?? Account(together: attributedTo)
      post.resharedAt = published
      post.published = folded.published ?? published
    default:
      post.author = Account(together: actors) ?? Account(together: attributedTo) ?? folded.author
      post.published = published ?? folded.published
      post.edited = updated
      post.resharedBy = nil
      if kind == .reshare { post.resharedAddress = folded.statedID ?? folded.url }
    }
    post.body = activityBody(kind, folded)
    post.attachments += files
    return post
  }

  /// What the activity says that a group passes on to its followers (FEP-1b12), under the id of the group's own; nil for
  /// any other, and for a new post, which the group reshares.
  ///
  /// Lemmy wraps all that happens in a community: votes, edits, locks, and their undoing.
  private func announced(_ foldings: Int) -> Post? {
    guard kind == .reshare, foldings < Self.foldingLimit, objects.count == 1,
      case .object(let inner)? = objects.first, let type = inner.type,
      ActivityVocabulary.announced.contains(type)
    else { return nil }
    var post = inner.fields(foldings: foldings + 1)
    post.statedID = id ?? post.statedID
    post.published = post.published ?? published
    post.visibility = Visibility.stricter(visibility, post.visibility)
    return post
  }

  var told: ActivityObject {
    var told = self
    for _ in 0..<Self.foldingLimit {
      guard told.isActivity, case .object(let object)? = told.objects.first else { break }
      told = object
    }
    return told
  }

  private var isAboutActivity: Bool {
    if case .object(let object)? = objects.first { object.isActivity } else { false }
  }

  private func target(_ foldings: Int) -> Post {
    switch objects.first {
    case .object(let object)?: object.fields(foldings: foldings + 1)
    case .address(let address)?: Post(address: address)
    case nil: Post.draft
    }
  }

  /// Returns the object's text, otherwise the activity's own text and its other references.
  private func activityBody(_ kind: Activity.Kind, _ folded: Post) -> Body {
    var text = HTMLText()
    if folded.body != .missing {
      if kind == .post || kind == .reshare || kind == .update, objects.count < 2 {
        return folded.body
      }
      text.append(folded.body)
      if let author = folded.author, author != actors.first,
        let name = author.name ?? author.handle ?? author.url
      {
        text.append(markup: "<p>— ")
        text.append(name, link: author.url)
        text.append(markup: "</p>")
      }
    } else if let own = content ?? summary {
      text.append(markup: own.text)
    }
    for object in objects.dropFirst() { text.appendRelation("object", object) }
    if kind != .post {
      for relation in relations { text.appendRelation(relation.name, relation.reference) }
    }
    return text.body
  }

  var objectFields: Post {
    var post = Post.draft
    post.statedID = id
    post.type = type
    post.url = address
    post.author = isActor ? nil : Account(together: attributedTo) ?? Account(together: actors)
    post.published = published ?? deleted
    post.edited = updated
    post.title = (name ?? (isActor ? preferredUsername : nil)).map { .text($0) } ?? .missing
    post.inReplyTo = inReplyTo
    post.visibility = visibility
    post.tags = tags
    post.mentions = mentions
    post.customEmoji = customEmoji
    post.attachments = files
    post.likesCount = likes.count
    post.likes = likes.accounts
    post.resharesCount = shares.count
    post.reshares = shares.accounts
    post.commentsCount = replies.count
    post.repliesAddress = replies.head.address.flatMap { Address.isWeb($0) ? $0 : nil }
    post.conversationAddress = context.flatMap { Address.isWeb($0) ? $0 : nil }
    if hasOptions || types.contains("Question"), !options.isEmpty {
      let votes = options.compactMap(\.votes)
      post.poll = Poll(
        options: options,
        votesCount: votes.isEmpty ? votersCount : votes.reduce(0) { $0.saturatingAdd($1) },
        votersCount: isMultiple ? votersCount : nil,
        isExpired: isClosed,
        expires: endTime
      )
    }
    if isActor, let handle = account.handle { post.author = Account(name: nil, handle: handle) }
    addTexts(to: &post)
    return quotes.isEmpty ? post : quoting(post)
  }

  /// Returns the post with the one that it quotes: an embedded one before its address.
  private func quoting(_ post: Post) -> Post {
    for case .object(let quoted) in quotes {
      let fields = quoted.told.objectFields
      guard !fields.saysNothing else { continue }
      var whole = post
      whole.body = post.body.withoutInlineQuote
      return whole.quoting(fields)
    }
    var named = post
    guard let word = quotes.lazy.compactMap(\.address).first(where: { $0 != id && $0 != post.url })
    else { return post }
    guard Post.ID.isGlobal(word), !word.contains(" ") else {
      // A quotation of BookWyrm holds the words of a book.
      named.body = HTMLText.joined(post.body, .html("<blockquote>\(word)</blockquote>"))
      return named
    }
    named.quote(address: word)
    return named
  }

  private func addTexts(to post: inout Post) {
    if let content, !content.text.isEmpty {
      post.body = Self.body(content.text, mediaType)
      post.language = content.language
    } else {
      post.body = source
    }
    let facts = post.body == .missing ? .missing : self.facts
    if facts != .missing { post.body = HTMLText.joined(post.body, facts) }
    guard let summary, !summary.text.isEmpty else {
      if post.body == .missing { post.body = description }
      return
    }
    if post.body == .missing, isSensitive {
      post.contentWarning = summary.text
      post.body = description
    } else if post.body == .missing || isActor {
      post.body = HTMLText.joined(.html(summary.text), description)
      post.language = post.language ?? summary.language
    } else if isSensitive || types.contains("Note") || types.contains("Question"),
      summary.text != content?.text
    {
      post.contentWarning = summary.text
    }
  }

  private static func body(_ text: String, _ mediaType: String?) -> Body {
    switch mediaType {
    case "text/plain"?, "text/markdown"?, "text/x.misskeymarkdown"?: .text(text)
    default: .html(text)
    }
  }

  /// Returns the first account unless only the second one has a known name.
  private static func named(_ first: Account?, else second: Account?) -> Account? {
    guard let first, let second else { return first ?? second }
    let isNamed = first.name != nil || first.handle != nil
    return isNamed || (second.name == nil && second.handle == nil) ? first : second
  }
}
