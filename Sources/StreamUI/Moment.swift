/// A point on a monotonic clock, in nanoseconds from an arbitrary start.
package struct Moment: Hashable, Comparable, Sendable {
  package let nanoseconds: Int64

  package init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// This moment and so many milliseconds more; saturates.
  package func advanced(byMilliseconds milliseconds: Int) -> Moment {
    let (product, over) = Int64(clamping: milliseconds).multipliedReportingOverflow(by: 1_000_000)
    guard !over else { return Moment(nanoseconds: .max) }
    let (sum, overflow) = nanoseconds.addingReportingOverflow(product)
    return Moment(nanoseconds: overflow ? .max : sum)
  }

  /// Nanoseconds from `earlier` to here; negative if it lies later.
  package func nanoseconds(since earlier: Moment) -> Int64 {
    let (difference, overflow) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
    return overflow ? .max : difference
  }

  package static func < (lhs: Moment, rhs: Moment) -> Bool {
    lhs.nanoseconds < rhs.nanoseconds
  }
}
