/// Cells of one line that lead somewhere, for terminals that are told so (OSC 8).
package struct Hyperlink: Equatable, Sendable {
  /// An address that is safe inside a control sequence: only ``init(_:)`` makes it.
  package struct Target: Hashable, Sendable {
    /// Bytes that a target may have at most; what VTE takes.
    package static let limit = 2083

    package let text: String

    /// Nil for what is empty, longer than ``limit`` or not printable ASCII without blanks: a control
    /// character would end the sequence, and whoever wrote the address could begin another.
    package init?(_ text: String) {
      let utf8 = text.utf8
      guard !utf8.isEmpty, utf8.count <= Self.limit,
        utf8.allSatisfy({ (0x21...0x7E).contains($0) })
      else { return nil }
      self.text = text
    }
  }

  /// Which link cells belong to, so that a terminal shows the lines of a wrapped one as one.
  package struct Identity: Hashable, Sendable {
    private let row: UInt
    private let link: UInt

    /// The link of this number in the row of this number, both from 0.
    package init(row: Int, link: Int) {
      self.row = UInt(clamping: row)
      self.link = UInt(clamping: link)
    }

    /// Digits and a hyphen.
    package var text: String { "\(row)-\(link)" }
  }

  package let line: Int
  /// Whole clusters.
  package let columns: Range<Int>
  package let target: Target
  package let identity: Identity

  package init(line: Int, columns: Range<Int>, target: Target, identity: Identity) {
    self.line = line
    self.columns = columns
    self.target = target
    self.identity = identity
  }

  /// The same on another line.
  package func moved(to line: Int) -> Hyperlink {
    Hyperlink(line: line, columns: columns, target: target, identity: identity)
  }

  fileprivate func clipped(to size: Size) -> Hyperlink? {
    let columns = columns.clamped(to: 0..<size.columns)
    guard (0..<size.lines).contains(line), !columns.isEmpty else { return nil }
    return Hyperlink(line: line, columns: columns, target: target, identity: identity)
  }
}

extension [Hyperlink] {
  /// In reading order, inside `size`; of those that share cells the first stays.
  func settled(in size: Size) -> [Hyperlink] {
    let inside = compactMap { $0.clipped(to: size) }.enumerated().sorted { lhs, rhs in
      (lhs.element.line, lhs.element.columns.lowerBound, lhs.offset)
        < (rhs.element.line, rhs.element.columns.lowerBound, rhs.offset)
    }
    var settled: [Hyperlink] = []
    for (_, link) in inside {
      if let last = settled.last, last.line == link.line,
        last.columns.upperBound > link.columns.lowerBound
      {
        continue
      }
      settled.append(link)
    }
    return settled
  }
}
