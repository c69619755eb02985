import Foundation

/// A table that a document of the project lists as the code has it, between two marks.
package struct DocumentTable {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private let file: URL
  private let start: String
  private let end: String

  /// Finds a table.
  ///
  /// - Parameters:
  ///   - name: The path of the document from the project's root.
  ///   - start: The line before the table, with its line feed.
  ///   - end: The text after it.
  package init(in name: String, from start: String, to end: String) {
    file = Self.root.appending(path: name)
    self.start = start
    self.end = end
  }

  /// Compares the table with `expected`, or writes that there where `RECORD_SNAPSHOTS` is set.
  ///
  /// - Returns: The reason why the test fails; nil if both are the same.
  package func difference(from expected: String) throws -> String? {
    let name = file.lastPathComponent
    let text = try String(contentsOf: file, encoding: .utf8)
    guard let first = text.range(of: start),
      let last = text.range(of: end, range: first.upperBound..<text.endIndex)
    else { return "\(name) has no table between \(start)and \(end)" }
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil {
      let whole = text[..<first.upperBound] + expected + text[last.lowerBound...]
      try String(whole).write(to: file, atomically: true, encoding: .utf8)
      return "recorded a table of \(name)"
    }
    return text[first.upperBound..<last.lowerBound] == expected
      ? nil : "\(name) has another table; record it:\n\(expected)"
  }
}
