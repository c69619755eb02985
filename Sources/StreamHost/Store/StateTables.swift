import StreamModel

struct StateTables {
  let database: Database
  var sources: SourceTable { SourceTable(database: database) }
  var marks: MarkTable { MarkTable(database: database) }
  var kept: KeptTable { KeptTable(database: database) }
  var threads: ThreadTable { ThreadTable(database: database) }
  var links: LinkTable { LinkTable(database: database) }
  var hosts: HostTable { HostTable(database: database) }
  var changes: ChangeTable { ChangeTable(database: database) }

  /// Returns the row of a source; nil for one that the reader has forgotten, here or in another process.
  ///
  /// - Parameter makes: whether it is made where this session has not seen it.
  func target(
    for entry: KnownSources.Entry,
    makes: Bool = false
  ) throws(DatabaseError) -> StoredSource? {
    let row: Int64?
    switch entry.row {
    case .number(let number): row = number
    case .forgotten: row = nil
    case .unknown:
      if makes { try sources.write(entry.key, name: entry.name) }
      row = try sources.find(entry.key)?.id
    }
    guard let row, let naming = try sources.naming(of: row) else { return nil }
    return StoredSource(row: row, naming: naming)
  }

  /// Writes a batch within a transaction.
  ///
  /// - Parameter writer: the number of this viewer, by which others tell its changes from their own.
  /// - Returns: The rows of its sources, to be kept once the transaction has ended; nil for those that
  ///   the reader has forgotten, whose writes are dropped.
  func write(
    _ batch: WaitingWrites.Batch,
    _ known: KnownSources,
    by writer: Int64
  ) throws(DatabaseError) -> [SourceID: StoredSource?] {
    var targets: [SourceID: StoredSource?] = [:]
    for write in batch.writes {
      var target: StoredSource?
      if let source = write.source {
        target = try self.target(source, known, &targets)
        if target == nil { continue }
      }
      try self.write(write, target)
      if case .nameByFallback(let source) = write {
        if let target { try changes.noteRenaming(of: target.row, by: writer) }
        targets[source] = nil
      }
    }
    let marked = batch.writes.compactMap(\.change) + batch.changes
    for (source, list) in Dictionary(grouping: marked, by: \.source) {
      guard let target = try target(source, known, &targets) else { continue }
      for change in list { try marks.write(change, of: target) }
      for first in stride(from: 0, to: list.count, by: ChangeTable.mostPosts) {
        let row = list[first..<min(list.count, first + ChangeTable.mostPosts)]
        try changes.add(row, of: target, by: writer)
      }
    }
    return targets
  }

  private func target(
    _ source: SourceID,
    _ known: KnownSources,
    _ targets: inout [SourceID: StoredSource?]
  ) throws(DatabaseError) -> StoredSource? {
    if let target = targets[source] { return target }
    var target: StoredSource?
    if let entry = known[source] { target = try self.target(for: entry, makes: true) }
    targets[source] = .some(target)
    return target
  }

  private func write(_ write: StateWrite, _ target: StoredSource?) throws(DatabaseError) {
    switch (write, target) {
    case (.visit(let visit), _): try links.add(visit, of: target)
    case (.unvisit(let hash), _): try links.removeLast(hash)
    case (.trust(let host), _): try hosts.add(host)
    case (.distrust(let name), _): try hosts.remove(name)
    case (.keep(let post), let target?): try kept.add(post, of: target)
    case (.unkeep(_, let post), let target?): try kept.remove(post, of: target)
    case (.note(_, let seen, let posts, let unread), let target?):
      try sources.note(target.row, seen: seen, posts: posts, unread: unread)
    case (.nameByFallback, let target?) where target.naming == .id:
      try sources.setNaming(.fallback, of: target.row)
      try marks.nameByFallback(target.row)
      try kept.nameByFallback(target.row)
      try links.nameByFallback(target.row)
      try threads.remove(of: target.row)
    case (.comments(_, let post, let comments, let place), let target?):
      try threads.add(comments, place, of: post, in: target)
    case (.nameByFallback, _), (_, nil): break
    }
  }

  func removeAll(of source: Int64) throws(DatabaseError) {
    let statements: [StaticString] = [
      "DELETE FROM mark WHERE source = ?", "DELETE FROM kept WHERE source = ?",
      "DELETE FROM link WHERE source = ?", "DELETE FROM thread WHERE source = ?",
      "DELETE FROM change WHERE source = ?", "DELETE FROM source WHERE id = ?",
    ]
    for statement in statements { try database.run(statement, [.integer(source)]) }
    try changes.noteRemoval()
  }

  func removeAll() throws(DatabaseError) {
    let statements: [StaticString] = [
      "DELETE FROM mark", "DELETE FROM kept", "DELETE FROM link", "DELETE FROM thread",
      "DELETE FROM host", "DELETE FROM change", "DELETE FROM source",
    ]
    for statement in statements { try database.run(statement) }
    try changes.noteRemoval()
  }
}

struct HostTable {
  /// The hosts that are kept, at most: those that were trusted first go.
  static let most: Int64 = 500

  let database: Database

  func add(_ host: TrustedHost) throws(DatabaseError) {
    try database.run(
      "INSERT OR REPLACE INTO host(name, at) VALUES(?, ?)",
      [.text(host.name), .integer(host.time.secondsSinceEpoch)]
    )
    try database.run(
      "DELETE FROM host WHERE name IN (SELECT name FROM host ORDER BY at DESC LIMIT -1 OFFSET ?)",
      [.integer(Self.most)]
    )
  }

  func remove(_ name: String) throws(DatabaseError) {
    try database.run("DELETE FROM host WHERE name = ?", [.text(name)])
  }

  func all() throws(DatabaseError) -> [TrustedHost] {
    try database.rows(
      "SELECT name, at FROM host ORDER BY at DESC, name LIMIT ?",
      [.integer(Self.most)]
    ) { TrustedHost(name: $0.text(0), time: Timestamp(secondsSinceEpoch: $0.integer(1))) }
  }
}

extension StateWrite {
  /// The mark that goes with the write, in the same transaction.
  fileprivate var change: StateChange? {
    switch self {
    case .keep(let post):
      StateChange(source: post.source, identity: post.identity, set: .kept)
    case .unkeep(let source, let post):
      StateChange(source: source, identity: post, cleared: .kept)
    default: nil
    }
  }
}
