/// Posts by the names that others call them, and the replies to them.
extension Timeline {
  /// Whether there are records that are not known by their names yet.
  public var hasConversationWork: Bool { conversations.hasWork() }

  /// A number that changes when ``advanceConversations(within:)`` got to know more.
  public var conversationChanges: Int { conversations.changes }

  /// Indexes the names and parents of further records.
  public func advanceConversations(within budget: inout SliceBudget) {
    conversations.advance(within: &budget)
  }

  /// The row of the post with this id or address, as far as records are known; nil if there is none.
  ///
  /// Of several the first in order of storage is taken, a post before its reshares.
  ///
  /// - Parameter source: The source that states the name: two servers give the same short id to
  ///   different posts, so those of this source come first.
  public func post(named name: String, near source: Int) -> RecordID? {
    var candidates = conversations.records(named: PostRelations.hash(name))
    if candidates.count > 1, !Post.ID.isGlobal(name) {
      candidates =
        candidates.filter { $0.source == source } + candidates.filter { $0.source != source }
    }
    var reshare: RecordID?
    for id in candidates where isRow(id) {
      guard case .post(let post) = stated(id), post.names.contains(name) else { continue }
      if !post.isReshare { return id }
      if post.resharedAddress == nil { reshare = reshare ?? id }
    }
    return reshare
  }

  /// The id or address of the post that a post replies to: the one that it states, else that of a post
  /// which lists it among its replies.
  public func parentName(of post: Post, _ id: RecordID) -> String? {
    if let stated = post.inReplyTo { return stated }
    for name in post.names {
      guard let lister = conversations.lister(of: PostRelations.hash(name)), lister != id,
        isRow(lister), case .post(let parent) = stated(lister),
        parent.comments.contains(where: { $0.kind == .reference && $0.id.rawValue == name })
      else { continue }
      return parent.names.first
    }
    return nil
  }

  /// The records that may reply to the post of this name, in order of storage; the caller compares
  /// ``Post/inReplyTo``.
  public func replies(to name: String) -> [RecordID] {
    conversations.replies(to: PostRelations.hash(name))
  }

  /// The post that a reshare refers to, if it is a row and no reshare itself.
  func resharedPost(of id: RecordID) -> RecordID? {
    guard let name = conversations.reshared(by: id) else { return nil }
    return conversations.records(named: name).first { other in
      guard other != id, isRow(other), case .post(let post) = stated(other) else { return false }
      return !post.isReshare && post.names.contains { PostRelations.hash($0) == name }
    }
  }

  /// The name of the source that holds what a row says: of a reshare, the source of its post.
  public func sourceName(of id: RecordID) -> String? {
    source(of: resharedPost(of: id) ?? id)?.name
  }
}
