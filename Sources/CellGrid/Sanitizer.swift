/// Makes text from feeds safe to draw and print; the only maker of ``SafeText``.
///
/// Escape sequences are never interpreted, and visible characters are never dropped. Control
/// characters become their pictures (U+2400 block). C1 controls, bidi embeddings, overrides and
/// isolates, tag characters outside flags, annotation marks, noncharacters and invalid UTF-8 become
/// U+FFFD. U+00AD and U+FEFF, which are invisible, are dropped. A letter keeps at most eight marks,
/// a cluster at most 32 scalars (reliability goal G1); one U+FFFD stands for the others.
package enum Sanitizer {
  static let marksPerCluster = 8
  static let scalarsPerCluster = 32

  /// Sanitizes `utf8`, which may be any bytes.
  ///
  /// A line end becomes "\n", or a blank if lines are not kept. A tab becomes a blank.
  package static func sanitize(_ utf8: [UInt8], keepingNewlines: Bool) -> SanitizedText {
    let changed = utf8.withUnsafeBufferPointer { bytes in
      var cleaner = Cleaner(bytes, keepingNewlines: keepingNewlines)
      return cleaner.clean()
    }
    // Most text needs no change: return the same bytes, not a copy of them.
    return changed ?? SanitizedText(text: SafeText(trusted: utf8), edits: [])
  }
}

/// Safe text with a mapping from offsets in its source to offsets in the text.
package struct SanitizedText: Sendable {
  /// A point in the source from which on offsets are shifted.
  struct Edit {
    /// The offset in the source from which on `shift` applies.
    let source: Int
    let shift: Int
  }

  package let text: SafeText
  fileprivate let edits: [Edit]

  package var keepsOffsets: Bool { edits.isEmpty }

  /// Returns the offset in ``text`` of the byte at `source`; does no search if nothing was replaced.
  package func offset(_ source: Int) -> Int {
    var low = 0
    var high = edits.count
    while low < high {
      let middle = (low + high) / 2
      if edits[middle].source <= source { low = middle + 1 } else { high = middle }
    }
    let shift = low > 0 ? edits[low - 1].shift : 0
    // An offset inside a replaced scalar maps to the start of the next scalar, not beyond it.
    let next = low < edits.count ? edits[low].source + edits[low].shift : text.count
    return max(0, min(source + shift, next, text.count))
  }
}

/// One pass over bytes.
private struct Cleaner {
  private enum Fate {
    case keep
    case sign(UInt32)
    case drop
  }

  private let bytes: Bytes
  private let keepsNewlines: Bool
  private var output: [UInt8] = []
  private var edits: [SanitizedText.Edit] = []
  private var index = 0
  /// The end of the bytes that have been copied to `output`.
  private var copied = 0
  private var before = GraphemeBreak.control
  private var marks = 0
  private var scalars = 0
  private var isCut = false
  /// The end of the well-formed flag of tag characters that is being read.
  private var flagEnd = 0

  init(_ bytes: Bytes, keepingNewlines: Bool) {
    self.bytes = bytes
    keepsNewlines = keepingNewlines
  }

  mutating func clean() -> SanitizedText? {
    while index < bytes.count {
      var end = index
      while end < bytes.count, (0x20..<0x7F).contains(bytes[end]) { end += 1 }
      if end > index {
        _ = ended(.keep)
        index = end
      } else {
        takeScalar()
      }
    }
    guard copied > 0 else { return nil }
    output += bytes[copied...]
    return SanitizedText(text: SafeText(trusted: output), edits: edits)
  }

  private mutating func takeScalar() {
    let (decoded, length) = UTF8Scalar.decode(bytes, at: index)
    var sign: UInt32?
    if let scalar = decoded {
      switch fate(of: scalar, length: length) {
      // A newline that is kept stands for itself.
      case .sign(let other) where other != scalar: sign = other
      case .keep, .sign:
        index += length
        return
      case .drop: break
      }
    } else {
      _ = ended(.keep)
      sign = 0xFFFD
    }
    if copied == 0 { output.reserveCapacity(bytes.count + 16) }
    output += bytes[copied..<index]
    let written = output.count
    if let sign { UTF8Scalar.append(sign, to: &output) }
    index += length
    copied = index
    if output.count - written != length {
      edits.append(SanitizedText.Edit(source: index, shift: output.count - index))
    }
  }

  private mutating func fate(of scalar: UInt32, length: Int) -> Fate {
    switch scalar {
    case 0x0A: return lineEnd()
    case 0x0D:
      // In CR LF, the LF ends the line.
      let isPair = index + 1 < bytes.count && bytes[index + 1] == 0x0A
      return isPair ? .drop : lineEnd()
    case 0x2028, 0x2029: return lineEnd()
    case 0x09: return ended(.sign(0x20))
    case 0x00...0x1F: return ended(.sign(0x2400 + scalar))
    case 0x7F: return ended(.sign(0x2421))
    case 0x80...0x9F, 0x202A...0x202E, 0x2066...0x2069, 0x206A...0x206F, 0xFFF9...0xFFFB:
      return ended(.sign(0xFFFD))
    // Noncharacters are not meant for interchange (Unicode 23.7).
    case _ where scalar & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(scalar):
      return ended(.sign(0xFFFD))
    // The pictures themselves end a cluster even in the source, so sanitizing twice changes nothing.
    case 0x2400...0x2421, 0xFFFD: return ended(.keep)
    case 0xAD, 0xFEFF: return .drop
    case 0xE0000...0xE0FFF where !(0xE0100...0xE01EF).contains(scalar):
      return index < flagEnd ? .keep : ended(.sign(0xFFFD))
    default: break
    }
    let fate = limited(scalar)
    // Tags whose flag is dropped are outside flags.
    if scalar == 0x1F3F4, case .keep = fate { flagEnd = endOfFlag(after: index + length) }
    return fate
  }

  /// Keeps `scalar` unless its cluster has reached a limit.
  private mutating func limited(_ scalar: UInt32) -> Fate {
    let properties = ScalarProperties(scalar)
    let kind = properties.graphemeBreak
    let continues: Bool
    switch (before, kind) {
    case (.control, _): continues = false
    case (_, .extend), (_, .zwj), (_, .spacingMark), (.zwj, _), (.prepend, _): continues = true
    case (.l, .l), (.l, .v), (.v, .v), (.v, .t), (.t, .t): continues = true
    default: continues = false
    }
    let scalars = continues ? scalars + 1 : 1
    let isSelector = (0xFE00...0xFE0F).contains(scalar) || (0x1F3FB...0x1F3FF).contains(scalar)
    var marks = marks
    if continues {
      if kind == .extend, !isSelector { marks += 1 }
    } else {
      // A scalar without a width of its own counts as a mark on the letter before it.
      marks = properties.columns == 0 ? marks + 1 : 0
    }
    // The next scalar is judged by those that were kept.
    guard scalars <= Sanitizer.scalarsPerCluster, marks <= Sanitizer.marksPerCluster else {
      guard continues, !isCut, !isSelector, kind != .zwj else { return .drop }
      isCut = true
      before = .other
      return .sign(0xFFFD)
    }
    if !continues { isCut = false }
    before = kind
    self.scalars = scalars
    self.marks = marks
    return .keep
  }

  private mutating func lineEnd() -> Fate { ended(keepsNewlines ? .sign(0x0A) : .sign(0x20)) }

  private mutating func ended(_ fate: Fate) -> Fate {
    before = .other
    scalars = 1
    marks = 0
    isCut = false
    return fate
  }

  /// Returns the end of the tag letters and their terminator (UTS #51, ED-14a), or `start` if there are none.
  private func endOfFlag(after start: Int) -> Int {
    var position = start
    for count in 0..<16 {
      guard position < bytes.count else { return start }
      let (scalar, length) = UTF8Scalar.decode(bytes, at: position)
      guard let scalar, (0xE0030...0xE007F).contains(scalar) else { return start }
      position += length
      if scalar == 0xE007F { return count > 0 ? position : start }
    }
    return start
  }
}

/// Text that is safe to draw, print or log; only the sanitizer makes it.
///
/// It is valid UTF-8. It has no control character (except "\n" where lines were kept), no escape
/// sequence, and no bidi embedding, override or isolate.
package struct SafeText: Hashable, Sendable, ExpressibleByStringLiteral {
  package private(set) var utf8: [UInt8]

  package static let empty = SafeText(trusted: [])

  package init(sanitizing text: some StringProtocol) {
    self = Sanitizer.sanitize(Array(text.utf8), keepingNewlines: false).text
  }

  /// Makes a text of the program's own, sanitized like any other.
  package init(_ literal: StaticString) {
    self = literal.withUTF8Buffer { Sanitizer.sanitize(Array($0), keepingNewlines: false).text }
  }

  package init(stringLiteral value: StaticString) { self.init(value) }

  /// Wraps bytes that are already safe; for the sanitizer only.
  init(trusted utf8: [UInt8]) { self.utf8 = utf8 }

  package var string: String { String(decoding: utf8, as: UTF8.self) }

  /// Returns the bytes of `range`, clamped to the text and to whole scalars, as a string.
  package func string(in range: Range<Int>) -> String {
    let range = range.clamped(to: 0..<utf8.count)
    let whole = boundary(range.lowerBound)..<boundary(range.upperBound)
    return String(decoding: utf8[whole], as: UTF8.self)
  }

  package var count: Int { utf8.count }
  package var isEmpty: Bool { utf8.isEmpty }

  /// Returns the bytes of `range`, clamped to the text and to whole scalars.
  package subscript(range: Range<Int>) -> SafeText {
    let range = range.clamped(to: 0..<utf8.count)
    return SafeText(trusted: Array(utf8[boundary(range.lowerBound)..<boundary(range.upperBound)]))
  }

  package mutating func append(_ other: SafeText) { utf8 += other.utf8 }

  /// Returns `offset`, clamped to the text, or the start of the scalar that contains it.
  package func boundary(before offset: Int) -> Int { boundary(max(0, min(offset, utf8.count))) }

  /// Returns `offset`, or the start of the scalar that contains it.
  private func boundary(_ offset: Int) -> Int {
    var offset = offset
    while offset > 0, offset < utf8.count, utf8[offset] & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }
}
