/// A position in a text that lists subscriptions.
package struct ListPlace: Hashable, Comparable, Sendable {
  /// The line, from 1.
  package let line: Int
  /// The column in scalars, from 1.
  package let column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Makes the position of an offset in a text in UTF-8.
  package init(of offset: Int, in text: [UInt8]) {
    var finder = ListPlaceFinder(text)
    self = finder.place(of: offset)
  }

  /// Whether `first` comes before `second`.
  package static func < (first: ListPlace, second: ListPlace) -> Bool {
    (first.line, first.column) < (second.line, second.column)
  }
}

/// Finds the positions of offsets that never decrease, in one pass over the text.
struct ListPlaceFinder {
  private let bytes: [UInt8]
  private var offset = 0
  private var line = 1
  private var column = 1

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the position of `target`; of the last one if `target` is before it.
  mutating func place(of target: Int) -> ListPlace {
    while offset < target, offset < bytes.count {
      if bytes[offset] == 0x0A {
        line += 1
        column = 1
      } else if bytes[offset] & 0xC0 != 0x80 {
        // Continuation bytes belong to the scalar before them.
        column += 1
      }
      offset += 1
    }
    return ListPlace(line: line, column: column)
  }
}
