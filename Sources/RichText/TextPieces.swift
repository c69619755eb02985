/// Pieces of a text put together anew, with the new place of each offset.
struct TextPieces {
  /// The offset from which the text is replaced.
  let start: Int
  private(set) var bytes: [UInt8] = []
  private var pieces: [(old: Range<Int>, new: Int)] = []

  init(from start: Int) {
    self.start = start
  }

  /// The offset of the end.
  var end: Int { start + bytes.count }

  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  /// Adds a piece of the old text, after those before it; returns its new range.
  mutating func append(_ old: Range<Int>, of text: [UInt8]) -> Range<Int> {
    let new = end
    pieces.append((old, new))
    bytes.append(contentsOf: text[old])
    return new..<end
  }

  /// Returns the new place of an old offset; one between two pieces becomes the end of the first.
  func moved(_ offset: Int) -> Int {
    var low = 0
    var high = pieces.count
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].old.lowerBound <= offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return start }
    let piece = pieces[low - 1]
    return piece.new + min(offset - piece.old.lowerBound, piece.old.count)
  }
}
