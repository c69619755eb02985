/// The reader's state from run to run: flags of posts, kept posts, followed links, trusted hosts, and the history.
///
/// No failure of the database is one of the viewer. A write that meets another writer or a full disk
/// waits in memory for the next turn. A store that cannot be used is off: it answers nothing and saves
/// nothing. Answers come from the database alone, without the writes that still wait.
package final class StateStore {
  package enum Progress: Equatable {
    /// All is written, or nothing is saved in this session.
    case done
    case more
    /// Another process writes, or the disk is full: a turn some time later writes more.
    case blocked
  }

  /// The most writes of a turn without a key: 100 take 0.6 ms.
  private static let turn = 100
  /// The most writes of one transaction.
  static let most = 1_000
  /// The pages by which the log grows, 16 MiB, until a turn moves it into the database.
  private static let growth = 4000

  private(set) var known = KnownSources()
  private let folder: StateFolder?
  private let patience: Int32
  private var opened: StateOpening?
  private let writer = Int64.random(in: .min ... .max)
  /// The changes of other viewers that are known; nil while no database is open.
  private var seen: SeenChanges?
  private var waiting = WaitingWrites()
  private var notices: [StateNotice] = []
  private var said: Set<StateNotice> = []
  private var reopenings = 0
  /// The number of pages at which the log is moved.
  ///
  /// A full disk may prevent that, or a reader in another process: it is tried again when the log has grown.
  private var longLog = growth

  /// Opens the state in `folder`; the store is off, and says so, where that cannot be done.
  ///
  /// - Parameter patience: the time in milliseconds that opening and closing wait for other processes.
  package init(in folder: StateFolder?, patience: Int32 = 2000) {
    self.folder = folder
    self.patience = patience
    if let folder { open(folder) } else { say(.off(.noPlace)) }
  }

  /// Makes a store that is off, for readers who want no state.
  package init() {
    folder = nil
    patience = 0
  }

  package var isOn: Bool { opened != nil }
  package var isWritable: Bool { opened?.isReadOnly == false }
  package var waitingCount: Int { waiting.count }

  /// Returns the next line for the status line; each comes once.
  package func takeNotice() -> StateNotice? { notices.isEmpty ? nil : notices.removeFirst() }

  /// Queues a line for the status line, unless it came before.
  func say(_ notice: StateNotice) { if said.insert(notice).inserted { notices.append(notice) } }

  /// Returns the number of a source, see ``KnownSources``.
  func add(_ key: String, name: String, row: KnownSources.Row) -> SourceID {
    known.add(key, name: name, row: row)
  }

  /// The key and the name of a source; nil where another store gave out the number.
  package func known(_ source: SourceID) -> (key: String, name: String)? {
    known[source].map { ($0.key, $0.name) }
  }

  /// Runs `body` on the open database; nil if that fails or the store is off.
  func attempt<T>(_ body: (StateTables) throws(DatabaseError) -> T) -> T? {
    do throws(DatabaseError) {
      guard let opened else { return nil }
      return try body(StateTables(database: opened.database))
    } catch {
      recover(from: error)
      return nil
    }
  }

  /// Runs `body`, in which statements may take long and wait for other processes.
  private func patiently<T>(_ body: () -> T) -> T {
    opened?.database.isPatient = true
    opened?.database.wait(milliseconds: patience)
    defer {
      opened?.database.isPatient = false
      opened?.database.wait(milliseconds: 0)
    }
    return body()
  }
}

// MARK: Other viewers

extension StateStore {
  /// Returns changes of flags that other viewers have made since the last call; nil where there are none, or they cannot be
  /// read now.
  package func takeForeignChanges() -> ForeignChanges? {
    guard var seen = self.seen else { return nil }
    let news = attempt { (tables) throws(DatabaseError) in
      try seen.next(in: tables, known, own: writer)
    }
    // A failure may have opened another database.
    guard let news else { return nil }
    self.seen = seen
    return news
  }
}

// MARK: Writing

extension StateStore {
  func add(_ write: StateWrite) { if isWritable { waiting.add(write) } }

  func add(_ change: StateChange) { if isWritable { waiting.add(change) } }

  /// Writes at most 100 of the writes that wait, in about a millisecond at most; call it while no key waits.
  @discardableResult
  package func flush() -> Progress { write(limit: Self.turn) }

  /// Writes at most `limit` of what waits, or shortens the log.
  func write(limit: Int) -> Progress {
    let pages = opened?.database.logPages ?? 0
    if pages < Self.growth { longLog = Self.growth }
    guard isOn, pages >= longLog || waiting.count > 0 else { return .done }
    if opened?.files.identity != opened?.identity {
      // Another viewer has set the file aside, or the reader has deleted it.
      if opened?.files.identity == nil { say(.removed) }
      reopen(nil)
      return isOn ? .more : .done
    }
    if pages >= longLog {
      longLog = pages + Self.growth
      _ = attempt { (tables) throws(DatabaseError) in try tables.database.checkpoint() }
      return isOn && waiting.count > 0 ? .more : .done
    }
    let batch = waiting.next(limit)
    let before = reopenings
    let targets = attempt { (tables) throws(DatabaseError) in
      try tables.database.transaction { () throws(DatabaseError) in
        try tables.write(batch, known, by: writer)
      }
    }
    guard let targets else {
      guard isOn else { return .done }
      return reopenings == before ? .blocked : .more
    }
    opened?.files.touch()
    // Only now: an undone transaction has made no rows.
    for (source, target) in targets {
      if let target { known.setRow(.number(target.row), of: source) }
    }
    waiting.remove(batch)
    return waiting.count > 0 ? .more : .done
  }

  /// Writes all that waits, moves the log into the database and closes it.
  package func close() {
    guard isOn else { return }
    patiently {
      while write(limit: Self.most) == .more {}
      // A log that is not moved now waits for the next session.
      try? opened?.database.checkpoint()
    }
    if waiting.count > 0 { say(.lost(waiting.count)) }
    opened = nil
    waiting.removeAll()
  }
}

// MARK: Failures

extension StateStore {
  private func open(
    _ folder: StateFolder,
    insteadOf failed: (identity: [UInt64], fault: StateError)? = nil
  ) {
    do throws(StateError) {
      let opening = try StateOpening(folder, patience: patience, insteadOf: failed)
      if let notice = opening.notice { say(notice) }
      opened = opening
      // A failure may open another database in its turn.
      let seen = attempt { (tables) throws(DatabaseError) in try SeenChanges(in: tables.changes) }
      if let seen { self.seen = seen }
    } catch {
      say(.off(error, in: folder))
      waiting.removeAll()
    }
  }

  private func recover(from error: DatabaseError) {
    switch error.kind {
    case .busy: break
    case .damaged, .older: reopen(.database(error))
    case .newer, .full, .readOnly, .cannotOpen, .other: say(.waiting(.database(error)))
    }
  }

  /// Opens the state again, a few times in a session; sets the database aside that has the fault.
  private func reopen(_ fault: StateError?) {
    guard let folder, let identity = opened?.identity else { return }
    // Closed first: a moved file would be written to by the last connection.
    opened = nil
    seen = nil
    known.dropRows()
    reopenings += 1
    let failed = fault.map { (identity: identity, fault: $0) }
    guard reopenings <= Self.mostReopenings else {
      say(.off(fault ?? .moved))
      waiting.removeAll()
      return
    }
    open(folder, insteadOf: failed)
  }

  /// More than these mean a disk that fails, or a process that keeps moving the files.
  private static let mostReopenings = 3
}

// MARK: Forgetting

extension StateStore {
  /// The end of an attempt to remove something down to its bytes in the files.
  enum Erasure: Equatable, Sendable {
    case done
    /// The state is forgotten, but its bytes may remain in these files.
    case remains(in: [String])
    /// Nothing was forgotten.
    case failed
  }

  /// Removes everything of sources: their rows, marks, kept posts and followed links, and their bytes.
  ///
  /// Takes as long as writing the whole database.
  ///
  /// - Parameter removeFiles: removes the files of the sources, before the rows are gone for good: a run that is killed in
  ///   between leaves marks without posts, not posts that were read as unread ones.
  func forget(_ sources: [SourceID], _ removeFiles: () -> Void = {}) -> Erasure {
    let keys = sources.compactMap { known[$0]?.key }
    guard keys.count == sources.count else { return .failed }
    guard !keys.isEmpty else {
      removeFiles()
      return .done
    }
    let outcome = erase { (tables) throws(DatabaseError) in
      for key in keys {
        if let row = try tables.sources.find(key)?.id { try tables.removeAll(of: row) }
      }
      removeFiles()
    }
    guard outcome != .failed else { return outcome }
    // The writes that wait are dropped, and so are those to come.
    for source in sources {
      waiting.removeAll(of: source)
      known.setRow(.forgotten, of: source)
    }
    return outcome
  }

  /// Removes the state of all sources, with databases that were set aside.
  func forgetAll(_ removeFiles: () -> Void = {}) -> Erasure {
    opened?.files.removeAside()
    let outcome = erase { (tables) throws(DatabaseError) in
      try tables.removeAll()
      removeFiles()
    }
    guard outcome != .failed else { return outcome }
    waiting.removeAll()
    known.forgetAll()
    return outcome
  }

  private func erase(_ body: (StateTables) throws(DatabaseError) -> Void) -> Erasure {
    guard isWritable else { return .failed }
    let (isErased, isClean) = patiently {
      let erased: ()? = attempt { (tables) throws(DatabaseError) in
        try tables.database.transaction { () throws(DatabaseError) in try body(tables) }
      }
      guard erased != nil else { return (false, false) }
      let clean: ()? = attempt { (tables) throws(DatabaseError) in
        // `secure_delete` has cleared the freed pages; this gives them back.
        try tables.database.run("VACUUM")
        try tables.database.checkpoint(emptying: true)
      }
      return (true, clean != nil)
    }
    guard isErased else { return .failed }
    let rest = (isClean ? [] : [StateFiles.name]) + (opened?.files.aside() ?? [])
    return rest.isEmpty ? .done : .remains(in: rest)
  }
}
