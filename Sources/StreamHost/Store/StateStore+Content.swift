package import StreamModel

// MARK: Changes

extension StateStore {
  /// A number that tells the marks of one time from those of another; nil where they cannot be read.
  package var marks: UInt64? {
    attempt { (tables) throws(DatabaseError) in try tables.changes.state() }
  }

  /// The number of changes of marks so far, which only grows; nil where it cannot be read.
  var changeCount: Int64? {
    attempt { (tables) throws(DatabaseError) in try tables.changes.count() }
  }

  /// Lets the disk have all that was written.
  func settle() {
    _ = attempt { (tables) throws(DatabaseError) in try tables.database.checkpoint() }
  }
}

// MARK: Sources and history

extension StateStore {
  /// Returns the number of a source, whose row is made where it is missing; nil if the store is off.
  ///
  /// - Parameters:
  ///   - key: the stable name of the source: its canonical path, address or account.
  ///   - name: the name that the history shows.
  package func source(key: String, name: String) -> SourceID? {
    guard isOn else { return nil }
    let row = attempt { (tables) throws(DatabaseError) -> Int64? in
      if let found = try tables.sources.find(key), found.name == name { return found.id }
      return try tables.database.transaction { () throws(DatabaseError) in
        try tables.sources.write(key, name: name)
        return try tables.sources.find(key)?.id
      }
    }
    return add(key, name: name, row: (row ?? nil).map { .number($0) } ?? .unknown)
  }

  /// Returns the numbers of sources, whose rows are made where they are missing; none if the store is off.
  package func sources(_ names: [SourceName]) -> [SourceID] {
    let found = reading { names.map { knownSource(key: $0.key) } }
    return zip(names, found).compactMap { name, found in
      found.flatMap { known($0)?.name == name.title ? $0 : nil }
        ?? source(key: name.key, name: name.title)
    }
  }

  /// Returns the number of a source that the database has; nil for any other.
  package func knownSource(key: String) -> SourceID? {
    let row = attempt { (tables) throws(DatabaseError) in try tables.sources.find(key) }
    return (row ?? nil).map { number(key, $0.name, $0.id) }
  }

  /// Gives all that is kept of a source to another key, unless that has something of its own.
  func rename(_ key: String, to other: String) {
    _ = attempt { (tables) throws(DatabaseError) in
      try tables.database.run(
        "UPDATE OR IGNORE source SET key = ? WHERE key = ?",
        [.text(other), .text(key)]
      )
    }
  }

  /// Returns the sources that were seen, the last one first; nil if the database cannot be read now.
  func history(limit: Int) -> [HistoryEntry]? {
    guard isOn else { return [] }
    return attempt { (tables) throws(DatabaseError) in
      try tables.sources.history(limit: limit)
    }
  }

  /// Leaves a source, and the feeds in it, out of the history until it is opened again.
  package func leaveOutOfHistory(_ family: SourceFamily) {
    _ = attempt { (tables) throws(DatabaseError) in
      try tables.sources.leaveOut(try tables.sources.members(of: family.key).map(\.id))
    }
  }

  /// Returns a source that was named by the user, and the feeds in it, whether they were seen or not;
  /// nil if the database cannot be read now.
  func sources(in family: SourceFamily) -> [SourceID]? {
    let rows = attempt { (tables) throws(DatabaseError) in
      try tables.sources.members(of: family.key)
    }
    return rows?.map { number($0.key, $0.name, $0.id) }
  }

  /// Returns how the posts of a source are named; nil if the database cannot be read now.
  package func naming(of source: SourceID) -> PostNaming? {
    read(source, orNone: .id) { (_, target) in target.naming }
  }
}

// MARK: Flags

extension StateStore {
  /// Returns at most `limit` flags of a source, after those of an earlier slice; nil if the database
  /// cannot be read now.
  package func flags(of source: SourceID, after position: Int64? = nil, limit: Int) -> StateSlice? {
    read(source, orNone: StateSlice(entries: [], next: nil)) {
      (tables, target) throws(DatabaseError) in
      try tables.marks.slice(of: target, after: position, limit: limit)
    }
  }

  /// Returns the identities, as they are stored, of all posts with any of some flags in the feeds of a source; nil if the
  /// database cannot be read now.
  package func posts(with flag: PostFlags, in family: SourceFamily) -> Set<PostIdentity>? {
    attempt { (tables) throws(DatabaseError) -> Set<PostIdentity> in
      var posts: Set<PostIdentity> = []
      for member in try tables.sources.members(of: family.key) {
        guard let naming = try tables.sources.naming(of: member.id) else { continue }
        let target = StoredSource(row: member.id, naming: naming)
        posts.formUnion(try tables.marks.posts(with: flag, of: target))
      }
      return posts
    }
  }

  /// Returns the ids of all posts with a flag in the feeds of a source; nil if the database cannot be read now, or knows
  /// the posts of one of them by other names.
  package func ids(with flag: PostFlags, in family: SourceFamily) -> Set<UInt64>? {
    guard isOn else { return [] }
    let found = attempt { (tables) throws(DatabaseError) -> Set<UInt64>? in
      var ids: Set<UInt64> = []
      for member in try tables.sources.members(of: family.key) {
        guard try tables.sources.naming(of: member.id) == .id else { return nil }
        let target = StoredSource(row: member.id, naming: .id)
        let posts = try tables.marks.posts(with: flag, of: target)
        ids.reserveCapacity(ids.count + posts.count)
        for post in posts { ids.insert(post.id) }
      }
      return ids
    }
    return found ?? nil
  }

  /// Returns the flags of single posts in their order; nil if the database cannot be read now.
  package func flags(of source: SourceID, for posts: [PostIdentity]) -> [PostFlags]? {
    read(source, orNone: posts.map { _ in [] }) { (tables, target) throws(DatabaseError) in
      var flags: [PostFlags] = []
      for post in posts { flags.append(try tables.marks.flags(of: post, in: target)) }
      return flags
    }
  }

  /// The number of the last change of some flags of a post; nil where it is not known any more.
  func lastChange(of flags: PostFlags, _ source: SourceID, _ post: PostIdentity) -> Int64? {
    let number = read(source, orNone: Int64?.none) { (tables, target) throws(DatabaseError) in
      try tables.changes.last(of: flags, target.naming.post(post), in: target.row)
    }
    return number ?? nil
  }

  /// Runs `body`, which reads the flags of many sources.
  package func reading<T>(_ body: () -> T) -> T {
    let value = attempt { (tables) throws(DatabaseError) in
      try tables.database.reading { () throws(DatabaseError) in body() }
    }
    return value ?? body()
  }

  /// Saves changes of flags: 1,000 at once, so that no frame shows a mark that a kill would take; others with ``flush()``.
  @discardableResult
  package func remember(_ changes: [StateChange]) -> Progress {
    for change in changes { add(change) }
    return writeAtOnce()
  }
}

// MARK: Conversations

extension StateStore {
  /// Returns at most `limit` conversations with the numbers of their rows, after those of the slice before; nil if
  /// the database cannot be read now.
  package func threads(after number: Int64 = 0, limit: Int) -> [ThreadTable.Thread]? {
    guard isOn else { return [] }
    return attempt { (tables) throws(DatabaseError) in
      try tables.threads.slice(after: number, limit: limit, source: self.number)
    }
  }
}

// MARK: Kept posts and links

extension StateStore {
  /// Returns all kept posts, the last one first; nil if the database cannot be read now.
  func kept() -> [KeptRecord]? {
    guard isOn else { return [] }
    return attempt { (tables) throws(DatabaseError) in
      try tables.kept.all(source: number)
    }
  }

  /// Returns the last visits, the last one first; nil if the database cannot be read now.
  package func visits(limit: Int) -> [Visit]? {
    guard isOn else { return [] }
    return attempt { (tables) throws(DatabaseError) in
      try tables.links.last(limit, source: number)
    }
  }

  /// Returns the trusted hosts, the last one first; nil if the database cannot be read now.
  package func trustedHosts() -> [TrustedHost]? {
    guard isOn else { return [] }
    return attempt { (tables) throws(DatabaseError) in try tables.hosts.all() }
  }

  /// Returns at most `limit` hashes of visited addresses, each once; nil if the database cannot be read now.
  ///
  /// - Parameter last: the last hash of the slice before.
  package func visitedHashes(after last: UInt64? = nil, limit: Int) -> [UInt64]? {
    guard isOn else { return [] }
    let hashes = attempt { (tables) throws(DatabaseError) in
      try tables.links.hashes(after: last.map { Int64(bitPattern: $0) }, limit: limit)
    }
    return hashes?.map { UInt64(bitPattern: $0) }
  }
}

// MARK: Access

extension StateStore {
  /// Saves one thing; a record that is too long is refused with a notice.
  @discardableResult
  package func write(_ write: StateWrite) -> Progress {
    if case .keep(let post) = write, post.record.count > KeptRecord.longestRecord {
      say(.tooLong)
      return .done
    }
    return self.write([write])
  }

  /// Saves several things in one transaction, as far as one holds them.
  @discardableResult
  package func write(_ writes: [StateWrite]) -> Progress {
    writes.forEach(add)
    return writeAtOnce()
  }

  /// Commits within the key's turn, even where that waits for a disk or a network: no frame may show what a kill would take.
  private func writeAtOnce() -> Progress { write(limit: Self.most) }

  /// The number in this session of a source that the database has.
  private func number(_ key: String, _ name: String, _ row: Int64) -> SourceID {
    add(key, name: name, row: .number(row))
  }

  private func read<T>(
    _ source: SourceID,
    orNone none: T,
    _ body: (StateTables, StoredSource) throws(DatabaseError) -> T
  ) -> T? {
    guard isOn else { return none }
    return attempt { (tables) throws(DatabaseError) in
      guard let entry = known[source], let target = try tables.target(for: entry) else {
        return none
      }
      return try body(tables, target)
    }
  }
}
