/// Adjacent cells of one line that share a link target, for terminals that support OSC 8.
package struct Hyperlink: Equatable, Sendable {
  /// An address that is safe inside a control sequence: only ``init(_:)`` makes it.
  package struct Target: Hashable, Sendable {
    /// The longest target in bytes; VTE accepts no more.
    package static let limit = 2083

    package let text: String

    /// Accepts `text` as a target.
    ///
    /// Returns nil if it is empty, longer than ``limit``, or contains anything but printable ASCII
    /// without spaces: a control character would end the sequence and could begin another.
    package init?(_ text: String) {
      let utf8 = text.utf8
      guard !utf8.isEmpty, utf8.count <= Self.limit,
        utf8.allSatisfy({ (0x21...0x7E).contains($0) })
      else { return nil }
      self.text = text
    }
  }

  /// The identity of a link, which lets a terminal treat the lines of a wrapped link as one.
  package struct Identity: Hashable, Sendable {
    private let row: UInt
    private let link: UInt

    package init(row: Int, link: Int) {
      self.row = UInt(clamping: row)
      self.link = UInt(clamping: link)
    }

    /// The identity as it is written into the sequence: digits, a hyphen, digits.
    package var text: String { "\(row)-\(link)" }
  }

  /// The line on the screen, from 0.
  package let line: Int
  /// Whole clusters only.
  package let columns: Range<Int>
  package let target: Target
  package let identity: Identity

  package init(line: Int, columns: Range<Int>, target: Target, identity: Identity) {
    self.line = line
    self.columns = columns
    self.target = target
    self.identity = identity
  }

  package func moved(to line: Int) -> Hyperlink {
    Hyperlink(line: line, columns: columns, target: target, identity: identity)
  }

  func over(columns: Range<Int>) -> Hyperlink {
    Hyperlink(line: line, columns: columns, target: target, identity: identity)
  }

  fileprivate func clipped(to size: Size) -> Hyperlink? {
    let columns = columns.clamped(to: 0..<size.columns)
    guard (0..<size.lines).contains(line), !columns.isEmpty else { return nil }
    return over(columns: columns)
  }
}

extension [Hyperlink] {
  /// Returns the links inside `size` in reading order; where links share cells, only the first stays.
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
