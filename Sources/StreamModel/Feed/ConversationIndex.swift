/// The records of all sources by the ids and addresses of their posts, and by those that they reply to.
///
/// Keeps hashes only: a lookup compares the names in the record that it finds.
struct ConversationIndex {
  /// The number of tables that hashes are spread over.
  ///
  /// One table that doubles copies itself: a key would wait for a table of a million.
  private static let tableCount = 256
  private var first: [[UInt64: RecordID]]
  private var others: [UInt64: [RecordID]] = [:]
  private var replies: [[UInt64: [RecordID]]]
  private var reshared: [RecordID: UInt64] = [:]
  private var quoted: [RecordID: UInt64] = [:]
  private var connected: [RecordID: PostRelations] = [:]
  private var listers: [UInt64: RecordID] = [:]
  private(set) var wasComplete = false
  private var indexed: [(source: any RecordSource, number: Int, count: Int)] = []
  private(set) var changes = 0

  init(_ sources: [SharedChanges]) {
    first = Array(repeating: [:], count: Self.tableCount)
    replies = Array(repeating: [:], count: Self.tableCount)
    for source in sources { add(source) }
  }

  mutating func add(_ source: SharedChanges) { indexed.append((source.source, source.number, 0)) }

  /// Whether a source has records that are not indexed yet.
  ///
  /// - Parameter onlyEager: Whether to ask only sources that are indexed while they are scanned.
  func hasWork(onlyEager: Bool = false) -> Bool {
    indexed.indices.contains { canIndex($0, onlyEager: onlyEager) }
  }

  mutating func advance(within budget: inout SliceBudget, onlyEager: Bool = false) {
    for index in indexed.indices {
      let source = indexed[index].source
      var laps = SliceLaps()
      while laps.goOn(budget), canIndex(index, onlyEager: onlyEager) {
        let id = RecordID(source: indexed[index].number, number: indexed[index].count)
        add(source.relations(ofNumber: id.number), of: id)
        budget.spend(on: .decoding, bytes: source.byteCount(ofNumber: id.number))
        indexed[index].count += 1
      }
    }
    if !wasComplete, !hasWork() {
      wasComplete = true
      changes &+= 1
    }
  }

  /// Whether conversations can be counted: before the index was complete for the first time, a number
  /// would change with every slice.
  var canCount: Bool { wasComplete && !connected.isEmpty }

  func relations(of id: RecordID) -> PostRelations? { connected[id] }

  /// The record that lists a reply of this name without holding it.
  func lister(of name: UInt64) -> RecordID? { listers.isEmpty ? nil : listers[name] }

  /// Takes in that a record may have got other names; nothing is forgotten.
  mutating func update(_ id: RecordID) {
    let index = indexed.partitioningIndex { $0.number >= id.source }
    guard index < indexed.count, indexed[index].number == id.source,
      id.number < indexed[index].count
    else { return }
    add(indexed[index].source.relations(ofNumber: id.number), of: id)
  }

  /// Records that may have this name, in order of storage.
  func records(named name: UInt64) -> [RecordID] {
    guard let one = first[Self.table(of: name)][name] else { return [] }
    return [one] + (others[name] ?? [])
  }

  func replies(to name: UInt64) -> [RecordID] { replies[Self.table(of: name)][name] ?? [] }
  var showsOthers: Bool { !reshared.isEmpty || !quoted.isEmpty }
  func reshared(by id: RecordID) -> UInt64? { reshared.isEmpty ? nil : reshared[id] }
  func quoted(by id: RecordID) -> UInt64? { quoted.isEmpty ? nil : quoted[id] }

  private func canIndex(_ index: Int, onlyEager: Bool) -> Bool {
    let source = indexed[index].source
    return indexed[index].count < source.numberLimit && source.hasSettledRelations
      && (!onlyEager || source.wantsConversations)
  }

  private mutating func add(_ relations: PostRelations, of id: RecordID) {
    changes &+= 1
    for name in relations.names {
      let table = Self.table(of: name)
      if let known = first[table][name] {
        if known != id, others[name]?.contains(id) != true { others[name, default: []].append(id) }
      } else {
        first[table][name] = id
      }
    }
    if let parent = relations.parent {
      let table = Self.table(of: parent)
      // A record is seldom added again, and is then the last one.
      if replies[table][parent]?.last != id { replies[table][parent, default: []].append(id) }
    }
    reshared[id] = relations.reshared
    quoted[id] = relations.quoted
    let isConnected = relations.parent != nil || !relations.listed.isEmpty || relations.stubbed > 0
    connected[id] = isConnected ? relations : nil
    for reply in relations.listed where reply.isReference {
      for name in reply.names where listers[name] == nil { listers[name] = id }
    }
  }

  private static func table(of hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 56) }
}

/// The conversations that were counted since the index changed.
struct CommentCountMemo {
  private static let limit = 131_072

  private var known: [RecordID: Int] = [:]
  private var changes = 0

  func number(below id: RecordID, _ changes: Int) -> Int? {
    changes == self.changes ? known[id] : nil
  }

  /// Keeps the number of comments below a record and those below its replies, for a chain of thousands
  /// would be counted thousands of times.
  mutating func keep(_ count: Int, parts: [RecordID: Int], below id: RecordID, _ changes: Int) {
    if changes != self.changes || known.count >= Self.limit {
      known = [:]
      self.changes = changes
    }
    known.merge(parts) { old, _ in old }
    known[id] = count
  }
}
