import CellGrid
import Foundation
import Testing

@testable import StreamHost
@testable import StreamTUI

/// Pictures in tmux, which passes them on where it and the terminal around it say so.
@Suite(.serialized) struct TmuxPictureTests {
  @OwnFolder private var bin: String

  @Test(arguments: [
    ("on xterm-kitty kitty(0.41.1)", true), ("1 xterm-256color kitty(0.41.1)", true),
    ("all xterm-256color kitty(0.28.0)", true),
    ("on xterm-ghostty ghostty 1.2.0", true), ("on xterm-kitty ", true), ("on xterm-ghostty", true),
    ("on xterm-kitty kitty(0.26.5)", false), ("on xterm-256color XTerm(379)", false),
    ("on xterm-256color ", false), ("on tmux-256color tmux 3.4", false),
    ("off xterm-kitty kitty(0.41.1)", false), ("0 xterm-kitty kitty(0.41.1)", false),
    (" xterm-kitty ", false), ("", false), ("on", false),
    ("usage: tmux", false),
  ])
  func tmuxSaysWhetherItPassesThemOn(_ answer: String, _ passes: Bool) {
    #expect((TmuxPassthrough(answer + "\n").refusal == nil) == passes)
  }

  @Test func theReasonSaysWhatCanBeDone() {
    #expect(
      TmuxPassthrough("off xterm-kitty").refusal
        == "tmux does not pass them on; \"set -g allow-passthrough on\" lets it, from tmux 3.3 on"
    )
    #expect(
      TmuxPassthrough("on xterm XTerm(379)\u{1B}[2J\nmore").refusal
        == "tmux runs in XTerm(379)[2J, which is not known to draw them"
    )
  }

  @Test func eachCommandIsWrappedByItself() {
    #expect(
      TmuxPassthrough.wrapped("\u{1B}_Ga=d\u{1B}\\")
        == "\u{1B}Ptmux;\u{1B}\u{1B}_Ga=d\u{1B}\u{1B}\\\u{1B}\\"
    )
  }

  /// The commands of tmux's strings, unwrapped; the others are no commands.
  private func unwrapped(_ output: [UInt8]) -> [GraphicsCommand] {
    let text = String(decoding: output, as: UTF8.self)
    #expect(!text.replacing("\u{1B}\u{1B}_", with: "").contains("\u{1B}_"))
    return text.ranges(of: "\u{1B}Ptmux;").flatMap { start -> [GraphicsCommand] in
      // The first ESC \ whose ESC is not doubled ends the string.
      var inner = ""
      var rest = text[start.upperBound...]
      while let escape = rest.firstIndex(of: "\u{1B}") {
        inner += rest[..<escape]
        let next = rest.index(after: escape)
        guard next < rest.endIndex, rest[next] == "\u{1B}" else { break }
        inner.append("\u{1B}")
        rest = rest[rest.index(after: next)...]
      }
      let commands = GraphicsCommand.all(in: inner)
      #expect(commands.count == 1)
      return commands
    }
  }

  /// A program in the place of tmux.
  private func run(
    _ script: String,
    atEnd: (Pty) -> Void = { _ in },
    _ body: (Pty) throws -> Void
  ) throws {
    try PicturePtyTests().inExport(3) { export in
      let bin = export + "/../bin"
      try Program.writeScript(script, to: bin + "/tmux")
      let environment = ["TERM": "tmux-256color", "TMUX": "/nothing,1,0", "PATH": bin]
      let pty = try Pty(file: export, environment: environment).awaiting("lake")
      try body(pty)
      pty.quit()
      atEnd(pty)
    }
  }

  @Test func picturesAreWrappedForTmux() throws {
    let script = """
      [ "$1 $2" = "display-message -p" ] && echo 'on xterm-kitty kitty(0.41.1)'
      """
    try run(script) { pty in
      let commands = unwrapped(pty.output)
      let placed = commands.filter { $0.keys["a"] == "p" }
      let deleted = commands.filter { $0.keys["a"] == "d" }
      #expect(placed.count == 3)
      #expect(Set(deleted.map { $0.keys["i"] }) == Set(placed.map { $0.keys["i"] }))
    } _: { pty in
      #expect(pty.waits(for: "a=p,U=1"))
      pty.settle(milliseconds: 600)
      #expect(pty.waits(for: "\u{10EEEE}"))
    }
  }

  @Test(arguments: [
    "echo 'off xterm-kitty kitty(0.41.1)'", "echo 'on xterm-256color XTerm(379)'", "exit 1",
    "echo 'on xterm-kitty '; exit 1", "kill -9 $$", "while :; do echo on xterm-kitty; done",
    "sleep 9",
  ])
  func otherwiseThereAreNone(_ script: String) throws {
    try run(script) { pty in
      pty.settle(milliseconds: 1_300)
      let text = pty.text()
      #expect(!text.unicodeScalars.contains("\u{10EEEE}"))
      #expect(!text.contains("\u{1B}P"))
      #expect(text.contains("a lake"))
    }
  }

  @Test(arguments: [
    ("echo 'on xterm-kitty kitty(0.41.1)'", "PNG files only"),
    ("echo 'off xterm-kitty kitty(0.41.1)'", "allow-passthrough on"), ("exit 1", "does not say"),
    ("sleep 9", "does not say"),
  ])
  func doctorSaysIt(_ script: String, _ words: String) throws {
    try Program.writeScript(script, to: bin + "/tmux")
    let pty = try Pty(
      [Program.path, "doctor"],
      columns: 200,
      environment: [
        "TERM": "tmux-256color", "TMUX": "/nothing,1,0", "PATH": "\(bin):/usr/bin:/bin",
      ]
    )
    #expect(pty.end() != nil)
    let text = pty.text()
    #expect(text.contains(words), "\(text)")
  }

  /// The real one, in a terminal that says it is kitty: what it passes on is what kitty would get without it.
  @Test(.enabled(if: ChildProcess.exists("tmux"))) func theRealTmuxPassesThemOn() throws {
    try PicturePtyTests().inExport(3) { export in
      let socket = "streamtui-test-\(UUID().uuidString)"
      let conf = export + "/../tmux.conf"
      try Program.write(
        "set -g allow-passthrough on\nset -g default-terminal tmux-256color\nset -g status off\n",
        to: conf
      )
      let line = "sleep 1; '\(Program.path)' --no-state --no-config '\(export)'; sleep 1"
      let tmux = try #require(
        ["/usr/bin/tmux", "/usr/local/bin/tmux"].first {
          FileManager.default.isExecutableFile(atPath: $0)
        }
      )
      let pty = try Pty([tmux, "-u", "-L", socket, "-f", conf, "new-session", line])
      defer { _ = try? Program.shell("tmux -L \(socket) kill-server 2>/dev/null") }
      // tmux asks the terminal for its name; both answers come at once.
      #expect(pty.waits(for: "\u{1B}[>"))
      pty.type("\u{1B}[?62;c\u{1B}[>1;4100;1c\u{1B}P>|kitty(0.41.1)\u{1B}\\", "lake", since: 0)
      pty.awaiting("a=p,U=1", "\u{10EEEE}")
      pty.settle(milliseconds: 800)
      let placed = GraphicsCommand.among(pty.output).filter { $0.keys["a"] == "p" }
      #expect(placed.count == 3)
      #expect(!pty.text().contains("Ptmux;"))
      pty.type("Q", "a=d,d=I", since: 0)
      _ = pty.end()
      let deleted = GraphicsCommand.among(pty.output).filter { $0.keys["a"] == "d" }
      #expect(Set(deleted.map { $0.keys["i"] }) == Set(placed.map { $0.keys["i"] }))
    }
  }
}
