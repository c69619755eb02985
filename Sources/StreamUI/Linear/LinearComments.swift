import CellGrid
import StreamModel

/// The comments on a post in the order of the conversation, some at a time.
struct LinearComments {
  /// The comments that one command prints.
  static let step = 20

  private let nodes: [Conversation.Node]
  private let posts: [Post.ID: Post]
  private let isUncovered: Bool
  /// The number of comments that were printed.
  private var next = 0

  /// Makes the list of what `search` found.
  init(_ search: ConversationSearch, in timeline: Timeline, isUncovered: Bool) {
    nodes = Conversation(comments: search.comments).nodes
    var posts: [Post.ID: Post] = [:]
    for comment in search.comments {
      if let id = search.record(of: comment.id), case .post(let post) = timeline.uncounted(id) {
        posts[comment.id] = post
      }
    }
    self.posts = posts
    self.isUncovered = isUncovered
  }

  /// Returns the next comments as text, and their links, which are numbered from `firstNumber` on.
  mutating func more(
    columns: Int,
    now: Timestamp,
    zone: TimeZoneRules,
    firstNumber: Int
  ) -> (text: String, links: [RowLink]) {
    guard !nodes.isEmpty else { return ("No comments in this feed.\n", []) }
    guard next < nodes.count else { return ("No more comments.\n", []) }
    let rows = CommentRow(now: now, zone: zone)
    let folds = PostRow.Folds(isExpanded: true, isUncovered: isUncovered)
    var text = ""
    var links: [RowLink] = []
    let end = min(nodes.count, next + Self.step)
    for (index, node) in nodes.enumerated().prefix(end).dropFirst(next) {
      let row =
        ElsewhereRow.row(node)
        ?? rows.row(
          node,
          post: posts[node.comment.id] ?? node.comment.recordedPost,
          isCollapsed: false,
          folds: folds
        )
      let laid = LinearPost(row, columns: columns, firstNumber: firstNumber + links.count)
      text += heading(index) + laid.text
      links += laid.links
    }
    next = end
    if end < nodes.count {
      text += "c continues with comment \(end + 1) of \(nodes.count).\n"
    } else {
      text += "End of the comments.\n"
    }
    return (text, links)
  }

  /// The line before a comment, which says in words what its indent shows.
  private func heading(_ index: Int) -> String {
    let number = "Comment \(index + 1) of \(nodes.count)"
    guard let parent = nodes[index].parent, nodes.indices.contains(parent) else {
      return "\(number)\n"
    }
    let author = nodes[parent].comment.author
    let name = author?.name ?? author?.handle
    let whom = name.map { "\($0) (comment \(parent + 1))" } ?? "comment \(parent + 1)"
    return SafeText(sanitizing: "\(number), a reply to \(whom)").string + "\n"
  }
}
