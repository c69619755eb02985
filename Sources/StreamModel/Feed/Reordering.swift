/// The other order of a timeline's rows that is being made, slice by slice, beside the rows that are shown,
/// and the facts that were read for such orders.
struct Reordering {
  typealias Sorted = (order: StreamOrder, merge: TimelineMerge)

  private var sorting: Sorted?
  private(set) var table: FactTable?

  /// The order that is being made; nil for none.
  var order: StreamOrder? { sorting?.order }
  /// The number of records that were looked at for it; nil for none.
  var lookedCount: Int? { sorting?.merge.lookedCount }

  /// The facts of a record; nil if they were not read.
  func facts(of id: RecordID) -> RecordFacts? { table?.facts(of: id) }

  mutating func begin(_ order: StreamOrder, of sources: [SharedChanges]) {
    let table = table ?? FactTable()
    for source in sources { table.addSource(source.number) }
    self.table = table
    sorting = (order, TimelineMerge(sources, order: order, facts: table))
  }

  mutating func stop() {
    sorting?.merge.leave()
    sorting = nil
  }

  /// Stops, and forgets the facts: the records belong to other sources now.
  mutating func forget() {
    stop()
    table = nil
  }

  mutating func add(_ source: SharedChanges) {
    table?.addSource(source.number)
    guard let order else { return }
    sorting?.merge.add(source, order: order, facts: table)
  }

  /// Sorts about `budget` bytes of records further; returns the order once all that is known has its place.
  ///
  /// - Parameter now: see ``Post/rankTime(at:)``.
  mutating func advance(bytes budget: Int, at now: Timestamp?) -> Sorted? {
    guard var sorting else { return nil }
    // Nothing moves while it is copied.
    self.sorting = nil
    do throws(FeedError) {
      if try sorting.merge.advance(bytes: budget, at: now) != .more { return sorting }
      self.sorting = sorting
    } catch {
      // The rows that are shown say what cannot be read.
      sorting.merge.leave()
    }
    return nil
  }
}
