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
      default: try json.skipValue()
      }
    }
    return .hackerNews
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
