import Configuration
import Foundation
import StreamUI
import Testing

@testable import StreamTUI

/// The examples of docs/scripting.md are commands.
struct CommandDocumentTests {
  @OwnFolder private var folder: String
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test func everyExampleIsRead() throws {
    let file = Self.root.appending(path: "docs/scripting.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let blocks = text.split(separator: "```").filter { $0.hasPrefix("toml\n") }
    try #require(blocks.count == 2)
    var names: [String] = []
    for block in blocks {
      try Program.inFolder { folder in
        let path = "\(folder)/config.toml"
        try String(block.dropFirst(5)).write(toFile: path, atomically: true, encoding: .utf8)
        let run = RunConfiguration(.named(path), given: [])
        #expect(run.lines == [])
        names += run.keymap.commands.map(\.name)
      }
    }
    #expect(names == ["read-later", "watch", "fetch", "mail", "note", "pdf", "words"])
    #expect(text.contains("`%{selection}`") && text.contains("$STREAMTUI_SELECTION"))
  }

  @Test func keysAndCommandsOfAFileBelongTogether() throws {
    let path = "\(folder)/config.toml"
    let text = """
      [keys]
      ":note" = ["<A-n>"]
      ":nope" = ["<A-o>"]
      [commands.note]
      run = ["true"]
      keys = ["<A-m>"]
      [commands.broken]
      run = "true"
      """
    try Program.write(text, to: path)
    let run = RunConfiguration(.named(path), given: [])
    #expect(run.keymap.commands.map(\.name) == ["note"])
    #expect(run.lines.count == 2)
    #expect(run.lines[0].contains(":3:1: No command is called nope"))
    #expect(run.lines[1].contains(":8:7: run is one text"))
    let bindings = run.keymap.on(.timeline).bindings.filter {
      $0.command == KeyCommand(.own("note"))
    }
    #expect(bindings.map(\.keys.notation) == ["<A-n>"])
  }
}
