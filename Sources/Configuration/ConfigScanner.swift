/// A position in the bytes of a configuration file that moves forward only, with its line and column.
struct ConfigScanner {
  private let bytes: [UInt8]
  private(set) var position = 0
  private var line = 1
  /// The offset of the position whose column is known, and that column.
  private var known = (position: 0, column: 1)

  init(_ bytes: [UInt8]) { self.bytes = bytes }
  var count: Int { bytes.count }
  var isAtEnd: Bool { position >= bytes.count }
  var next: UInt8? { byte(at: position) }
  /// Whether a line ends here, with LF or CR LF; the end of the file ends a line, too.
  var isAtLineEnd: Bool {
    switch next {
    case nil, UInt8(ascii: "\n"): true
    case UInt8(ascii: "\r"): byte(at: position + 1) == UInt8(ascii: "\n")
    default: false
    }
  }

  /// The place of the next byte; columns count scalars.
  mutating func place() -> ConfigPlace {
    var (index, column) = known
    while index < position {
      // Continuation bytes belong to the scalar before them.
      if bytes[index] & 0xC0 != 0x80 { column += 1 }
      index += 1
    }
    known = (position, column)
    return ConfigPlace(line: line, column: column)
  }

  func byte(at index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

  func begins(with text: StaticString) -> Bool {
    for offset in 0..<text.utf8CodeUnitCount
    where byte(at: position + offset) != text.utf8Start[offset] { return false }
    return true
  }

  func taken(from start: Int) -> ArraySlice<UInt8> { bytes[min(start, position)..<position] }
  mutating func pass(_ length: Int = 1) { position = min(bytes.count, position + length) }

  /// Passes the next byte if it is `wanted`; returns whether it was.
  mutating func pass(_ wanted: Unicode.Scalar) -> Bool {
    guard let byte = next, wanted.value == byte else { return false }
    pass()
    return true
  }

  /// Passes the next byte, which has to be `wanted`.
  ///
  /// - Throws: ``ConfigProblem``, whose message names the text found and goes on with `message`.
  mutating func pass(_ wanted: Unicode.Scalar, or message: String) throws(ConfigProblem) {
    guard pass(wanted) else { throw place().problem("\(nextText) \(message)") }
  }

  mutating func passBlanks() {
    while next == UInt8(ascii: " ") || next == UInt8(ascii: "\t") { position += 1 }
  }

  /// Passes the end of a line, if one is here and the file goes on.
  mutating func passLineEnd() {
    guard isAtLineEnd, !isAtEnd else { return }
    position += next == UInt8(ascii: "\r") ? 2 : 1
    line += 1
    known = (position, 1)
  }

  /// Passes printable ASCII other than `quote` and backslashes, of which most texts consist.
  mutating func passPlain(until quote: UInt8) {
    while let byte = next, byte >= 0x20, byte < 0x7F, byte != quote, byte != UInt8(ascii: "\\") {
      position += 1
    }
  }

  mutating func passToLineEnd() {
    while let byte = next, byte != UInt8(ascii: "\n") { position += 1 }
  }

  // MARK: Scalars

  /// The number of bytes of the next scalar, 1 to 4; nil if it is not UTF-8.
  var scalarLength: Int? {
    guard let lead = next else { return nil }
    guard lead >= 0x80 else { return 1 }
    let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    let scalar = bytes[position...].prefix(length)
    return String(validating: scalar, as: UTF8.self) == nil ? nil : length
  }

  /// Passes a scalar of a text or comment, or one byte that is none.
  ///
  /// - Returns: The reason why it may not stand there; nil for a good one.
  mutating func passScalar() -> String? {
    guard let byte = next else { return nil }
    if byte >= 0x20, byte < 0x7F {
      position += 1
      return nil
    }
    guard let length = scalarLength else {
      position += 1
      return "bytes that are not UTF-8 (expected a file that is saved as UTF-8)"
    }
    let isControl =
      byte < 0x80 ? byte != UInt8(ascii: "\t") : byte == 0xC2 && bytes[position + 1] < 0xA0
    defer { position += length }
    guard isControl else { return nil }
    return "\(nextText) (expected text; write it as an escape, such as \"\\u001B\")"
  }

  var nextText: String {
    if isAtEnd { return "the end of the file" }
    if isAtLineEnd { return "the end of the line" }
    guard let length = scalarLength else { return "a byte that is not UTF-8" }
    let text = String(decoding: bytes[position..<position + length], as: UTF8.self)
    guard let scalar = text.unicodeScalars.first else { return "nothing" }
    let isControl = scalar.properties.generalCategory == .control
    guard isControl || scalar.properties.isDefaultIgnorableCodePoint else {
      return scalar == "\"" ? "'\"'" : "\"\(text)\""
    }
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let zeros = String(repeating: "0", count: max(0, 4 - digits.count))
    return "the \(isControl ? "control" : "invisible") character U+\(zeros)\(digits)"
  }
}
