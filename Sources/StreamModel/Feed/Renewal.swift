/// Takes in another edition of a source, slice by slice: scans it, and compares its records with those
/// that are shown.
struct Renewal {
  let edition: any RecordSource
  /// The records that were compared, in the order of the edition.
  private(set) var matches: [EditionMatch] = []
  private var taken: Set<Int> = []
  /// How often the edition has each fallback.
  private var fallbacks: [UInt64: Int] = [:]
  private var hasKeys = false
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
    if !hasKeys { hasKeys = rows.findKeys(in: latest, bytes: &left) }
    guard hasKeys else { return .more }
    while matches.count < edition.recordCount, left > 0 { compare(rows, latest, &left) }
    guard matches.count == edition.recordCount else { return .more }
    while named < matches.count, left > 0 { findByFallback(rows, latest, &left) }
    guard named == matches.count else { return .more }
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
    let name = EditionName(record)
    if let fallback = name.fallback { fallbacks[fallback, default: 0] += 1 }
    // An edition that says something twice has two records.
    let known = rows.numbers(of: name.key).first { !taken.contains($0) }
    if let known { taken.insert(known) }
    let isChanged = known.map { Self.record($0, rows, latest) != record } ?? false
    matches.append(EditionMatch(number: number, name: name, known: known, isChanged: isChanged))
    left -= edition.byteCount(ofNumber: number) &+ EditionRows.lookCost
  }

  /// Finds a post by its fallback that has none by its id: some sources have new ids in each edition.
  ///
  /// The fallback is often the address alone, and a source may give many posts the same one. So it counts
  /// only if no other post has it, and the text or the time is the same. An edition of a single post may hold
  /// another post each time, so there the text must be the same.
  private mutating func findByFallback(
    _ rows: EditionRows,
    _ latest: any RecordSource,
    _ left: inout Int
  ) {
    defer { named += 1 }
    left -= 1
    let match = matches[named]
    guard match.known == nil, let fallback = match.name.fallback, fallbacks[fallback] == 1,
      let known = rows.number(ofFallback: fallback), !taken.contains(known),
      case .post(let old)? = Self.record(known, rows, latest),
      case .post(let new) = edition.record(number: match.number),
      new.title == old.title && new.body == old.body
        || matches.count > 1 && new.published != nil && new.published == old.published
    else { return }
    left -= edition.byteCount(ofNumber: match.number) &+ EditionRows.lookCost
    taken.insert(known)
    matches[named].known = known
    let former = PostName(old)
    matches[named].former = former
    matches[named].isChanged = new.named(former) != old
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
