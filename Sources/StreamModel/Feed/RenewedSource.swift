/// A source that is read again and again, as an address that is refreshed or a program that runs again.
///
/// A post that comes again under its id is the same record, whether it changed or not. New posts come
/// in where the edition has them. Posts that an edition lacks stay: a feed drops old posts, and a program
/// may fail halfway.
public final class RenewedSource {
  private var latest: any RecordSource
  /// The records of several editions; nil as long as there was only one.
  private var rows: EditionRows?
  private var renewal: Renewal?
  /// The edition to take in next.
  private var next: (any RecordSource)?
  private var changes: [SourceChange] = []
  /// The reasons why editions could not be read, each once.
  private var failures: [FeedProblem] = []
  /// The records that earlier editions decoded.
  private var earlierDecodes = 0

  /// - Parameter first: the first edition, which nobody else advances.
  public init(_ first: any RecordSource) {
    latest = first
  }

  /// Takes in another edition from the next ``advance(bytes:)`` on; it replaces one that waits.
  public func renew(with edition: any RecordSource) {
    next = edition
  }

  /// Adds a sentence to ``problems``, such as why no other edition came.
  public func note(_ sentence: String) {
    let problem = problem(sentence)
    if !failures.contains(problem) { failures.append(problem) }
  }

  private var isRenewing: Bool { renewal != nil || next != nil }

  private func takeIn(bytes budget: Int) throws(FeedError) -> Feed.Progress {
    if renewal == nil, let next {
      renewal = Renewal(next)
      self.next = nil
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
    earlierDecodes += latest.decodeCount
    latest = renewal.edition
    _ = latest.takeChanges()
    return next == nil ? .done : .more
  }

  private func note(_ error: FeedError) {
    switch error {
    case .unknownFormat(let problem):
      if !failures.contains(problem) { failures.append(problem) }
    case .unreadable(_, let reason): note(reason)
    case .empty: note("was empty when it was read again")
    }
  }

  private func problem(_ message: String) -> FeedProblem {
    FeedProblem(source: name, line: nil, column: nil, path: "", message: message)
  }

  /// The number of a record in the latest edition; nil for one that it lacks.
  private func latestNumber(_ number: Int) -> Int? {
    guard let rows else { return number }
    guard case .latest(let there) = rows.place(of: number) else { return nil }
    return there
  }

  /// Searches number by number, as records of several editions have no order of bytes.
  private func search(
    from first: Int,
    bytes: Int,
    where holds: (Int) -> Bool
  ) -> Feed.Search {
    var left = max(1, bytes)
    var number = max(0, first)
    while number < numberLimit, left > 0 {
      if position(ofNumber: number) != nil, holds(number) { return .found(number) }
      left -= byteCount(ofNumber: number) &+ EditionRows.lookCost
      number += 1
    }
    return number >= numberLimit && isIndexed ? .exhausted : .paused(next: number)
  }
}

extension RenewedSource: RecordSource {
  /// The name of the edition.
  public var name: String { latest.name }
  /// The title of the latest edition.
  public var title: String? { latest.title }
  /// The number of records of all editions.
  public var recordCount: Int { rows?.count ?? latest.recordCount }
  /// The numbers given out.
  public var numberLimit: Int { rows?.numberLimit ?? latest.numberLimit }
  /// As the edition says.
  public var isSettled: Bool { latest.isSettled }
  /// Whether every edition so far is taken in.
  public var isIndexed: Bool { latest.isIndexed && !isRenewing }
  /// As the first edition estimates; then the number of records.
  public var estimatedCount: Int { rows?.count ?? latest.estimatedCount }
  /// The problems of the latest edition, and why others could not be read.
  public var problems: [FeedProblem] { latest.problems + failures }
  /// The number of posts that the latest edition leaves out.
  public var leftOutCount: Int { latest.leftOutCount }
  /// As the edition says.
  public var wantsConversations: Bool { latest.wantsConversations }
  /// As the edition says.
  public var hasSettledRelations: Bool { latest.hasSettledRelations }
  /// The records that all editions decoded.
  public var decodeCount: Int { earlierDecodes &+ latest.decodeCount }
  /// As the edition says.
  public var owner: Account? { latest.owner }
  /// That of the latest edition.
  public var comparesTexts: Bool { latest.comparesTexts }

  /// The number of the record at a position; nil where there is none.
  public func number(at position: Int) -> Int? {
    if let rows { rows.number(at: position) } else { latest.number(at: position) }
  }

  /// The position of a record; nil where there is none.
  public func position(ofNumber number: Int) -> Int? {
    if let rows { rows.position(of: number) } else { latest.position(ofNumber: number) }
  }

  /// The record as the last edition that held it states it.
  public func record(number: Int) -> Feed.Record {
    guard let rows else { return latest.record(number: number) }
    return switch rows.place(of: number) {
    case .latest(let there): rows.named(latest.record(number: there), as: number)
    case .kept(let record, _): rows.named(record, as: number)
    case .nowhere: .problem(problem("no record \(number) (expected 0 to \(numberLimit - 1))"))
    }
  }

  /// As ``record(number:)``; a record that cannot be read joins ``problems``.
  public func inspect(number: Int) -> Feed.Record {
    guard let there = latestNumber(number) else { return record(number: number) }
    let record = latest.inspect(number: there)
    return rows?.named(record, as: number) ?? record
  }

  /// The names of the record's post and its parent.
  public func relations(ofNumber number: Int) -> PostRelations {
    if let there = latestNumber(number) { return latest.relations(ofNumber: there) }
    if case .post(let post) = record(number: number) { return PostRelations(post) }
    return .none
  }

  /// Rises when another edition states the record differently.
  public func revision(ofNumber number: Int) -> Int {
    rows?.revision(of: number, in: latest) ?? latest.revision(ofNumber: number)
  }

  /// The size of the record in bytes, in the last edition that held it.
  public func byteCount(ofNumber number: Int) -> Int {
    guard let rows, case .kept(_, let size) = rows.place(of: number) else {
      return latestNumber(number).map { latest.byteCount(ofNumber: $0) } ?? 0
    }
    return size
  }

  /// The key of the record, where its bytes or an earlier edition tell it.
  public func statedKeyID(ofNumber number: Int) -> UInt64? {
    guard let rows else { return latest.statedKeyID(ofNumber: number) }
    if rows.isRenamed(number) { return rows.id(of: number) }
    return switch rows.place(of: number) {
    case .latest(let there): latest.statedKeyID(ofNumber: there)
    case .kept(.post, _): rows.id(of: number)
    case .kept(.problem, _), .nowhere: nil
    }
  }

  /// Whether the bytes of the record hold `needle`; true where the bytes are gone.
  public func holds(_ needle: [UInt8], number: Int, ignoringCase: Bool) -> Bool {
    latestNumber(number).map {
      latest.holds(needle, number: $0, ignoringCase: ignoringCase)
    } ?? (position(ofNumber: number) != nil)
  }

  /// See ``RecordSource``.
  public func search(
    _ needle: [UInt8],
    fromNumber: Int,
    bytes: Int,
    ignoringCase: Bool
  ) -> Feed.Search {
    guard rows != nil else {
      return latest.search(
        needle,
        fromNumber: fromNumber,
        bytes: bytes,
        ignoringCase: ignoringCase
      )
    }
    return search(from: fromNumber, bytes: bytes) {
      holds(needle, number: $0, ignoringCase: ignoringCase)
    }
  }

  /// Whether the bytes of the record may show the word of `needle`; true where the bytes are gone.
  public func mayShow(_ needle: TextNeedle, number: Int) -> Bool {
    latestNumber(number).map { latest.mayShow(needle, number: $0) } ?? true
  }

  /// See ``RecordSource``.
  public func search(_ needle: TextNeedle, fromNumber: Int, bytes: Int) -> Feed.Search {
    guard rows != nil else {
      return latest.search(needle, fromNumber: fromNumber, bytes: bytes)
    }
    return search(from: fromNumber, bytes: bytes) { mayShow(needle, number: $0) }
  }

  /// Scans the first edition, then takes in the others.
  ///
  /// - Throws: ``FeedError`` if the first edition cannot be read; a later one joins ``problems``.
  public func advance(bytes: Int) throws(FeedError) -> Feed.Progress {
    if !latest.isIndexed {
      let progress = try latest.advance(bytes: bytes)
      return progress == .done && isRenewing ? .more : progress
    }
    do throws(FeedError) {
      return try takeIn(bytes: bytes)
    } catch {
      note(error)
      return next == nil ? .done : .more
    }
  }

  /// The changes since the last call, in order.
  public func takeChanges() -> [SourceChange] {
    guard rows != nil else { return latest.takeChanges() }
    defer { changes = [] }
    return changes
  }

  /// As the edition does, unless there are several.
  public func resume() -> Bool { rows == nil && !isRenewing && latest.resume() }

  /// As the edition does.
  public func clearCaches() { latest.clearCaches() }
}
