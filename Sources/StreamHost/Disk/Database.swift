import CSQLite
import Glibc

/// A connection to a SQLite database file; the only place that calls SQLite.
///
/// Statements are string literals, so no text can become SQL; each is prepared once and kept. No
/// result of SQLite traps. A connection belongs to one thread.
package final class Database {
  /// A value to bind to a parameter, numbered from 1 in the order of the list.
  enum Value: Sendable {
    case integer(Int64)
    case text(String)
    case blob([UInt8])
  }

  /// A row of a result, valid only while the function that received it runs.
  struct Row {
    fileprivate let statement: OpaquePointer

    /// Returns the number in `column`, counted from 0; 0 where it holds none.
    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    /// Returns the bytes in `column`; malformed UTF-8 becomes U+FFFD.
    func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }

    func blob(_ column: Int32) -> [UInt8] { Array(bytes(column)) }

    private func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
      // The pointer is asked for first: that converts the value, and the count follows it.
      let start = sqlite3_column_blob(statement, column)
      let count = Int(sqlite3_column_bytes(statement, column))
      return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
    }
  }

  /// The state that SQLite's callbacks read and write.
  private struct Watch {
    /// The steps that the running statement may still take, in thousands.
    var steps = Watch.most
    var logPages = 0

    /// A malformed file can hold a circle; no statement needs this many steps.
    static let most = 200_000
  }

  private let connection: OpaquePointer
  /// The prepared statements, by the address of their literal.
  private var statements: [UInt: OpaquePointer] = [:]
  private let watch: UnsafeMutablePointer<Watch>

  /// Opens an existing file; symbolic links anywhere in `path` are refused.
  ///
  /// - Throws: ``DatabaseError`` if SQLite refuses; malformed contents show at the first statement.
  package convenience init(path: String) throws(DatabaseError) {
    self.init(try Self.opened(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW))
  }

  /// Opens a file of another program, which is never written.
  ///
  /// - Throws: ``DatabaseError`` if SQLite refuses; malformed contents show at the first statement.
  convenience init(reading path: String) throws(DatabaseError) {
    self.init(try Self.opened(path, SQLITE_OPEN_READONLY))
    isPatient = true
  }

  /// Copies an existing file into memory, for reading where the file or its folder cannot be written.
  ///
  /// - Throws: ``DatabaseError`` if SQLite cannot read the file either.
  convenience init(copying path: String) throws(DatabaseError) {
    let memory = try Self.opened(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY)
    do throws(DatabaseError) {
      do throws(DatabaseError) {
        try Self.copy(
          try Self.opened(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW),
          to: memory
        )
      } catch {
        // Without its log, which needs a file of its own to be read.
        let escaped = path.replacing("%", with: "%25").replacing("?", with: "%3f")
          .replacing("#", with: "%23")
        let address = "file:\(escaped)?immutable=1"
        try Self.copy(try Self.opened(address, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI), to: memory)
      }
    } catch {
      sqlite3_close(memory)
      throw error
    }
    self.init(memory)
  }

  /// Copies all pages of `file`, those in its log included, and closes it.
  private static func copy(_ file: OpaquePointer, to memory: OpaquePointer) throws(DatabaseError) {
    defer { sqlite3_close(file) }
    // Alone with the file, SQLite needs no memory shared with other processes, which is a file beside it.
    sqlite3_exec(file, "PRAGMA locking_mode = EXCLUSIVE", nil, nil, nil)
    guard let backup = sqlite3_backup_init(memory, "main", file, "main") else {
      throw error(sqlite3_errcode(memory), memory)
    }
    let status = sqlite3_backup_step(backup, -1)
    sqlite3_backup_finish(backup)
    guard status == SQLITE_DONE else { throw error(status, file) }
  }

  private static func opened(_ path: String, _ flags: Int32) throws(DatabaseError) -> OpaquePointer
  {
    var opened: OpaquePointer?
    let status = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard status == SQLITE_OK, let opened else {
      let error = error(status, opened)
      sqlite3_close(opened)
      throw error
    }
    return opened
  }

  private init(_ opened: OpaquePointer) {
    connection = opened
    watch = .allocate(capacity: 1)
    watch.initialize(to: Watch())
    sqlite3_extended_result_codes(connection, 1)
    sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, Self.longestValue)
    cs_harden(connection)
    let progress: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { pointer in
      guard let watch = pointer?.assumingMemoryBound(to: Watch.self) else { return 0 }
      watch.pointee.steps -= 1
      return watch.pointee.steps < 0 ? 1 : 0
    }
    sqlite3_progress_handler(connection, 1000, progress, watch)
    // A hook of our own also takes the place of the automatic checkpoint.
    _ = sqlite3_wal_hook(
      connection,
      { pointer, _, _, pages in
        pointer?.assumingMemoryBound(to: Watch.self).pointee.logPages = Int(pages)
        return SQLITE_OK
      },
      watch
    )
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close(connection)
    watch.deallocate()
  }

  /// The release of SQLite, such as "3.40.1".
  package static var version: String { String(cString: sqlite3_libversion()) }

  /// The longest value in bytes: 64 MiB.
  static let longestValue: Int32 = 64 << 20

  /// Returns the number of an open file's system in statfs(2); 0 where it is not known.
  static func fileSystem(of descriptor: Int32) -> UInt32 { cs_mount_type(descriptor) }

  /// Whether a statement may take any number of steps; otherwise a file is damaged that needs too many.
  var isPatient = false

  var logPages: Int { watch.pointee.logPages }

  /// Whether the system or the header of the file, which was read, forbids to write.
  var isReadOnly: Bool { sqlite3_db_readonly(connection, "main") == 1 }

  /// Whether the file has no error that a quick look at all its pages finds.
  ///
  /// - Throws: ``DatabaseError`` if it cannot be read so far.
  package var isSound: Bool {
    get throws(DatabaseError) {
      isPatient = true
      defer { isPatient = false }
      return try rows("PRAGMA quick_check(1)") { $0.text(0) } == ["ok"]
    }
  }

  /// The definitions of the tables and indexes in the file: a hostile file could bring triggers or views.
  var definitions: Set<String> {
    get throws(DatabaseError) {
      Set(try rows("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL") { $0.text(0) })
    }
  }

  /// Sets how long a statement waits for another process that writes.
  package func wait(milliseconds: Int32) { sqlite3_busy_timeout(connection, milliseconds) }

  /// Runs a statement to its end; returns the number of rows that it changed.
  @discardableResult
  func run(_ sql: StaticString, _ values: [Value] = []) throws(DatabaseError) -> Int {
    try query(sql, values) { _ in }
    return Int(sqlite3_changes(connection))
  }

  func query(
    _ sql: StaticString,
    _ values: [Value] = [],
    _ body: (Row) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    let statement = try prepared(sql)
    defer {
      // An unfinished statement would hold the log; bound values may be long.
      sqlite3_reset(statement)
      if !values.isEmpty { sqlite3_clear_bindings(statement) }
    }
    for (index, value) in values.enumerated() {
      try check(bind(value, to: statement, Int32(clamping: index + 1)))
    }
    watch.pointee.steps = isPatient ? .max : Watch.most
    errno = 0
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: try body(Row(statement: statement))
      case SQLITE_DONE: return
      case let status: throw Self.error(status, connection)
      }
    }
  }

  func rows<T>(
    _ sql: StaticString,
    _ values: [Value] = [],
    _ body: (Row) throws(DatabaseError) -> T?
  ) throws(DatabaseError) -> [T] {
    var rows: [T] = []
    try query(sql, values) { (row) throws(DatabaseError) in
      if let made = try body(row) { rows.append(made) }
    }
    return rows
  }

  /// Runs `body`, whose reads see one state of the database: without it each statement locks and looks at the file.
  func reading<T>(_ body: () throws(DatabaseError) -> T) throws(DatabaseError) -> T {
    try transaction("BEGIN", body)
  }

  /// Runs `body` within a transaction that excludes other writers; an error undoes all of it.
  func transaction<T>(
    _ begin: StaticString = "BEGIN IMMEDIATE",
    _ body: () throws(DatabaseError) -> T
  ) throws(DatabaseError) -> T {
    try run(begin)
    do throws(DatabaseError) {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      // SQLite has undone it already after some errors.
      if sqlite3_get_autocommit(connection) == 0 { _ = try? run("ROLLBACK") }
      throw error
    }
  }

  /// Moves the write-ahead log into the database file.
  ///
  /// - Parameter emptying: whether to wait for readers and cut the log to no bytes.
  func checkpoint(emptying: Bool = false) throws(DatabaseError) {
    let mode = emptying ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE
    try check(sqlite3_wal_checkpoint_v2(connection, nil, mode, nil, nil))
    watch.pointee.logPages = 0
  }

  private func prepared(_ sql: StaticString) throws(DatabaseError) -> OpaquePointer {
    let address = UInt(bitPattern: sql.utf8Start)
    if let statement = statements[address] { return statement }
    var made: OpaquePointer?
    let status = sql.utf8Start.withMemoryRebound(to: CChar.self, capacity: sql.utf8CodeUnitCount) {
      sqlite3_prepare_v3(
        connection,
        $0,
        Int32(clamping: sql.utf8CodeUnitCount),
        UInt32(SQLITE_PREPARE_PERSISTENT),
        &made,
        nil
      )
    }
    guard status == SQLITE_OK, let made else { throw Self.error(status, connection) }
    statements[address] = made
    return made
  }

  private func bind(_ value: Value, to statement: OpaquePointer, _ index: Int32) -> Int32 {
    switch value {
    case .integer(let number): return sqlite3_bind_int64(statement, index, number)
    case .text(var text):
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          cs_bind_text(statement, index, $0.baseAddress, Int32(clamping: $0.count))
        }
      }
    case .blob(let bytes):
      return bytes.withUnsafeBytes {
        cs_bind_blob(statement, index, $0.baseAddress, Int32(clamping: $0.count))
      }
    }
  }

  private func check(_ status: Int32) throws(DatabaseError) {
    guard status == SQLITE_OK else { throw Self.error(status, connection) }
  }

  private static func error(_ status: Int32, _ connection: OpaquePointer?) -> DatabaseError {
    // SQLite's own copy of it, `sqlite3_system_errno`, is 0 after most failed writes.
    let system = errno
    let sentence = connection.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(status)
    let text = sentence.map { String(cString: $0) } ?? "SQLite error \(status)"
    return DatabaseError(kind: kind(status, system), text: text)
  }

  private static func kind(_ status: Int32, _ system: Int32) -> DatabaseError.Kind {
    // The low byte is the primary code.
    switch status & 0xff {
    // SQLite knows a full disk only where it writes the database; quotas and limits fail otherwise.
    case SQLITE_IOERR where [ENOSPC, EDQUOT, EFBIG].contains(system): .full
    case SQLITE_IOERR where system == EROFS: .readOnly
    case SQLITE_FULL: .full
    case SQLITE_READONLY, SQLITE_PERM: .readOnly
    case SQLITE_BUSY, SQLITE_LOCKED: .busy
    case SQLITE_CANTOPEN: .cannotOpen
    // Our statements are right, so an error in one, or one that never ends, is the file's.
    case SQLITE_NOTADB, SQLITE_CORRUPT, SQLITE_FORMAT, SQLITE_ERROR, SQLITE_CONSTRAINT,
      SQLITE_MISMATCH, SQLITE_INTERRUPT, SQLITE_SCHEMA:
      .damaged
    default: .other
    }
  }
}

package struct DatabaseError: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case full
    case readOnly
    /// Another process writes; the same statement succeeds later.
    case busy
    /// The file is no database, is malformed, or is not of this program.
    case damaged
    case newer
    /// A version of the program wrote the file that is too old to be read.
    case older
    case cannotOpen
    case other
  }

  package let kind: Kind
  /// SQLite's sentence, such as "database disk image is malformed".
  let text: String

  package init(kind: Kind, text: String) {
    self.kind = kind
    self.text = text
  }
}
