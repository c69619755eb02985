/// Decodes lists of comments of Lemmy (join-lemmy.org/docs, `/api/v3/comment/list`) as the comments of their post.
extension RecordDecoder {
  mutating func lemmyComments() throws(JSONError) -> Post {
    try json.open()
    var post = Post.draft
    var comments = DiscussionComments()
    while let key = try json.nextKey() {
      guard key == "comments" else {
        try json.skipValue()
        continue
      }
      guard try enterIfAny(.array) else { continue }
      while try json.nextElement() {
        guard !comments.isFull, try json.peek() == .object else {
          comments.leftOut += 1
          try json.skipValue()
          continue
        }
        comments.append(try lemmyComment(on: &post))
      }
    }
    comments.finish(&post, &self)
    return post
  }

  /// Decodes a comment with its author, its counts and the post that it is on.
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
          if key == "score" {
            comment.likesCount = try isNext(.number) ? score() : nil
          } else {
            try json.skipValue()
          }
        }
      case "post" where post.statedID == nil: try readLemmyPost(into: &post)
      default: try json.skipValue()
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
      default: try json.skipValue()
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
      default: try json.skipValue()
      }
    }
  }
}
