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
      case "comments":
        if try isNext(.array) { try readLobstersComments(into: &comments) }
      default: try json.skipValue()
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
    while try json.nextElement() {
      guard !comments.isFull, try json.peek() == .object else {
        comments.leftOut += 1
        try json.skipValue()
        continue
      }
      var (comment, level) = try lobstersComment()
      if let level {
        while let last = above.last, last.level >= level { above.removeLast() }
        comment.parent = comment.parent ?? above.last?.id
        above.append((level, comment.id))
      }
      comments.append(comment)
    }
  }

  /// Decodes a comment, with its level if it states one.
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
      default: try json.skipValue()
      }
    }
    if isGone { comment.body = DiscussionComments.deleted }
    return (comment, level)
  }

  /// Decodes a name, or the name of an object.
  private mutating func lobstersUser() throws(JSONError) -> Account? {
    var name: String?
    if try json.peek() == .object {
      try json.open()
      while let key = try json.nextKey() {
        if key == "username" { name = try textIfAny() } else { try json.skipValue() }
      }
    } else {
      name = try textIfAny()
    }
    return name.map { Account(name: $0, handle: nil, url: "https://lobste.rs/~\($0)") }
  }
}
