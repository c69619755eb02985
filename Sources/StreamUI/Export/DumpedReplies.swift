package import StreamModel

/// The conversation below a post as it is exported.
package struct DumpedReplies {
  /// The comments, each with its parent.
  package let comments: [Comment]
  private let posts: [Post.ID: Post]

  /// Makes a conversation; `posts` are the comments that are posts of the sources.
  package init(_ comments: [Comment], posts: [Post.ID: Post] = [:]) {
    self.comments = comments
    self.posts = posts
  }

  /// The number of comments that the sources only name or count.
  var elsewhereCount: Int { comments.filter { $0.kind != .written }.listedCount }

  /// The post of the sources that a comment is; nil for others.
  func post(_ comment: Post.ID) -> Post? { posts[comment] }
}
