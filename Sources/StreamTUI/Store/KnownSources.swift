/// A source that the store knows, by its number in this session; never written to disk.
struct SourceID: Hashable, Sendable {
  let index: Int
}

/// The sources that were named in this session, with their rows in the database.
struct KnownSources {
  /// The row of a source in the open database.
  enum Row: Equatable {
    /// Not found or made so far.
    case unknown
    case number(Int64)
    /// The reader has forgotten the source: what comes for it is dropped.
    case forgotten
  }

  struct Entry {
    let key: String
    var name: String
    var row: Row
  }

  private var entries: [Entry] = []
  private var indexes: [String: Int] = [:]

  /// The source; nil where another store gave out the number.
  subscript(source: SourceID) -> Entry? {
    entries.indices.contains(source.index) ? entries[source.index] : nil
  }

  /// Returns the number of a source; a new one where its key is new.
  mutating func add(_ key: String, name: String, row: Row) -> SourceID {
    if let index = indexes[key] {
      entries[index].name = name
      entries[index].row = row
      return SourceID(index: index)
    }
    indexes[key] = entries.count
    entries.append(Entry(key: key, name: name, row: row))
    return SourceID(index: entries.count - 1)
  }

  mutating func setRow(_ row: Row, of source: SourceID) {
    guard entries.indices.contains(source.index) else { return }
    entries[source.index].row = row
  }

  /// Drops the rows of all sources, because another database is open.
  mutating func dropRows() {
    for index in entries.indices where entries[index].row != .forgotten {
      entries[index].row = .unknown
    }
  }

  mutating func forgetAll() {
    for index in entries.indices { entries[index].row = .forgotten }
  }
}
