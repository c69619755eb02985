/// A text to search for, folded, and the search for it in one pass over each text.
///
/// The pass is that of Knuth, Morris and Pratt: its time is proportional to the text whatever the
/// pattern is, and it needs no copy of the text. Matches may overlap.
package struct FoldedPattern: Sendable {
  package let scalars: [UInt32]
  package let folding: TextFolding
  /// For each prefix of the pattern, the length of the longest prefix that is also its suffix.
  private let failures: [Int]

  /// Folds `text`; a text that folds to nothing is found nowhere.
  package init(_ text: String, ignoringCase: Bool) {
    folding = ignoringCase ? .caseless : .cased
    let scalars = folding.scalars(of: text)
    var failures = Array(repeating: 0, count: scalars.count)
    var length = 0
    for index in scalars.indices.dropFirst() {
      while length > 0, scalars[length] != scalars[index] { length = failures[length - 1] }
      if scalars[length] == scalars[index] { length += 1 }
      failures[index] = length
    }
    self.scalars = scalars
    self.failures = failures
  }

  /// Whether `text` contains the pattern.
  package func matches(_ text: String) -> Bool {
    var isFound = false
    forEachMatch(in: SafeText(sanitizing: text), joiningLines: true) { _ in
      isFound = true
      return false
    }
    return isFound
  }

  /// Calls `body` with the bytes of each match in `text`, or in a range of it, until it returns false.
  ///
  /// - Parameter joiningLines: whether a line break is a blank; otherwise no match crosses it.
  package func forEachMatch(
    in text: SafeText,
    _ range: Range<Int>? = nil,
    joiningLines: Bool,
    _ body: (Range<Int>) -> Bool
  ) {
    guard !scalars.isEmpty else { return }
    let range = (range ?? 0..<text.count).clamped(to: 0..<text.count)
    text.utf8.withUnsafeBufferPointer { bytes in
      scan(bytes, range, joiningLines: joiningLines, body)
    }
  }

  private func scan(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ range: Range<Int>,
    joiningLines: Bool,
    _ body: (Range<Int>) -> Bool
  ) {
    // Where each of the last scalars began, as many as the pattern has.
    var starts = Array(repeating: 0, count: scalars.count)
    var place = 0
    var length = 0
    var lastIsBlank = false
    var lastStart = -1
    var goesOn = true
    var at = range.lowerBound
    while at < range.upperBound, goesOn {
      let (scalar, size) = UTF8Scalar.decode(bytes, at: at)
      folding.forEach(scalar ?? 0xFFFD) { folded in
        var value = folded
        if TextFolding.isBlank(folded) {
          value = folded == 0x0A && !joiningLines ? 0 : 0x20
          guard value == 0 || !lastIsBlank else { return }
        }
        lastIsBlank = value == 0x20
        starts[place] = at
        place = place + 1 == starts.count ? 0 : place + 1
        while length > 0, scalars[length] != value { length = failures[length - 1] }
        if scalars[length] == value { length += 1 }
        guard length == scalars.count else { return }
        length = failures[length - 1]
        // One scalar may stand for several: "ß" contains "s" once.
        guard goesOn, starts[place] != lastStart else { return }
        lastStart = starts[place]
        goesOn = body(lastStart..<end(of: bytes, after: at + size, range.upperBound))
      }
      at += size
    }
  }

  /// The end of a match, with the marks that follow its last scalar.
  private func end(of bytes: UnsafeBufferPointer<UInt8>, after start: Int, _ limit: Int) -> Int {
    var end = start
    while end < limit, bytes[end] >= 0x80 {
      let (scalar, size) = UTF8Scalar.decode(bytes, at: end)
      var isEmpty = true
      folding.forEach(scalar ?? 0xFFFD) { _ in isEmpty = false }
      guard isEmpty else { break }
      end += size
    }
    return min(end, limit)
  }
}
