package import CellGrid
import Glibc

struct StateOpening {
  let database: Database
  let files: StateFiles
  let identity: [UInt64]
  /// A state that could not be read and was set aside, or cannot be written.
  let notice: StateNotice?
  /// Whether it is a copy of the state for this run, because the state cannot be written.
  let isReadOnly: Bool

  /// Opens the database of a folder and makes what is missing.
  ///
  /// A damaged database, or one of an earlier build, is set aside, once, and replaced by an empty one; a newer one is left as it is.
  ///
  /// - Parameters:
  ///   - patience: the time in milliseconds to wait for other processes.
  ///   - failed: a database that was open and must be set aside, unless another process has done it, with the reason.
  init(
    _ folder: StateFolder,
    patience: Int32,
    insteadOf failed: (identity: [UInt64], fault: StateError)? = nil
  ) throws(StateError) {
    let files = try folder.prepare()
    guard files.lock(milliseconds: patience) else {
      throw .database(DatabaseError(kind: .busy, text: "locked"))
    }
    defer { files.unlock() }
    self.files = files
    if let failed, files.identity == failed.identity {
      notice = .setAside(failed.fault, as: try files.setAside())
      database = try Self.database(files, patience)
      isReadOnly = false
    } else {
      do throws(StateError) {
        (database, notice) = try Self.databaseOrEmpty(files, patience)
        isReadOnly = false
      } catch {
        guard error.forbidsWriting, !files.isEmpty, let copy = try? Self.copy(of: files) else {
          throw error
        }
        (database, notice, isReadOnly) = (copy, .readOnly(error), true)
      }
    }
    guard let identity = files.identity else { throw .moved }
    self.identity = identity
  }

  private static func databaseOrEmpty(
    _ files: StateFiles,
    _ patience: Int32
  ) throws(StateError) -> (Database, StateNotice?) {
    do throws(StateError) {
      return (try database(files, patience), nil)
    } catch {
      // A file that was empty, and is still, holds nothing to set aside.
      guard error.callsForAnother, !files.isEmpty else { throw error }
      let notice = StateNotice.setAside(error, as: try files.setAside())
      return (try database(files, patience), notice)
    }
  }

  /// A copy in memory of a state that cannot be written.
  private static func copy(of files: StateFiles) throws(DatabaseError) -> Database {
    let database = try Database(copying: files.database)
    try StateSchema.prepare(database)
    return database
  }

  private static func database(
    _ files: StateFiles,
    _ patience: Int32
  ) throws(StateError) -> Database {
    try files.setLeftoversAside()
    return try files.opened(patience: patience, StateSchema.prepare)
  }
}

extension StateError {
  /// Whether the database may be sound, but has no room or must not be written.
  fileprivate var forbidsWriting: Bool {
    switch self {
    case .database(let error): [.full, .readOnly, .cannotOpen].contains(error.kind)
    case .refused(let number): [ENOSPC, EDQUOT, EROFS, EACCES, EPERM].contains(number)
    default: false
    }
  }

  /// Whether the database can only be replaced.
  fileprivate var callsForAnother: Bool {
    guard case .database(let error) = self else { return false }
    return [.damaged, .older].contains(error.kind)
  }
}

/// One line about the saved state, for the status line.
package struct StateNotice: Hashable, Sendable {
  package let text: SafeText

  private init(_ text: String) { self.text = SafeText(sanitizing: text) }

  /// The state is read, and nothing is saved in this session, because of `fault`.
  static func readOnly(_ fault: StateError) -> StateNotice {
    StateNotice("State is read-only, marks end with this run: \(fault.reason)")
  }

  /// Nothing is saved in this session, because of `fault`.
  ///
  /// - Parameter folder: the folder of the state, which the system's words do not name.
  static func off(_ fault: StateError, in folder: StateFolder? = nil) -> StateNotice {
    guard case .refused = fault, let folder else {
      return StateNotice("State is off: \(fault.reason)")
    }
    return StateNotice("State is off: \(folder.path): \(fault.reason)")
  }

  /// The last write failed; the store tries it again.
  static func waiting(_ fault: StateError) -> StateNotice {
    StateNotice("State is not saved yet: \(fault.reason)")
  }

  /// The old state could not be read and is now in the file `name`.
  static func setAside(_ fault: StateError, as name: String) -> StateNotice {
    StateNotice("State starts empty: \(fault.reason); the old state is in \(name)")
  }

  static let removed = StateNotice(
    "State starts empty: \(StateFiles.name) was deleted. What you mark from now on is saved."
  )

  /// The session ends with writes that no turn could make.
  static func lost(_ count: Int) -> StateNotice {
    StateNotice(
      count == 1 ? "State: 1 change was not saved" : "State: \(count) changes were not saved"
    )
  }

  static let tooLong = StateNotice("Not kept: the post is longer than 16 MiB")
}

package enum StateSchema {
  /// The `user_version` of a current database; that of builds before 2026-11-27, 1 to 3, is not read.
  static let version: Int64 = 4

  /// "stui", the `application_id`.
  static let application: Int64 = 0x7374_7569

  /// Checks the database, and makes the tables of an empty one.
  ///
  /// - Throws: ``DatabaseError``: `damaged` or `older` if the file must be set aside, `newer` if it must be left alone.
  static func prepare(_ database: Database) throws(DatabaseError) {
    let isEmpty = try number(database, "SELECT count(*) FROM sqlite_schema") == 0
    let owner = try number(database, "PRAGMA application_id")
    let found = try number(database, "PRAGMA user_version")
    guard owner == application || isEmpty && owner == 0 && found == 0 else {
      throw DatabaseError(kind: .damaged, text: "it belongs to another program")
    }
    if isEmpty, found == 0 { try make(database) } else { try checkVersion(of: database) }
    guard try database.definitions == tables else {
      throw DatabaseError(kind: .damaged, text: "its tables are not as they should be")
    }
  }

  /// - Throws: ``DatabaseError``: `older` or `newer` if another version of the program wrote the database.
  package static func checkVersion(of database: Database) throws(DatabaseError) {
    let found = try number(database, "PRAGMA user_version")
    guard found != version else { return }
    throw DatabaseError(kind: found < version ? .older : .newer, text: "version \(found)")
  }

  private static func make(_ database: Database) throws(DatabaseError) {
    try database.transaction { () throws(DatabaseError) in
      // Another viewer may have done it meanwhile.
      guard try number(database, "PRAGMA user_version") == 0 else { return }
      for statement in definitions { try database.run(statement) }
      try database.run("PRAGMA application_id = 0x73747569")
      try database.run("PRAGMA user_version = 4")
    }
  }

  private static func number(
    _ database: Database,
    _ sql: StaticString
  ) throws(DatabaseError) -> Int64 {
    try database.rows(sql) { $0.integer(0) }.first ?? 0
  }

  /// The definitions in SQLite's own words.
  private static let tables = Set(
    (definitions + ["CREATE TABLE sqlite_sequence(name,seq)"]).map { "\($0)" }
  )

  private static let definitions: [StaticString] = [
    // Numbers are never used twice: a viewer may still hold that of a source that was forgotten.
    """
    CREATE TABLE source(id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, \
    name TEXT NOT NULL, seen INT, posts INT, unread INT, naming INT NOT NULL DEFAULT 0) STRICT
    """,
    "CREATE INDEX source_seen ON source(seen)",
    """
    CREATE TABLE mark(source INT, post INT, alt INT, flags INT, PRIMARY KEY(source, post)) \
    STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE kept(id INTEGER PRIMARY KEY AUTOINCREMENT, source INT, post INT, alt INT, at INT, \
    record BLOB, UNIQUE(source, post)) STRICT
    """,
    """
    CREATE TABLE link(id INTEGER PRIMARY KEY AUTOINCREMENT, hash INT, at INT, source INT, post INT, \
    alt INT, how INT, address TEXT) STRICT
    """,
    "CREATE INDEX link_hash ON link(hash)",
    """
    CREATE TABLE thread(id INTEGER PRIMARY KEY, source INT, post INT, alt INT, seen BLOB, place TEXT, \
    UNIQUE(source, post)) STRICT
    """,
    "CREATE TABLE host(name TEXT PRIMARY KEY, at INT) STRICT, WITHOUT ROWID",
    "CREATE TABLE change(id INTEGER PRIMARY KEY AUTOINCREMENT, writer INT, source INT, posts BLOB) STRICT",
  ]
}
