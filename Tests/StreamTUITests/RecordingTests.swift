import Foundation
import Glibc
import Testing

/// The recording of the demonstration: the bytes sent to the terminal, with times.
@Suite(.serialized) struct RecordingTests {
  @OwnFolder private var folder: String

  @Test func theRecordingHasTheBytesThatTheTerminalGot() throws {
    let path = "\(folder)/demo.cast"
    let pty = try Pty([Program.path, "demo", "--record", path], columns: 120, lines: 40)
    #expect(pty.waits(for: "cells differ"))
    pty.type(" ", "paused", since: 0)
    pty.resize(columns: 80, lines: 24)
    pty.signal(SIGWINCH)
    pty.settle()
    pty.quit("q")
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    let head = try #require(try json(lines[0]) as? [String: Any])
    #expect(head["version"] as? Int == 2)
    #expect(head["width"] as? Int == 120)
    #expect(head["height"] as? Int == 40)
    var time = 0.0
    var sent = ""
    var sizes: [String] = []
    for line in lines.dropFirst() {
      let event = try #require(try json(line) as? [Any])
      let next = try #require(event[0] as? Double)
      #expect(next >= time)
      time = next
      let data = try #require(event[2] as? String)
      if event[1] as? String == "o" { sent += data } else { sizes.append(data) }
    }
    #expect(sizes == ["80x24"])
    #expect(sent.contains("\u{1B}[?1049h"))
    #expect(!sent.contains("\u{1B}]11;?"))
    // The terminal got nothing else but the modes of pasting and of focus around it.
    #expect(Self.withoutModes(pty.text()).contains(Self.withoutModes(sent)))
  }

  private static func withoutModes(_ bytes: String) -> String {
    ["2004", "1004"].reduce(bytes) { text, mode in
      text.replacing("\u{1B}[?\(mode)h", with: "").replacing("\u{1B}[?\(mode)l", with: "")
    }
  }

  @Test func anExistingFileIsNeverChanged() throws {
    let path = "\(folder)/kept"
    try Program.write("kept", to: path)
    let pty = try Pty([Program.path, "demo", "--record", path], columns: 300)
    let status = try #require(pty.end())
    #expect(status >> 8 & 0xFF == 1)
    #expect(pty.text().contains("kept: not recorded: the file exists already"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "kept")
  }

  @Test func inSecureModeNothingIsRecorded() throws {
    let path = "\(folder)/new"
    let environment = ["STREAMTUI_SECURE": "1"]
    let pty = try Pty(
      [Program.path, "demo", "--record", path],
      columns: 300,
      environment: environment
    )
    let status = try #require(pty.end())
    #expect(status >> 8 & 0xFF == 1)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  private func json(_ line: Substring) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(line.utf8))
  }
}
