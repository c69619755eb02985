/// Folds text for searches: accents, compatibility forms and, if wanted, capitals make no difference.
///
/// "É", "e\u{301}" and "ｅ" all fold to "e"; "ß" folds to "ss" where case is ignored. Soft hyphens and
/// joiners fold to nothing. White space is one blank however much there is of it.
package enum TextFolding: Sendable {
  case caseless
  case cased

  /// Returns the fold of `text` as scalars, with one blank for each run of white space.
  package func scalars(of text: String) -> [UInt32] {
    var result: [UInt32] = []
    for scalar in text.unicodeScalars {
      forEach(scalar.value) { folded in
        let folded = Self.isBlank(folded) ? 0x20 : folded
        if folded != 0x20 || result.last != 0x20 { result.append(folded) }
      }
    }
    return result
  }

  /// Calls `body` with each scalar that `scalar` folds to: most fold to themselves, some to none.
  @inline(__always)
  package func forEach(_ scalar: UInt32, _ body: (UInt32) -> Void) {
    if scalar < 0x80 {
      let isCapital = self == .caseless && (0x41...0x5A).contains(scalar)
      return body(isCapital ? scalar | 0x20 : scalar)
    }
    let fold = FoldingTable.fold(of: scalar)
    fold == 0 ? body(scalar) : forEach(inFold: fold, body)
  }

  /// The scalars that can take part in a match of `text`, which is folded, with the fold of each.
  ///
  /// Those within ASCII that fold to themselves are left out. A scalar that folds to several may begin before the match or
  /// end after it, as "で", which folds to "て" and a mark, for the text "て".
  package func variants(within text: Set<UInt32>) -> [UInt32: [UInt32]] {
    var found: [UInt32: [UInt32]] = [:]
    FoldingTable.forEachFold { scalar, fold in
      var values: [UInt32] = []
      forEach(inFold: fold) { values.append($0) }
      if values.isEmpty || values.contains(where: text.contains) { found[scalar] = values }
    }
    for scalar in text where scalar >= 0x80 && found[scalar] == nil { found[scalar] = [scalar] }
    return found
  }

  /// Whether a folded scalar is white space.
  @inline(__always)
  package static func isBlank(_ scalar: UInt32) -> Bool {
    scalar == 0x20 || (0x09...0x0D).contains(scalar) || scalar == 0x85 || scalar == 0x2028
      || scalar == 0x2029
  }

  /// - Parameter fold: a place in the table's folds.
  private func forEach(inFold fold: Int, _ body: (UInt32) -> Void) {
    let counts = FoldingTable.number(in: FoldingTable.folds, at: fold, digits: 1)
    let (small, plain) = (counts >> 3, counts & 7)
    let takesSmall = self == .caseless || plain == 7
    let first = fold + 1 + (takesSmall ? 0 : 3 * small)
    for index in 0..<(takesSmall ? small : plain) {
      let place = first + 3 * index
      body(UInt32(FoldingTable.number(in: FoldingTable.folds, at: place, digits: 3)))
    }
  }
}

extension FoldingTable {
  fileprivate static let blockSize = 64

  /// The place in `folds` for a scalar beyond ASCII; 0 for one that folds to itself.
  @inline(__always)
  fileprivate static func fold(of scalar: UInt32) -> Int {
    let page = 2 * (Int(scalar) / blockSize)
    guard page < pages.utf8CodeUnitCount else { return 0 }
    let block = number(in: pages, at: page, digits: 2)
    guard block != 0 else { return 0 }
    return number(in: blocks, at: 3 * (block * blockSize + Int(scalar) % blockSize), digits: 3)
  }

  /// Calls `body` with each scalar that folds to others, ascending, and the place of its fold.
  fileprivate static func forEachFold(_ body: (UInt32, Int) -> Void) {
    for page in 0..<pages.utf8CodeUnitCount / 2
    where number(in: pages, at: 2 * page, digits: 2) != 0 {
      for scalar in UInt32(page * blockSize)..<UInt32((page + 1) * blockSize) {
        let fold = fold(of: scalar)
        if fold != 0 { body(scalar, fold) }
      }
    }
  }

  /// A number of a table: digits of six bits, the lowest first.
  @inline(__always)
  fileprivate static func number(in table: StaticString, at place: Int, digits: Int) -> Int {
    var number = 0
    for index in 0..<digits {
      number |= Int(table.utf8Start[place + index] &- 0x30) << (6 * index)
    }
    return number
  }
}

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
    // As buffers: the loop would retain and release the arrays for each scalar.
    var starts = Array(repeating: 0, count: scalars.count)
    text.utf8.withUnsafeBufferPointer { bytes in
      scalars.withUnsafeBufferPointer { scalars in
        failures.withUnsafeBufferPointer { failures in
          starts.withUnsafeMutableBufferPointer { starts in
            scan(bytes, range, for: scalars, failures, starts, joiningLines: joiningLines, body)
          }
        }
      }
    }
  }

  /// - Parameter starts: room for the places where each of the last scalars began, as many as the pattern has.
  private func scan(
    _ bytes: Bytes,
    _ range: Range<Int>,
    for scalars: UnsafeBufferPointer<UInt32>,
    _ failures: UnsafeBufferPointer<Int>,
    _ starts: UnsafeMutableBufferPointer<Int>,
    joiningLines: Bool,
    _ body: (Range<Int>) -> Bool
  ) {
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
  private func end(of bytes: Bytes, after start: Int, _ limit: Int) -> Int {
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
