import Configuration

/// Properties of the configuration reader for any bytes.
enum ConfigProperties {
  static func check(_ input: FuzzInput) {
    let document = ConfigDocument(input.bytes)
    let lines = input.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for problem in document.problems {
      expect(!problem.message.isEmpty, "a problem without a message")
      expect(text(at: problem.place, in: lines) != nil, "a problem outside: \(problem)")
    }
    var tables = [document.root]
    while let table = tables.popLast() {
      for entry in table.entries {
        expect(names(entry, in: lines), "another key stands at \(entry.place): \(entry.key)")
        expect(text(at: entry.value.place, in: lines) != nil, "a value outside: \(entry)")
        var values = [entry.value]
        while let value = values.popLast() {
          switch value.content {
          case .table(let table): tables.append(table)
          case .array(let held): values += held
          case .string, .integer, .boolean: break
          }
        }
      }
    }
    if input.choose(4) == 0 {
      expect(ConfigDocument(input.bytes) == document, "another document from the same bytes")
    }
  }

  /// The rest of the line from a place on; nil if the place is not in the file.
  private static func text(
    at place: ConfigPlace,
    in lines: [ArraySlice<UInt8>]
  ) -> ArraySlice<UInt8>? {
    guard place.line >= 1, place.line <= lines.count, place.column >= 1 else { return nil }
    var line = lines[place.line - 1]
    for _ in 1..<place.column {
      guard line.popFirst() != nil else { return nil }
      while let byte = line.first, byte & 0xC0 == 0x80 { line.removeFirst() }
    }
    return line
  }

  /// Whether the key of an entry stands at its place.
  private static func names(_ entry: ConfigTable.Entry, in lines: [ArraySlice<UInt8>]) -> Bool {
    guard let text = text(at: entry.place, in: lines), let first = text.first else { return false }
    let isQuoted = first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
    return isQuoted || text.starts(with: entry.key.utf8)
  }
}
