/// Finds the known word that a mistyped one was meant to be.
package enum NearestWord {
  /// The longest word that is compared, in bytes of UTF-8; longer ones have no nearest word.
  private static let longest = 40

  /// Returns the word of `known` with the fewest inserted, removed, replaced and exchanged letters;
  /// nil if more than a third of `word` would change.
  ///
  /// The distance is that of optimal string alignment (Levenshtein's with exchanges of neighbours),
  /// by a table with three rows. Case does not count. The first of several words with the same
  /// distance wins.
  package static func to(_ word: String, among known: some Sequence<String>) -> String? {
    let letters = Array(word.lowercased().utf8)
    guard !letters.isEmpty, letters.count <= longest else { return nil }
    var best: (word: String, distance: Int)?
    for candidate in known where candidate.utf8.count <= longest {
      let distance = distance(letters, Array(candidate.lowercased().utf8))
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    guard let best, best.distance <= max(1, letters.count / 3) else { return nil }
    return best.word
  }

  /// Returns the clause that offers the nearest word to the user; empty if there is none.
  package static func offer(_ word: String, among known: some Sequence<String>) -> String {
    to(word, among: known).map { "; did you mean \"\($0)\"?" } ?? ""
  }

  private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var before: [Int] = []
    var above = Array(0...second.count)
    for (line, letter) in first.enumerated() {
      var row = [line + 1]
      for (column, other) in second.enumerated() {
        var least = min(above[column] + (letter == other ? 0 : 1), above[column + 1] + 1)
        least = min(least, row[column] + 1)
        if line > 0, column > 0, letter == second[column - 1], other == first[line - 1] {
          least = min(least, before[column - 1] + 1)
        }
        row.append(least)
      }
      before = above
      above = row
    }
    return above[second.count]
  }
}
