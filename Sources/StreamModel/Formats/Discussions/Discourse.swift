/// Decodes topics of Discourse (docs.discourse.org): the first post with the others as its comments.
///
/// A comment has the number of its post in the topic as its id. The topic lists the ids of all posts, and sends the
/// first ones: a stub with the ids of the others stands for them.
extension RecordDecoder {
  mutating func discourseTopic() throws(JSONError) -> Post {
    try json.open()
    var post = Post.draft
    var topic = DiscourseTopic()
    while let key = try json.nextKey() {
      switch key {
      case "id": post.statedID = try id()
      case "title": post.title = try textIfAny().map { .text($0) } ?? .missing
      case "posts_count":
        let count = try isNext(.number) ? count() : nil
        post.commentsCount = count.map { max(0, $0 - 1) }
      case "tags": post.tags = try list { decoder throws(JSONError) in try decoder.textIfAny() }
      case "post_stream":
        guard try enterIfAny(.object) else { continue }
        while let key = try json.nextKey() {
          switch key {
          case "posts":
            guard try enter(.array) else { continue }
            while try nextComment(for: &topic.comments) { try readDiscoursePost(into: &topic) }
          case "stream":
            topic.stream = try list(limit: Limits.comments) { decoder throws(JSONError) in
              try decoder.id()
            }
          default: break
          }
        }
      default: break
      }
    }
    if let first = topic.first {
      post.author = first.author
      post.published = first.published
      post.body = first.body
      post.likesCount = first.likesCount
    }
    topic.comments.finish(&post, &self)
    if let stub = topic.stub { post.comments.append(stub) }
    return post
  }

  private mutating func readDiscoursePost(into topic: inout DiscourseTopic) throws(JSONError) {
    try json.open()
    var comment = Comment(id: Post.ID(""))
    var name: String?
    var user: String?
    var isGone = false
    while let key = try json.nextKey() {
      switch key {
      case "id": if let id = try id() { topic.sent.insert(id) }
      case "post_number": comment.id = Post.ID(try id() ?? "")
      case "reply_to_post_number":
        // The first post is the topic itself.
        let parent = try isNext(.number) ? id() : nil
        comment.parent = parent.flatMap { $0 == "1" ? nil : Post.ID($0) }
      case "name": name = try textIfAny()
      case "username": user = try textIfAny()
      case "created_at": comment.published = try date()
      case "cooked": comment.body = try textIfAny(limit: Limits.body).map { .html($0) } ?? .missing
      case "user_deleted": isGone = try isTrueIfAny()
      case "actions_summary": comment.likesCount = try discourseLikes()
      default: break
      }
    }
    comment.author = user.map { Account(name: name ?? $0, handle: "@" + $0) }
    if isGone || comment.body == .missing { comment.body = DiscussionComments.deleted }
    if comment.id.rawValue == "1" { topic.first = comment } else { topic.comments.append(comment) }
  }

  /// Decodes the number of likes among the sums of all actions, where 2 is the like.
  private mutating func discourseLikes() throws(JSONError) -> Int? {
    guard try enterIfAny(.array) else { return nil }
    var likes: Int?
    while try json.nextElement() {
      guard try enterIfAny(.object) else { continue }
      var kind: String?
      var number: Int?
      while let key = try json.nextKey() {
        if key == "id" { kind = try id() }
        if key == "count" { number = try isNext(.number) ? count() : nil }
      }
      if kind == "2" { likes = number }
    }
    return likes
  }
}

struct DiscourseTopic {
  var first: Comment?
  var comments = DiscussionComments()
  /// The ids of all posts of the topic; empty in an answer that sends some of them.
  var stream: [String] = []
  var sent: Set<String> = []

  var stub: Comment? { Self.stub(for: stream.filter { !sent.contains($0) }) }

  /// The comment that stands for posts with these ids; nil for none.
  static func stub(for ids: [String]) -> Comment? {
    guard !ids.isEmpty else { return nil }
    let name = "more " + ids.joined(separator: " ")
    return Comment(id: Post.ID(name), kind: .stub(count: ids.count))
  }

  /// The ids of the posts that a stub stands for; they are numbers.
  static func restIDs(of stub: Comment) -> [String] {
    stub.id.rawValue.split(separator: " ").dropFirst().map(String.init)
      .filter { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
  }
}
