import Foundation
import Testing

@testable import StreamHost
@testable import StreamTUI

/// The paths that complete one that is typed.
struct TypedPathTests {
  @OwnFolder private var folder: String

  @Test func foldersAndFilesCompleteABeginning() throws {
    let files = FileManager.default
    try files.createDirectory(atPath: folder + "/my feeds", withIntermediateDirectories: false)
    for name in ["mine.xml", "other.xml", ".mist", "m\u{1B}[31m", "my feeds/a b.rss"] {
      #expect(files.createFile(atPath: "\(folder)/\(name)", contents: nil))
    }
    #expect(TypedPath(folder + "/m").completions == [folder + "/mine.xml", folder + "/my feeds/"])
    #expect(TypedPath(folder + "/my feeds/").completions == [folder + "/my feeds/a b.rss"])
    #expect(TypedPath(folder + "/other.xml/").completions.isEmpty)
    #expect(TypedPath("https://a.example/").completions.isEmpty)
    #expect(TypedPath("~").completions == ["~/"])
  }
}
