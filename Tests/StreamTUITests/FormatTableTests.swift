import Foundation
import StreamModel
import Testing

/// The README says what is read; every line of its table is true.
@Suite struct FormatTableTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test func theReadmeHasALineForEachFormatAndNoOther() throws {
    let readme = try String(
      contentsOf: Self.root.appendingPathComponent("README.md"),
      encoding: .utf8
    )
    let rows = Vocabulary.allCases.map { "| \($0.rawValue) | \($0.scope) |" }
    let table = "| format | what of it |\n|---|---|\n" + rows.joined(separator: "\n") + "\n\n"
    #expect(readme.contains(table))
  }

  @Test func aFeedWrittenHereIsOfEachFormat() throws {
    let folder = Self.root.appendingPathComponent("Tests/StreamUITests/Feeds")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder,
      includingPropertiesForKeys: nil
    )
    var found: Set<String> = []
    for file in files {
      let bytes = Array(try Data(contentsOf: file))
      let feed = Feed(source: MemoryBytes(name: file.lastPathComponent, bytes: bytes))
      while try feed.advance(bytes: 1 << 20) == .more {}
      #expect(feed.recordCount > 0, "\(file.lastPathComponent)")
      found.insert(feed.formatName?.replacing(", one record a line", with: "") ?? "")
    }
    #expect(found == Set(Vocabulary.allCases.map(\.rawValue)))
  }
}
