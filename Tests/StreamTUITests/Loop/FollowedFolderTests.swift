import Foundation
import Glibc
import Testing

/// Files that come into a folder under the viewer, and go.
@Suite(.serialized) struct FollowedFolderTests {
  /// Posts of a day in January, the newest first.
  private static func lines(_ name: String, _ count: Int, day: Int) -> String {
    (0..<count).reversed().map { number in
      let minute = number < 10 ? "0\(number)" : "\(number)"
      return "{\"id\":\"\(name)-\(number)\",\"body_text\":\"text of \(name) \(number).\","
        + "\"published\":\"2026-01-1\(day)T10:\(minute):00Z\"}\n"
    }.joined()
  }

  private static func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  /// Plays with a folder of 60 posts in two files and its viewer, whose selection is not at the top.
  private func view(_ body: (Pty, String) throws -> Void) throws {
    try Program.inFolder { folder in
      try Self.write(Self.lines("one", 30, day: 1), to: folder + "/one.ndjson")
      try Self.write(Self.lines("two", 30, day: 2), to: folder + "/two.ndjson")
      let pty = try Pty([Program.path, "-f", folder], columns: 60, lines: 12)
        .showing("text of two 29.")
      try body(pty, folder)
      pty.quit()
    }
  }

  /// The text of the screen, drawn anew after `keys`, without the status line.
  private func screen(_ pty: Pty, _ keys: String = "") -> [String] {
    pty.type(keys)
    let mark = pty.output.count
    pty.send("\u{0C}")
    _ = pty.waits(for: " feeds", since: mark)
    let text = pty.text(since: mark)
    return text.split(separator: "\r").filter { $0.contains("text of") }.map { String($0) }
  }

  @Test func aNewFileComesInAndNothingMoves() throws {
    try view { pty, folder in
      let before = screen(pty, "jjjj")
      #expect(!before.isEmpty)
      // Neither a hidden file nor a temporary one is a feed.
      let text = Self.lines("three", 4, day: 5)
      for name in [".three.ndjson", "three.ndjson.tmp", "three.ndjson~"] {
        try Self.write(text, to: "\(folder)/\(name)")
      }
      #expect(rename(folder + "/three.ndjson.tmp", folder + "/three.ndjson") == 0)
      pty.drawing("3 feeds", "4 new above")
      #expect(screen(pty) == before)
      #expect(screen(pty, "g").first?.contains("text of three 3.") == true)
    }
  }

  @Test func aDocumentComesWhenItIsWholeAndALogWithItsLines() throws {
    try view { pty, folder in
      _ = screen(pty, "jjjj")
      let path = folder + "/doc.json"
      let document =
        "[" + Self.lines("doc", 3, day: 6).split(separator: "\n").joined(separator: ",") + "]"
      #expect(FileManager.default.createFile(atPath: path, contents: nil))
      let writer = try #require(FileHandle(forWritingAtPath: path))
      try writer.write(contentsOf: Data(document.utf8.prefix(200)))
      let log = folder + "/log.ndjson"
      #expect(FileManager.default.createFile(atPath: log, contents: nil))
      let logger = try #require(FileHandle(forWritingAtPath: log))
      let lines = Self.lines("log", 2, day: 7)
      // One line, and half of the next.
      try logger.write(contentsOf: Data(lines.utf8.prefix(lines.utf8.count - 20)))
      pty.drawing("3 feeds", "1 new above")
      try logger.write(contentsOf: Data(lines.utf8.suffix(20)))
      #expect(pty.draws("2 new above"))
      try writer.write(contentsOf: Data(document.utf8.dropFirst(200)))
      try writer.close()
      pty.drawing("4 feeds", "5 new above")
      // Nothing was read in halves.
      #expect(!pty.text().contains("problem"))
      try logger.close()
    }
  }

  @Test func aFileThatVanishesLeavesItsPosts() throws {
    try view { pty, folder in
      let mark = pty.output.count
      #expect(unlink(folder + "/one.ndjson") == 0)
      #expect(pty.waits(for: "one.ndjson was renamed or deleted", since: mark))
      pty.type("r", "Reloaded")
      pty.type("j", drawing: "of 60")
      // A new file of this name is another feed.
      try Self.write(Self.lines("other", 3, day: 8), to: folder + "/one.ndjson")
      #expect(pty.draws("of 63"))
    }
  }

  @Test func aFileWithAnotherNameIsNotShownTwice() throws {
    try view { pty, folder in
      #expect(rename(folder + "/one.ndjson", folder + "/uno.ndjson") == 0)
      try Self.write(Self.lines("three", 4, day: 5), to: folder + "/zzz.ndjson")
      // Names are looked at in their order, so the other one was looked at before.
      pty.drawing("3 feeds", "of 64")
    }
  }

  @Test func aFileThatIsNoFeedIsSaid() throws {
    try view { pty, folder in
      let mark = pty.output.count
      try Self.write("garbage", to: folder + "/a.json")
      #expect(pty.waits(for: "a.json: is no feed", since: mark))
      try Self.write(Self.lines("a", 2, day: 5), to: folder + "/a.json")
      // The message stays until a key.
      pty.type("j", drawing: "of 62")
    }
  }
}
