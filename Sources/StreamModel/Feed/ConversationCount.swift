/// Counts the comments of a conversation in the index, without reading their records: each once,
/// whatever names it has, as ``ConversationSearch`` finds them.
struct ConversationCount {
  /// A post or comment whose replies are counted.
  private struct Node {
    let names: [UInt64]
    let source: Int
    /// Nil for a comment inside a record.
    let record: RecordID?
    /// The node that it replies to; that of the root is -1.
    let parent: Int
    /// Comments below it that are no nodes, and, once all are added up, those that are.
    var below = 0
  }

  /// The largest number that is counted; above it the conversation has more.
  private static let limit = 100_000

  private let timeline: Timeline
  private var nodes: [Node] = []
  private var waiting: [Int] = []
  private var seen: [UInt64: Int] = [:]
  private var held: [RecordID: Int]
  /// Whether everything was found below one post only, so that the conversation below each reply is a part of this one.
  private var isTree = true
  private(set) var count = 0

  init(below root: RecordID, in timeline: Timeline) {
    self.timeline = timeline
    held = [root: -1]
    let relations = timeline.relations(of: root)
    note(relations.names, root, source: root.source, below: -1)
    for comment in relations.listed where !comment.isReference {
      count += 1
      note(comment.names, nil, source: root.source, below: 0)
    }
    while count < Self.limit, let node = waiting.popLast() {
      if let record = nodes[node].record { addReferences(of: record, below: node) }
      addReplies(to: node)
    }
  }

  /// The numbers of comments below the records of the conversation, as a count below each would find them;
  /// empty where that cannot be told from this one.
  var parts: [RecordID: Int] {
    guard isTree, count < Self.limit else { return [:] }
    var below = nodes.map(\.below)
    var parts: [RecordID: Int] = [:]
    for (index, node) in nodes.enumerated().reversed() {
      if let record = node.record { parts[record] = below[index] }
      if node.parent >= 0 {
        below[node.parent] = below[node.parent].saturatingAdd(below[index] + 1)
      }
    }
    return parts
  }

  private mutating func note(_ names: [UInt64], _ record: RecordID?, source: Int, below parent: Int)
  {
    for name in names { see(name, below: parent) }
    waiting.append(nodes.count)
    nodes.append(Node(names: names, source: source, record: record, parent: parent))
  }

  private mutating func see(_ name: UInt64, below parent: Int) {
    if let known = seen[name], known != parent { isTree = false }
    if seen[name] == nil { seen[name] = parent }
  }

  /// Whether a post or comment of this name was counted; with a second parent the conversation is no tree.
  private mutating func isSeen(_ name: UInt64, below parent: Int) -> Bool {
    guard let known = seen[name] else { return false }
    if known != parent { isTree = false }
    return true
  }

  private mutating func addReferences(of id: RecordID, below node: Int) {
    let relations = timeline.relations(of: id)
    count = count.saturatingAdd(relations.stubbed)
    nodes[node].below = nodes[node].below.saturatingAdd(relations.stubbed)
    for comment in relations.listed where comment.isReference {
      guard let name = comment.names.first, !isSeen(name, below: node) else { continue }
      guard let reply = timeline.row(named: name, near: id.source) else {
        // It is elsewhere, and a comment nevertheless.
        count += 1
        nodes[node].below += 1
        for name in comment.names { see(name, below: node) }
        continue
      }
      add(reply, below: node)
    }
  }

  private mutating func addReplies(to node: Int) {
    let source = nodes[node].source
    for name in nodes[node].names {
      for reply in timeline.conversations.replies(to: name) {
        guard timeline.isRow(reply) else { continue }
        // The same short id may be that of another post in the source that states it.
        if !PostRelations.isGlobal(name), reply.source != source,
          timeline.row(named: name, near: reply.source)?.source == reply.source
        {
          continue
        }
        add(reply, below: node)
      }
    }
  }

  private mutating func add(_ reply: RecordID, below parent: Int) {
    if let known = held[reply] {
      if known != parent { isTree = false }
      return
    }
    let relations = timeline.relations(of: reply)
    // Short ids do not tell whether a post is here already.
    for name in relations.names where PostRelations.isGlobal(name) {
      guard !isSeen(name, below: parent) else { return }
    }
    held[reply] = parent
    count += 1
    let node = nodes.count
    note(relations.names, reply, source: reply.source, below: parent)
    for comment in relations.listed where !comment.isReference {
      guard let name = comment.names.first, !isSeen(name, below: node) else { continue }
      count += 1
      note(comment.names, nil, source: reply.source, below: node)
    }
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
  func commentCount(of id: RecordID) -> Int? { commentCount(below: resharedPost(of: id) ?? id) }

  /// The number of comments below a post that is no reshare of another row.
  func commentCount(below post: RecordID) -> Int? {
    guard conversations.canCount else { return nil }
    let changes = conversations.changes
    if let number = counts.number(below: post, changes) { return number }
    // The count below the post that begins the conversation usually gives this one.
    for root in [beginning(of: post), post] where counts.number(below: root, changes) == nil {
      let conversation = ConversationCount(below: root, in: self)
      // A post without comments is no reason to make a table.
      let parts = conversation.count > 1 ? conversation.parts : [:]
      counts.keep(conversation.count, parts: parts, below: root, changes)
    }
    return counts.number(below: post, changes)
  }

  /// The post that begins the conversation of a record, as far as it is a row; any of a circle.
  private func beginning(of id: RecordID) -> RecordID {
    var id = id
    var seen: Set<RecordID> = [id]
    while let parent = conversations.relations(of: id)?.parent,
      let next = row(named: parent, near: id.source), seen.insert(next).inserted
    {
      id = next
    }
    return id
  }

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
