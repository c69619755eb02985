/// A source that is read again and again, as an address that is refreshed or a program that runs again.
///
/// A post that comes again under its id is the same record, whether it changed or not. New posts come in where the
/// edition has them. Posts that an edition lacks stay: a feed drops old posts, and a program may fail halfway.
package final class RenewedSource {
  private var latest: any RecordSource
  /// The records of several editions; nil as long as there was only one.
  private var rows: EditionRows?
  private var renewal: Renewal?
  private var next: (any RecordSource)?
  private var further: [any RecordSource] = []
  private var changes: [SourceChange] = []
  /// The reasons why editions could not be read, each once.
  private var failures: [FeedProblem] = []
  private var earlierDecodes = 0
  private var formers: [Int: Post] = [:]

  /// - Parameter first: the first edition, which nobody else advances.
  package init(_ first: any RecordSource) { latest = first }

  /// Takes in another edition from the next ``advance(bytes:)`` on; it replaces one that waits.
  package func renew(with edition: any RecordSource) { next = edition }

  /// Takes in an edition that begins with the last post and goes on with older ones; none replaces another.
  package func extend(with edition: any RecordSource) { further.append(edition) }

  /// Adds a sentence to ``problems``, such as why no other edition came.
  package func note(_ sentence: String) {
    let problem = problem(sentence)
    if !failures.contains(problem) { failures.append(problem) }
  }

  private var isRenewing: Bool { renewal != nil || hasMore }
  private var hasMore: Bool { next != nil || !further.isEmpty }

  private func takeIn(bytes budget: Int) throws(FeedError) -> ScanProgress {
    if renewal == nil, let edition = next ?? further.first {
      renewal = Renewal(edition)
      if next == nil { further.removeFirst() }
      next = nil
    }
    // Each is copied if another reference exists while it changes.
    guard var renewal else { return .done }
    self.renewal = nil
    var rows = self.rows ?? EditionRows(of: latest)
    changes += latest.takeChanges()
    self.rows = nil
    defer { self.rows = rows }
    let progress = try renewal.advance(bytes: budget, &rows, of: latest)
    guard progress == .done else {
      self.renewal = renewal
      return progress
    }
    changes += rows.show(renewal.matches, of: renewal.edition, after: latest)
    if formers.count + renewal.formers.count > Renewal.formerLimit { formers = [:] }
    formers.merge(renewal.formers) { $1 }
    earlierDecodes += latest.decodeCount
    latest = renewal.edition
    _ = latest.takeChanges()
    return hasMore ? .more : .done
  }

  private func note(_ error: FeedError) {
    switch error {
    case .unknownFormat(let problem): if !failures.contains(problem) { failures.append(problem) }
    case .unreadable(_, let reason): note(reason)
    case .empty: note("was empty when it was read again")
    }
  }

  private func problem(_ message: String) -> FeedProblem {
    FeedProblem(source: name, message: message)
  }

  private func latestNumber(_ number: Int) -> Int? {
    guard let rows else { return number }
    guard case .latest(let there) = rows.place(of: number) else { return nil }
    return there
  }
}

extension RenewedSource: RecordLayer {
  package var base: any RecordSource { latest }
  package var recordCount: Int { rows?.count ?? latest.recordCount }
  package var numberLimit: Int { rows?.numberLimit ?? latest.numberLimit }
  package var isIndexed: Bool { latest.isIndexed && !isRenewing }
  package var estimatedCount: Int { rows?.count ?? latest.estimatedCount }
  package var problems: [FeedProblem] { latest.problems + failures }
  package var decodeCount: Int { earlierDecodes &+ latest.decodeCount }

  package func number(at position: Int) -> Int? {
    if let rows { rows.number(at: position) } else { latest.number(at: position) }
  }

  package func position(ofNumber number: Int) -> Int? {
    if let rows { rows.position(of: number) } else { latest.position(ofNumber: number) }
  }

  package func record(number: Int) -> FeedRecord {
    guard let rows else { return latest.record(number: number) }
    return switch rows.place(of: number) {
    case .latest(let there): rows.named(latest.record(number: there), as: number)
    case .kept(let record, _): rows.named(record, as: number)
    case .nowhere: .problem(problem("no record \(number) (expected 0 to \(numberLimit - 1))"))
    }
  }

  package func inspect(number: Int) -> FeedRecord {
    guard let there = latestNumber(number) else { return record(number: number) }
    let record = latest.inspect(number: there)
    return rows?.named(record, as: number) ?? record
  }

  package func relations(ofNumber number: Int) -> PostRelations {
    if let there = latestNumber(number) { return latest.relations(ofNumber: there) }
    if case .post(let post) = record(number: number) { return PostRelations(post) }
    return .none
  }

  package func countsAsRead(ofNumber number: Int) -> Bool {
    latestNumber(number).map { latest.countsAsRead(ofNumber: $0) } ?? false
  }

  package func former(ofNumber number: Int) -> Post? {
    formers[number] ?? latestNumber(number).flatMap { latest.former(ofNumber: $0) }
  }

  package func additions(ofNumber number: Int) -> RuleAdditions? {
    latestNumber(number).flatMap { latest.additions(ofNumber: $0) }
  }

  package func revision(ofNumber number: Int) -> Int {
    rows?.revision(of: number, in: latest) ?? latest.revision(ofNumber: number)
  }

  package func byteCount(ofNumber number: Int) -> Int {
    guard let rows, case .kept(_, let size) = rows.place(of: number) else {
      return latestNumber(number).map { latest.byteCount(ofNumber: $0) } ?? 0
    }
    return size
  }

  /// The keys of records, where their bytes or an earlier edition tell them.
  package func forEachStatedKeyID(ofNumbers numbers: Range<Int>, _ body: (Int, UInt64?) -> Void) {
    guard let rows else { return latest.forEachStatedKeyID(ofNumbers: numbers, body) }
    for number in numbers { body(number, statedKeyID(of: number, in: rows)) }
  }

  private func statedKeyID(of number: Int, in rows: EditionRows) -> UInt64? {
    if rows.isRenamed(number) { return rows.id(of: number) }
    return switch rows.place(of: number) {
    case .latest(let there): latest.statedKeyID(ofNumber: there)
    case .kept(.post, _): rows.id(of: number)
    case .kept(.problem, _), .nowhere: nil
    }
  }

  /// Whether the bytes of the record may show the word of `needle`; true where the bytes are gone.
  package func mayShow(_ needle: TextNeedle, number: Int) -> Bool {
    latestNumber(number).map { latest.mayShow(needle, number: $0) } ?? true
  }

  /// Searches number by number where there are several editions: their records have no order of bytes.
  package func search(_ needle: TextNeedle, fromNumber: Int, bytes: Int) -> RecordSearch {
    guard rows != nil else { return latest.search(needle, fromNumber: fromNumber, bytes: bytes) }
    var left = max(1, bytes)
    var number = max(0, fromNumber)
    while number < numberLimit, left > 0 {
      if position(ofNumber: number) != nil, mayShow(needle, number: number) {
        return .found(number)
      }
      left -= byteCount(ofNumber: number) &+ EditionRows.lookCost
      number += 1
    }
    return number >= numberLimit && isIndexed ? .exhausted : .paused(next: number)
  }

  /// Scans the first edition, then takes in the others.
  ///
  /// - Throws: ``FeedError`` if the first edition cannot be read; a later one joins ``problems``.
  package func advance(bytes: Int) throws(FeedError) -> ScanProgress {
    if !latest.isIndexed {
      let progress = try latest.advance(bytes: bytes)
      return progress == .done && isRenewing ? .more : progress
    }
    do throws(FeedError) {
      return try takeIn(bytes: bytes)
    } catch {
      note(error)
      return hasMore ? .more : .done
    }
  }

  package func takeChanges() -> [SourceChange] {
    guard rows != nil else { return latest.takeChanges() }
    defer { changes = [] }
    return changes
  }

  /// As the edition does, unless there are several.
  package func resume() -> Bool { rows == nil && !isRenewing && latest.resume() }
}

/// Takes in another edition of a source, slice by slice: scans it, and compares its records with those that are shown.
private struct Renewal {
  let edition: any RecordSource
  private(set) var matches: [EditionMatch] = []
  static let formerLimit = 500
  private(set) var formers: [Int: Post] = [:]
  /// Nil until the identities of the shown records are known, and once the edition can be shown.
  private var rematch: Rematch<Int>?
  private var named = 0
  /// The number of shown records that were looked at for those the edition does not hold.
  private var swept = 0

  init(_ edition: any RecordSource) { self.edition = edition }

  /// Goes on for about `budget` bytes.
  ///
  /// - Returns: `.done` once the edition can be shown.
  mutating func advance(
    bytes budget: Int,
    _ rows: inout EditionRows,
    of latest: any RecordSource
  ) throws(FeedError) -> ScanProgress {
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
    let shown = known.flatMap { Self.record($0, rows, latest) }
    let isChanged = known != nil && shown != record
    if isChanged, let known, case .post(let old)? = shown, case .post(let new) = record {
      note(old, as: known, replacedBy: new)
    }
    matches.append(
      EditionMatch(number: number, identity: identity, known: known, isChanged: isChanged)
    )
    left -= edition.byteCount(ofNumber: number) &+ EditionRows.lookCost
  }

  private mutating func note(_ old: Post, as number: Int, replacedBy new: Post) {
    guard formers.count < Self.formerLimit, new.isEdited(since: old) else { return }
    formers[number] = old
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
    note(old, as: known, replacedBy: new)
  }

  private static func record(
    _ number: Int,
    _ rows: EditionRows,
    _ latest: any RecordSource
  ) -> FeedRecord? {
    switch rows.place(of: number) {
    case .latest(let there): latest.record(number: there)
    case .kept(let record, _): record
    case .nowhere: nil
    }
  }
}

/// The records of a source that is read again and again: those of its latest edition, and those that
/// only earlier ones held.
///
/// A record keeps its number through all editions.
struct EditionRows {
  enum Place {
    case latest(Int)
    case kept(FeedRecord, byteCount: Int)
    /// The first edition left the number out.
    case nowhere
  }

  private struct Row {
    var place: Place
    var position: Int?
    var revision = 0
    var id: UInt64 = 0
  }

  private struct Renaming {
    let first: PostName
    let alias: UInt64
  }

  static let lookCost = 64

  private var rows: [Row]
  private var numbers: [Int]
  private(set) var identities = IdentityIndex()
  private var renamings: [Int: Renaming] = [:]
  private var identified = 0

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

struct PostName {
  let id: Post.ID
  let isStated: Bool

  init(_ post: Post) { (id, isStated) = (post.id, post.idIsStated) }
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
  /// The identity of a record: that of its post, or of its problem, whose place changes when other records come.
  init(_ record: FeedRecord) {
    switch record {
    case .post(let post): self.init(post)
    case .problem(let problem):
      self.init(fallback: stableHash(of: problem.path + "\n" + problem.message))
    }
  }
}
