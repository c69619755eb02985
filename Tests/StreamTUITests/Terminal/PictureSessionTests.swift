import Foundation
import Testing

/// Whole sessions over feeds with pictures, replayed through an emulator that knows what it is sent, or says so.
struct PictureSessionTests {
  /// A terminal: what it answers when it is asked, and what its environment says.
  struct Kind: CustomTestStringConvertible {
    let name: String
    var answer = "\u{1B}[?6c\u{1B}[?6c"
    var environment: [String: String] = [:]
    /// Whether there is a decoder.
    var decodes = true
    var testDescription: String { name + (decodes ? "" : " without a decoder") }
  }

  private static func named(_ name: String) -> String {
    "\u{1B}P>|\(name)\u{1B}\\\u{1B}[?6c\u{1B}[?6c"
  }

  static let kinds = [
    Kind(name: "xterm", answer: named("XTerm(379)")),
    Kind(name: "xterm", answer: named("XTerm(379)"), decodes: false),
    Kind(name: "VTE", answer: named("VTE(7600)")),
    Kind(name: "Konsole", answer: named("Konsole 22.12.3")),
    Kind(name: "foot", answer: named("foot(1.16.2)")),
    Kind(name: "old kitty", answer: named("kitty(0.26.5)")),
    Kind(name: "WezTerm", answer: named("WezTerm 20240203-110809-5046fc22")),
    Kind(name: "silent", answer: ""), Kind(name: "kitty", answer: named("kitty(0.41.1)")),
    Kind(name: "kitty", answer: named("kitty(0.41.1)"), decodes: false),
    Kind(name: "8 colours", environment: ["TERM": "xterm"]),
    Kind(name: "linux", environment: ["TERM": "linux"]),
    Kind(name: "screen", environment: ["TERM": "screen-256color", "STY": "1.x"]),
    Kind(name: "tmux", environment: ["TERM": "tmux-256color"]),
    Kind(
      name: "tmux that says nothing",
      environment: ["TERM": "tmux-256color", "TMUX": "/no,1,0"]
    ),
    Kind(name: "secure mode", environment: ["STREAMTUI_SECURE": "1"]),
    Kind(name: "ASCII", environment: ["LC_ALL": "C"]),
    Kind(name: "no colour", environment: ["NO_COLOR": "1"]),
  ]

  @Test(arguments: kinds) func nothingIsUnknownAndNothingIsLeft(_ kind: Kind) throws {
    try PicturePtyTests().inExport(6) { export in
      let bin = export + "/../bin"
      try Program.makeFolder(bin)
      if kind.decodes {
        try Program.writeScript(
          #"/bin/cat > /dev/null; printf '\033[38;5;200;48;5;17m▚▚▚\033[0m\n'"#,
          to: bin + "/chafa"
        )
      }
      let environment = ["PATH": bin, "BROWSER": ""].merging(kind.environment) { $1 }
      let pty = try Pty(file: export, environment: environment).awaiting("lake")
      pty.settle(milliseconds: 200)
      // An answer that nobody asked for changes nothing.
      pty.send(kind.environment.isEmpty ? kind.answer : "\u{1B}P>|kitty(0.41.1)\u{1B}\\")
      // Still, scrolled, a picture on its page, at another size, back, and a post.
      for keys in ["", "jjj", " ", "kk", "\t", "\r", "n"] {
        pty.send(keys)
        pty.settle(milliseconds: 350)
      }
      let mark = pty.output.count
      pty.resize(columns: 50, lines: 18)
      pty.settle(milliseconds: 400)
      for keys in ["q", "G", "\r"] {
        pty.send(keys)
        pty.settle(milliseconds: 300)
      }
      pty.quit()
      let text = pty.text()
      #expect(text.contains("\u{1B}[>q") == kind.environment.isEmpty)
      #expect(GraphicsCommand.among(pty.output).isEmpty == (kind.name != "kitty"))
      // Rows have no lines for pictures that do not come.
      #expect(text.unicodeScalars.contains("\u{10EEEE}") == (kind.name == "kitty"))
      #expect(text.contains("a lake") || kind.name == "kitty")
      var emulator = TerminalEmulator(columns: 80, lines: 24)
      emulator.take(Self.withoutCommands(pty.output[..<mark]))
      emulator.resize(columns: 50, lines: 18)
      emulator.take(Self.withoutCommands(pty.output[mark...]))
      #expect(emulator.unknown.isEmpty, "\(emulator.unknown.prefix(5))")
      // The screen from before is shown again, with nothing on it; the console has only one.
      #expect(
        kind.name == "linux"
          || emulator.grid.allSatisfy { $0.allSatisfy { $0.text == " " || $0.text == "?" } }
      )
    }
  }

  /// Leaves out the commands of pictures, which have been read strictly.
  private static func withoutCommands(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var rest: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index...].starts(with: Array("\u{1B}_G".utf8)),
        let end = Data(bytes[index...]).firstRange(of: Data("\u{1B}\\".utf8))
      {
        index += end.upperBound
      } else {
        rest.append(bytes[index])
        index += 1
      }
    }
    return rest
  }
}
