/// A few rows of a page, in order of their numbers.
///
/// No `Set`: to make the type of the first one the runtime looks through every conformance of the
/// program, and a start has no time for that.
package struct RowSet: Equatable, Sendable {
  private var codes: [Int] = []

  package init() {}

  package var isEmpty: Bool { codes.isEmpty }

  package var count: Int { codes.count }

  package func contains(_ row: RowID) -> Bool {
    let place = place(of: row.code)
    return place < codes.count && codes[place] == row.code
  }

  package mutating func insert(_ row: RowID) {
    let code = row.code
    let place = place(of: code)
    guard place == codes.count || codes[place] != code else { return }
    codes.insert(code, at: place)
  }

  package mutating func remove(_ row: RowID) {
    let place = place(of: row.code)
    if place < codes.count, codes[place] == row.code { codes.remove(at: place) }
  }

  package mutating func removeAll() {
    codes.removeAll(keepingCapacity: true)
  }

  /// Keeps the rows that `isKept` says so of.
  mutating func keep(where isKept: (RowID) -> Bool) {
    codes.removeAll { RowID(code: $0).map(isKept) != true }
  }

  /// The same rows where they are now; without those that are gone.
  func following(_ moved: (RowID) -> RowID?) -> RowSet {
    var result = RowSet()
    for code in codes {
      if let row = RowID(code: code).flatMap(moved) { result.insert(row) }
    }
    return result
  }

  /// Where `code` is, or would be.
  private func place(of code: Int) -> Int {
    var low = 0
    var high = codes.count
    while low < high {
      let middle = (low + high) / 2
      if codes[middle] < code { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
