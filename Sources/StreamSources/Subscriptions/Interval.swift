/// Reads and writes intervals as "90s", "30m", "2h" and "7d".
package enum Interval {
  private static let units: [(letter: Character, seconds: Int64)] = [
    ("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1),
  ]

  /// Returns the seconds; nil unless `text` is a number of at most nine digits, above 0, and a unit.
  package static func read(_ text: String) -> Int64? {
    let digits = text.dropLast()
    guard (1...9).contains(digits.utf8.count), digits.utf8.allSatisfy({ $0 &- 0x30 < 10 }),
      let number = Int64(digits), number > 0,
      let unit = units.first(where: { $0.letter == text.last })
    else { return nil }
    return number * unit.seconds
  }

  /// Returns the text, in the largest unit that divides the seconds.
  package static func write(_ seconds: Int64) -> String {
    let unit = units.first { seconds != 0 && seconds % $0.seconds == 0 } ?? ("s", 1)
    return "\(seconds / unit.seconds)\(unit.letter)"
  }
}
