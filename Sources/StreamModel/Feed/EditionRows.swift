/// The records of a source that is read again and again: those of its latest edition, and those that
/// only earlier ones held.
///
/// A record keeps its number through all editions.
struct EditionRows {
  /// The place where a record is read.
  enum Place {
    /// Its number in the latest edition.
    case latest(Int)
    /// Only an earlier edition held it.
    case kept(Feed.Record, byteCount: Int)
    /// The first edition left the number out.
    case nowhere
  }

  private struct Row {
    var place: Place
    var position: Int?
    /// Added to the revision that the edition states.
    var revision = 0
    /// The hash that names the record in other editions.
    var key: UInt64 = 0
  }

  /// The names of a post that came under another id than at first.
  private struct Renaming {
    let first: PostName
    /// The hash of its last id.
    let alias: UInt64
  }

  /// Bytes that a look costs beside those of the record.
  static let lookCost = 64

  private var rows: [Row]
  /// The numbers by position.
  private var numbers: [Int]
  /// The records of each key, ascending; most have one.
  private var known: [UInt64: [Int]] = [:]
  /// The number of the post with each fallback; nil where several share one.
  private var fallbacks: [UInt64: Int?] = [:]
  private var renamings: [Int: Renaming] = [:]
  /// The number of rows whose key is known.
  private var keyed = 0

  /// The records of the first edition under their numbers there.
  init(of first: any RecordSource) {
    rows = (0..<first.numberLimit).map { number in
      let position = first.position(ofNumber: number)
      return Row(place: position == nil ? .nowhere : .latest(number), position: position)
    }
    numbers = (0..<first.recordCount).compactMap { first.number(at: $0) }
  }

  var count: Int { numbers.count }
  var numberLimit: Int { rows.count }

  func number(at position: Int) -> Int? {
    numbers.indices.contains(position) ? numbers[position] : nil
  }

  func position(of number: Int) -> Int? {
    rows.indices.contains(number) ? rows[number].position : nil
  }

  func place(of number: Int) -> Place {
    rows.indices.contains(number) ? rows[number].place : .nowhere
  }

  /// The key of a record under the id that it had first.
  func key(of number: Int) -> UInt64 { rows[number].key }

  /// A record under the id that it had first, by which its state is kept.
  func named(_ record: Feed.Record, as number: Int) -> Feed.Record {
    guard case .post(let post) = record, let renaming = renamings[number] else { return record }
    return .post(post.named(renaming.first))
  }

  /// Whether the latest edition names the record by another id than the first.
  func isRenamed(_ number: Int) -> Bool { renamings[number] != nil }

  /// The revision of a record.
  func revision(of number: Int, in latest: any RecordSource) -> Int {
    guard rows.indices.contains(number) else { return 0 }
    guard case .latest(let there) = rows[number].place else { return rows[number].revision }
    return rows[number].revision &+ latest.revision(ofNumber: there)
  }

  /// The records that may be the one of this key, ascending.
  func numbers(of key: UInt64) -> [Int] { known[key] ?? [] }

  /// The only post with this fallback; nil if there is none, or more than one.
  func number(ofFallback fallback: UInt64) -> Int? { fallbacks[fallback] ?? nil }

  // MARK: The next edition

  /// Finds out the keys of further rows within a budget in bytes; false while some are missing.
  mutating func findKeys(in latest: any RecordSource, bytes left: inout Int) -> Bool {
    while keyed < rows.count {
      guard left > 0 else { return false }
      if case .latest(let there) = rows[keyed].place {
        setName(of: keyed, EditionName(latest.record(number: there)))
        left -= latest.byteCount(ofNumber: there) &+ Self.lookCost
      }
      keyed += 1
    }
    return true
  }

  /// Keeps a record that the next edition does not hold; returns the cost in bytes.
  mutating func keep(_ number: Int, of latest: any RecordSource) -> Int {
    guard case .latest(let there) = rows[number].place else { return 1 }
    let size = latest.byteCount(ofNumber: there)
    rows[number].revision = revision(of: number, in: latest)
    rows[number].place = .kept(latest.record(number: there), byteCount: size)
    return size &+ Self.lookCost
  }

  /// Shows the records of the next edition, which `matches` has in its order.
  ///
  /// New records come before the next one that was known, at the end of the edition after the last one
  /// that was known, and else at the top. All others stay where they are.
  ///
  /// - Returns: the changes in order.
  mutating func show(
    _ matches: [EditionMatch],
    of next: any RecordSource,
    after latest: any RecordSource
  ) -> [SourceChange] {
    var revised: [SourceChange] = []
    var before: [Int: [EditionMatch]] = [:]
    var run: [EditionMatch] = []
    var last: Int?
    for match in matches {
      guard let number = match.known else {
        run.append(match)
        continue
      }
      if !run.isEmpty { before[number] = run }
      run = []
      last = number
      let shown = revision(of: number, in: latest) &+ (match.isChanged ? 1 : 0)
      rows[number].place = .latest(match.number)
      rows[number].revision = shown &- next.revision(ofNumber: match.number)
      if let former = match.former { rename(number, from: former, to: match.name.key) }
      if match.isChanged { revised.append(.revised(number: number)) }
    }
    var inserted: [SourceChange] = []
    let old = numbers
    numbers = []
    if last == nil { insert(run, &inserted) }
    for number in old {
      insert(before[number] ?? [], &inserted)
      rows[number].position = numbers.count
      numbers.append(number)
      if number == last { insert(run, &inserted) }
    }
    return inserted + revised
  }

  /// Adds new rows after those that have their positions.
  private mutating func insert(_ run: [EditionMatch], _ changes: inout [SourceChange]) {
    guard !run.isEmpty else { return }
    let start = numbers.count
    for match in run {
      let number = rows.count
      rows.append(Row(place: .latest(match.number), position: numbers.count))
      setName(of: number, match.name)
      numbers.append(number)
    }
    keyed = rows.count
    changes.append(.inserted(positions: start..<numbers.count))
  }

  /// Notes that a post came under another id.
  ///
  /// Only its last id is known, so that ids that change with every edition do not fill the memory.
  private mutating func rename(_ number: Int, from former: PostName, to key: UInt64) {
    let old = renamings[number]
    // The names of earlier editions may belong to other posts by now.
    let last = old?.alias ?? rows[number].key
    known[last]?.removeAll { $0 == number }
    if known[last]?.isEmpty == true { known[last] = nil }
    renamings[number] = Renaming(first: old?.first ?? former, alias: key)
    known[key, default: []].append(number)
  }

  private mutating func setName(of number: Int, _ name: EditionName) {
    rows[number].key = name.key
    known[name.key, default: []].append(number)
    guard let fallback = name.fallback else { return }
    fallbacks[fallback] = .some(fallbacks[fallback] == nil ? number : nil)
  }
}

/// The hashes by which a record is found in every edition.
struct EditionName {
  /// Of the id, else of the address or content.
  let key: UInt64
  /// Of the address or content of a post; nil for other records.
  let fallback: UInt64?

  init(_ record: Feed.Record) {
    switch record {
    case .post(let post):
      let own = PostIdentity(post)
      (key, fallback) = (own.id, own.fallback)
    // Its place changes when other records come.
    case .problem(let problem):
      (key, fallback) = (stableHash((problem.path + "\n" + problem.message).utf8), nil)
    }
  }
}

/// The id of a post as an edition has it.
struct PostName {
  let id: Post.ID
  let isStated: Bool

  init(_ post: Post) {
    (id, isStated) = (post.id, post.idIsStated)
  }
}

/// A record of an edition, and the one that it was before.
struct EditionMatch {
  /// The number in its edition.
  let number: Int
  let name: EditionName
  /// The number under which it is shown; nil for a new one.
  var known: Int?
  /// Whether it says something else than before.
  var isChanged: Bool
  /// The name that the post had before, if it was another one.
  var former: PostName?
}
