package import StreamModel

/// The conversation below a post as it is exported.
package struct DumpedReplies {
  typealias Parent = NativeRecord.Export.Parent

  package let comments: [Comment]
  /// The posts above, the first of the conversation first; empty where the post is exported without them.
  let parents: [Parent]
  private let posts: [Post.ID: Post]

  /// Makes a conversation; `posts` are the comments that are posts of the sources.
  package init(_ comments: [Comment], posts: [Post.ID: Post] = [:]) {
    self.init(comments, posts: posts, parents: [])
  }

  init(_ comments: [Comment], posts: [Post.ID: Post], parents: [Parent]) {
    self.comments = comments
    self.posts = posts
    self.parents = parents
  }

  /// Searches a timeline, all of whose posts are known by their names, for the conversation below a post.
  init(
    below post: Post,
    _ record: RecordID,
    in timeline: Timeline,
    reach: ConversationSearch.Reach
  ) {
    var search = ConversationSearch(below: post, record: record, in: timeline, reach: reach)
    var budget = SliceBudget(bytes: .max)
    while search.hasWork(in: timeline) { _ = search.advance(timeline, within: &budget) }
    self.init(found: search, in: timeline)
  }

  /// The conversation as a search has found it so far, the posts above included.
  init(found search: ConversationSearch, in timeline: Timeline) {
    var posts: [Post.ID: Post] = [:]
    let comments = search.comments
    for comment in comments {
      if let id = search.record(of: comment.id), case .post(let post) = timeline.uncounted(id) {
        posts[comment.id] = post
      } else if let post = search.fetchedPost(comment.id) {
        posts[comment.id] = post
      }
    }
    let parents = search.ancestors.reversed().compactMap { ancestor -> Parent? in
      switch ancestor {
      case .elsewhere(let name): return .elsewhere(name)
      case .post(let id):
        guard case .post(let post) = timeline.uncounted(id) else { return nil }
        return .post(post)
      }
    }
    self.init(comments, posts: posts, parents: parents)
  }

  /// The same conversation with the posts above it.
  func below(_ parents: [Parent]) -> DumpedReplies {
    DumpedReplies(comments, posts: posts, parents: parents)
  }

  /// The comments in reading order, by the ids of the posts that they are, where no two share one.
  var named: [Comment] {
    var names: [Post.ID: Post.ID] = [:]
    var taken: Set<Post.ID> = []
    return nodes.map { node in
      var comment = node.comment
      let name = posts[comment.id]?.id ?? comment.id
      comment.id = taken.insert(name).inserted ? name : comment.id
      names[node.comment.id] = comment.id
      comment.parent = comment.parent.map { names[$0] ?? $0 }
      return comment
    }
  }

  /// The comments in reading order, each with its depth.
  var nodes: [Conversation.Node] { Conversation(comments: comments).nodes }

  /// "12 comments", or "12 comments, 5 of them below" where the post has more than are listed.
  func heading(of post: Post) -> String? {
    let listed = comments.count { $0.kind == .written }
    guard let known = Tally.known(stated: post.knownCommentsCount, listed: comments.listedCount),
      let all = PostRow.count(known, "comment", "comments")
    else { return nil }
    return listed < known ? "\(all), \(listed.grouped) of them below" : all
  }

  /// The post of the sources that a comment is; nil for others.
  func post(_ comment: Post.ID) -> Post? { posts[comment] }
}
