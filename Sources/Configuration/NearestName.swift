/// Finds the name that a misspelt one may have meant.
package enum NearestName {
  private static let longestName = 40

  package static func of(_ text: String, among names: [String]) -> String? {
    let text = String(text.lowercased().prefix(longestName))
    var best: (name: String, distance: Int)?
    for name in names {
      let distance = distance(text, name)
      guard distance <= max(1, min(text.count, name.count) / 3) else { continue }
      if distance < best?.distance ?? .max { best = (name, distance) }
    }
    return best?.name
  }

  /// Returns the clause that offers the nearest of `names` to the user; empty if there is none.
  package static func offer(_ text: String, among names: [String]) -> String {
    of(text, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
  }

  /// The fewest insertions, removals, replacements and exchanges of neighbours that make one text the
  /// other (optimal string alignment).
  package static func distance(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first), Array(second))
    var before: [Int] = []
    var above = Array(0...second.count)
    for line in first.indices {
      var row = [line + 1]
      for column in second.indices {
        let isSame = first[line] == second[column]
        var least = min(above[column] + (isSame ? 0 : 1), row[column] + 1, above[column + 1] + 1)
        if line > 0, column > 0, first[line] == second[column - 1],
          first[line - 1] == second[column]
        {
          least = min(least, before[column - 1] + 1)
        }
        row.append(least)
      }
      (before, above) = (above, row)
    }
    return above[second.count]
  }
}
