import Glibc
import StreamModel

/// The table of the library, `library.db`: the index of each log, so that no start reads all posts.
///
/// It is a cache beside the logs. An index that is missing, damaged or out of date is made again from its log.
final class LibraryTable {
  /// Returns the mark of the first bytes of a log, given their number; nil if it lacks some.
  typealias Marking = (Int) -> FileMark?

  /// The milliseconds for which opening waits for other processes.
  private static let patience: Int32 = 100

  private let database: Database
  private let files: StateFiles
  /// The logs whose kept indexes are of no use: they would stand in the way of others.
  private var stale: Set<String> = []
  /// The entries of all logs, while many are begun.
  private var entries: [String: Entry] = [:]
  /// The marks of logs whose bytes were looked at and are the same, until ``keepSeen()`` writes them.
  private var seen: [String: FileMark] = [:]

  /// Opens the table of a folder.
  ///
  /// - Parameter creates: whether to make a table that is missing, or that cannot be used.
  /// - Returns: nil if there is no table then.
  init?(in folder: StateFolder, creates: Bool) {
    guard creates || access("\(folder.path)/\(StateFiles.libraryName)", F_OK) == 0,
      let files = try? folder.prepare(for: StateFiles.libraryName)
    else { return nil }
    self.files = files
    // A log of SQLite without its database is nothing.
    if files.identity == nil { files.remove() }
    do throws(StateError) {
      database = try files.opened(patience: Self.patience, Self.prepare)
    } catch {
      guard creates, case .database(let fault) = error, fault.kind == .damaged else { return nil }
      files.remove()
      guard let made = try? files.opened(patience: Self.patience, Self.prepare) else { return nil }
      database = made
    }
  }

  static func remove(in folder: StateFolder) {
    if let files = try? folder.prepare(for: StateFiles.libraryName) { files.remove() }
  }

  private static func prepare(_ database: Database) throws(DatabaseError) {
    try database.transaction { () throws(DatabaseError) in
      // Another process may have made them meanwhile.
      if try database.definitions.isEmpty {
        for definition in definitions { try database.run(definition) }
      }
    }
    // The definitions are the version of the table.
    guard try database.definitions == tables else {
      throw DatabaseError(kind: .damaged, text: "its tables are not as they should be")
    }
  }

  private static let tables = Set(
    definitions.map { "\($0)" } + ["CREATE TABLE sqlite_sequence(name,seq)"]
  )

  private static let definitions: [StaticString] = [
    """
    CREATE TABLE log(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, file INT, \
    hash INT, changed INT, touched INT, run INT, size INT, posts INT, newest INT, \
    updates INT, seal INT, unread INT, marks INT) STRICT
    """,
    // Apart from the logs, whose rows a start reads all.
    "CREATE TABLE directory(log INTEGER PRIMARY KEY, sheets BLOB, updates BLOB) STRICT",
    """
    CREATE TABLE sheet(log INT, number INT, records BLOB, PRIMARY KEY(log, number)) \
    STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE stream(name INTEGER PRIMARY KEY, posts INT, first INT, behind INT, marks INT, \
    seal INT) STRICT
    """,
  ]

  private struct Entry {
    let id: Int64
    let mark: FileMark
    /// The run of the machine in which the mark was read.
    let run: Int64
    let facts: KeptFacts
    let isSound: Bool

    static func seal(_ mark: FileMark, _ facts: KeptFacts) -> Int64 {
      Int64(bitPattern: facts.seal(with: [mark.number, mark.hash]))
    }
  }

  private func entry(of name: String) throws(DatabaseError) -> Entry? {
    try database.rows(
      """
      SELECT name, id, file, hash, changed, touched, run, size, posts, newest, updates, seal \
      FROM log WHERE name = ?
      """,
      [.text(name)],
      Self.entry
    ).first?.value
  }

  private static func entry(_ row: Database.Row) -> (key: String, value: Entry) {
    let mark = FileMark(
      number: UInt64(bitPattern: row.integer(2)),
      hash: UInt64(bitPattern: row.integer(3)),
      changed: row.integer(4),
      touched: row.integer(5)
    )
    let facts = KeptFacts(
      count: Int(clamping: row.integer(8)),
      end: Int(clamping: row.integer(7)),
      newest: row.integer(9),
      hasUpdates: row.integer(10) != 0
    )
    let entry = Entry(
      id: row.integer(1),
      mark: mark,
      run: row.integer(6),
      facts: facts,
      isSound: Entry.seal(mark, facts) == row.integer(11)
    )
    return (row.text(0), entry)
  }

  /// Returns the kept index of a log; nil if there is none, it is damaged, or the file has changed since.
  private func index(of name: String, _ mark: Marking) -> KeptIndex? {
    (try? entry(of: name)).flatMap { index($0, mark($0.facts.end)) }
  }

  private func index(_ entry: Entry, _ mark: FileMark?) -> KeptIndex? {
    guard entry.isSound, mark?.isSame(as: entry.mark) == true else { return nil }
    return KeptIndex(
      of: entry.id,
      entry.facts,
      directory: { [self] in directory(of: entry.id) },
      load: { [self] in sheet($0, of: entry.id) }
    )
  }

  private func directory(of log: Int64) -> KeptDirectory? {
    try? database.rows("SELECT sheets, updates FROM directory WHERE log = ?", [.integer(log)]) {
      ($0.blob(0), $0.blob(1))
    }.first
  }

  /// Returns the ids of the posts in the kept index of a log, and the number of bytes of the log that it covers.
  ///
  /// - Returns: nil if there is no index, it is damaged, or the file has changed since.
  func posts(of name: String, _ mark: Marking) -> (ids: [UInt64], end: Int)? {
    guard let index = index(of: name, mark) else { return nil }
    return index.posts.map { ($0, index.end) }
  }

  /// Returns the number of unread posts that was counted in a log by the same marks; nil where it is not known, or the
  /// log has changed.
  func unread(of name: String, _ marks: UInt64, _ mark: Marking) -> Int? {
    let known = try? database.rows(
      "SELECT unread FROM log WHERE name = ? AND marks = ? AND unread IS NOT NULL",
      [.text(name), .integer(Int64(bitPattern: marks))]
    ) { Int(clamping: $0.integer(0)) }
    guard let unread = known?.first, let entry = try? entry(of: name),
      let now = mark(entry.facts.end),
      now == entry.mark, now.changed != 0
    else { return nil }
    return unread
  }

  func keep(unread: Int, _ marks: UInt64, of name: String) {
    _ = try? database.run(
      "UPDATE log SET unread = ?, marks = ? WHERE name = ?",
      [.integer(Int64(unread)), .integer(Int64(bitPattern: marks)), .text(name)]
    )
  }

  private func sheet(_ number: Int, of log: Int64) -> [UInt8]? {
    try? database.rows(
      "SELECT records FROM sheet WHERE log = ? AND number = ?",
      [.integer(log), .integer(Int64(number))]
    ) { $0.blob(0) }.first
  }

  /// Writes sheets of a log, unless another process has written more meanwhile.
  private func keep(_ sheets: KeptSheets, of name: String, _ marked: Marking) {
    let facts = sheets.facts
    guard let mark = marked(facts.end) else { return }
    _ = try? database.transaction { () throws(DatabaseError) in
      let entry = try entry(of: name)
      if let base = sheets.base {
        // Without the sheets on which they build, these are not all.
        guard entry?.id == base else { return }
      } else if let entry {
        if entry.facts.end >= facts.end,
          marked(entry.facts.end)?.isSame(as: entry.mark) == true
        {
          return
        }
        try remove(entry.id)
      }
      if sheets.base == nil { try database.run("INSERT INTO log(name) VALUES(?)", [.text(name)]) }
      guard let id = try self.entry(of: name)?.id else { return }
      for sheet in sheets.sheets {
        try database.run(
          "INSERT OR REPLACE INTO sheet(log, number, records) VALUES(?, ?, ?)",
          [.integer(id), .integer(Int64(sheet.number)), .blob(sheet.bytes)]
        )
      }
      try database.run(
        "INSERT OR REPLACE INTO directory(log, sheets, updates) VALUES(?, ?, ?)",
        [.integer(id), .blob(sheets.directory.sheets), .blob(sheets.directory.updates)]
      )
      try database.run(
        """
        UPDATE log SET file = ?, hash = ?, changed = ?, touched = ?, run = ?, size = ?, posts = ?, \
        newest = ?, updates = ?, seal = ?, unread = NULL, marks = NULL WHERE id = ?
        """,
        [
          .integer(Int64(bitPattern: mark.number)), .integer(Int64(bitPattern: mark.hash)),
          .integer(mark.changed), .integer(mark.touched), .integer(MachineRun.number ?? 0),
          .integer(Int64(facts.end)), .integer(Int64(facts.count)), .integer(facts.newest),
          .integer(facts.hasUpdates ? 1 : 0), .integer(Entry.seal(mark, facts)), .integer(id),
        ]
      )
    }
    if database.logPages > Self.longLog { try? database.checkpoint() }
  }

  /// The pages of SQLite's log, of 4 KiB each, from which on it is moved into the file.
  private static let longLog = 1_000

  /// Removes the index of a log that is gone, or that has become another file.
  func forget(_ name: String) {
    _ = try? database.transaction { () throws(DatabaseError) in
      if let entry = try entry(of: name) { try remove(entry.id) }
    }
  }

  private func remove(_ log: Int64) throws(DatabaseError) {
    try database.run("DELETE FROM sheet WHERE log = ?", [.integer(log)])
    try database.run("DELETE FROM directory WHERE log = ?", [.integer(log)])
    try database.run("DELETE FROM log WHERE id = ?", [.integer(log)])
  }

  /// Reads the entries of all logs, of which many are begun next.
  func readEntries() {
    let all = try? database.rows(
      """
      SELECT name, id, file, hash, changed, touched, run, size, posts, newest, updates, seal FROM log
      """,
      [],
      Self.entry
    )
    entries = Dictionary(all ?? []) { $1 }
  }

  /// Runs `body`, which begins many logs or reads their sheets, in one transaction.
  func reading<T>(_ body: () -> T) -> T {
    defer { entries = [:] }
    var result: T?
    try? database.reading { () throws(DatabaseError) in result = body() }
    return result ?? body()
  }

  /// Returns the mark of a log whose index was kept in this run of the machine, and which was not written to since; nil
  /// for others, whose bytes must be looked at.
  func mark(ofUntouched name: String, _ status: stat) -> FileMark? {
    guard let entry = entries[name], entry.run == MachineRun.number,
      entry.facts.end == Int(status.st_size), entry.mark.isUntouched(status)
    else { return nil }
    return entry.mark
  }

  /// Begins a log with its kept index, if there is one.
  ///
  /// - Returns: whether the log lacks bytes that it had when its index was kept.
  func begin(_ feed: Feed, named name: String, _ mark: Marking) -> Bool {
    let entry = entries[name] ?? (try? entry(of: name))
    let now = entry.flatMap { mark($0.facts.end) }
    let kept = entry.flatMap { index($0, now) }
    if entry != nil, kept == nil { stale.insert(name) }
    if kept != nil, let entry, let now, now.touched != 0,
      entry.mark.touched != now.touched || entry.run != MachineRun.number
    {
      seen[name] = now
    }
    feed.noteFacts(after: kept)
    // A copy of the log on another machine has other numbers and times, but the same bytes.
    return entry.map { $0.isSound && $0.mark.hash != now?.hash } ?? false
  }

  /// Notes that the logs whose bytes were looked at are the same, so that the next start need not look.
  func keepSeen() {
    guard !seen.isEmpty, let run = MachineRun.number else { return }
    _ = try? database.transaction { () throws(DatabaseError) in
      for (name, mark) in seen {
        try database.run(
          "UPDATE log SET touched = ?, run = ? WHERE name = ? AND file = ? AND hash = ? AND changed = ?",
          [
            .integer(mark.touched), .integer(run), .text(name),
            .integer(Int64(bitPattern: mark.number)), .integer(Int64(bitPattern: mark.hash)),
            .integer(mark.changed),
          ]
        )
      }
    }
    seen = [:]
  }

  /// Keeps the sheets of a log that are new or have changed; returns whether there were any.
  func keep(_ feed: Feed, named name: String, _ mark: Marking) -> Bool {
    if stale.remove(name) != nil || feed.hasStaleSheets { forget(name) }
    guard !feed.hasStaleSheets else { return false }
    guard let sheets = feed.takeSheets() else { return false }
    keep(sheets, of: name, mark)
    return true
  }

  /// Returns what an earlier run has counted in the posts of logs; nil where it is not known, or the logs have changed.
  ///
  /// - Parameter logs: the names and sizes in bytes of the logs, in their order.
  func counts(of logs: [(name: String, size: Int)]) -> KnownCounts? {
    guard let state = state(of: logs) else { return nil }
    let found = try? database.rows(
      "SELECT posts, first, behind, marks, seal FROM stream WHERE name = ?",
      [.integer(Self.name(of: logs))]
    ) { row in
      var counts = KnownCounts(
        rows: Int(clamping: row.integer(0)),
        first: Int(clamping: row.integer(1)),
        unreadBehind: Int(clamping: row.integer(2))
      )
      counts.marks = UInt64(bitPattern: row.integer(3))
      return Self.seal(counts, state) == row.integer(4) ? counts : nil
    }
    return found?.first ?? nil
  }

  /// Keeps the counts of a stream until one of its logs changes.
  func keep(_ counts: KnownCounts, of logs: [(name: String, size: Int)]) {
    guard let state = state(of: logs) else { return }
    _ = try? database.run(
      "INSERT OR REPLACE INTO stream(name, posts, first, behind, marks, seal) VALUES(?, ?, ?, ?, ?, ?)",
      [
        .integer(Self.name(of: logs)), .integer(Int64(counts.rows)),
        .integer(Int64(counts.first)), .integer(Int64(counts.unreadBehind)),
        .integer(Int64(bitPattern: counts.marks)), .integer(Self.seal(counts, state)),
      ]
    )
  }

  private static func name(of logs: [(name: String, size: Int)]) -> Int64 {
    Int64(bitPattern: stableHash(of: logs.map(\.name).joined(separator: "\n")))
  }

  /// A number that differs once a log has other bytes, or a count was damaged.
  private static func seal(_ counts: KnownCounts, _ logs: [UInt64]) -> Int64 {
    Int64(bitPattern: counts.seal(with: logs))
  }

  /// The number and size of each log in the table; nil where the index of one is not that of its bytes.
  private func state(of logs: [(name: String, size: Int)]) -> [UInt64]? {
    let rows = try? database.rows("SELECT name, id, size FROM log") {
      ($0.text(0), (id: $0.integer(1), size: Int(clamping: $0.integer(2))))
    }
    let known = Dictionary(rows ?? []) { $1 }
    var state: [UInt64] = []
    for log in logs {
      let kept = known[log.name]
      guard kept?.size ?? 0 == log.size else { return nil }
      state += [UInt64(bitPattern: kept?.id ?? 0), UInt64(clamping: log.size)]
    }
    return state
  }
}
