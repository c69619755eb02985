/// Counts the comments of a conversation in the index, without reading their records: each once,
/// whatever names it has, as ``ConversationSearch`` finds them.
struct ConversationCount {
  /// A post or comment whose replies are counted.
  private struct Node {
    let names: [UInt64]
    let source: Int
  }

  /// The largest number that is counted; above it the conversation has more.
  private static let limit = 100_000

  private let timeline: Timeline
  private var seen: Set<UInt64> = []
  private var held: Set<RecordID>
  private var waiting: [Node] = []
  /// The number of comments that were found.
  private(set) var count = 0

  /// Counts the comments below the post of a record.
  init(below root: RecordID, in timeline: Timeline) {
    self.timeline = timeline
    held = [root]
    let relations = timeline.relations(of: root)
    note(relations.names, source: root.source)
    for comment in relations.listed where !comment.isReference {
      count += 1
      note(comment.names, source: root.source)
    }
    addReferences(of: relations, root)
    while count < Self.limit, let node = waiting.popLast() { addReplies(to: node) }
  }

  private mutating func note(_ names: [UInt64], source: Int) {
    seen.formUnion(names)
    waiting.append(Node(names: names, source: source))
  }

  /// Short ids do not tell whether a post is here already.
  private func isKnown(_ names: [UInt64]) -> Bool {
    names.contains { PostRelations.isGlobal($0) && seen.contains($0) }
  }

  private mutating func addReferences(of relations: PostRelations, _ id: RecordID) {
    count = count.saturatingAdd(relations.stubbed)
    for comment in relations.listed where comment.isReference {
      guard let name = comment.names.first, !seen.contains(name) else { continue }
      guard let reply = timeline.row(named: name, near: id.source) else {
        // It is elsewhere, and a comment nevertheless.
        count += 1
        seen.formUnion(comment.names)
        continue
      }
      add(reply)
    }
  }

  private mutating func addReplies(to node: Node) {
    for name in node.names {
      for reply in timeline.conversations.replies(to: name) {
        guard timeline.isRow(reply) else { continue }
        // The same short id may be that of another post in the source that states it.
        if !PostRelations.isGlobal(name), reply.source != node.source,
          timeline.row(named: name, near: reply.source)?.source == reply.source
        {
          continue
        }
        add(reply)
      }
    }
  }

  private mutating func add(_ reply: RecordID) {
    guard !held.contains(reply) else { return }
    let relations = timeline.relations(of: reply)
    guard !isKnown(relations.names) else { return }
    held.insert(reply)
    count += 1
    note(relations.names, source: reply.source)
    for comment in relations.listed where !comment.isReference {
      guard let name = comment.names.first, !seen.contains(name) else { continue }
      count += 1
      note(comment.names, source: reply.source)
    }
    addReferences(of: relations, reply)
  }
}

/// The conversations that were counted since the index changed.
struct CommentCountMemo {
  private static let limit = 4_096

  private var known: [RecordID: Int] = [:]
  private var changes = 0

  /// The number of comments below a record, counted by `count` where it is not known.
  mutating func number(for id: RecordID, _ changes: Int, count: () -> Int) -> Int {
    if changes != self.changes || known.count >= Self.limit {
      known = [:]
      self.changes = changes
    }
    if let number = known[id] { return number }
    let number = count()
    known[id] = number
    return number
  }
}

extension Timeline {
  /// Whether numbers of comments will be known once the sources are scanned.
  public var isCounting: Bool {
    !conversations.wasComplete && sources.contains { $0.wantsConversations }
  }

  /// The number of comments in the conversation below a row, as far as the sources hold, name or count
  /// them; nil before all records are known by their names.
  ///
  /// A reshare that only names its post has the number of that post.
  func commentCount(of id: RecordID) -> Int? {
    guard conversations.canCount else { return nil }
    let root = resharedPost(of: id) ?? id
    return counts.number(for: root, conversations.changes) {
      ConversationCount(below: root, in: self).count
    }
  }

  /// The names of a record and the comments that it lists.
  func relations(of id: RecordID) -> PostRelations {
    conversations.relations(of: id) ?? source(of: id)?.relations(ofNumber: id.number) ?? .none
  }

  /// The row of this name: one of `source` first where the name is a short id.
  func row(named name: UInt64, near source: Int) -> RecordID? {
    let rows = conversations.records(named: name).filter(isRow)
    guard !PostRelations.isGlobal(name) else { return rows.first }
    return rows.first { $0.source == source } ?? rows.first
  }
}
