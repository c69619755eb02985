/// A place of a page that may not be known yet.
package enum Destination: Equatable, Sendable {
  case end
  /// The row of this number, from 0, or the last one.
  case row(Int)
  /// The post or comment of this number, from 1, as the page numbers them, or the last one.
  case number(Int)
  /// A percentage of the way, from 0 to 100.
  case percentage(Int)

  /// Whether the rows that are known reach it.
  func isKnown(in rows: PageRows) -> Bool {
    // The end of a file that grows is never known: who goes there follows it.
    if rows.isComplete { return self != .end || !rows.mayGrow }
    switch self {
    case .row(let row): return row < rows.count
    case .number(let number): return rows.position(ofNumber: number) < rows.count
    case .end, .percentage: return false
    }
  }

  /// The position of the nearest row that is known; nil where there is no row.
  func position(in rows: PageRows) -> Int? {
    guard rows.count > 0 else { return nil }
    let target: Int
    switch self {
    case .end: target = rows.count - 1
    case .row(let row): target = row
    case .number(let number): target = rows.position(ofNumber: number)
    case .percentage(let percentage):
      let total = rows.estimatedCount
      target =
        Int(clamping: UInt64(clamping: total) / 100 &* UInt64(clamping: percentage))
        + total % 100 * percentage / 100
    }
    return max(0, min(target, rows.count - 1))
  }
}
