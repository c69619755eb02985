import Configuration
import Foundation
import Testing

/// Broken files and their messages: lines of a file begin with "|", its messages with ">".
struct BrokenFileTests {
  private static let table = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "BrokenFiles.txt")

  @Test func everyBrokenFileHasItsMessages() throws {
    let table = try String(contentsOf: Self.table, encoding: .utf8)
    let files = table.components(separatedBy: "\n\n").map { block in
      block.split(separator: "\n").filter { $0.hasPrefix("|") }
        .map { $0.dropFirst($0.hasPrefix("| ") ? 2 : 1) }.joined(separator: "\n")
    }
    let found = files.map { Self.block($0) }.joined(separator: "\n")
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil {
      try found.write(to: Self.table, atomically: true, encoding: .utf8)
      Issue.record("recorded the messages of broken files")
      return
    }
    #expect(files.count >= 200)
    let lines = (found: found.split(separator: "\n"), expected: table.split(separator: "\n"))
    for (found, expected) in zip(lines.found, lines.expected) { #expect(found == expected) }
    #expect(lines.found.count == lines.expected.count)
  }

  /// A file and its messages, as the table has them.
  private static func block(_ file: String) -> String {
    let lines = file.split(separator: "\n", omittingEmptySubsequences: false)
    let messages = ConfigDocument((file + "\n").utf8).problems.map {
      "> \($0.place.line):\($0.place.column): \($0.message)\n"
    }
    return lines.map { $0.isEmpty ? "|\n" : "| \($0)\n" }.joined() + messages.joined()
  }

  @Test(
    "A bad line costs that line only",
    arguments: [
      "theme = dark", "theme", "theme = \"dark", "theme = [\"dark\",", "theme = \"\"\"dark",
      "theme = { a = 1", "theme = [[1], [2]", "theme = 1.5", "= 1", "theme = \"\\q\"", "a.b.c",
      "theme = '''", "theme = [ # ]", "theme = \"\"\"\\q\"\"\"", "theme = \"\u{7}\"", "# \u{7}",
    ]
  )
  func nextLine(_ bad: String) {
    let document = ConfigDocument("mouse = true\n\(bad)\nutc = true\n[keys]\na = 1\n".utf8)
    #expect(document.problems.count == 1)
    #expect(document.root["mouse"]?.content == .boolean(true))
    #expect(document.root["theme"] == nil)
    #expect(document.root["utc"]?.content == .boolean(true))
    #expect(document.root["keys"] != nil)
  }

  @Test func theKeysOfATableWithoutANameAreNotThoseOfTheTableBefore() {
    let document = ConfigDocument("[keys]\na = 1\n[themes.\nb = 2\n[openers]\nc = 3\n".utf8)
    #expect(document.problems.map(\.place) == [ConfigPlace(line: 3, column: 9)])
    let tables = document.root.entries.map { entry in
      if case .table(let table) = entry.value.content { table.entries.map(\.key) } else { [""] }
    }
    #expect(tables == [["a"], ["c"]])
  }

  @Test(
    "Bytes that are not UTF-8 cost their line",
    arguments: [
      [0x80], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF],
    ]
  )
  func otherBytes(_ bytes: [UInt8]) {
    let line = Array("é = \"é".utf8).dropFirst(2)
    let file = Array("a = 1\nb".utf8) + line + bytes + Array("\"\nc = 3\n".utf8)
    let document = ConfigDocument(file)
    #expect(document.problems.first?.place == ConfigPlace(line: 2, column: 7))
    #expect(document.root.entries.map(\.key) == ["a", "c"])
  }

  @Test func aMarkAtTheBeginningCostsNothing() {
    let document = ConfigDocument("\u{FEFF}a = 1\n".utf8)
    #expect(document.problems.map(\.place) == [ConfigPlace(line: 1, column: 1)])
    #expect(document.root["a"]?.content == .integer(1))
  }

  @Test(
    "Hostile files are read in linear time",
    arguments: [
      "a=[", "a=['''\n", "a={a=", "[a.b]\n", "a=\"\"\"\n", "'", "[[", "\"\\u", "a=[[],\n", "\n",
      "a=['''','''\n", "k=[\"\"\",'''\n", "a = 1\n",
    ]
  )
  func largeFiles(_ piece: String) {
    func seconds(_ count: Int) -> Double {
      let bytes = Array(repeatElement(piece.utf8, count: count / piece.utf8.count).joined())
      let start = Date()
      #expect(ConfigDocument(bytes).problems.count <= ConfigReader.problemLimit + 1)
      return Date().timeIntervalSince(start)
    }
    // Sixteen times the bytes: 256 times the time if it were quadratic.
    let (short, long) = (seconds(1 << 14), seconds(1 << 18))
    #expect(long < max(short, 0.002) * 100)
  }
}
