/// The rows of a timeline: sources that follow each other, or that are merged in another order.
///
/// Not copyable: a timeline looks at each row many times, and each look would copy all tables of a merge.
struct TimelineRows: ~Copyable {
  private var sequence: SourceSequence
  private var merge: TimelineMerge?
  private var log = ChangeLog()

  /// The records in the order of their documents.
  init(documents sources: [SharedChanges]) {
    sequence = SourceSequence(sources, log: &log)
  }

  init(_ merge: TimelineMerge) {
    sequence = SourceSequence([], log: &log)
    self.merge = merge
  }

  /// Takes in a further source in an order of rows.
  mutating func add(_ source: SharedChanges, order: StreamOrder, facts: FactTable?) {
    guard merge != nil else { return sequence.add(source, log: &log) }
    merge?.add(source, order: order, facts: facts)
  }

  /// Lets go of a source with all its rows.
  mutating func remove(source number: Int) {
    guard merge != nil else { return sequence.remove(source: number, log: &log) }
    merge?.remove(source: number)
  }

  mutating func noteUpdates() {
    if merge == nil { log.updateAny() } else { merge?.rows.log.updateAny() }
  }

  var count: Int { merge?.rows.count ?? sequence.count }
  var isIndexed: Bool { merge?.isIndexed ?? sequence.isIndexed }
  var heldCount: Int { merge?.rows.heldCount ?? sequence.heldCount }
  var errors: [FeedError] { merge?.errors ?? sequence.errors }
  /// Whether each source's rows follow each other as in its document, and none is held back.
  var keepsDocumentOrder: Bool { merge == nil && sequence.heldCount == 0 }
  /// The number of records that a merge has looked at; nil where no merge is going on.
  var lookedCount: Int? { merge.flatMap { $0.isIndexed ? nil : $0.lookedCount } }

  /// Scans and merges about `budget` bytes further.
  ///
  /// - Parameter now: see ``Post/rankTime(at:)``.
  /// - Returns: `.waiting` only if nothing can be done without new bytes.
  mutating func advance(bytes budget: Int, at now: Timestamp?) throws(FeedError) -> ScanProgress {
    guard merge != nil else { return try sequence.advance(bytes: budget, log: &log) }
    return try merge?.advance(bytes: budget, at: now) ?? .done
  }

  /// The changes since the last call, in order.
  mutating func takeChanges() -> [RowChange] {
    guard merge == nil else { return merge?.rows.log.take() ?? [] }
    sequence.takeChanges(into: &log)
    return log.take()
  }

  /// Notes that these rows took the place of others.
  mutating func noteReorder() {
    if merge == nil { log.reorder() } else { merge?.rows.log.reorder() }
  }

  /// Ends: the changes of the sources are no longer kept for it.
  func leave() {
    merge?.leave()
    sequence.leave()
  }

  /// The record that a row shows, in O(log n).
  mutating func id(at row: Int) -> RecordID? {
    merge == nil ? sequence.id(at: row) : merge?.rows.id(at: row)
  }

  /// The row of a record, in O(log n); nil if it is none.
  mutating func row(of id: RecordID) -> Int? {
    merge == nil ? sequence.row(of: id) : merge?.rows.row(of: id)
  }

  func isRow(_ id: RecordID) -> Bool { merge?.rows.isRow(id) ?? (sequence.row(of: id) != nil) }

  /// The row that shows what a record says, its own or that of another source; nil for none.
  func row(showing id: RecordID) -> RecordID? {
    if let merge { return merge.rows.row(showing: id) }
    return sequence.row(of: id) == nil ? nil : id
  }

  /// The records of other sources that a row shows, too.
  func copies(of row: RecordID) -> [RecordID] { merge?.rows.copies(of: row) ?? [] }

  var rowsOfCopies: [RecordID: RecordID] { merge?.rows.rowsOfCopies ?? [:] }

  /// How often the copies of a row have changed.
  func copyChanges(of row: RecordID) -> Int { merge?.rows.copyChanges(of: row) ?? 0 }

  /// The number of rows of a higher rank; nil where rows have none.
  mutating func count(above rank: Int64) -> Int? { merge?.rows.count(above: rank) }

  /// Holds back records that would come in between two rows, and lets in those held elsewhere.
  mutating func hold(between first: RecordID?, and last: RecordID?) {
    if merge == nil {
      sequence.hold(between: first, and: last, log: &log)
    } else {
      merge?.rows.hold(between: first, and: last)
    }
  }
}
