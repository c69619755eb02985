/// The facts of a record that put it in its place among others.
struct RecordFacts {
  /// Seconds since 1970; nil where the record states no time, or one that has not come yet.
  let time: Int64?
  /// The likes, stated or listed; nil where nothing is known of them.
  let likes: Int?
  /// The comments, stated or listed; nil where nothing is known of them.
  let comments: Int?
  let identity: RecordIdentity

  static let none = RecordFacts(time: nil, likes: nil, comments: nil, identity: .none)
}

extension RecordFacts {
  /// - Parameters:
  ///   - comparesTexts: see ``RecordSource/comparesTexts``.
  ///   - now: see ``Post/rankTime(at:)``.
  init(_ record: FeedRecord, comparesTexts: Bool, at now: Timestamp?) {
    guard case .post(let post) = record else {
      self = .none
      return
    }
    time = post.rankTime(at: now)?.secondsSinceEpoch
    likes = post.knownLikesCount
    comments = post.knownCommentsCount
    identity = RecordIdentity(post, comparesTexts: comparesTexts)
  }
}

/// The facts of records that were read for one order and serve the next, by source and number.
///
/// Takes 48 bytes for each record, from the first change of the order on.
final class FactTable {
  /// Nil inside where the record has to be read again.
  private var known: [ChunkedList<RecordFacts?>] = []

  func addSource(_ number: Int) {
    while known.count <= number { known.append(ChunkedList()) }
  }

  /// The facts of a record; nil if they are to be read.
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
  func rank(of facts: RecordFacts) -> Int64? {
    switch self {
    case .newest, .document: facts.time.map { max(.min + 2, min($0, .max - 1)) }
    case .oldest: facts.time.map { 0 - max(.min + 2, min($0, .max - 1)) }
    case .likes: Self.rank(count: facts.likes, time: facts.time)
    case .comments: Self.rank(count: facts.comments, time: facts.time)
    }
  }

  /// The rank that no row before a time reaches; nil for orders that are not of time.
  func rank(before period: Range<Int64>) -> Int64? {
    switch self {
    case .newest: max(period.upperBound, .min + 3) - 1
    case .oldest: 0 - max(period.lowerBound, .min + 2)
    case .document, .likes, .comments: nil
    }
  }

  /// A count that nobody states comes after every other.
  private static func rank(count: Int?, time: Int64?) -> Int64 {
    let count = count.map { max(-mostCount + 1, min(Int64(clamping: $0), mostCount)) } ?? -mostCount
    let time = max(-mostTime, min(time ?? -mostTime, mostTime))
    return count * (mostTime * 2 + 1) + time
  }
}
