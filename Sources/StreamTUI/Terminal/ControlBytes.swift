import CellGrid
import StreamHost

/// The control sequences that the program writes itself; ncurses writes all others.
///
/// Source: xterm's ctlseqs, "DEC Private Mode Set".
enum ControlBytes {
  /// Enables button events (1000), motion while pressed (1002) and SGR coordinates (1006).
  static let mouseOn = "\u{1B}[?1000;1002;1006h"
  static let mouseOff = "\u{1B}[?1006;1002;1000l"
  static let pasteOn = "\u{1B}[?2004h"
  static let pasteOff = "\u{1B}[?2004l"
  static let focusOn = "\u{1B}[?1004h"
  static let focusOff = "\u{1B}[?1004l"
  /// Enables reports of whether the terminal's colours are dark or light (contour's "VT extension:
  /// dark and light mode detection").
  static let schemeOn = "\u{1B}[?2031h"
  static let schemeOff = "\u{1B}[?2031l"

  /// Returns the sequence that enables the reports the viewer reads on every terminal.
  static func modesOn(mouse: Bool) -> String { (mouse ? mouseOn : "") + pasteOn + focusOn }

  /// Returns the sequence that ends those reports.
  static func modesOff(mouse: Bool) -> String { (mouse ? mouseOff : "") + pasteOff + focusOff }

  /// Returns the sequence that starts a link to `target`, which must be printable ASCII without blanks.
  ///
  /// Pieces of one link have the same `id` (OSC 8, "Hyperlinks in Terminal Emulators").
  static func hyperlink(to target: String, id: String) -> String {
    "\u{1B}]8;id=\(id);\(target)\u{1B}\\"
  }

  /// Returns the sequence that moves the cursor to `column` of its line, from 0 (CHA).
  static func column(_ column: Int) -> String { "\u{1B}[\(column + 1)G" }

  /// Returns the sequence that erases `line`, from 0, with the colours in use (CUP, EL).
  static func eraseLine(_ line: Int) -> String { "\u{1B}[\(line + 1);1H\u{1B}[K" }

  static let hyperlinkEnd = "\u{1B}]8;;\u{1B}\\"

  /// Turns off all modes, the link and colours, resets the scrolling region, shows the cursor, and
  /// leaves the alternate screen.
  private static let allOff =
    mouseOff + pasteOff + focusOff + schemeOff + hyperlinkEnd
    + "\u{1B}[?1l\u{1B}>\u{1B}[0m\u{1B}[r\u{1B}[?25h\u{1B}[?1049l"

  /// The bytes that a crash writes.
  static let reset = allOff + "\r\n"

  /// The bytes written after another program had the terminal and may have left any mode set.
  ///
  /// They select plain characters and line wrapping, and turn off reports of motion (1003).
  static let afterOthers = "\u{0F}\u{1B}(B\u{1B}[?7h\u{1B}[?1003l" + allOff

  /// Returns the sequence that copies `text` to the clipboard (OSC 52).
  static func copy(_ text: String) -> String {
    "\u{1B}]52;c;\(Base64.encoded(Array(text.utf8)))\u{07}"
  }
}

/// Characters of ncurses' picture that stand for clusters which ncurses cannot write.
///
/// ncurses moves its cursor by the C library's width of a cell's first scalar, writes no character that the library
/// does not know, and has room for five scalars. So a cluster that is longer, wider or newer is replaced by characters
/// for private use, one a column, and the bytes of a frame get the cluster back before they are sent. No two clusters
/// share a stand-in, so ncurses never writes a part of one.
///
/// Terminals count some clusters otherwise than layout does. Therefore blanks of all columns are written first, and a
/// movement to the next column last (CHA, ECMA-48 section 8.3.9): what follows is in its place on any terminal.
struct StandIns {
  private struct Cluster: Hashable {
    let scalars: [UInt32]
    let column: Int
    let columns: Int
  }

  private var numbers: [Cluster: Int] = [:]
  /// The bytes in the place of each stand-in; none for the later columns of a cluster.
  private var texts: [[UInt8]] = []

  /// The characters for private use that are stand-ins: those of plane 16 before the signs of pictures.
  static let scalars: Range<UInt32> = 0x10_0000..<0x10_E000
  /// The first byte of each in UTF-8.
  private static let lead: UInt8 = 0xF4
  private static let length = 4

  /// Whether the next frame could need more stand-ins than there are.
  func isNearlyFull(for size: Size) -> Bool {
    texts.count > max(Self.scalars.count / 2, Self.scalars.count - size.columns * size.lines)
  }

  /// Returns the first of the `columns` stand-ins for a cluster at `column` of a line; nil if there are no more.
  ///
  /// - Parameter isLast: Whether it ends at the edge, where ncurses places the cursor itself.
  mutating func first(for scalars: [UInt32], columns: Int, at column: Int, isLast: Bool) -> UInt32?
  {
    let cluster = Cluster(scalars: scalars, column: column, columns: columns)
    if let number = numbers[cluster] { return Self.scalars.lowerBound + UInt32(number) }
    guard texts.count + columns <= Self.scalars.count else { return nil }
    let number = texts.count
    numbers[cluster] = number
    var text = String(repeating: " ", count: columns) + ControlBytes.column(column)
    for scalar in scalars { text.unicodeScalars.append(Unicode.Scalar(scalar) ?? "\u{FFFD}") }
    if !isLast { text += ControlBytes.column(column + columns) }
    texts.append(Array(text.utf8))
    for _ in 1..<columns { texts.append([]) }
    return Self.scalars.lowerBound + UInt32(number)
  }

  /// Returns `frame` with the clusters in the place of their stand-ins; nil if it has none.
  func resolved(_ frame: UnsafeRawBufferPointer) -> [UInt8]? {
    guard !texts.isEmpty, var place = frame.firstIndex(of: Self.lead) else { return nil }
    var result = Array(frame[..<place])
    result.reserveCapacity(2 * frame.count)
    while place < frame.count {
      if frame[place] == Self.lead, place + Self.length <= frame.count,
        let text = text(for: frame[place..<(place + Self.length)])
      {
        result += text
        place += Self.length
      } else {
        result.append(frame[place])
        place += 1
      }
    }
    return result
  }

  private func text(for bytes: Slice<UnsafeRawBufferPointer>) -> [UInt8]? {
    let scalar = bytes.dropFirst().reduce(UInt32(Self.lead & 0x07)) { $0 << 6 | UInt32($1 & 0x3F) }
    guard Self.scalars.contains(scalar) else { return nil }
    let number = Int(scalar - Self.scalars.lowerBound)
    return number < texts.count ? texts[number] : nil
  }
}
