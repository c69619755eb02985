/// The search of a timeline for the conversation around a post: the posts that it answers, and those
/// that answer it, to any depth.
///
/// Runs in slices. Comments that the record itself lists are there from the start; those that it only
/// names are there once it is known whether the timeline has them.
public struct ConversationSearch: Sendable {
  /// The posts of the timeline that become comments on a page, at first.
  public static let firstLimit = 1_000
  private static let mostAncestors = 1_000
  /// An id or address, and the source of the record that states it.
  private struct Name: Sendable {
    let text: String
    let source: Int
  }

  /// A post that may be a reply.
  private struct Candidate: Sendable {
    let record: RecordID
    let parent: Node
  }

  /// A post or comment whose replies are searched for; nil as id is the post itself.
  private struct Node: Sendable {
    let id: Post.ID?
    let names: [String]
    let source: Int
  }

  /// The posts above, the parent first.
  public var ancestors: [Ancestor] {
    let isWhole = if case .elsewhere? = found.last { false } else { true }
    let known = found.count - (isWhole ? 0 : 1)
    guard climbing == nil, fetchedAncestors.count > known else { return found }
    return found[..<known] + fetchedAncestors[known...].map { .fetched($0) }
  }
  /// Comments that were found only after the timeline had been searched to its end.
  public private(set) var news: Set<Post.ID> = []
  /// The number of posts that become comments, at most, unless somebody reads all.
  public private(set) var limit = firstLimit
  /// The number of posts beyond the limit.
  public private(set) var leftOut = 0
  /// Whether the posts above are known as far as the timeline has them.
  public var knowsAncestors: Bool { climbing == nil }

  /// The posts above that the timeline has, and the name of the next one where it lacks that.
  private var found: [Ancestor] = []
  /// The posts above that a place of discussion has sent.
  private var fetchedAncestors: [Post] = []
  private let record: RecordID
  private let reach: Reach
  private let root: Node
  private var tree = ConversationTree()
  private var climbing: Name?
  /// Whether a post that states no parent may be among the replies that another one lists.
  private var mayBeListed: Bool
  private var climbed: Set<RecordID>
  private var expanding: [Node] = []
  private var candidates: [Candidate] = []
  private var references: [Post.ID] = []
  private var foundCount = 0
  /// The number of posts when ``advance(_:within:)`` last said that something was found.
  private var toldCount = 0
  private var hasNews = false
  private var seenChanges = -1
  /// The numbers of records per source from which on they are news.
  private let firstNews: [Int: Int]?

  /// Begins to search for the conversation of `post`, which is the record `record`.
  public init(of post: Post, record: RecordID, in timeline: Timeline, reach: Reach = .page) {
    self.record = record
    self.reach = reach
    root = Node(id: nil, names: post.namesInReplies, source: record.source)
    climbing = post.inReplyTo.map { Name(text: $0, source: record.source) }
    mayBeListed = climbing == nil
    climbed = [record]
    firstNews = timeline.isIndexed ? timeline.numberLimits : nil
    for name in root.names { tree.note(name, nil) }
    tree.list(post.comments)
  }

  /// Begins to search below a post only; see ``init(of:record:in:reach:)``.
  public init(below post: Post, record: RecordID, in timeline: Timeline, reach: Reach) {
    self.init(of: post, record: record, in: timeline, reach: reach)
    climbing = nil
    mayBeListed = false
  }

  /// Whether comments that come now are news: the timeline was scanned to its end at the beginning.
  public var marksNews: Bool { firstNews != nil }

  /// The comments in order of discovery, each with its parent, for ``Conversation``.
  public var comments: [Comment] { tree.shown }

  /// Takes in what a place of discussion has sent, instead of what it sent before.
  ///
  /// - Parameters:
  ///   - place: the index of the place among those of the post.
  ///   - page: its page, which stubs without an address lead to.
  package mutating func take(_ discussion: Discussion, of place: Int, at page: String) {
    tree.take(discussion, of: place, at: page)
    if !discussion.parents.isEmpty { fetchedAncestors = discussion.parents }
  }

  package var fetched: [[Comment]] { tree.fetched }
  package func starts(ofPlaces count: Int) -> [Int] { tree.starts(ofPlaces: count) }

  /// A comment that was fetched as a post; nil for others, and where nothing more is known of it.
  package func fetchedPost(_ comment: Post.ID) -> Post? { tree.fetchedPosts[comment] }

  /// The record of a comment that is a post of the timeline; nil for others.
  public func record(of comment: Post.ID) -> RecordID? { tree.records[comment] }

  /// Whether there is more to search now.
  public func hasWork(in timeline: Timeline) -> Bool {
    timeline.hasConversationWork || seenChanges != timeline.conversationChanges || isBusy
  }

  /// Searches again for what may have come or gone.
  public mutating func refresh() { seenChanges = -1 }

  /// Goes on beyond the limit, to twice as many.
  public mutating func extend() { extend(to: min(limit, .max / 2) * 2) }

  package mutating func extend(to limit: Int) {
    guard limit > self.limit else { return }
    self.limit = limit
    refresh()
  }

  /// Takes in the comments that the record lists now.
  public mutating func list(_ comments: [Comment]) {
    tree.list(comments)
    refresh()
  }

  /// Searches further within `budget`; returns whether anything was found that is worth showing.
  ///
  /// The more is shown, the more has to be new: the rows are made of all comments each time.
  public mutating func advance(_ timeline: Timeline, within budget: inout SliceBudget) -> Bool {
    timeline.advanceConversations(within: &budget)
    guard !timeline.hasConversationWork, !budget.isSpent else { return false }
    if seenChanges != timeline.conversationChanges { restart(timeline) }
    let leftOutBefore = leftOut
    var laps = SliceLaps()
    while laps.goOn(budget), isBusy {
      guard let step = step(timeline) else {
        budget.spend(on: .looking, bytes: 0)
        continue
      }
      budget.spend(on: .decoding, bytes: timeline.byteCount(of: step.read))
      hasNews = hasNews || step.isFound
    }
    if !isBusy { hasNews = tree.settleReferences() || hasNews }
    hasNews = hasNews || leftOut != leftOutBefore
    guard hasNews, !isBusy || foundCount - toldCount >= toldCount / 4 else { return false }
    hasNews = false
    toldCount = foundCount
    return true
  }

  private var isBusy: Bool {
    climbing != nil || !references.isEmpty || !candidates.isEmpty || !expanding.isEmpty
  }

  private mutating func restart(_ timeline: Timeline) {
    seenChanges = timeline.conversationChanges
    if mayBeListed, found.isEmpty, case .post(let post) = timeline.uncounted(record),
      let name = timeline.parentName(of: post, record)
    {
      climbing = Name(text: name, source: record.source)
    }
    if case .elsewhere(let name)? = found.last {
      found.removeLast()
      var source = record.source
      if case .post(let id)? = found.last { source = id.source }
      climbing = Name(text: name, source: source)
    }
    leftOut = 0
    candidates = []
    references = tree.openReferences
    expanding = [root]
    if reach != .direct {
      expanding += tree.namesByComment.map { comment in
        let source = tree.records[comment.id]?.source ?? record.source
        return Node(id: comment.id, names: comment.names, source: source)
      }
    }
    // The last is next.
    expanding.reverse()
    references.reverse()
  }

  /// Does one thing; the record that it read, if any, and whether that was found to belong here.
  private mutating func step(_ timeline: Timeline) -> (read: RecordID, isFound: Bool)? {
    if let name = climbing { return climb(to: name, timeline) }
    if let reference = references.popLast() { return resolve(reference, timeline) }
    if let candidate = candidates.popLast() { return take(candidate, timeline) }
    if let node = expanding.popLast() {
      let found = node.names.flatMap { timeline.replies(to: $0) }
      candidates = found.reversed().map { Candidate(record: $0, parent: node) }
    }
    return nil
  }

  private mutating func climb(
    to name: Name,
    _ timeline: Timeline
  ) -> (read: RecordID, isFound: Bool)? {
    climbing = nil
    guard let id = timeline.post(named: name.text, near: name.source),
      case .post(let post) = timeline.uncounted(id)
    else {
      found.append(.elsewhere(name.text))
      return (record, true)
    }
    // A post that replies to itself, and a circle, end where they began.
    guard climbed.insert(id).inserted, found.count < Self.mostAncestors else {
      return (id, false)
    }
    found.append(.post(id))
    climbing = timeline.parentName(of: post, id).map { Name(text: $0, source: id.source) }
    return (id, true)
  }

  /// Puts the post that a comment names into its place, or drops the name of one that is here already.
  private mutating func resolve(
    _ reference: Post.ID,
    _ timeline: Timeline
  ) -> (read: RecordID, isFound: Bool)? {
    guard let id = timeline.post(named: reference.rawValue, near: record.source),
      case .post(let post) = timeline.uncounted(id)
    else { return nil }
    let names = post.namesInReplies
    if id == record || isKnown(names, besides: reference) {
      tree.remove(reference)
      return (id, true)
    }
    guard hasRoom else {
      leftOut += 1
      return (id, false)
    }
    add(post, id, as: reference, names)
    return (id, true)
  }

  private mutating func take(
    _ candidate: Candidate,
    _ timeline: Timeline
  ) -> (read: RecordID, isFound: Bool)? {
    let id = candidate.record
    guard id != record, !tree.holds(id), timeline.isRow(id) else { return nil }
    guard hasRoom else {
      leftOut += 1 + candidates.count
      candidates = []
      return nil
    }
    guard case .post(let post) = timeline.uncounted(id), let parent = post.inReplyTo,
      candidate.parent.names.contains(parent)
    else { return (id, false) }
    // The same short id may be that of another post in the source that states it.
    if !Post.ID.isGlobal(parent), id.source != candidate.parent.source,
      timeline.post(named: parent, near: id.source)?.source == id.source
    {
      return (id, false)
    }
    let names = post.namesInReplies
    guard !isKnown(names) else { return (id, false) }
    let comment = tree.freeID(post.id, for: id)
    tree.append(
      Comment(post, id: comment, parent: candidate.parent.id),
      parent: candidate.parent.id
    )
    add(post, id, as: comment, names)
    return (id, true)
  }

  /// Whether a post of these names is in the conversation; short ids say nothing about that.
  private func isKnown(_ names: [String], besides comment: Post.ID? = nil) -> Bool {
    names.contains { Post.ID.isGlobal($0) && tree.knows($0, besides: comment) }
  }

  private var hasRoom: Bool { reach != .page || foundCount < limit }

  private mutating func add(_ post: Post, _ id: RecordID, as comment: Post.ID, _ names: [String]) {
    foundCount += 1
    if let first = firstNews?[id.source], id.number >= first { news.insert(comment) }
    tree.fill(comment, with: post, record: id, names: names)
    guard reach != .direct else { return }
    for inner in post.comments where !tree.knows(inner.id.rawValue) {
      tree.append(inner, parent: inner.parent ?? comment)
      if inner.kind == .reference { references.insert(inner.id, at: 0) }
      if inner.kind == .written {
        let node = Node(id: inner.id, names: inner.namesInReplies, source: id.source)
        expanding.insert(node, at: 0)
      }
    }
    expanding.append(Node(id: comment, names: names, source: id.source))
  }

  /// A post that the opened one replies to, directly or not.
  public enum Ancestor: Equatable, Sendable {
    case post(RecordID)
    case elsewhere(String)
    /// A post that a place of discussion has sent.
    case fetched(Post)
  }

  /// How far the search goes below the post.
  public enum Reach: Sendable {
    case page, whole, direct
  }
}

/// The comments of a conversation while it is searched for: each once, whatever names it has.
struct ConversationTree {
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
      (comment.id, names[comment.id] ?? comment.namesInReplies)
    }
  }

  func holds(_ record: RecordID) -> Bool { held.contains(record) }

  /// Whether a name belongs to the post or to a comment, other than `comment`.
  func knows(_ name: String, besides comment: Post.ID? = nil) -> Bool {
    guard let owner = owners[name] else { return fetchedOwners[name] != nil }
    guard let owner, let comment else { return true }
    return owner != comment
  }

  func freeID(_ id: Post.ID, for record: RecordID) -> Post.ID {
    guard positions[id] != nil else { return id }
    return Post.ID("\(id.rawValue) (\(record.source).\(record.number))")
  }

  /// Makes `name` one of a comment, or with nil of the post; the first has it.
  mutating func note(_ name: String, _ comment: Post.ID?) {
    if owners[name] == nil { owners[name] = .some(comment) }
  }

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

  mutating func append(_ comment: Comment, parent: Post.ID?) {
    if positions[comment.id] == nil {
      positions[comment.id] = Position(isListed: false, index: found.count)
    }
    var comment = comment
    comment.parent = parent
    found.append(comment)
    noteNames(of: comment)
  }

  private mutating func noteNames(of comment: Comment) {
    // A stub has the address of another post's page.
    if case .stub = comment.kind { return }
    for name in comment.namesInReplies { note(name, comment.id) }
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

  mutating func remove(_ reference: Post.ID) { removed.insert(reference) }

  /// Shows references that the timeline has no post for; returns whether there are new ones.
  mutating func settleReferences() -> Bool {
    let open = openReferences.filter { !settled.contains($0) }
    settled.formUnion(open)
    return !open.isEmpty
  }
}
