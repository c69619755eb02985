/// The ids and addresses by which other records refer to a post.
extension Post {
  /// Every id and address of the post, each once; empty where the record is not about one post.
  ///
  /// A like or a follow names what it is about, and that is another record.
  public var names: [String] {
    let own = idIsStated ? [id.rawValue] : []
    let all: [String]
    switch activity.kind {
    case .post, .comment, .update, .reshare: all = own + aliases + (url.map { [$0] } ?? [])
    case .like, .dislike, .follow, .delete, .add, .remove, .other: all = own
    }
    var seen: Set<String> = []
    return all.filter { !$0.isEmpty && seen.insert($0).inserted }
  }

  /// Whether the record passes on a post of somebody else, or of the same author.
  public var isReshare: Bool { resharedBy != nil || activity.kind == .reshare }
}

extension Post.ID {
  /// Whether an id is an address, and thus means the same on every server.
  static func isGlobal(_ id: String) -> Bool { id.utf8.contains(0x3A) }
}

extension Post {
  /// The ids and addresses by which replies may name the post.
  var namesInReplies: [String] {
    // No reply can name a post by the hash of its record.
    names.isEmpty && idIsStated ? [id.rawValue] : names
  }
}

extension Comment {
  /// The ids and addresses by which replies may name the comment.
  var namesInReplies: [String] { [id.rawValue] + (url.map { [$0] } ?? []) }
}
