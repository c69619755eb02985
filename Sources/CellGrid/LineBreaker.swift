/// Breaks text into lines of a given width (UAX #14), with two additions that feeds need.
///
/// Inside a web address a line may also break after `/ ? & =`. A word longer than a line is cut between clusters. Every
/// byte is in exactly one line, except the white space at the end of a line.
package enum LineBreaker {
  /// Calls `body` with each line of `text[range]`, as a byte range without trailing blanks.
  ///
  /// - Parameters:
  ///   - first: Columns of the first line, at least 1.
  ///   - rest: Columns of every other line, at least 1.
  ///   - preformatted: Breaks only at "\n" and at the edge, and keeps blanks.
  package static func forEachLine(
    of text: SafeText,
    in range: Range<Int>,
    columns first: Int,
    then rest: Int,
    preformatted: Bool,
    _ body: (Range<Int>) -> Void
  ) {
    let range = range.clamped(to: 0..<text.count)
    text.utf8.withUnsafeBufferPointer { bytes in
      var filler = LineFiller(
        bytes: bytes,
        range: range,
        first: max(1, first),
        rest: max(1, rest),
        preformatted: preformatted
      )
      filler.fill(body)
    }
  }
}

/// Fills lines greedily in one pass over the clusters.
///
/// After a break the filler reads again from the break on, so each byte is read at most twice.
private struct LineFiller {
  private struct Break {
    let index: Int
    let rules: LineBreakRules
    let address: AddressTracker
  }

  private let bytes: Bytes
  private let range: Range<Int>
  private let rest: Int
  private let preformatted: Bool
  private var limit: Int
  private var start: Int
  private var columns = 0
  private var rules: LineBreakRules
  private var address = AddressTracker()
  private var lastBreak: Break?

  init(bytes: Bytes, range: Range<Int>, first: Int, rest: Int, preformatted: Bool) {
    self.bytes = bytes
    self.range = range
    self.rest = rest
    self.preformatted = preformatted
    limit = first
    start = range.lowerBound
    rules = LineBreakRules(bytes, end: range.upperBound)
  }

  mutating func fill(_ line: (Range<Int>) -> Void) {
    var from = range.lowerBound
    while from < range.upperBound {
      if isInsideWord, from > start {
        from = takeWord(from: from)
        guard from < range.upperBound else { break }
      }
      var next = range.upperBound
      ColumnWidth.forEachCluster(bytes, from..<range.upperBound) { cluster in
        let again = take(cluster, line)
        next = again ?? cluster.range.upperBound
        return again == nil && !isInsideWord
      }
      from = next
    }
    if start < range.upperBound || range.isEmpty { emit(to: range.upperBound, line) }
  }

  /// Consumes a cluster; returns the index to continue from if the line broke before it.
  private mutating func take(_ cluster: Graphemes.Cluster, _ line: (Range<Int>) -> Void) -> Int? {
    let index = cluster.range.lowerBound
    if bytes[index] == UInt8(ascii: "\n") {
      emit(to: index, line)
      begin(at: cluster.range.upperBound)
      rules = LineBreakRules(bytes, end: range.upperBound)
      address = AddressTracker()
      return nil
    }
    let savedRules = rules
    let savedAddress = address
    if !preformatted, index > start, mayBreak(before: cluster) {
      lastBreak = Break(index: index, rules: savedRules, address: savedAddress)
    } else if !preformatted, index == start {
      _ = mayBreak(before: cluster)
    }
    let isBlank = bytes[index] == UInt8(ascii: " ") && cluster.scalarCount == 1
    if columns + cluster.columns > limit, preformatted || !isBlank, index > start {
      if let place = lastBreak {
        emit(to: place.index, line)
        begin(at: place.index)
        rules = place.rules
        address = place.address
        return place.index
      }
      emit(to: index, line)
      begin(at: index)
    }
    columns += cluster.columns
    return nil
  }

  /// Whether a letter that follows is inside a word, where a line breaks only when it is full.
  private var isInsideWord: Bool { !preformatted && rules.isInsideWord && !address.isInside }

  /// Consumes the ASCII letters and digits of a word that fit, and returns their end.
  private mutating func takeWord(from first: Int) -> Int {
    let end = min(range.upperBound, first + max(0, limit - columns))
    var index = first
    while index < end, Self.isWordByte(bytes[index]),
      // A mark may follow the last letter.
      index + 1 == range.upperBound || bytes[index + 1] < 0x80
    {
      index += 1
    }
    guard index > first else { return first }
    let last = bytes[index - 1]
    rules.takeWordByte(isDigit: (0x30...0x39).contains(last))
    _ = address.take(last)
    columns += index - first
    return index
  }

  @inline(__always)
  private static func isWordByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
  }

  /// Feeds the cluster's scalars to the rules and returns whether a line may break before the first.
  private mutating func mayBreak(before cluster: Graphemes.Cluster) -> Bool {
    let index = cluster.range.lowerBound
    let byte = bytes[index]
    if cluster.scalarCount == 1, rules.isInsideWord, Self.isWordByte(byte) {
      rules.takeWordByte(isDigit: (0x30...0x39).contains(byte))
      return address.take(byte)
    }
    var opportunity = LineBreakRules.Opportunity.prohibited
    var position = index
    while position < cluster.range.upperBound {
      let (scalar, length) = UTF8Scalar.decode(bytes, at: position)
      let found = rules.take(scalar ?? 0xFFFD, at: position, length: length)
      if position == index { opportunity = found }
      position += length
    }
    let inAddress = address.take(byte)
    return opportunity != .prohibited || inAddress
  }

  private mutating func begin(at index: Int) {
    start = index
    columns = 0
    limit = rest
    lastBreak = nil
  }

  private func emit(to end: Int, _ line: (Range<Int>) -> Void) {
    var end = end
    if !preformatted { while end > start, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 } }
    line(start..<max(start, end))
  }
}

/// Tracks whether the last bytes are inside a web address.
private struct AddressTracker {
  /// The number of bytes of "://" read so far; from 3 on the tracker is inside an address.
  private var progress = 0
  private var last: UInt8 = 0

  var isInside: Bool { progress > 2 }

  /// Consumes the first byte of a cluster and returns whether an address may break before it.
  mutating func take(_ byte: UInt8) -> Bool {
    let before = last
    last = byte
    if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") {
      progress = 0
      return false
    }
    switch progress {
    case 0: progress = byte == UInt8(ascii: ":") ? 1 : 0
    case 1, 2:
      progress = byte == UInt8(ascii: "/") ? progress + 1 : byte == UInt8(ascii: ":") ? 1 : 0
    default:
      guard byte != UInt8(ascii: "/"), byte != UInt8(ascii: "?") else { return false }
      if progress == 3 {
        // The host stays with the scheme.
        progress = 4
        return false
      }
      return before == UInt8(ascii: "/") || before == UInt8(ascii: "?")
        || before == UInt8(ascii: "&") || before == UInt8(ascii: "=")
    }
    return false
  }
}
