/// The facts of a record that put it in its place among others.
struct RecordFacts {
  /// Seconds since 1970; nil where the record states no time, or one that has not come yet.
  let time: Int64?
  let counts: RecordCounts
  let identity: RecordIdentity

  static let none = RecordFacts(time: nil, counts: .none, identity: .none)
}

extension RecordFacts {
  init(_ kept: KeptIndex.Record) {
    self.init(
      time: kept.time,
      counts: kept.counts,
      identity: RecordIdentity(address: kept.names.address, id: kept.names.id)
    )
  }

  init(_ record: FeedRecord, comparesTexts: Bool, at now: Timestamp?) {
    guard case .post(let post) = record else {
      self = .none
      return
    }
    time = post.rankTime(at: now)?.secondsSinceEpoch
    counts = RecordCounts(post)
    identity = RecordIdentity(post, comparesTexts: comparesTexts)
  }
}

/// The facts of records that were read for one order and serve the next, by source and number.
///
/// Takes 48 bytes for each record, from the first change of the order on.
final class FactTable {
  /// Nil inside where the record has to be read again.
  private var known: [ChunkedList<RecordFacts?>] = []

  func addSource(_ number: Int) { while known.count <= number { known.append(ChunkedList()) } }

  func facts(of id: RecordID) -> RecordFacts? {
    guard known.indices.contains(id.source), id.number < known[id.source].count else { return nil }
    return known[id.source][id.number]
  }

  /// Keeps the facts of a record, if those of all records before it are kept.
  func keep(_ facts: RecordFacts, of id: RecordID) {
    guard known.indices.contains(id.source) else { return }
    if id.number < known[id.source].count {
      known[id.source][id.number] = facts
    } else if id.number == known[id.source].count {
      known[id.source].append(facts)
    }
  }

  /// Forgets the facts of all records of a source: later bytes may have added to any.
  func forgetAll(of source: Int) {
    if known.indices.contains(source) { known[source] = ChunkedList() }
  }
}

extension StreamOrder {
  private static let mostTime: Int64 = 1 << 36
  private static let mostCount: Int64 = 1 << 25

  /// The rank of a record: those with more come first; nil for one that goes by its neighbours.
  ///
  /// Posts with as many likes, or comments, follow each other by time, the newest first.
  ///
  /// - Parameter source: the number of its source.
  func rank(of facts: RecordFacts, in source: Int) -> Int64? {
    switch self {
    case .newest, .document: facts.time.map { max(.min + 2, min($0, .max - 1)) }
    case .oldest: facts.time.map { 0 - max(.min + 2, min($0, .max - 1)) }
    case .likes: Self.rank(count: facts.counts.likes, time: facts.time)
    case .comments: Self.rank(count: facts.counts.comments, time: facts.time)
    case .feed: facts.time.map { Self.rank(count: 0 - Int32(clamping: source), time: $0) }
    }
  }

  /// The rank that no row before a time reaches; nil for orders that are not of time.
  func rank(before period: Range<Int64>) -> Int64? {
    switch self {
    case .newest: max(period.upperBound, .min + 3) - 1
    case .oldest: 0 - max(period.lowerBound, .min + 2)
    case .document, .feed, .likes, .comments: nil
    }
  }

  /// A count that nobody states comes after every other.
  private static func rank(count: Int32, time: Int64?) -> Int64 {
    let count =
      count == RecordCounts.unknown ? -mostCount : max(-mostCount + 1, min(Int64(count), mostCount))
    let time = max(-mostTime, min(time ?? -mostTime, mostTime))
    return count * (mostTime * 2 + 1) + time
  }
}

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

  func original(ofCopy id: RecordID) -> RecordID? { originals[id] }
  func copies(of row: RecordID) -> [RecordID] { copies[row]?.ids ?? [] }

  /// How often copies of a row came or went; never falls.
  func changes(of row: RecordID) -> Int { copies[row]?.changes ?? 0 }

  /// Makes a row known by its identity, unless another row is known by the same.
  mutating func add(_ row: RecordID, _ identity: RecordIdentity) {
    add(row, identity.id)
    add(row, identity.address)
  }

  private mutating func add(_ row: RecordID, _ hash: UInt64) {
    guard hash != 0 else { return }
    rows[Self.table(of: hash)].merge(CollectionOfOne((hash, row))) { known, _ in known }
  }

  /// Forgets a row's identity, and takes its copies from it.
  mutating func remove(_ row: RecordID, _ identity: RecordIdentity) -> [RecordID] {
    for hash in [identity.id, identity.address] where self.row(hash) == row {
      rows[Self.table(of: hash)][hash] = nil
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

  mutating func remove(copy: RecordID) -> RecordID? {
    guard let row = originals.removeValue(forKey: copy) else { return nil }
    copies[row]?.ids.removeAll { $0 == copy }
    copies[row]?.changes &+= 1
    return row
  }

  private func row(_ hash: UInt64) -> RecordID? {
    hash == 0 ? nil : rows[Self.table(of: hash)][hash]
  }

  private static func table(of hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 56) }
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
