/// Records that several sources hold: one of them is the row, the others are its copies.
struct Duplicates {
  private struct Copies {
    var ids: [RecordID] = []
    var changes = 0
  }

  /// Rows by the hashes of their identities.
  ///
  /// In 256 tables, since one that doubles copies itself: a key would wait for a table of a million.
  private var rows: [[UInt64: RecordID]] = Array(repeating: [:], count: 256)
  private var copies: [RecordID: Copies] = [:]
  private(set) var originals: [RecordID: RecordID] = [:]

  /// The row that a record of `source` is a copy of.
  ///
  /// A post that one source holds twice is two rows.
  func original(of identity: RecordIdentity, from source: Int) -> RecordID? {
    guard let row = row(identity.id) ?? row(identity.address), row.source != source,
      !copies(of: row).contains(where: { $0.source == source })
    else { return nil }
    return row
  }

  /// The row that a record is a copy of; nil if it is none.
  func original(ofCopy id: RecordID) -> RecordID? { originals[id] }

  /// The copies of a row, in the order in which they came.
  func copies(of row: RecordID) -> [RecordID] { copies[row]?.ids ?? [] }

  /// How often copies of a row came or went; never falls.
  func changes(of row: RecordID) -> Int { copies[row]?.changes ?? 0 }

  /// Makes a row known by its identity, unless another row is known by the same.
  mutating func add(_ row: RecordID, _ identity: RecordIdentity) {
    if identity.id != 0, self.row(identity.id) == nil { setRow(row, identity.id) }
    if identity.address != 0, self.row(identity.address) == nil { setRow(row, identity.address) }
  }

  /// Forgets a row's identity, and takes its copies from it.
  mutating func remove(_ row: RecordID, _ identity: RecordIdentity) -> [RecordID] {
    if self.row(identity.id) == row { setRow(nil, identity.id) }
    if self.row(identity.address) == row { setRow(nil, identity.address) }
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

  private func row(_ hash: UInt64) -> RecordID? {
    hash == 0 ? nil : rows[Int(truncatingIfNeeded: hash >> 56)][hash]
  }

  private mutating func setRow(_ row: RecordID?, _ hash: UInt64) {
    rows[Int(truncatingIfNeeded: hash >> 56)][hash] = row
  }
}

/// Hashes that are equal for the same post in two sources; 0 where the record states no such thing.
///
/// Narrower than ``PostIdentity``, which serves within a source: short ids and contents say nothing of other
/// sources, and a like is not the post that it names.
struct RecordIdentity: Equatable {
  static let none = RecordIdentity(address: 0, id: 0)

  let address: UInt64
  let id: UInt64
}

extension RecordIdentity {
  /// - Parameter comparesTexts: whether the texts are a part of the identity; see
  ///   ``RecordSource/comparesTexts``.
  init(_ post: Post, comparesTexts: Bool) {
    // The same post shared by two people is two things.
    var sharer = PostIdentity.name(of: post.resharedBy)
    switch post.activity.kind {
    case .post, .comment, .update, .reshare: break
    case .like, .dislike, .follow, .delete, .add, .remove, .other:
      // A like and a bookmark of one post have its address, and are neither the post nor each other.
      sharer += "\n\(post.activity.kind.rawValue) \(post.activity.name ?? "")"
    }
    // Short ids are those of one server.
    let isGlobal = post.idIsStated && post.id.rawValue.utf8.contains(0x3A)
    let text = comparesTexts && (isGlobal || post.url != nil) ? post.textHash : nil
    address = post.url.map { Self.hash($0, sharer, text) } ?? 0
    id = isGlobal ? Self.hash(post.id.rawValue, sharer, text) : 0
  }

  private static func hash(_ name: String, _ sharer: String, _ text: UInt64?) -> UInt64 {
    // The byte between keeps "a" shared by "b" apart from "ab".
    let hash = stableHash(
      sharer.utf8,
      after: stableHash(CollectionOfOne(0), after: stableHash(name.utf8))
    )
    guard let text else { return hash }
    return withUnsafeBytes(of: text.littleEndian) { stableHash($0, after: hash) }
  }
}
