/// The sources in the database, and what the history shows of them.
struct SourceTable {
  /// A row of the history.
  struct Entry {
    let id: Int64
    let key: String
    let name: String
    let seen: Int64
    let posts: Int64
    let unread: Int64
  }

  let database: Database

  /// Returns the row of a source; nil if there is none.
  func find(_ key: String) throws(DatabaseError) -> (id: Int64, name: String)? {
    var found: (Int64, String)?
    try database.query("SELECT id, name FROM source WHERE key = ?", [.text(key)]) {
      found = ($0.integer(0), $0.text(1))
    }
    return found
  }

  /// Returns the keys and names of a source and of the feeds in it, seen or not.
  func members(of key: String) throws(DatabaseError) -> [(id: Int64, key: String, name: String)] {
    var rows: [(Int64, String, String)] = []
    try database.query(
      """
      SELECT id, key, name FROM source
      WHERE key = ?1 OR substr(key, 1, length(?1) + 1) = ?1 || char(9)
      """,
      [.text(key)]
    ) { rows.append(($0.integer(0), $0.text(1), $0.text(2))) }
    return rows
  }

  /// Makes the row of a source, or gives it another name.
  func write(_ key: String, name: String) throws(DatabaseError) {
    try database.run(
      """
      INSERT INTO source(key, name) VALUES(?1, ?2)
      ON CONFLICT(key) DO UPDATE SET name = ?2 WHERE name IS NOT ?2
      """,
      [.text(key), .text(name)]
    )
  }

  /// Returns how the posts of a source are named; nil if there is no such row.
  func naming(of id: Int64) throws(DatabaseError) -> PostNaming? {
    var naming: PostNaming?
    try database.query("SELECT naming FROM source WHERE id = ?", [.integer(id)]) {
      naming = PostNaming(rawValue: $0.integer(0)) ?? .id
    }
    return naming
  }

  func setNaming(_ naming: PostNaming, of id: Int64) throws(DatabaseError) {
    try database.run(
      "UPDATE source SET naming = ? WHERE id = ?",
      [.integer(naming.rawValue), .integer(id)]
    )
  }

  /// Notes when a source was seen, with the numbers of its posts.
  func note(_ id: Int64, seen: Int64, posts: Int, unread: Int) throws(DatabaseError) {
    try database.run(
      "UPDATE source SET seen = ?, posts = ?, unread = ? WHERE id = ?",
      [.integer(seen), .integer(Int64(posts)), .integer(Int64(unread)), .integer(id)]
    )
  }

  /// Returns the sources that were seen, the last one first.
  ///
  /// - Parameter filter: a part of the name or key; capitals of ASCII are the same as small letters.
  func history(
    limit: Int,
    offset: Int,
    filter: String
  ) throws(DatabaseError) -> [Entry] {
    var entries: [Entry] = []
    let pattern = "%" + filter.flatMap { "%_\\".contains($0) ? ["\\", $0] : [$0] } + "%"
    let range: [Database.Value] = [.integer(Int64(limit)), .integer(Int64(offset))]
    let add = { (row: Database.Row) in
      entries.append(
        Entry(
          id: row.integer(0),
          key: row.text(1),
          name: row.text(2),
          seen: row.integer(3),
          posts: row.integer(4),
          unread: row.integer(5)
        )
      )
    }
    if filter.isEmpty {
      try database.query(
        """
        SELECT id, key, name, seen, posts, unread FROM source WHERE seen IS NOT NULL
        ORDER BY seen DESC LIMIT ? OFFSET ?
        """,
        range,
        add
      )
    } else {
      try database.query(
        """
        SELECT id, key, name, seen, posts, unread FROM source
        WHERE seen IS NOT NULL AND (name LIKE ?3 ESCAPE '\\' OR key LIKE ?3 ESCAPE '\\')
        ORDER BY seen DESC LIMIT ?1 OFFSET ?2
        """,
        range + [.text(pattern)],
        add
      )
    }
    return entries
  }

  func remove(_ id: Int64) throws(DatabaseError) {
    try database.run("DELETE FROM source WHERE id = ?", [.integer(id)])
  }

  func removeAll() throws(DatabaseError) {
    try database.run("DELETE FROM source")
  }
}
