/// Reads a text in quotes: basic `"…"` or literal `'…'`, on one line or, with three quotes, on several.
struct ConfigStringReader {
  private let quote: UInt8
  private let isLong: Bool
  private let place: ConfigPlace
  private var text: [UInt8] = []
  /// The parts between escapes and line ends so far.
  private var runs: [ConfigValue.Run] = []
  /// Scalars in the first bytes of the text.
  private var counted = (scalars: 0, bytes: 0)
  /// The first error inside the text; it costs the value, but the text is read to its end.
  private(set) var problem: ConfigProblem?

  /// Reads the text whose opening quote is the next byte.
  ///
  /// - Throws: ``ConfigProblem`` if the text does not end; a short one has to end on its line.
  static func read(_ scanner: inout ConfigScanner) throws(ConfigProblem) -> (
    text: String, runs: [ConfigValue.Run], problem: ConfigProblem?
  ) {
    var reader = ConfigStringReader(&scanner)
    if !reader.isLong {
      // Nearly every text: no bytes are copied twice.
      let start = scanner.position
      scanner.passPlain(until: reader.quote)
      let plain = scanner.taken(from: start)
      if scanner.next == reader.quote {
        scanner.pass()
        return (String(decoding: plain, as: UTF8.self), [], nil)
      }
      reader.text += plain
    }
    try reader.readToEnd(&scanner)
    return (String(decoding: reader.text, as: UTF8.self), reader.runs, reader.problem)
  }

  private init(_ scanner: inout ConfigScanner) {
    place = scanner.place()
    quote = scanner.next ?? 0
    isLong = scanner.begins(with: "\"\"\"") || scanner.begins(with: "'''")
    scanner.pass(isLong ? 3 : 1)
    // A line end right after the opening quotes is no part of the text.
    if isLong {
      scanner.passLineEnd()
      beginRun(&scanner)
    }
  }

  /// Notes where the text goes on after an escape or a line end.
  private mutating func beginRun(_ scanner: inout ConfigScanner) {
    counted.scalars += text[counted.bytes...].count(where: { $0 & 0xC0 != 0x80 })
    counted.bytes = text.count
    runs.append(ConfigValue.Run(start: counted.scalars, place: scanner.place()))
  }

  private var isBasic: Bool { quote == UInt8(ascii: "\"") }

  private mutating func readToEnd(_ scanner: inout ConfigScanner) throws(ConfigProblem) {
    while true {
      let start = scanner.position
      scanner.passPlain(until: quote)
      if scanner.position > start { text += scanner.taken(from: start) }
      if scanner.isAtEnd || (!isLong && scanner.isAtLineEnd) { throw unended }
      if scanner.next == quote {
        if try passQuotes(&scanner) { return }
      } else if scanner.isAtLineEnd {
        scanner.passLineEnd()
        text.append(UInt8(ascii: "\n"))
        beginRun(&scanner)
      } else if isBasic, scanner.next == UInt8(ascii: "\\") {
        passEscape(&scanner)
        beginRun(&scanner)
      } else {
        passOrdinary(&scanner)
      }
    }
  }

  private var unended: ConfigProblem {
    let sign = isBasic ? "\"" : "'"
    return place.problem(
      isLong
        ? "a text that does not end (expected a closing \(sign)\(sign)\(sign))"
        : "a text that does not end (expected a closing \(sign) on this line)"
    )
  }

  /// Passes quotes; returns whether they end the text.
  ///
  /// Up to two may stand before the closing three.
  private mutating func passQuotes(_ scanner: inout ConfigScanner) throws(ConfigProblem) -> Bool {
    var count = 0
    while count < (isLong ? 5 : 1), scanner.next == quote {
      scanner.pass()
      count += 1
    }
    let isEnd = !isLong || count >= 3
    text += Array(repeating: quote, count: isLong ? (isEnd ? count - 3 : count) : 0)
    return isEnd
  }

  private mutating func passOrdinary(_ scanner: inout ConfigScanner) {
    let start = scanner.position
    // Of plain ASCII, which cannot turn out wrong, columns are not counted.
    let isPlain = scanner.next.map { $0 >= 0x20 && $0 < 0x7F } ?? true
    let place = problem == nil && !isPlain ? scanner.place() : nil
    if let reason = scanner.passScalar() {
      if let place { problem = ConfigProblem(at: place, reason) }
    } else {
      text += scanner.taken(from: start)
    }
  }

  // MARK: Escapes

  private mutating func passEscape(_ scanner: inout ConfigScanner) {
    let place = scanner.place()
    scanner.pass()
    let letter = scanner.next
    switch letter {
    case UInt8(ascii: "b"): take(0x08, &scanner)
    case UInt8(ascii: "t"): take(0x09, &scanner)
    case UInt8(ascii: "n"): take(0x0A, &scanner)
    case UInt8(ascii: "f"): take(0x0C, &scanner)
    case UInt8(ascii: "r"): take(0x0D, &scanner)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): take(letter ?? 0, &scanner)
    case UInt8(ascii: "u"): passDigits(4, place, &scanner)
    case UInt8(ascii: "U"): passDigits(8, place, &scanner)
    default:
      if isLong, passContinuation(&scanner) { return }
      // The end of the line says more: the text does not end.
      guard !scanner.isAtLineEnd else { return }
      note(
        place,
        "a backslash before \(scanner.nextText) "
          + "(expected \\n, \\t, \\\", \\\\, \\uXXXX or \\UXXXXXXXX; in '…' a backslash stands for itself)"
      )
    }
  }

  private mutating func take(_ byte: UInt8, _ scanner: inout ConfigScanner) {
    scanner.pass()
    text.append(byte)
  }

  /// Passes a backslash's line end with all blanks and line ends after it; false if none is there.
  private func passContinuation(_ scanner: inout ConfigScanner) -> Bool {
    var ahead = scanner
    ahead.passBlanks()
    guard ahead.isAtLineEnd, !ahead.isAtEnd else { return false }
    while ahead.isAtLineEnd, !ahead.isAtEnd {
      ahead.passLineEnd()
      ahead.passBlanks()
    }
    scanner = ahead
    return true
  }

  private mutating func passDigits(
    _ count: Int,
    _ place: ConfigPlace,
    _ scanner: inout ConfigScanner
  ) {
    let sign = count == 4 ? "\\u" : "\\U"
    scanner.pass()
    var value: UInt32 = 0
    for _ in 0..<count {
      guard let digit = scanner.next.flatMap(ConfigNumber.hexadecimalDigit) else {
        return note(place, "\(scanner.nextText) in \(sign) (expected \(count) hexadecimal digits)")
      }
      value = value << 4 | UInt32(digit)
      scanner.pass()
    }
    guard let scalar = Unicode.Scalar(value) else {
      return note(
        place,
        "\(sign) names no character (expected at most 10FFFF, without D800 to DFFF)"
      )
    }
    text += Array(String(Character(scalar)).utf8)
  }

  private mutating func note(_ place: ConfigPlace, _ message: String) {
    problem = problem ?? ConfigProblem(at: place, message)
  }
}
