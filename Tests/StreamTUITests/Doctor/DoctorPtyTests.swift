import Foundation
import Testing

@testable import StreamTUI

/// The report under a pseudo-terminal whose answers the test plays.
@Suite(.serialized) struct DoctorPtyTests {
  private static let fence = "\u{1B}[c"
  private static let environment = ["BROWSER": "/bin/true", "HOSTNAME": "secret-host"]

  private func start(_ environment: [String: String] = [:]) throws -> Pty {
    try Pty(
      [Program.path, "doctor"],
      environment: Self.environment.merging(environment) { _, new in new }
    )
  }

  private func report(of pty: Pty) -> [String] {
    String(decoding: pty.output, as: UTF8.self).components(separatedBy: "\r\n")
  }

  /// The answers of a terminal that measures one cluster in another way.
  private var answers: String {
    let widths = WidthProbe.all.enumerated().map { index, probe in
      "\u{1B}[5;\(probe.columns + (index == 5 ? 5 : 1))R"
    }
    return "\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}]11;rgb:0000/0000/0000\u{1B}\\\u{1B}[?1004;2$y"
      + "\u{1B}[?2026;0$y\u{1B}[?2031;0$y" + widths.joined() + "\u{1B}[?64;1;52c"
  }

  @Test func theAnswersOfATerminalAreReported() throws {
    let pty = try start()
    #expect(pty.waits(for: Self.fence))
    pty.send(answers)
    #expect(pty.end() == 0)
    let lines = report(of: pty)
    #expect(lines.contains("ok    terminal: xterm-256color, XTerm(379)"))
    #expect(lines.contains("ok    size: 80x24"))
    #expect(lines.contains("ok    background: dark (#000000)"))
    let family = WidthProbe.all[5].columns
    #expect(
      lines.contains(
        "warn  widths: 9 of 10 as counted; ZWJ family counts \(family), takes \(family + 4)"
      )
    )
    #expect(
      lines.contains("ok    synchronized output: not supported (mode 2026), and not needed")
    )
    #expect(pty.modes == pty.modesBefore)
    #expect(pty.unreadInput == 0)
  }

  @Test func aSilentTerminalIsGivenBackWithNothingToRead() throws {
    let pty = try start()
    #expect(pty.waits(for: Self.fence))
    // Typed by the user meanwhile, or an answer to somebody else.
    pty.send("ls\u{1B}[?1;2")
    #expect(pty.end() == 0)
    #expect(report(of: pty).contains("warn  terminal: xterm-256color; no answer within 250 ms"))
    #expect(pty.modes == pty.modesBefore)
    #expect(pty.unreadInput == 0)
  }

  @Test func lateAnswersWithGarbageAreReadToTheFence() throws {
    for attempt in 1...4 {
      let pty = try start()
      #expect(pty.waits(for: Self.fence))
      pty.send("\u{9B}x\u{1B}[200~paste\u{1B}[201~\u{1B}]")
      pty.settle(milliseconds: 60)
      pty.send("\u{1B}[1;2A\u{0}" + answers)
      #expect(pty.end() == 0)
      #expect(pty.modes == pty.modesBefore)
      let lines = report(of: pty)
      // On a busy machine the answers may have missed the time that is left for them.
      if attempt < 4, lines.contains(where: { $0.contains("no answer within") }) { continue }
      #expect(lines.contains("ok    terminal: xterm-256color, XTerm(379)"))
      #expect(pty.unreadInput == 0)
      return
    }
  }

  @Test(arguments: ["linux", "screen.xterm-256color"])
  func terminalsThatGarbleQuestionsAreNotAsked(_ term: String) throws {
    let pty = try start(["TERM": term])
    #expect(pty.end() != nil)
    #expect(!pty.output.contains(0x1B))
    #expect(report(of: pty).contains("warn  widths: not asked: unsafe for TERM=\(term)"))
  }

  /// xterm-direct has 16,777,216 colours; ncurses' `max_colors` is a short number, 32,767 at most.
  @Test func directColoursAreCountedWhole() throws {
    try Program.inFolder { folder in
      let outcome = try Program.shell(
        "printf 'wide-direct|for a test,\\n\\tcolors#0x1000000, use=xterm-256color,\\n' > \(folder)/source; "
          + "tic -x -o \(folder) \(folder)/source && TERMINFO=\(folder) TERM=wide-direct NO_COLOR= $program doctor"
      )
      #expect(outcome.output.contains("colours: 16777216"), "\(outcome.output) \(outcome.errors)")
    }
  }

  @Test func withoutATerminalTheReportSaysSoAndASecretStaysOne() throws {
    let outcome = try Program.shell(
      "HOME=/home/olga USER=olga HOSTNAME=secret-host TERM=xterm BROWSER=/home/olga/bin/x PATH=/srv/none "
        + "XDG_STATE_HOME=/srv/olga XDG_CONFIG_HOME= $program doctor"
    )
    #expect(outcome.output.contains("warn  widths: not asked: output is no terminal\n"))
    #expect(outcome.output.contains(" state: /srv/USER/streamtui"))
    // The browser does not exist, and no program is found that stands in for it.
    #expect(outcome.status == 1)
    #expect(!outcome.output.contains("olga"))
    #expect(!outcome.output.contains("secret-host"))
    #expect(outcome.errors.isEmpty)
  }
}
