/// The rows in another order while it is made, slice by slice, beside those that are shown.
struct Sorting {
  let order: Timeline.Order
  private(set) var merge: TimelineMerge

  init(_ sources: [SharedChanges], order: Timeline.Order, facts: FactTable) {
    self.order = order
    merge = TimelineMerge(sources, order: order, facts: facts)
  }

  /// Sorts about `budget` bytes of records further; returns whether all that is known has its place.
  ///
  /// - Parameter now: see ``Post/rankTime(at:)``.
  /// - Throws: ``FeedError`` when no source can be read.
  mutating func advance(bytes budget: Int, at now: Timestamp?) throws(FeedError) -> Bool {
    try merge.advance(bytes: budget, at: now) != .more
  }

  /// Takes in a further source.
  mutating func add(_ source: SharedChanges, facts: FactTable?) {
    merge.add(source, order: order, facts: facts)
  }

  /// Ends: the changes of the sources are no longer kept for it.
  func leave() { merge.leave() }
}
