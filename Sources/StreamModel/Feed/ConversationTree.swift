/// The comments of a conversation while it is searched for: each once, whatever names it has.
struct ConversationTree {
  /// The position of a comment in one of the two lists.
  private struct Position {
    let isListed: Bool
    let index: Int
  }

  private var listed: [Comment] = []
  private var found: [Comment] = []
  private var positions: [Post.ID: Position] = [:]
  /// The comment that each id or address belongs to; nil inside for the post itself.
  private var owners: [String: Post.ID?] = [:]
  /// References for which the timeline has no post.
  private var settled: Set<Post.ID> = []
  private var removed: Set<Post.ID> = []
  private var names: [Post.ID: [String]] = [:]
  private var held: Set<RecordID> = []
  /// The comments that places of discussion have sent and the timeline does not hold, by place.
  private(set) var fetched: [[Comment]] = []
  private var fetchedOwners: [String: (place: Int, id: Post.ID)] = [:]
  private(set) var fetchedPosts: [Post.ID: Post] = [:]
  private(set) var records: [Post.ID: RecordID] = [:]

  /// Comments to show: without references that are still to be looked up; those that were fetched come last.
  var shown: [Comment] { own + fetched.joined() }

  /// The index of the first comment of each place in ``shown``.
  func starts(ofPlaces count: Int) -> [Int] {
    var start = own.count
    return (0..<count).map { place in
      defer { start += fetched.indices.contains(place) ? fetched[place].count : 0 }
      return start
    }
  }

  private var own: [Comment] {
    (listed + found).filter { comment in
      !removed.contains(comment.id)
        && (comment.kind != .reference || settled.contains(comment.id))
    }
  }

  /// References that may still turn out to be posts of the timeline, in their order.
  var openReferences: [Post.ID] {
    (listed + found).filter { $0.kind == .reference && !removed.contains($0.id) }.map(\.id)
  }

  var namesByComment: [(id: Post.ID, names: [String])] {
    (listed + found).filter { $0.kind == .written }.map { comment in
      let own = [comment.id.rawValue] + (comment.url.map { [$0] } ?? [])
      return (comment.id, names[comment.id] ?? own)
    }
  }

  /// Whether a record is a comment already.
  func holds(_ record: RecordID) -> Bool { held.contains(record) }

  /// Whether a name belongs to the post or to a comment, other than `comment`.
  func knows(_ name: String, besides comment: Post.ID? = nil) -> Bool {
    guard let owner = owners[name] else { return fetchedOwners[name] != nil }
    guard let owner, let comment else { return true }
    return owner != comment
  }

  /// Returns the id that a record's comment has: its own, unless another comment has that.
  func freeID(_ id: Post.ID, for record: RecordID) -> Post.ID {
    guard positions[id] != nil else { return id }
    return Post.ID("\(id.rawValue) (\(record.source).\(record.number))")
  }

  /// Makes `name` one of a comment, or with nil of the post; the first has it.
  mutating func note(_ name: String, _ comment: Post.ID?) {
    if owners[name] == nil { owners[name] = .some(comment) }
  }

  /// Takes in the comments that the post's record lists, or lists now.
  mutating func list(_ comments: [Comment]) {
    for (index, comment) in comments.enumerated() {
      if index < listed.count {
        if records[listed[index].id] == nil { listed[index] = comment }
      } else {
        if positions[comment.id] == nil {
          positions[comment.id] = Position(isListed: true, index: index)
        }
        listed.append(comment)
        noteNames(of: comment)
      }
    }
  }

  /// Adds a comment below another, or below the post.
  mutating func append(_ comment: Comment, parent: Post.ID?) {
    if positions[comment.id] == nil {
      positions[comment.id] = Position(isListed: false, index: found.count)
    }
    found.append(comment.parent == parent ? comment : comment.replying(to: parent))
    noteNames(of: comment)
  }

  private mutating func noteNames(of comment: Comment) {
    // A stub has the address of another post's page.
    if case .stub = comment.kind { return }
    note(comment.id.rawValue, comment.id)
    if let url = comment.url { note(url, comment.id) }
  }

  mutating func fill(_ id: Post.ID, with post: Post, record: RecordID, names: [String]) {
    guard let position = positions[id] else { return }
    if position.isListed {
      listed[position.index] = Comment(post, id: id, parent: listed[position.index].parent)
    } else {
      found[position.index] = Comment(post, id: id, parent: found[position.index].parent)
    }
    records[id] = record
    held.insert(record)
    self.names[id] = names
    for name in names { note(name, id) }
  }

  /// Takes in what a place has sent, instead of what it sent before.
  ///
  /// A comment that the timeline or another place has is not taken; replies to it join it there.
  ///
  /// - Parameter page: the page of the place, which stubs without an address lead to.
  mutating func take(_ discussion: Discussion, of place: Int, at page: String) {
    while fetched.count <= place { fetched.append([]) }
    fetchedOwners = fetchedOwners.filter { $0.value.place != place }
    for comment in fetched[place] { fetchedPosts[comment.id] = nil }
    let others = Set(
      fetched.enumerated().filter { $0.offset != place }.flatMap { $0.element }.map(\.id)
    )
    /// The ids here of the comments of the answer; nil inside for the post itself.
    var ids: [Post.ID: Post.ID?] = [:]
    /// The same by their other names: a reply may stand before what it answers.
    var named: [String: Post.ID] = [:]
    var taken: [Discussion.Entry] = []
    for entry in discussion.entries {
      let id = entry.comment.id
      if let owner = owner(of: entry.names) {
        if ids[id] == nil { ids[id] = .some(owner) }
        continue
      }
      let isFree = positions[id] == nil && !others.contains(id)
      if ids[id] == nil { ids[id] = isFree ? id : Post.ID("\(id.rawValue) (place \(place))") }
      for name in entry.names where named[name] == nil { named[name] = ids[id].flatMap(\.self) }
      taken.append(entry)
    }
    fetched[place] = taken.map { entry in
      var comment = entry.comment
      let parent = comment.parent.flatMap { parent in
        ids[parent] ?? named[parent.rawValue] ?? self.owner(
          of: Post.ID.isGlobal(parent.rawValue) ? [parent.rawValue] : []
        )
          ?? nil
      }
      comment.id = ids[comment.id].flatMap(\.self) ?? comment.id
      comment.parent = parent
      if case .stub = comment.kind { comment.url = comment.url ?? page }
      for name in entry.names where fetchedOwners[name] == nil {
        fetchedOwners[name] = (place, comment.id)
      }
      fetchedPosts[comment.id] = entry.post
      return comment
    }
  }

  /// The comment that has one of the names, nil inside for the post itself; nil for none.
  ///
  /// A reference that the timeline only names gives way.
  private mutating func owner(of names: [String]) -> Post.ID?? {
    for name in names {
      if let owner = owners[name] {
        guard let id = owner, isReference(id) else { return .some(owner) }
        removed.insert(id)
      } else if let owner = fetchedOwners[name] {
        return .some(owner.id)
      }
    }
    return nil
  }

  private func isReference(_ id: Post.ID) -> Bool {
    guard let position = positions[id] else { return false }
    return (position.isListed ? listed : found)[position.index].kind == .reference
  }

  /// Drops a reference to a post that is in the conversation anyway.
  mutating func remove(_ reference: Post.ID) {
    removed.insert(reference)
  }

  /// Shows references that the timeline has no post for; returns whether there are new ones.
  mutating func settleReferences() -> Bool {
    let open = openReferences.filter { !settled.contains($0) }
    settled.formUnion(open)
    return !open.isEmpty
  }
}

extension Comment {
  /// A post of the timeline as a comment.
  package init(_ post: Post, id: Post.ID, parent: Post.ID?) {
    self.init(
      id: id,
      parent: parent,
      author: post.author,
      published: post.published,
      body: post.body,
      baseURL: post.baseURL,
      url: post.url,
      contentWarning: post.wholeWarning,
      likesCount: post.likesCount,
      likes: post.likes,
      attachments: post.attachments,
      visibility: post.visibility
    )
  }
}
