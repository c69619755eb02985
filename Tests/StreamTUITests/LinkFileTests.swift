import CellGrid
import Foundation
import StreamUI
import Testing

@testable import StreamHost
@testable import StreamTUI

/// Links saved to a file: a new one, for the reader alone.
struct LinkFileTests {
  @OwnFolder private var folder: String

  private func said(_ event: Event) -> String {
    guard case .message(let text, let isWarning) = event else { return "" }
    return (isWarning ? "! " : "") + text.string
  }

  @Test func aNewFileIsForTheReaderAlone() throws {
    let path = "\(folder)/links"
    #expect(said(LinkFile.save("a\tb\nc\td\n", to: path)) == "Saved 2 links to \(path)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "a\tb\nc\td\n")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test func whatIsThereIsNeverTouched() throws {
    let path = "\(folder)/links"
    try Program.write("mine", to: path)
    let link = "\(folder)/dangling"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "\(folder)/new")
    for taken in [path, link] {
      #expect(
        said(LinkFile.save("x\n", to: taken))
          == "! Not saved (the file exists already): \(taken)"
      )
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    #expect(!FileManager.default.fileExists(atPath: "\(folder)/new"))
  }

  @Test func whyNothingIsSavedIsSaid() {
    #expect(
      said(LinkFile.save("x\n", to: "/no/such/folder/links"))
        == "! Not saved (No such file or directory): /no/such/folder/links"
    )
    #expect(said(LinkFile.save("x\n", to: "/")).hasPrefix("! Not saved ("))
  }

  @Test(arguments: [
    ("~/links", "/h", "/h/links"), ("~", "/h", "/h"), ("a~b", "/h", "a~b"), ("~x/y", "/h", "~x/y"),
    ("~/links", nil, nil), ("/a", nil, "/a"),
  ])
  func theTildeIsHome(_ path: String, _ home: String?, _ expected: String?) {
    #expect(Environment.expanded(path, home: home) == expected)
  }
}
