import StreamModel

/// The table of the library, `library.db`: what is known of the records of each log, so that no start reads them all.
///
/// A cache beside the logs. What is missing, behind or damaged is made again from them; nothing is lost with it.
final class LibraryTable {
  /// The `user_version`; a table of any other is made anew.
  private static let version: Int64 = 1

  private let database: Database
  private let files: StateFiles
  /// The rows of the logs that were found or made, by the names of their files.
  private var known: [String: Int64] = [:]

  /// Opens the table of a folder; nil where there is none, or it is of no use.
  ///
  /// - Parameter creates: whether to make it then.
  init?(in folder: StateFolder, creates: Bool) {
    guard let files = try? folder.prepare(for: StateFiles.libraryName),
      creates || files.identity != nil
    else { return nil }
    self.files = files
    do throws(StateError) {
      database = try Self.opened(files)
    } catch {
      guard case .database(let fault) = error, [.damaged, .newer, .older].contains(fault.kind)
      else {
        return nil
      }
      guard creates else { return nil }
      files.remove()
      guard let made = try? Self.opened(files) else { return nil }
      database = made
    }
  }

  /// Removes the table of a folder.
  static func remove(in folder: StateFolder) {
    if let files = try? folder.prepare(for: StateFiles.libraryName) { files.remove() }
  }

  private static func opened(_ files: StateFiles) throws(StateError) -> Database {
    try files.prepare()
    do throws(DatabaseError) {
      let database = try Database(path: files.database)
      database.wait(milliseconds: 100)
      try database.run("PRAGMA cell_size_check = ON")
      try database.run("PRAGMA temp_store = MEMORY")
      try database.run("PRAGMA secure_delete = ON")
      try database.run("PRAGMA synchronous = NORMAL")
      let found = try database.rows("PRAGMA user_version") { $0.integer(0) }.first ?? 0
      if found == 0 { try make(database) }
      guard found == 0 || found == version else {
        throw DatabaseError(kind: found < version ? .older : .newer, text: "version \(found)")
      }
      let wanted = definitions.map { "\($0)" } + ["CREATE TABLE sqlite_sequence(name,seq)"]
      guard try tables(of: database) == Set(wanted) else {
        throw DatabaseError(kind: .damaged, text: "its tables are not as they should be")
      }
      try database.run(
        files.isRemote ? "PRAGMA journal_mode = DELETE" : "PRAGMA journal_mode = WAL"
      )
      database.wait(milliseconds: 0)
      return database
    } catch {
      throw .database(error)
    }
  }

  private static func make(_ database: Database) throws(DatabaseError) {
    try database.transaction { () throws(DatabaseError) in
      // Another process may have done it meanwhile.
      guard try tables(of: database).isEmpty else { return }
      for definition in definitions { try database.run(definition) }
      try database.run("PRAGMA user_version = 1")
    }
  }

  private static func tables(of database: Database) throws(DatabaseError) -> Set<String> {
    Set(try database.rows("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL") { $0.text(0) })
  }

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

  /// What is known of the records of a log; nil where that is nothing, or its file is another one by now.
  private func index(of name: String, _ mark: (Int) -> FileMark?) -> KeptIndex? {
    guard let entry = try? entry(of: name),
      mark(entry.size)?.isSame(as: entry.mark) == true
    else { return nil }
    known[name] = entry.id
    return KeptIndex(
      count: entry.posts,
      end: entry.size,
      directory: entry.sheets,
      updates: entry.updates,
      load: { [self] in sheet($0, of: entry.id) }
    )
  }

  /// The ids of the posts of a log that are known, and the byte after them; nil where its file is another one by now.
  func posts(of name: String, _ mark: (Int) -> FileMark?) -> (ids: Set<UInt64>, end: Int)? {
    guard let index = index(of: name, mark) else { return nil }
    return index.posts.map { ($0, index.end) }
  }

  private func sheet(_ number: Int, of log: Int64) -> [UInt8]? {
    try? database.rows(
      "SELECT posts FROM sheet WHERE log = ? AND number = ?",
      [.integer(log), .integer(Int64(number))]
    ) { $0.blob(0) }.first
  }

  /// Keeps sheets of a log, with those that were kept before.
  ///
  /// Another process may have kept more meanwhile, which then stays.
  private func keep(_ sheets: KeptSheets, of name: String, _ marked: (Int) -> FileMark?) {
    guard let mark = marked(sheets.end) else { return }
    let former = known[name]
    let made = try? database.transaction { () throws(DatabaseError) -> Int64? in
      let entry = try entry(of: name)
      if let entry, entry.id != former, entry.size >= sheets.end,
        marked(entry.size)?.isSame(as: entry.mark) == true
      {
        return nil
      }
      // Without those that were kept before, these are not all.
      if former != nil, entry?.id != former { return nil }
      if let entry, entry.id != former { try remove(entry.id) }
      if former == nil {
        try database.run("INSERT INTO log(name) VALUES(?)", [.text(name)])
      }
      let new = try database.rows("SELECT last_insert_rowid()") { $0.integer(0) }.first
      guard let id = former ?? new else { return nil }
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
      return id
    }
    if let id = made ?? nil { known[name] = id }
    if database.logPages > Self.longLog { try? database.checkpoint() }
  }

  /// The pages of SQLite's log, of 4 KiB each, from which on it is moved into the file.
  private static let longLog = 1_000

  /// Forgets what is known of a log, which is another one than was thought, or is gone.
  func forget(_ name: String) {
    known[name] = nil
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
  /// Begins a log with what is known of its records.
  ///
  /// - Parameter mark: returns what tells the first bytes of the log from others, given how many; nil where they are gone.
  func begin(_ feed: Feed, named name: String, _ mark: (Int) -> FileMark?) {
    if let kept = index(of: name, mark) { feed.begin(with: kept) }
  }

  /// Keeps what was found out about a log; returns whether there was anything.
  func keep(_ feed: Feed, named name: String, _ mark: (Int) -> FileMark?) -> Bool {
    if feed.hasStaleSheets {
      forget(name)
      return false
    }
    guard let sheets = feed.takeSheets() else { return false }
    keep(sheets, of: name, mark)
    return true
  }
}
