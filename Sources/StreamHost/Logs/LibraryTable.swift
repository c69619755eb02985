import Glibc
import StreamModel

/// The table of the library, `library.db`: the index of each log, so that no start reads all posts.
///
/// It is a cache beside the logs. An index that is missing, damaged or out of date is made again from its log.
final class LibraryTable {
  /// The milliseconds for which opening waits for other processes.
  private static let patience: Int32 = 100

  private let database: Database
  private let files: StateFiles
  /// The logs whose kept indexes are of no use: they would stand in the way of others.
  private var stale: Set<String> = []

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

  /// Removes the table of a folder.
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
    hash INT, changed INT, size INT, posts INT, sheets BLOB, updates BLOB) STRICT
    """,
    """
    CREATE TABLE sheet(log INT, number INT, posts BLOB, PRIMARY KEY(log, number)) \
    STRICT, WITHOUT ROWID
    """,
  ]

  private struct Entry {
    let id: Int64
    let mark: FileMark
    let size: Int
    let posts: Int
    let sheets: [UInt8]
    let updates: [UInt8]
  }

  private func entry(of name: String) throws(DatabaseError) -> Entry? {
    try database.rows(
      "SELECT id, file, hash, changed, size, posts, sheets, updates FROM log WHERE name = ?",
      [.text(name)]
    ) { row in
      Entry(
        id: row.integer(0),
        mark: FileMark(
          number: UInt64(bitPattern: row.integer(1)),
          hash: UInt64(bitPattern: row.integer(2)),
          changed: row.integer(3)
        ),
        size: Int(clamping: row.integer(4)),
        posts: Int(clamping: row.integer(5)),
        sheets: row.blob(6),
        updates: row.blob(7)
      )
    }.first
  }

  /// Returns the kept index of a log; nil if there is none, it is damaged, or the file has changed since.
  private func index(of name: String, _ mark: (Int) -> FileMark?) -> KeptIndex? {
    (try? entry(of: name)).flatMap { index($0, mark($0.size)) }
  }

  private func index(_ entry: Entry, _ mark: FileMark?) -> KeptIndex? {
    guard mark?.isSame(as: entry.mark) == true else { return nil }
    return KeptIndex(
      of: entry.id,
      count: entry.posts,
      end: entry.size,
      directory: entry.sheets,
      updates: entry.updates,
      load: { [self] in sheet($0, of: entry.id) }
    )
  }

  /// Returns the ids of the posts in the kept index of a log, and the number of bytes of the log that it covers.
  ///
  /// - Returns: nil if there is no index, it is damaged, or the file has changed since.
  func posts(of name: String, _ mark: (Int) -> FileMark?) -> (ids: [UInt64], end: Int)? {
    guard let index = index(of: name, mark) else { return nil }
    return index.posts.map { ($0, index.end) }
  }

  private func sheet(_ number: Int, of log: Int64) -> [UInt8]? {
    try? database.rows(
      "SELECT posts FROM sheet WHERE log = ? AND number = ?",
      [.integer(log), .integer(Int64(number))]
    ) { $0.blob(0) }.first
  }

  /// Writes sheets of a log, unless another process has written more meanwhile.
  private func keep(_ sheets: KeptSheets, of name: String, _ marked: (Int) -> FileMark?) {
    guard let mark = marked(sheets.end) else { return }
    _ = try? database.transaction { () throws(DatabaseError) in
      let entry = try entry(of: name)
      if let base = sheets.base {
        // Without the sheets on which they build, these are not all.
        guard entry?.id == base else { return }
      } else if let entry {
        if entry.size >= sheets.end, marked(entry.size)?.isSame(as: entry.mark) == true { return }
        try remove(entry.id)
      }
      if sheets.base == nil { try database.run("INSERT INTO log(name) VALUES(?)", [.text(name)]) }
      guard let id = try self.entry(of: name)?.id else { return }
      for sheet in sheets.sheets {
        try database.run(
          "INSERT OR REPLACE INTO sheet(log, number, posts) VALUES(?, ?, ?)",
          [.integer(id), .integer(Int64(sheet.number)), .blob(sheet.bytes)]
        )
      }
      try database.run(
        """
        UPDATE log SET file = ?, hash = ?, changed = ?, size = ?, posts = ?, sheets = ?, updates = ?
        WHERE id = ?
        """,
        [
          .integer(Int64(bitPattern: mark.number)), .integer(Int64(bitPattern: mark.hash)),
          .integer(mark.changed), .integer(Int64(sheets.end)), .integer(Int64(sheets.count)),
          .blob(sheets.directory), .blob(sheets.updates), .integer(id),
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
    try database.run("DELETE FROM log WHERE id = ?", [.integer(log)])
  }
}

extension LibraryTable {
  /// Runs `body`, which begins many logs.
  func reading<T>(_ body: () -> T) -> T {
    (try? database.reading { () throws(DatabaseError) in body() }) ?? body()
  }

  /// Begins a log with its kept index, if there is one.
  ///
  /// - Parameter mark: returns the mark of the first bytes of the log, given their number.
  /// - Returns: whether the log lacks bytes that it had when its index was kept.
  func begin(_ feed: Feed, named name: String, _ mark: (Int) -> FileMark?) -> Bool {
    let entry = try? entry(of: name)
    let now = entry.flatMap { mark($0.size) }
    let kept = entry.flatMap { index($0, now) }
    if entry != nil, kept == nil { stale.insert(name) }
    feed.noteFacts(after: kept)
    // A copy of the log on another machine has other numbers and times, but the same bytes.
    return entry.map { $0.mark.hash != now?.hash } ?? false
  }

  /// Keeps the sheets of a log that are new or have changed; returns whether there were any.
  func keep(_ feed: Feed, named name: String, _ mark: (Int) -> FileMark?) -> Bool {
    if stale.remove(name) != nil || feed.hasStaleSheets { forget(name) }
    guard !feed.hasStaleSheets else { return false }
    guard let sheets = feed.takeSheets() else { return false }
    keep(sheets, of: name, mark)
    return true
  }
}
