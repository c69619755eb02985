/// Records that several sources hold: one of them is the row, the others are its copies.
struct Duplicates {
  private struct Copies {
    var ids: [RecordID] = []
    /// How often a copy came or went.
    var changes = 0
  }

  /// Rows by the hashes of their identities. In 256 tables, since one that doubles copies itself: a
  /// key would wait for a table of a million.
  private var rows: [[UInt64: RecordID]] = Array(repeating: [:], count: 256)
  private var copies: [RecordID: Copies] = [:]
  private var originals: [RecordID: RecordID] = [:]

  /// The row that a record of `source` is a copy of.
  ///
  /// A source that says something twice means two rows.
  func original(of identity: RecordIdentity, from source: Int) -> RecordID? {
    guard let row = identity.hashes.lazy.compactMap({ rows[Self.table($0)][$0] }).first else {
      return nil
    }
    let sources = [row.source] + (copies[row]?.ids ?? []).map(\.source)
    return sources.contains(source) ? nil : row
  }

  /// The copies of a row, in the order in which they came.
  func copies(of row: RecordID) -> [RecordID] { copies[row]?.ids ?? [] }

  /// How often copies of a row came or went; never falls.
  func changes(of row: RecordID) -> Int { copies[row]?.changes ?? 0 }

  /// Makes a row known by its identity, unless another row is known by the same.
  mutating func add(_ row: RecordID, _ identity: RecordIdentity) {
    for hash in identity.hashes where rows[Self.table(hash)][hash] == nil {
      rows[Self.table(hash)][hash] = row
    }
  }

  /// Forgets a row's identity, and takes its copies from it.
  mutating func remove(_ row: RecordID, _ identity: RecordIdentity) -> [RecordID] {
    for hash in identity.hashes where rows[Self.table(hash)][hash] == row {
      rows[Self.table(hash)][hash] = nil
    }
    guard let old = copies[row], !old.ids.isEmpty else { return [] }
    for copy in old.ids { originals[copy] = nil }
    copies[row] = Copies(changes: old.changes &+ 1)
    return old.ids
  }

  mutating func add(copy: RecordID, of row: RecordID) {
    originals[copy] = row
    copies[row, default: Copies()].ids.append(copy)
    copies[row]?.changes &+= 1
  }

  /// Forgets a copy; returns the row that it was a copy of.
  mutating func remove(copy: RecordID) -> RecordID? {
    guard let row = originals.removeValue(forKey: copy) else { return nil }
    copies[row]?.ids.removeAll { $0 == copy }
    copies[row]?.changes &+= 1
    return row
  }

  private static func table(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 56) }
}
