@testable import CellGrid

/// A terminal in memory, strict: what it does not know is written down in ``unknown``.
///
/// It knows what ncurses writes for xterm and its kin (ECMA-48, xterm's ctlseqs) and hyperlinks
/// (OSC 8). Widths are those of our own tables, or those that it is given.
struct TerminalEmulator {
  /// One place of the grid.
  struct Place: Equatable {
    /// The cluster; empty for the second half of a wide one.
    var text = " "
    var look = Look()
    /// Where it leads to and the id that was given.
    var link: Link?
    var isWide = false
  }

  struct Look: Equatable, CustomStringConvertible {
    var attributes: Attributes = []
    var foreground = Color.standard
    var background = Color.standard

    var description: String { "\(attributes.rawValue) \(foreground) on \(background)" }
  }

  struct Link: Hashable {
    let id: String
    let target: String
  }

  private(set) var size: Size
  private(set) var grid: [[Place]]
  /// What it was sent and does not know.
  private(set) var unknown: [String] = []
  /// Bytes that it has taken.
  private(set) var byteCount = 0
  /// Whether erased cells belong to the link that is open, as some terminals have it.
  let erasesWithLink: Bool
  /// The columns that this terminal gives a scalar.
  private let widths: (UInt32) -> Int
  private var other: [[Place]]
  private var isAlternate = false
  private var line = 0
  private var column = 0
  /// Whether the next character goes to the next line first.
  private var wraps = false
  private var look = Look()
  private var link: Link?
  private var saved = (line: 0, column: 0, wraps: false, look: Look())
  private var top = 0
  private var bottom: Int
  /// Whether G0 and G1 are line drawing, and which is in use.
  private var drawings = [false, false]
  private var charset = 0
  private var last: UInt32 = 0x20
  private var joins = false
  private var pending: [UInt8] = []

  init(
    columns: Int,
    lines: Int,
    erasesWithLink: Bool = false,
    widths: @escaping (UInt32) -> Int = TerminalEmulator.columns
  ) {
    self.widths = widths
    size = Size(columns: columns, lines: lines)
    grid = Self.blank(size)
    other = grid
    bottom = lines - 1
    self.erasesWithLink = erasesWithLink
  }

  /// What is linked.
  var links: [Link?] { grid.flatMap { $0.map(\.link) } }
  var linkedCount: Int { links.count { $0 != nil } }

  /// Takes another size; what was on it is lost, and the program must draw it anew.
  mutating func resize(columns: Int, lines: Int) {
    size = Size(columns: columns, lines: lines)
    grid = Self.blank(size)
    other = grid
    (line, column, wraps, top, bottom) = (0, 0, false, 0, lines - 1)
    // Whoever does not draw it all is seen.
    for line in grid.indices {
      for column in grid[line].indices { grid[line][column].text = "?" }
    }
  }

  /// Shows what `bytes` say; a sequence may go on in the next ones.
  mutating func take(_ bytes: some Sequence<UInt8>) {
    pending += bytes
    var rest = pending[...]
    while let length = length(of: rest), length > 0 {
      byteCount += length
      perform(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    pending = Array(rest)
  }

  private static func blank(_ size: Size) -> [[Place]] {
    Array(repeating: Array(repeating: Place(), count: size.columns), count: size.lines)
  }

  // MARK: Sequences

  /// Bytes of the character or sequence that `bytes` begin with; nil where it is not whole.
  private func length(of bytes: ArraySlice<UInt8>) -> Int? {
    let start = bytes.startIndex
    guard let first = bytes.first else { return nil }
    if first != 0x1B {
      let count = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      return bytes.count >= count ? count : nil
    }
    guard bytes.count > 1 else { return nil }
    switch bytes[start + 1] {
    case UInt8(ascii: "["):
      return bytes.dropFirst(2).firstIndex { (0x40...0x7E).contains($0) }.map { $0 + 1 - start }
    case UInt8(ascii: "]"):
      var index = start + 2
      while index < bytes.endIndex {
        if bytes[index] == 0x07 { return index + 1 - start }
        if bytes[index] == 0x1B {
          guard index + 1 < bytes.endIndex else { return nil }
          return index + 2 - start
        }
        index += 1
      }
      return nil
    case UInt8(ascii: "("), UInt8(ascii: ")"): return bytes.count > 2 ? 3 : nil
    default: return 2
    }
  }

  private mutating func perform(_ bytes: ArraySlice<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard bytes.first == 0x1B else {
      if let scalar = text.unicodeScalars.first { take(scalar.value) }
      return
    }
    joins = false
    // Questions, which this terminal does not answer.
    if ["\u{1B}]11;?\u{1B}\\", "\u{1B}[c", "\u{1B}[>q"].contains(text) { return }
    switch bytes[bytes.startIndex + 1] {
    case UInt8(ascii: "["): control(String(text.dropFirst(2)))
    case UInt8(ascii: "]"): system(text)
    case UInt8(ascii: "7"): saved = (line, column, wraps, look)
    case UInt8(ascii: "8"): (line, column, wraps, look) = saved
    case UInt8(ascii: "D"): index()
    case UInt8(ascii: "E"):
      index()
      column = 0
    case UInt8(ascii: "M"): reverseIndex()
    case UInt8(ascii: "="), UInt8(ascii: ">"): break
    case UInt8(ascii: "("), UInt8(ascii: ")"):
      guard text.last == "0" || text.last == "B" else { return refuse(text) }
      drawings[text.contains("(") ? 0 : 1] = text.last == "0"
    default: refuse(text)
    }
  }

  private mutating func refuse(_ text: String) {
    unknown.append(text.replacing("\u{1B}", with: "ESC "))
  }

  private mutating func system(_ text: String) {
    let body = text.dropFirst(2).prefix { $0 != "\u{07}" && $0 != "\u{1B}" }
    let ends = text.hasSuffix("\u{1B}\\") || text.hasSuffix("\u{07}")
    let parts = body.split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
    // The palette as it was: on the way out.
    if body == "104" { return }
    guard ends, parts.count == 3, parts[0] == "8" else { return refuse(text) }
    guard !parts[2].isEmpty else {
      link = nil
      return
    }
    guard parts[1].hasPrefix("id="), parts[1].count > 3 else { return refuse(text) }
    link = Link(id: String(parts[1].dropFirst(3)), target: String(parts[2]))
  }

  private mutating func control(_ text: String) {
    guard let final = text.last else { return }
    let body = text.dropLast()
    if body.hasPrefix("?") {
      if final == "h" || final == "l" {
        mode(body.dropFirst(), isOn: final == "h")
      } else if !["?2031$p", "?0c", "?1c"].contains(text) {
        // The question for mode 2031 prints nothing; the others are cursors of the Linux console.
        refuse(text)
      }
      return
    }
    let numbers = body.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard body.allSatisfy({ $0 == ";" || ("0"..."9").contains($0) }) else { return refuse(text) }
    let first = numbers.first ?? 0
    let count = max(1, first)
    switch final {
    case "A": move(line: line - count, column: column)
    case "B": move(line: line + count, column: column)
    case "C": move(line: line, column: column + count)
    case "D": move(line: line, column: column - count)
    case "G", "`": move(line: line, column: count - 1)
    case "d": move(line: count - 1, column: column)
    case "H", "f": move(line: count - 1, column: max(1, numbers.count > 1 ? numbers[1] : 1) - 1)
    case "J": eraseDisplay(first)
    case "K": eraseLine(first)
    case "X": erase(line, column..<min(size.columns, column + count))
    case "@": insert(count)
    case "P": delete(count)
    case "L": if (top...bottom).contains(line) { scroll(from: line, by: -count) }
    case "M": if (top...bottom).contains(line) { scroll(from: line, by: count) }
    case "S": scroll(from: top, by: count)
    case "T": scroll(from: top, by: -count)
    case "b": for _ in 0..<count { put(last) }
    case "m": style(numbers)
    case "r":
      top = count - 1
      bottom = min(size.lines, numbers.count > 1 && numbers[1] > 0 ? numbers[1] : size.lines) - 1
      move(line: 0, column: 0)
    // Modes of text that is inserted, and of the cursor of GNU screen.
    case "l" where body == "4", "h" where body == "34", "l" where body == "34": break
    case "t": break
    // A question, which this terminal does not answer.
    case "n" where body == "6": break
    default: refuse(text)
    }
  }

  private mutating func mode(_ names: Substring, isOn: Bool) {
    for name in names.split(separator: ";") {
      switch name {
      case "1049":
        guard isOn != isAlternate else { continue }
        swap(&grid, &other)
        isAlternate = isOn
        if isOn { grid = Self.blank(size) }
      case "1", "7", "12", "25", "1000", "1002", "1006", "1004", "2004", "2031": break
      default: refuse("?\(name)")
      }
    }
  }

  private mutating func style(_ numbers: [Int]) {
    var rest = (numbers.isEmpty ? [0] : numbers)[...]
    while let number = rest.popFirst() {
      switch number {
      case 0: look = Look()
      case 1: look.attributes.insert(.bold)
      case 2: look.attributes.insert(.dim)
      case 3: look.attributes.insert(.italic)
      case 4: look.attributes.insert(.underline)
      case 7: look.attributes.insert(.reverse)
      // The usual font, of the Linux console.
      case 10: break
      case 22: look.attributes.subtract([.bold, .dim])
      case 23: look.attributes.remove(.italic)
      case 24: look.attributes.remove(.underline)
      case 27: look.attributes.remove(.reverse)
      case 30...37: look.foreground = .ansi(UInt8(number - 30))
      case 90...97: look.foreground = .ansi(UInt8(number - 82))
      case 40...47: look.background = .ansi(UInt8(number - 40))
      case 100...107: look.background = .ansi(UInt8(number - 92))
      case 39: look.foreground = .standard
      case 49: look.background = .standard
      case 38, 48:
        guard rest.popFirst() == 5, let index = rest.popFirst() else {
          return refuse("SGR \(numbers)")
        }
        if number == 38 {
          look.foreground = .palette(UInt8(index))
        } else {
          look.background = .palette(UInt8(index))
        }
      default: refuse("SGR \(number)")
      }
    }
  }

  // MARK: Characters

  private mutating func take(_ scalar: UInt32) {
    switch scalar {
    case 0x07: break
    case 0x0E: charset = 1
    case 0x0F: charset = 0
    case 0x08: move(line: line, column: column - 1)
    case 0x09: move(line: line, column: min(size.columns - 1, (column / 8 + 1) * 8))
    case 0x0A: index()
    case 0x0D: move(line: line, column: 0)
    case ..<0x20, 0x7F..<0xA0: refuse("control \(scalar)")
    default: put(scalar)
    }
  }

  private mutating func put(_ scalar: UInt32) {
    let width = widths(scalar)
    if width == 0 || joins {
      extend(scalar)
      joins = scalar == 0x200D
      return
    }
    last = scalar
    if wraps || column + width > size.columns {
      column = 0
      index()
    }
    clearHalf(at: column)
    clearHalf(at: column + width)
    let sign = drawings[charset] && scalar == 0x71 ? 0x2500 : scalar
    if drawings[charset], scalar != 0x71 { refuse("line drawing \(scalar)") }
    let text = Unicode.Scalar(sign).map { String($0) } ?? "\u{FFFD}"
    grid[line][column] = Place(text: text, look: look, link: link, isWide: width == 2)
    if width == 2 { grid[line][column + 1] = Place(text: "", look: look, link: link) }
    wraps = column + width >= size.columns
    column = min(size.columns - 1, column + width)
  }

  /// What takes no column joins what stands before it.
  private mutating func extend(_ scalar: UInt32) {
    var at = wraps ? column : column - 1
    guard at >= 0, let scalar = Unicode.Scalar(scalar) else { return refuse("mark at the edge") }
    if grid[line][at].text.isEmpty { at -= 1 }
    grid[line][at].text.unicodeScalars.append(scalar)
  }

  /// Half of a wide cluster goes with the other half.
  private mutating func clearHalf(at place: Int) {
    guard place > 0, place < size.columns, grid[line][place].text.isEmpty else { return }
    grid[line][place - 1].text = " "
    grid[line][place - 1].isWide = false
    grid[line][place].text = " "
  }

  static func columns(_ scalar: UInt32) -> Int {
    // Flags are two signs for whoever counts columns; the terminal draws them as one.
    (0x1F1E6...0x1F1FF).contains(scalar) ? 1 : ScalarProperties(scalar).columns
  }

  // MARK: Places

  private mutating func move(line: Int, column: Int) {
    self.line = max(0, min(size.lines - 1, line))
    self.column = max(0, min(size.columns - 1, column))
    wraps = false
    joins = false
  }

  private mutating func index() {
    wraps = false
    if line == bottom { scroll(from: top, by: 1) } else { line = min(size.lines - 1, line + 1) }
  }

  private mutating func reverseIndex() {
    wraps = false
    if line == top { scroll(from: top, by: -1) } else { line = max(0, line - 1) }
  }

  /// Moves the lines from `first` to the end of the region up, down if negative.
  private mutating func scroll(from first: Int, by distance: Int) {
    let lines = Array(grid[first...bottom])
    for offset in lines.indices {
      let source = offset + distance
      grid[first + offset] =
        lines.indices.contains(source)
        ? lines[source] : Array(repeating: erased, count: size.columns)
    }
  }

  private var erased: Place {
    Place(look: Look(background: look.background), link: erasesWithLink ? link : nil)
  }

  private mutating func erase(_ line: Int, _ columns: Range<Int>) {
    wraps = false
    let here = self.line
    self.line = line
    clearHalf(at: columns.lowerBound)
    clearHalf(at: columns.upperBound)
    self.line = here
    for column in columns { grid[line][column] = erased }
  }

  private mutating func eraseLine(_ part: Int) {
    switch part {
    case 0: erase(line, column..<size.columns)
    case 1: erase(line, 0..<(column + 1))
    default: erase(line, 0..<size.columns)
    }
  }

  private mutating func eraseDisplay(_ part: Int) {
    guard part == 0 || part == 2 else { return refuse("ED \(part)") }
    if part == 0 { eraseLine(0) }
    for line in (part == 0 ? line + 1 : 0)..<size.lines { erase(line, 0..<size.columns) }
  }

  private mutating func insert(_ count: Int) {
    clearHalf(at: column)
    let count = min(count, size.columns - column)
    grid[line].insert(contentsOf: Array(repeating: erased, count: count), at: column)
    grid[line].removeLast(count)
    if grid[line][size.columns - 1].isWide { grid[line][size.columns - 1] = erased }
  }

  private mutating func delete(_ count: Int) {
    clearHalf(at: column)
    clearHalf(at: column + count)
    let count = min(count, size.columns - column)
    grid[line].removeSubrange(column..<(column + count))
    grid[line] += Array(repeating: erased, count: count)
  }
}
