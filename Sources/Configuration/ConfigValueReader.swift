/// Reads one value, with the lists and tables inside it, without recursion.
struct ConfigValueReader {
  /// The most lists and tables inside one another, and the most parts of a key.
  static let depthLimit = 16

  /// A list or a table in braces that has begun.
  private enum Frame {
    case list(place: ConfigPlace, values: [ConfigValue])
    case table(place: ConfigPlace, tree: ConfigTree, key: [ConfigKeyReader.Part])
  }

  private var frames: [Frame] = []
  /// The first error that costs the value but not the knowledge where it ends.
  private(set) var problem: ConfigProblem?

  /// Whether a list is open, so that the value may go on at further lines.
  var isInList: Bool { frames.contains { if case .list = $0 { true } else { false } } }

  /// Reads the value that begins at the next byte that is no blank.
  ///
  /// - Throws: ``ConfigProblem`` if it cannot be told where the value ends.
  mutating func read(_ scanner: inout ConfigScanner) throws(ConfigProblem) -> ConfigValue {
    while true {
      // A value is complete, and so may be what holds it.
      guard var value = try begin(&scanner) else { continue }
      while true {
        guard let frame = frames.popLast() else { return value }
        guard let whole = try add(value, to: frame, &scanner) else { break }
        value = whole
      }
    }
  }

  // MARK: Beginning

  /// Begins a value; nil if it holds others, of which the next comes now.
  private mutating func begin(_ scanner: inout ConfigScanner) throws(ConfigProblem) -> ConfigValue?
  {
    scanner.passBlanks()
    let place = scanner.place()
    switch scanner.next {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      let (text, runs, problem) = try ConfigStringReader.read(&scanner)
      if let problem { note(problem) }
      return ConfigValue(.string(text), at: place, runs: runs)
    case UInt8(ascii: "["):
      try checkDepth(place)
      scanner.pass()
      frames.append(.list(place: place, values: []))
      try passLines(&scanner)
      if scanner.isAtEnd { throw unended(place) }
      guard scanner.pass("]") else { return nil }
      frames.removeLast()
      return ConfigValue(.array([]), at: place)
    case UInt8(ascii: "{"):
      try checkDepth(place)
      scanner.pass()
      scanner.passBlanks()
      if scanner.pass("}") { return ConfigValue(.table(ConfigTable()), at: place) }
      let key = try key(&scanner, after: "{")
      frames.append(.table(place: place, tree: ConfigTree(at: place), key: key))
      return nil
    default: return try word(&scanner, place)
    }
  }

  private mutating func word(
    _ scanner: inout ConfigScanner,
    _ place: ConfigPlace
  ) throws(ConfigProblem) -> ConfigValue {
    let start = scanner.position
    while let byte = scanner.next, ConfigKeyReader.isBare(byte) || "+.:".utf8.contains(byte) {
      scanner.pass()
    }
    guard scanner.position > start else {
      if scanner.next == UInt8(ascii: "#") {
        throw place.problem(
          "a comment instead of a value (expected a value; a text with # needs quotes)"
        )
      }
      if scanner.begins(with: "“") || scanner.begins(with: "‘") {
        throw ConfigProblem(at: place, "\(scanner.nextText) as a quote (expected \" or ')")
      }
      throw place.problem(
        "\(scanner.nextText) instead of a value "
          + "(expected a text in quotes, a number, true, false, or a list such as [\"a\", \"b\"])"
      )
    }
    switch ConfigNumber.value(of: scanner.taken(from: start)) {
    case .success(let content): return ConfigValue(content, at: place)
    case .failure(let reason):
      note(ConfigProblem(at: place, reason.message))
      return ConfigValue(.boolean(false), at: place)
    }
  }

  private func checkDepth(_ place: ConfigPlace) throws(ConfigProblem) {
    guard frames.count >= Self.depthLimit else { return }
    throw place.problem(
      "lists and tables more than \(Self.depthLimit) deep (expected fewer inside one another)"
    )
  }

  /// Reads a key of a table in braces, up to its value.
  private func key(
    _ scanner: inout ConfigScanner,
    after sign: String
  ) throws(ConfigProblem) -> [ConfigKeyReader.Part] {
    let key = try ConfigKeyReader.read(&scanner) { "\($0) after \(sign) (expected a key)" }
    try scanner.pass("=", or: "after the key (expected =)")
    return key
  }

  // MARK: Going on

  /// Adds a value to what holds it; returns that if it is complete now.
  private mutating func add(
    _ value: ConfigValue,
    to frame: Frame,
    _ scanner: inout ConfigScanner
  ) throws(ConfigProblem) -> ConfigValue? {
    switch frame {
    case .list(let place, let values): return try add(value, to: values, at: place, &scanner)
    case .table(let place, var tree, let key):
      do throws(ConfigProblem) {
        try tree.set(key, of: ConfigTree.root, to: value)
      } catch {
        note(error)
      }
      scanner.passBlanks()
      if scanner.pass("}") { return ConfigValue(.table(tree.finished.root), at: place) }
      try scanner.pass(",", or: "after the value (expected , or } on this line)")
      let next = try self.key(&scanner, after: "the comma")
      frames.append(.table(place: place, tree: tree, key: next))
      return nil
    }
  }

  private mutating func add(
    _ value: ConfigValue,
    to values: [ConfigValue],
    at place: ConfigPlace,
    _ scanner: inout ConfigScanner
  ) throws(ConfigProblem) -> ConfigValue? {
    var values = values
    values.append(value)
    // An open list: its further lines belong to the value even if they are wrong.
    frames.append(.list(place: place, values: []))
    try passLines(&scanner)
    let here = scanner.place()
    if scanner.pass(",") {
      try passLines(&scanner)
    } else if scanner.next != UInt8(ascii: "]") {
      throw scanner.isAtEnd
        ? unended(place)
        : here.problem(
          "\(scanner.nextText) after the value "
            + "(expected , or ] of the list that begins at \(place.line):\(place.column))"
        )
    }
    frames.removeLast()
    if scanner.pass("]") { return ConfigValue(.array(values), at: place) }
    frames.append(.list(place: place, values: values))
    if scanner.isAtEnd { throw unended(place) }
    return nil
  }

  private func unended(_ place: ConfigPlace) -> ConfigProblem {
    ConfigProblem(at: place, "a list that does not end (expected a closing ])")
  }

  private mutating func passLines(_ scanner: inout ConfigScanner) throws(ConfigProblem) {
    while true {
      scanner.passBlanks()
      if let problem = Self.passComment(&scanner) { note(problem) }
      guard scanner.isAtLineEnd, !scanner.isAtEnd else { return }
      scanner.passLineEnd()
    }
  }

  static func passComment(_ scanner: inout ConfigScanner) -> ConfigProblem? {
    guard scanner.next == UInt8(ascii: "#") else { return nil }
    var problem: ConfigProblem?
    while !scanner.isAtLineEnd {
      let before = scanner
      guard let reason = scanner.passScalar(), problem == nil else { continue }
      var start = before
      problem = ConfigProblem(at: start.place(), reason)
    }
    return problem
  }

  private mutating func note(_ problem: ConfigProblem) { self.problem = self.problem ?? problem }
}
