/// Decodes the answers of sites that send a post with its whole discussion: Hacker News (Algolia), Lobsters, Discourse
/// and Lemmy.
extension RecordDecoder {
  mutating func discussionRecord() throws(JSONError) -> Post {
    switch try discussionSite() {
    case .hackerNews: try hackerNewsItem()
    case .lobsters: try lobstersStory()
    case .discourse: try discourseTopic()
    case .lemmy: try lemmyComments()
    }
  }

  private enum ThreadDialect {
    case hackerNews, lobsters, discourse, lemmy
  }

  /// The site by the first key that only one of them has; the reader stays where it is.
  private func discussionSite() throws(JSONError) -> ThreadDialect {
    var json = json
    try json.open()
    while let key = try json.nextKey() {
      switch key {
      case "short_id": return .lobsters
      case "post_stream": return .discourse
      case "created_at_i", "children": return .hackerNews
      // Lobsters states its short id before.
      case "comments": return .lemmy
      default: break
      }
    }
    return .hackerNews
  }

  /// Goes on to the next object of the open list for which there is room; returns false if the list is closed.
  mutating func nextComment(
    for comments: inout DiscussionComments
  ) throws(JSONError) -> Bool {
    while try json.nextElement() {
      if !comments.isFull, try json.peek() == .object { return true }
      comments.leftOut += 1
    }
    return false
  }
}

/// The comments of a discussion as they are read: at most as many as a post may have.
struct DiscussionComments {
  static let deleted = Body.text("[deleted]")

  private(set) var comments: [Comment] = []
  var leftOut = 0

  var isFull: Bool { comments.count >= Limits.comments }

  mutating func append(_ comment: Comment) {
    if isFull { leftOut += 1 } else { comments.append(comment) }
  }

  /// Puts the comments into the post; a stub and a note stand for those that were left out.
  func finish(_ post: inout Post, _ decoder: inout RecordDecoder) {
    post.comments = comments
    guard leftOut > 0 else { return }
    let id = Post.ID("more_\(comments.count)")
    post.comments.append(Comment(id: id, url: post.url, kind: .stub(count: leftOut)))
    decoder.note(
      at: 0,
      path: "",
      "\(leftOut) comments left out (expected at most \(Limits.comments))"
    )
  }
}

/// Decodes items of Hacker News with all comments below them, as Algolia sends them (hn.algolia.com/api).
extension RecordDecoder {
  /// The position of the walk through a tree of items, by their indices; nil in an item that is not kept.
  private enum ItemPlace {
    case item(Int?)
    case replies(to: Int?)
  }

  /// Decodes an item, without recursion.
  mutating func hackerNewsItem() throws(JSONError) -> Post {
    json.depthLimit = JSONReader.deepest
    try json.open()
    var items = [(post: Post.draft, parent: Int?.none)]
    var leftOut = 0
    var places = [ItemPlace.item(0)]
    while let place = places.last {
      switch place {
      case .item(let index):
        guard let key = try json.nextKey() else { places.removeLast(); continue }
        if key == "children", try json.peek() == .array {
          try json.open()
          places.append(.replies(to: index))
        } else if let index {
          try readItem(key, of: &items[index].post)
        }
      case .replies(let parent):
        guard try json.nextElement() else { places.removeLast(); continue }
        guard try enterIfAny(.object) else { continue }
        if items.count <= Limits.comments {
          places.append(.item(items.count))
          items.append((Post.draft, parent))
        } else {
          leftOut += 1
          places.append(.item(nil))
        }
      }
    }
    var post = items[0].post
    var comments = DiscussionComments()
    for item in items.dropFirst() {
      // The comments of the post itself state no parent.
      let parent = item.parent.flatMap { $0 == 0 ? nil : items[$0].post.statedID }
      let id = Post.ID(item.post.statedID ?? "")
      var comment = Comment(item.post, id: id, parent: parent.map { Post.ID($0) })
      if comment.body == .missing { comment.body = DiscussionComments.deleted }
      comments.append(comment)
    }
    comments.leftOut += leftOut
    comments.finish(&post, &self)
    post.commentsCount = post.comments.listedCount
    return post
  }

  private mutating func readItem(
    _ key: JSONReader.Text,
    of post: inout Post
  ) throws(JSONError) {
    let site = "https://news.ycombinator.com"
    switch key {
    case "id":
      post.statedID = try id()
      post.url = post.statedID.map { "\(site)/item?id=\($0)" }
    case "type": post.type = try textIfAny()
    case "author":
      post.author = try textIfAny().map {
        Account(name: $0, handle: nil, url: "\(site)/user?id=\($0)")
      }
    case "title": post.title = try textIfAny().map { .text($0) } ?? .missing
    case "url": post.card = try textIfAny().map { Card(title: nil, url: $0) }
    case "text": post.body = try textIfAny(limit: Limits.body).map { .html($0) } ?? .missing
    case "points": post.likesCount = try isNext(.number) ? score() : nil
    case "created_at": post.published = try date()
    default: break
    }
  }
}

/// Decodes stories of Lobsters with their comments (lobste.rs/s/ID.json), and of sites that run the same program.
extension RecordDecoder {
  mutating func lobstersStory() throws(JSONError) -> Post {
    try json.open()
    var post = Post.draft
    var comments = DiscussionComments()
    var page: String?
    while let key = try json.nextKey() {
      switch key {
      case "short_id": post.statedID = try id()
      case "short_id_url": page = try textIfAny()
      case "comments_url": post.url = try textIfAny()
      case "created_at": post.published = try date()
      case "title": post.title = try textIfAny().map { .text($0) } ?? .missing
      case "url": post.card = try textIfAny().map { Card(title: nil, url: $0) }
      case "score": post.likesCount = try isNext(.number) ? score() : nil
      case "comment_count": post.commentsCount = try isNext(.number) ? count() : nil
      case "description":
        post.body = try textIfAny(limit: Limits.body).map { .html($0) } ?? .missing
      case "submitter_user": post.author = try lobstersUser()
      case "tags": post.tags = try list { decoder throws(JSONError) in try decoder.textIfAny() }
      case "comments": if try isNext(.array) { try readLobstersComments(into: &comments) }
      default: break
      }
    }
    post.url = post.url ?? page
    comments.finish(&post, &self)
    return post
  }

  private mutating func readLobstersComments(
    into comments: inout DiscussionComments
  ) throws(JSONError) {
    try json.open()
    /// The comments above the next one, by their levels: older answers state no parents.
    var above: [(level: Int, id: Post.ID)] = []
    while try nextComment(for: &comments) {
      var (comment, level) = try lobstersComment()
      if let level {
        while let last = above.last, last.level >= level { above.removeLast() }
        comment.parent = comment.parent ?? above.last?.id
        above.append((level, comment.id))
      }
      comments.append(comment)
    }
  }

  private mutating func lobstersComment() throws(JSONError) -> (Comment, level: Int?) {
    try json.open()
    var comment = Comment(id: Post.ID(""))
    var level: Int?
    var isGone = false
    while let key = try json.nextKey() {
      switch key {
      case "short_id": comment.id = Post.ID(try id() ?? "")
      case "parent_comment": comment.parent = try textIfAny().map { Post.ID($0) }
      case "created_at": comment.published = try date()
      case "score": comment.likesCount = try isNext(.number) ? score() : nil
      case "comment": comment.body = try textIfAny(limit: Limits.body).map { .html($0) } ?? .missing
      case "url", "short_id_url":
        let address = try textIfAny()
        comment.url = comment.url ?? address
      case "commenting_user": comment.author = try lobstersUser()
      case "depth", "indent_level": level = try isNext(.number) ? count() : nil
      case "is_deleted", "is_moderated": isGone = try isTrueIfAny() || isGone
      default: break
      }
    }
    if isGone { comment.body = DiscussionComments.deleted }
    return (comment, level)
  }

  private mutating func lobstersUser() throws(JSONError) -> Account? {
    var name: String?
    if try json.peek() == .object {
      try json.open()
      while try json.next("username") { name = try textIfAny() }
    } else {
      name = try textIfAny()
    }
    return name.map { Account(name: $0, handle: nil, url: "https://lobste.rs/~\($0)") }
  }
}

/// Decodes lists of comments of Lemmy (join-lemmy.org/docs, `/api/v3/comment/list`) as the comments of their post.
extension RecordDecoder {
  mutating func lemmyComments() throws(JSONError) -> Post {
    try json.open()
    var post = Post.draft
    var comments = DiscussionComments()
    while try json.next("comments") {
      guard try enterIfAny(.array) else { continue }
      while try nextComment(for: &comments) { comments.append(try lemmyComment(on: &post)) }
    }
    comments.finish(&post, &self)
    return post
  }

  private mutating func lemmyComment(on post: inout Post) throws(JSONError) -> Comment {
    try json.open()
    var comment = Comment(id: Post.ID(""))
    while let key = try json.nextKey() {
      switch key {
      case "comment": try readLemmyText(of: &comment)
      case "creator": comment.author = try lemmyAccount()
      case "counts":
        guard try enterIfAny(.object) else { continue }
        while let key = try json.nextKey() {
          if key == "score" { comment.likesCount = try isNext(.number) ? score() : nil }
        }
      case "post" where post.statedID == nil: try readLemmyPost(into: &post)
      default: break
      }
    }
    return comment
  }

  private mutating func readLemmyText(of comment: inout Comment) throws(JSONError) {
    guard try enterIfAny(.object) else { return }
    var isGone = false
    while let key = try json.nextKey() {
      switch key {
      case "id": comment.id = Post.ID(try id() ?? "")
      case "content": comment.body = try textIfAny(limit: Limits.body).map { .text($0) } ?? .missing
      case "published": comment.published = try date()
      case "ap_id": comment.url = try textIfAny()
      case "deleted", "removed": isGone = try isTrueIfAny() || isGone
      case "path":
        // 0.3.5 is comment 5, which replies to 3; 0 is the post.
        let above = try textIfAny()?.split(separator: ".").dropLast().last
        comment.parent = above.flatMap { $0 == "0" ? nil : Post.ID(String($0)) }
      default: break
      }
    }
    if isGone { comment.body = DiscussionComments.deleted }
  }

  private mutating func lemmyAccount() throws(JSONError) -> Account? {
    guard let texts = try texts("name", "display_name", "actor_id"), let user = texts[0] else {
      return nil
    }
    return Account(name: texts[1] ?? user, handle: "@" + user, url: texts[2])
  }

  private mutating func readLemmyPost(into post: inout Post) throws(JSONError) {
    guard try enterIfAny(.object) else { return }
    while let key = try json.nextKey() {
      switch key {
      case "id": post.statedID = try id()
      case "name": post.title = try textIfAny().map { .text($0) } ?? .missing
      case "body": post.body = try textIfAny(limit: Limits.body).map { .text($0) } ?? .missing
      case "ap_id": post.url = try textIfAny()
      case "url": post.card = try textIfAny().map { Card(title: nil, url: $0) }
      case "published": post.published = try date()
      default: break
      }
    }
  }
}
