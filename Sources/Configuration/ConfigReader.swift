/// Reads a configuration file: a strict subset of TOML 1.0 (https://toml.io/en/v1.0.0).
///
/// Every file without problems is valid TOML. These are left out: numbers with a fraction, octal and
/// binary numbers, dates and times, and lists of tables (`[[a]]`). Keys have at most 16 parts, and lists
/// and tables stand at most 16 deep in one another.
///
/// An error costs its line. A list or a text over several lines that goes wrong costs the lines up to the
/// next one that begins a table or sets a key. The lines of a table whose own line is wrong are read and
/// dropped, because they would be keys of the table before it. Time and memory are linear in the size.
package struct ConfigReader {
  private var scanner: ConfigScanner
  private var tree = ConfigTree()
  private var problems: [ConfigProblem] = []
  /// The table of the next keys; nil after a line of a table that is wrong.
  private var table: Int? = ConfigTree.root
  private var path: [String] = []
  /// Bytes that were read once more after an error, which bounds the time.
  private var repeated = 0

  package static let problemLimit = 1_000

  package static func document(of bytes: some Sequence<UInt8>) -> ConfigDocument {
    var reader = ConfigReader(scanner: ConfigScanner(Array(bytes)))
    reader.read()
    let (root, shadowed) = reader.tree.finished
    return ConfigDocument(root: root, shadowed: shadowed, problems: reader.problems)
  }

  private init(scanner: ConfigScanner) { self.scanner = scanner }

  private mutating func read() {
    if scanner.begins(with: "\u{FEFF}") {
      let expected = "a byte order mark (expected a file that is saved without one)"
      note(scanner.place().problem(expected))
      scanner.pass(3)
    }
    while !scanner.isAtEnd {
      guard problems.count < Self.problemLimit, repeated <= 4 * scanner.count else {
        note(scanner.place().problem("too many errors (the rest of the file is not read)"))
        return
      }
      scanner.passBlanks()
      if scanner.next == UInt8(ascii: "[") {
        readHeader()
      } else if scanner.next == UInt8(ascii: "#") || scanner.isAtLineEnd {
        if let problem = ConfigValueReader.passComment(&scanner) { note(problem) }
      } else {
        readEntry()
      }
      scanner.passLineEnd()
    }
  }

  private mutating func note(_ problem: ConfigProblem, key: [String] = []) {
    problems.append(ConfigProblem(at: problem.place, problem.message, key: key))
  }

  // MARK: Tables

  private mutating func readHeader() {
    table = nil
    path = []
    do throws(ConfigProblem) {
      let parts = try header()
      try endLine(after: "the table")
      path = parts.map(\.name)
      let (number, problem) = try tree.define(parts)
      table = number
      if let problem { note(problem) }
    } catch {
      note(error)
      scanner.passToLineEnd()
    }
  }

  private mutating func header() throws(ConfigProblem) -> [ConfigKeyReader.Part] {
    let place = scanner.place()
    scanner.pass()
    guard scanner.next != UInt8(ascii: "[") else {
      throw ConfigProblem(at: place, "a list of tables, [[…]] (expected one table, such as [keys])")
    }
    let parts = try ConfigKeyReader.read(&scanner) {
      "\($0) after [ (expected the name of a table, such as [keys])"
    }
    try scanner.pass("]", or: "in the name of a table (expected ])")
    return parts
  }

  // MARK: Keys

  private mutating func readEntry() {
    let start = scanner
    var parts: [ConfigKeyReader.Part] = []
    var value = ConfigValueReader()
    var isComplete = false
    do throws(ConfigProblem) {
      parts = try ConfigKeyReader.read(&scanner) {
        "\($0) at the beginning of a line (expected a key, a table such as [keys], or # and a comment)"
      }
      try scanner.pass("=", or: "after the key (expected =)")
      let content = try value.read(&scanner)
      isComplete = true
      if let problem = value.problem { throw problem }
      try endLine(after: "the value")
      if let table { try tree.set(parts, of: table, to: content) }
    } catch {
      // The first error is the cause of those after it.
      note(
        value.problem ?? error,
        key: table == nil || parts.isEmpty ? [] : path + parts.map(\.name)
      )
      if isComplete { scanner.passToLineEnd() } else { recover(from: start, value.isInList) }
    }
  }

  private mutating func endLine(after thing: String) throws(ConfigProblem) {
    scanner.passBlanks()
    if let problem = ConfigValueReader.passComment(&scanner) { throw problem }
    let place = scanner.place()
    guard scanner.isAtLineEnd else {
      throw place.problem(
        "\(scanner.nextText) after \(thing) (expected the end of the line, or # and a comment)"
      )
    }
  }

  // MARK: After an error

  /// Goes to the end of the last line that a value without an end costs.
  private mutating func recover(from start: ConfigScanner, _ isInList: Bool) {
    var line = start
    line.passToLineEnd()
    guard isInList || scanner.position > line.position else { return scanner.passToLineEnd() }
    // The end of the value is unknown: it may have been meant for any line.
    let furthest = scanner.position
    while !line.isAtEnd {
      var next = line
      next.passLineEnd()
      if Self.beginsStatement(next) { break }
      next.passToLineEnd()
      line = next
    }
    repeated += max(0, furthest - line.position)
    scanner = line
  }

  /// Whether a line begins a table at its first column, or sets a key.
  private static func beginsStatement(_ line: ConfigScanner) -> Bool {
    var line = line
    if line.pass("[") {
      guard (try? ConfigKeyReader.read(&line, missing: { _ in "" })) != nil, line.pass("]") else {
        return false
      }
      line.passBlanks()
      return line.isAtLineEnd || line.next == UInt8(ascii: "#")
    }
    return (try? ConfigKeyReader.read(&line, missing: { _ in "" })) != nil && line.pass("=")
  }
}

extension ConfigDocument {
  package init(_ bytes: some Sequence<UInt8>) { self = ConfigReader.document(of: bytes) }
}
