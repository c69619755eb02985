/// Waits that the demonstration adds so that a slow machine or line can be seen; the screen says so.
package struct Simulation: Equatable, Sendable {
  /// Milliseconds for each row whose spans and links are placed; 0 for none, at most 10,000.
  package private(set) var millisecondsPerRow: Int
  /// Bits a second of the line to the terminal, ten of them for a byte; nil for no delay.
  package private(set) var baud: Int?

  /// The milliseconds a row that the command line takes.
  package static let rowRange = 0...10_000
  /// The line speeds that the command line takes, in bits a second.
  package static let baudRange = 50...10_000_000

  /// Creates a simulation; numbers outside the ranges are clamped.
  package init(millisecondsPerRow: Int = 0, baud: Int? = nil) {
    let (rows, bits) = (Self.rowRange, Self.baudRange)
    self.millisecondsPerRow = min(max(millisecondsPerRow, rows.lowerBound), rows.upperBound)
    self.baud = baud.map { min(max($0, bits.lowerBound), bits.upperBound) }
  }

  var isOn: Bool { millisecondsPerRow > 0 || baud != nil }

  /// Nanoseconds that placing the spans and links of `rows` takes longer.
  func nanoseconds(forRows rows: Int) -> Int64 {
    Int64(clamping: min(rows, Self.most)) * Int64(clamping: millisecondsPerRow) * 1_000_000
  }

  /// Nanoseconds that `bytes` take on the line.
  func nanoseconds(forBytes bytes: Int) -> Int64 {
    guard let baud else { return 0 }
    return Int64(clamping: min(bytes, Self.most)) * 10_000_000_000 / Int64(clamping: baud)
  }

  /// Goes on to the next of three costs a row: 0, 20 and 100 ms.
  mutating func changeRows() {
    millisecondsPerRow = [20, 100].first { $0 > millisecondsPerRow } ?? 0
  }

  /// Goes on to the next line speed: 38,400, 9,600 and 2,400 baud, then none.
  mutating func changeLine() { baud = [38_400, 9_600, 2_400].first { $0 < baud ?? .max } }

  /// The waits in words, such as "20 ms a post with styles, a line of 9600 bit/s".
  var text: String {
    let row = millisecondsPerRow > 0 ? "\(millisecondsPerRow) ms a post with styles" : nil
    return [row, baud.map { "a line of \($0) bit/s" }].compactMap(\.self).joined(separator: ", ")
  }

  /// More rows or bytes than this do not fit into any frame; the products stay in range.
  private static let most = 100_000_000
}
