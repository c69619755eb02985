/// Reads a word without quotes: a number, true or false.
enum ConfigNumber {
  /// Returns the value of a word, or the reason why it is none.
  ///
  /// Numbers are decimal with an optional sign, or hexadecimal with `0x`; underscores may stand between
  /// two digits. They fit 64 bits.
  static func value(of word: ArraySlice<UInt8>) -> Result<ConfigValue.Content, Reason> {
    let text = String(decoding: word, as: UTF8.self)
    if text == "true" { return .success(.boolean(true)) }
    if text == "false" { return .success(.boolean(false)) }
    guard let first = word.first else { return .failure(Reason("no value")) }
    let isSigned = first == UInt8(ascii: "+") || first == UInt8(ascii: "-")
    let digits = isSigned ? word.dropFirst() : word
    guard let lead = digits.first, isDigit(lead) else { return .failure(reason(for: text, digits)) }
    if !isSigned, digits.starts(with: "0x".utf8) {
      return integer(digits.dropFirst(2), radix: 16, isNegative: false, text)
    }
    guard digits.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: "_") }) else {
      return .failure(reason(forNumber: text, digits))
    }
    if lead == UInt8(ascii: "0"), digits.count > 1 {
      return .failure(Reason("a number that begins with 0 (expected it without, such as 7)"))
    }
    return integer(digits, radix: 10, isNegative: first == UInt8(ascii: "-"), text)
  }

  struct Reason: Error {
    let message: String

    init(_ message: String) { self.message = message }
  }

  static func hexadecimalDigit(_ byte: UInt8) -> Int? {
    Character(Unicode.Scalar(byte)).hexDigitValue
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func integer(
    _ digits: ArraySlice<UInt8>,
    radix: Int,
    isNegative: Bool,
    _ text: String
  ) -> Result<ConfigValue.Content, Reason> {
    var value = 0
    // An underscore stands between two digits, so none may come first, last or twice.
    var mayPause = false
    for byte in digits {
      if byte == UInt8(ascii: "_"), mayPause {
        mayPause = false
        continue
      }
      guard let digit = hexadecimalDigit(byte), digit < radix else {
        return .failure(
          byte == UInt8(ascii: "_")
            ? Reason("an underscore that is not between two digits, in \(text)")
            : Reason("\(text) (expected hexadecimal digits after 0x)")
        )
      }
      let (product, isTooLarge) = value.multipliedReportingOverflow(by: radix)
      let (sum, isOver) =
        isNegative
        ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      guard !isTooLarge, !isOver else {
        return .failure(Reason("a number that is too large (expected 64 bits)"))
      }
      value = sum
      mayPause = true
    }
    guard !digits.isEmpty else {
      return .failure(Reason("\(text) (expected hexadecimal digits after 0x)"))
    }
    guard mayPause else {
      return .failure(Reason("an underscore that is not between two digits, in \(text)"))
    }
    return .success(.integer(value))
  }

  private static func reason(for text: String, _ digits: ArraySlice<UInt8>) -> Reason {
    let small = String(decoding: digits, as: UTF8.self).lowercased()
    if small == "inf" || small == "nan" { return fraction }
    if small == "true" || small == "false" {
      return Reason("\(text) (expected \(small), in small letters)")
    }
    if ["yes", "no", "on", "off"].contains(small) {
      return Reason("\(text) without quotes (expected true or false, or \"\(text)\")")
    }
    if digits.count < text.utf8.count || digits.first == UInt8(ascii: ".") {
      return Reason("\(shown(text)) is not a number (expected one such as 150)")
    }
    return Reason("a text without quotes (expected \"\(shown(text))\")")
  }

  private static func reason(forNumber text: String, _ digits: ArraySlice<UInt8>) -> Reason {
    let bytes = Array(digits)
    if bytes.contains(UInt8(ascii: ":")) || bytes.dropFirst().contains(UInt8(ascii: "-")) {
      // An exponent may have a sign: 1e-3.
      if bytes.allSatisfy({ isDigit($0) || "-:.TZtz+".utf8.contains($0) }) {
        return Reason("a date or time without quotes (expected \"\(shown(text))\")")
      }
    }
    let isFraction = bytes.allSatisfy { isDigit($0) || "_.eE+-".utf8.contains($0) }
    if isFraction { return fraction }
    if digits.starts(with: "0o".utf8) || digits.starts(with: "0b".utf8) {
      return Reason("\(shown(text)) (expected a decimal number, or a hexadecimal one with 0x)")
    }
    return Reason("\(shown(text)) is not a number (expected one such as 150, or a text in quotes)")
  }

  private static let fraction = Reason("a number with a fraction (expected a whole number)")

  private static func shown(_ text: String) -> String {
    text.utf8.count > 40 ? "\(text.prefix(40))…" : text
  }
}
