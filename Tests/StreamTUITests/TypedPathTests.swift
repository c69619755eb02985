import Foundation
import Testing

@testable import StreamHost

/// The paths that complete one that is typed.
struct TypedPathTests {
  @OwnFolder private var folder: String

  @Test func foldersAndFilesCompleteABeginning() throws {
    let files = FileManager.default
    try Program.makeFolder(folder + "/my feeds")
    for name in ["mine.xml", "other.xml", ".mist", "m\u{1B}[31m", "my feeds/a b.rss"] {
      #expect(files.createFile(atPath: "\(folder)/\(name)", contents: nil))
    }
    let completions = TypedPath.completions(of: folder + "/m")
    #expect(completions == [folder + "/mine.xml", folder + "/my feeds/"])
    #expect(TypedPath.completions(of: folder + "/my feeds/") == [folder + "/my feeds/a b.rss"])
    #expect(TypedPath.completions(of: folder + "/other.xml/").isEmpty)
    #expect(TypedPath.completions(of: "https://a.example/").isEmpty)
    #expect(TypedPath.completions(of: "~") == ["~/"])
  }
}
