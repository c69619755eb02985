/// The tables of the database, and the steps that lead from each version to the next.
enum StateSchema {
  /// The number of steps that a current database has taken, its `user_version`.
  static var version: Int64 { Int64(steps.count) }

  /// "stui", the `application_id`.
  static let application: Int64 = 0x7374_7569

  /// Checks the database and brings it to the current version.
  ///
  /// - Throws: ``DatabaseError``: `damaged` if the file must be set aside, `newer` if it must be left alone.
  static func prepare(_ database: Database) throws(DatabaseError) {
    let found = try number(database, "PRAGMA user_version")
    let isEmpty = try number(database, "SELECT count(*) FROM sqlite_schema") == 0
    let owner = try number(database, "PRAGMA application_id")
    guard owner == application || isEmpty && owner == 0 && found == 0 else {
      throw DatabaseError(kind: .damaged, text: "it belongs to another program")
    }
    guard found <= version else { throw DatabaseError(kind: .newer, text: "version \(found)") }
    if found < version { try migrate(database) }
    guard try texts(database) == tables else {
      throw DatabaseError(kind: .damaged, text: "its tables are not as they should be")
    }
  }

  /// Whether a newer version of the program wrote the database.
  ///
  /// - Throws: ``DatabaseError`` if it cannot be read.
  static func isNewer(_ database: Database) throws(DatabaseError) -> Bool {
    try number(database, "PRAGMA user_version") > version
  }

  private static func migrate(_ database: Database) throws(DatabaseError) {
    try database.transaction { () throws(DatabaseError) in
      // Another viewer may have done it meanwhile.
      let found = try number(database, "PRAGMA user_version")
      for step in steps.dropFirst(Int(clamping: max(0, found))) {
        for statement in step { try database.run(statement) }
      }
    }
  }

  private static func number(
    _ database: Database,
    _ sql: StaticString
  ) throws(DatabaseError) -> Int64 {
    var result: Int64 = 0
    try database.query(sql) { result = $0.integer(0) }
    return result
  }

  /// The definitions in the file: a hostile one could bring triggers or views.
  private static func texts(_ database: Database) throws(DatabaseError) -> Set<String> {
    var texts: Set<String> = []
    try database.query("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL") {
      texts.insert($0.text(0))
    }
    return texts
  }

  /// The definitions of the current version, in SQLite's own words.
  private static let tables = Set(
    (definitions + ["CREATE TABLE sqlite_sequence(name,seq)"]).map { "\($0)" }
  )

  /// Step n leads from version n to n + 1; a step that was released never changes.
  private static let steps: [[StaticString]] = [
    definitions + ["PRAGMA application_id = 0x73747569", "PRAGMA user_version = 1"]
  ]

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
  ]
}
