/// The other order of a timeline's rows that is being made, and the facts that were read for such orders.
struct Reordering {
  private var sorting: Sorting?
  private var facts: FactTable?

  /// The order that is being made; nil for none.
  var order: Timeline.Order? { sorting?.order }
  /// The number of records that were looked at for it; nil for none.
  var lookedCount: Int? { sorting?.merge.lookedCount }

  /// The facts of a record; nil if they were not read.
  func facts(of id: RecordID) -> RecordFacts? { facts?.facts(of: id) }

  /// Begins with another order of the sources.
  mutating func begin(_ order: Timeline.Order, of sources: [SharedChanges]) {
    let table = facts ?? FactTable()
    for source in sources { table.addSource(source.number) }
    facts = table
    sorting = Sorting(sources, order: order, facts: table)
  }

  mutating func stop() {
    sorting?.leave()
    sorting = nil
  }

  /// Stops, and forgets the facts: the sources are others now.
  mutating func forget() {
    stop()
    facts = nil
  }

  /// Takes in a further source.
  mutating func add(_ source: SharedChanges) {
    facts?.addSource(source.number)
    sorting?.add(source, facts: facts)
  }

  /// The table for rows that stand in such an order.
  var table: FactTable? { facts }

  /// Sorts about `budget` bytes of records further; returns the order that is made with them.
  ///
  /// - Parameter now: see ``Post/rankTime(at:)``.
  mutating func advance(bytes budget: Int, at now: Timestamp?) -> Sorting? {
    guard var sorting else { return nil }
    // Nothing moves while it is copied.
    self.sorting = nil
    do throws(FeedError) {
      if try sorting.advance(bytes: budget, at: now) { return sorting }
      self.sorting = sorting
    } catch {
      // The rows that are shown say what cannot be read.
      sorting.leave()
    }
    return nil
  }
}
