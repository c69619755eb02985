/// Takes in another edition of a source, slice by slice: scans it, and compares its records with those
/// that are shown.
struct Renewal {
  let edition: any RecordSource
  /// The records that were compared, in the order of the edition.
  private(set) var matches: [EditionMatch] = []
  /// Nil until the identities of the shown records are known, and once the edition can be shown.
  private var rematch: Rematch<Int>?
  /// The number of records that were looked for by their fallbacks, too.
  private var named = 0
  /// The number of shown records that were looked at for those the edition does not hold.
  private var swept = 0

  init(_ edition: any RecordSource) {
    self.edition = edition
  }

  /// Goes on for about `budget` bytes.
  ///
  /// - Returns: `.done` once the edition can be shown.
  /// - Throws: ``FeedError`` if it cannot be read.
  mutating func advance(
    bytes budget: Int,
    _ rows: inout EditionRows,
    of latest: any RecordSource
  ) throws(FeedError) -> Feed.Progress {
    if !edition.isIndexed {
      let progress = try edition.advance(bytes: budget)
      return progress == .done ? .more : progress
    }
    var left = max(1, budget)
    if rematch == nil {
      guard rows.findIdentities(in: latest, bytes: &left) else { return .more }
      rematch = Rematch(of: rows.identities)
    }
    while matches.count < edition.recordCount, left > 0 { compare(rows, latest, &left) }
    guard matches.count == edition.recordCount else { return .more }
    while named < matches.count, left > 0 { findByFallback(rows, latest, &left) }
    guard named == matches.count else { return .more }
    while swept < rows.numberLimit, left > 0 {
      left -= rematch?.hasFound(swept) == true ? 1 : rows.keep(swept, of: latest)
      swept += 1
    }
    guard swept == rows.numberLimit else { return .more }
    // The index of identities changes next, and would be copied if it were held here.
    rematch = nil
    return .done
  }

  private mutating func compare(
    _ rows: EditionRows,
    _ latest: any RecordSource,
    _ left: inout Int
  ) {
    // Every position below the count has a record.
    let number = edition.number(at: matches.count) ?? 0
    let record = edition.inspect(number: number)
    let identity = PostIdentity(record)
    let known = rematch?.take(identity, as: number)
    let isChanged = known.map { Self.record($0, rows, latest) != record } ?? false
    matches.append(
      EditionMatch(number: number, identity: identity, known: known, isChanged: isChanged)
    )
    left -= edition.byteCount(ofNumber: number) &+ EditionRows.lookCost
  }

  /// Finds a post by its fallback that has none by its id: some sources have new ids in each edition.
  private mutating func findByFallback(
    _ rows: EditionRows,
    _ latest: any RecordSource,
    _ left: inout Int
  ) {
    defer { named += 1 }
    left -= 1
    let match = matches[named]
    guard match.known == nil, let rematch,
      let known = rematch.former(of: match.identity, match.number),
      case .post(let old)? = Self.record(known, rows, latest),
      case .post(let new) = edition.record(number: match.number),
      rematch.isSame(
        text: new.title == old.title && new.body == old.body,
        time: new.published != nil && new.published == old.published
      )
    else { return }
    left -= edition.byteCount(ofNumber: match.number) &+ EditionRows.lookCost
    self.rematch?.confirm(known)
    matches[named].known = known
    let former = PostName(old)
    matches[named].former = former
    matches[named].isChanged = new.identified(by: former.id, isStated: former.isStated) != old
  }

  private static func record(
    _ number: Int,
    _ rows: EditionRows,
    _ latest: any RecordSource
  ) -> Feed.Record? {
    switch rows.place(of: number) {
    case .latest(let there): latest.record(number: there)
    case .kept(let record, _): record
    case .nowhere: nil
    }
  }
}
