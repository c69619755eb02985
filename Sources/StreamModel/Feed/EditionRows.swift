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
    case kept(FeedRecord, byteCount: Int)
    /// The first edition left the number out.
    case nowhere
  }

  private struct Row {
    var place: Place
    var position: Int?
    var revision = 0
    /// The hash of the id under which the record came first.
    var id: UInt64 = 0
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
  private var numbers: [Int]
  private(set) var identities = IdentityIndex()
  private var renamings: [Int: Renaming] = [:]
  /// The number of rows whose identity is known.
  private var identified = 0

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

  /// The ``PostIdentity/id`` that a record had first.
  func id(of number: Int) -> UInt64 { rows[number].id }

  /// A record under the id that it had first, by which its state is kept.
  func named(_ record: FeedRecord, as number: Int) -> FeedRecord {
    guard case .post(let post) = record, let renaming = renamings[number] else { return record }
    return .post(post.identified(by: renaming.first.id, isStated: renaming.first.isStated))
  }

  /// Whether the latest edition names the record by another id than the first.
  func isRenamed(_ number: Int) -> Bool { renamings[number] != nil }

  func revision(of number: Int, in latest: any RecordSource) -> Int {
    guard rows.indices.contains(number) else { return 0 }
    guard case .latest(let there) = rows[number].place else { return rows[number].revision }
    return rows[number].revision &+ latest.revision(ofNumber: there)
  }

  // MARK: The next edition

  /// Finds out the identities of further rows within a budget in bytes; false while some are missing.
  mutating func findIdentities(in latest: any RecordSource, bytes left: inout Int) -> Bool {
    while identified < rows.count {
      guard left > 0 else { return false }
      if case .latest(let there) = rows[identified].place {
        identify(identified, PostIdentity(latest.record(number: there)))
        left -= latest.byteCount(ofNumber: there) &+ Self.lookCost
      }
      identified += 1
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
      if let former = match.former { rename(number, from: former, to: match.identity.id) }
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
      identify(number, match.identity)
      numbers.append(number)
    }
    identified = rows.count
    changes.append(.inserted(positions: start..<numbers.count))
  }

  /// Notes that a post came under another id.
  ///
  /// Only its last id is known, so that ids that change with every edition do not fill the memory.
  private mutating func rename(_ number: Int, from former: PostName, to id: UInt64) {
    let old = renamings[number]
    // The ids of earlier editions may belong to other posts by now.
    identities.rename(number, from: old?.alias ?? rows[number].id, to: id)
    renamings[number] = Renaming(first: old?.first ?? former, alias: id)
  }

  private mutating func identify(_ number: Int, _ identity: PostIdentity) {
    rows[number].id = identity.id
    identities.add(identity, as: number)
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
  let number: Int
  let identity: PostIdentity
  /// The number under which it is shown; nil for a new one.
  var known: Int?
  var isChanged: Bool
  var former: PostName?
}

extension PostIdentity {
  /// The identity of a record: that of its post, or of its problem, whose place changes when other records
  /// come.
  init(_ record: FeedRecord) {
    switch record {
    case .post(let post): self.init(post)
    case .problem(let problem):
      self.init(fallback: stableHash(of: problem.path + "\n" + problem.message))
    }
  }
}
