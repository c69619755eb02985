/// Reads the words, quoted texts and separators of a field's value (RFC 9110, section 5.6).
struct FieldScanner {
  private let bytes: [UInt8]
  private var at = 0

  init(_ value: String) { bytes = Array(value.utf8) }

  /// Whether everything was read.
  var isAtEnd: Bool { at >= bytes.count }

  /// Passes blanks, then the separator `scalar` if it is next; returns whether it was.
  mutating func pass(_ scalar: Unicode.Scalar) -> Bool {
    passBlanks()
    guard at < bytes.count, bytes[at] == scalar.value else { return false }
    at += 1
    return true
  }

  /// Returns the text up to the next `scalar` and passes it; nil if there is none.
  mutating func text(before scalar: Unicode.Scalar) -> String? {
    guard let end = bytes[at...].firstIndex(where: { $0 == scalar.value }) else { return nil }
    defer { at = end + 1 }
    return String(decoding: bytes[at..<end], as: UTF8.self)
  }

  /// Returns a quoted text without its quotes, or a word; empty at a separator.
  mutating func value() -> String {
    guard pass("\"") else { return word() }
    var text: [UInt8] = []
    while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
      if bytes[at] == UInt8(ascii: "\\"), at + 1 < bytes.count { at += 1 }
      text.append(bytes[at])
      at += 1
    }
    at = min(bytes.count, at + 1)
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the bytes up to a blank or a separator.
  mutating func word() -> String {
    passBlanks()
    let start = at
    while at < bytes.count, !" \t,;=\"".utf8.contains(bytes[at]) { at += 1 }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  /// Passes everything up to and including the next comma that is outside quotes.
  mutating func passElement() {
    while at < bytes.count {
      if pass(",") { return }
      let before = at
      _ = value()
      if at == before { at += 1 }
    }
  }

  /// Returns the parameters after the first semicolon, with their names in lower case.
  mutating func parameters() -> [(name: String, value: String)] {
    var result: [(name: String, value: String)] = []
    while pass(";") {
      let name = word().lowercased()
      let value = pass("=") ? value() : ""
      if !name.isEmpty { result.append((name, value)) }
    }
    return result
  }

  private mutating func passBlanks() {
    while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 0x09 { at += 1 }
  }
}
