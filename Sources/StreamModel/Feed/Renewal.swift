/// Takes in another edition of a source, slice by slice: scans it, and compares its records with those
/// that are shown.
struct Renewal {
  let edition: any RecordSource
  /// The records that were compared, in the order of the edition.
  private(set) var matches: [EditionMatch] = []
  private var taken: Set<Int> = []
  /// How often the edition has had each key so far.
  private var uses: [UInt64: Int] = [:]
  private var hasKeys = false
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
    if !hasKeys { hasKeys = rows.findKeys(in: latest, bytes: &left) }
    guard hasKeys else { return .more }
    while matches.count < edition.recordCount, left > 0 { compare(rows, latest, &left) }
    guard matches.count == edition.recordCount else { return .more }
    while swept < rows.numberLimit, left > 0 {
      left -= taken.contains(swept) ? 1 : rows.keep(swept, of: latest)
      swept += 1
    }
    return swept == rows.numberLimit ? .done : .more
  }

  private mutating func compare(
    _ rows: EditionRows,
    _ latest: any RecordSource,
    _ left: inout Int
  ) {
    // Every position below the count has a record.
    let number = edition.number(at: matches.count) ?? 0
    let record = edition.inspect(number: number)
    let key = EditionRows.key(of: record)
    // An edition that says something twice has two records.
    let candidates = rows.numbers(of: key)
    let use = uses[key, default: 0]
    uses[key] = use + 1
    let known = use < candidates.count ? candidates[use] : nil
    if let known { taken.insert(known) }
    let isChanged = known.map { Self.record($0, rows, latest) != record } ?? false
    matches.append(EditionMatch(number: number, key: key, known: known, isChanged: isChanged))
    left -= edition.byteCount(ofNumber: number) &+ EditionRows.lookCost
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
