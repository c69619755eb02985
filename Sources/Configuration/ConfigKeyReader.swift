/// Reads keys: bare, in quotes, or several joined by dots.
enum ConfigKeyReader {
  struct Part {
    let name: String
    let place: ConfigPlace
  }

  /// Reads a key up to the first character that is no part of it; blanks after it are passed.
  ///
  /// - Returns: At least one part, and at most ``ConfigValueReader/depthLimit``.
  /// - Throws: ``ConfigProblem`` if no key is here.
  static func read(
    _ scanner: inout ConfigScanner,
    missing: (String) -> String
  ) throws(ConfigProblem) -> [Part] {
    var parts: [Part] = []
    repeat {
      scanner.passBlanks()
      let place = scanner.place()
      guard parts.count < ConfigValueReader.depthLimit else {
        throw place.problem(
          "a key of more than \(ConfigValueReader.depthLimit) parts (expected fewer)"
        )
      }
      guard let name = try name(&scanner, place) else {
        if let byte = scanner.next, byte >= 0x80, scanner.scalarLength != nil {
          throw place.problem(
            "\(scanner.nextText) in a key without quotes (expected quotes around the key)"
          )
        }
        throw place.problem(
          parts.isEmpty
            ? missing(scanner.nextText) : "\(scanner.nextText) after the dot (expected a key)"
        )
      }
      parts.append(Part(name: name, place: place))
      scanner.passBlanks()
    } while scanner.pass(".")
    return parts
  }

  /// Whether a byte may stand in a key without quotes.
  static func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  private static func name(
    _ scanner: inout ConfigScanner,
    _ place: ConfigPlace
  ) throws(ConfigProblem) -> String? {
    if scanner.next == UInt8(ascii: "\"") || scanner.next == UInt8(ascii: "'") {
      guard !scanner.begins(with: "\"\"\""), !scanner.begins(with: "'''") else {
        throw ConfigProblem(at: place, "a key in three quotes (expected one quote on each side)")
      }
      let (text, _, problem) = try ConfigStringReader.read(&scanner)
      if let problem { throw problem }
      return text
    }
    let start = scanner.position
    while let byte = scanner.next, isBare(byte) { scanner.pass() }
    guard scanner.position > start else { return nil }
    return String(decoding: scanner.taken(from: start), as: UTF8.self)
  }
}
