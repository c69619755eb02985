/// The output of a program as lines of text, without its control sequences.
///
/// Escape sequences are dropped, not interpreted (ECMA-48: CSI, and the strings that end with ST). A
/// carriage return begins a line as a line feed does. Tabs become blanks up to the next multiple of 8
/// columns, counted in scalars. A line ends after 4 KiB at the latest. Other control characters stay for
/// the sanitizer.
struct OutputLines {
  private static let longest = 4_096
  private static let tab = 8

  private var text: [UInt8] = []
  private var starts: [Int] = []
  private var columns = 0
  /// The counts after the last line feed, before which no byte is read in another way: bytes that were read, bytes of text, lines.
  private var firm = (read: 0, text: 0, lines: 0)

  init(_ bytes: [UInt8] = []) { read(bytes) }

  /// Reads all of the output so far; the lines that ended before are not read again.
  mutating func read(_ bytes: [UInt8]) {
    if bytes.count < firm.read { self = OutputLines() }
    text.removeLast(text.count - firm.text)
    starts.removeLast(starts.count - firm.lines)
    guard firm.read < bytes.count else { return }
    begin()
    var index = firm.read
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case 0x1B: index = Self.end(ofSequenceAt: index, in: bytes)
      case 0x0A, 0x0D:
        if byte == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { index += 1 }
        index += 1
        if bytes[index - 1] == 0x0A { firm = (index, text.count, starts.count) }
        begin()
      case 0x09:
        let blanks = Self.tab - columns % Self.tab
        text += Array(repeating: 0x20, count: blanks)
        columns += blanks
        index += 1
      default:
        // Not within a scalar, which has at most four bytes.
        let length = text.count - (starts.last ?? 0)
        let isLead = byte & 0xC0 != 0x80
        if length >= Self.longest, isLead || length >= Self.longest + 4 { begin() }
        if isLead { columns += 1 }
        text.append(byte)
        index += 1
      }
    }
    // The last line ends with the text.
    if starts.last == text.count { starts.removeLast() }
  }

  var count: Int { starts.count }

  func length(of index: Int) -> Int {
    guard starts.indices.contains(index) else { return 0 }
    return (index + 1 < starts.count ? starts[index + 1] : text.count) - starts[index]
  }

  /// The line at an index from 0; malformed UTF-8 is replaced.
  subscript(index: Int) -> String {
    let end = index + 1 < starts.count ? starts[index + 1] : text.count
    return String(decoding: text[starts[index]..<end], as: UTF8.self)
  }

  private mutating func begin() {
    starts.append(text.count)
    columns = 0
  }

  /// The index after an escape sequence; after the escape itself where none begins.
  private static func end(ofSequenceAt start: Int, in bytes: [UInt8]) -> Int {
    guard start + 1 < bytes.count else { return start + 1 }
    var index = start + 2
    switch bytes[start + 1] {
    case UInt8(ascii: "["):
      while index < bytes.count, (0x20...0x3F).contains(bytes[index]) { index += 1 }
      return index < bytes.count && (0x40...0x7E).contains(bytes[index]) ? index + 1 : index
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      // A string without an end would swallow the rest: it ends at a line end, too.
      while index < bytes.count, ![0x07, 0x1B, 0x0A].contains(bytes[index]) { index += 1 }
      guard index < bytes.count, bytes[index] != 0x0A else { return index }
      if bytes[index] == 0x07 { return index + 1 }
      return index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "\\") ? index + 2 : index
    case 0x20...0x2F:
      while index < bytes.count, (0x20...0x2F).contains(bytes[index]) { index += 1 }
      return min(index + 1, bytes.count)
    case 0x30...0x7E: return index
    default: return start + 1
    }
  }
}

/// The output of a program for its page: all of it, or as much as there is while the program runs.
package struct CommandOutput: Equatable, Sendable {
  /// The bytes of standard output, after which come those of standard error if the program failed.
  package let bytes: [UInt8]
  package let isCut: Bool
  package let outcome: String?

  package init(bytes: [UInt8], isCut: Bool = false, outcome: String?) {
    self.bytes = bytes
    self.isCut = isCut
    self.outcome = outcome
  }

  package static let limit = 4 << 20
}
