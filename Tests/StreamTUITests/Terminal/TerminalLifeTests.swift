import Foundation
import Glibc
import Testing

/// What script/terminal found: each way in which the terminal or the program was once left behind.
@Suite(.serialized) struct TerminalLifeTests {
  @Test func aReaderThatComesBackFindsTheLastScreen() throws {
    let pty = try Pty([Program.path, Program.sample], columns: 200, lines: 100)
      .showing("Olga Hansen")
    for _ in 0..<200 where pty.takesOutput {
      pty.send("\u{0C}")
      poll(nil, 0, 10)
    }
    let mark = pty.output.count
    pty.send("??")
    poll(nil, 0, 100)
    #expect(pty.waits(for: "draw the screen again", since: mark))
    pty.quit()
  }

  /// Whether the machine describes the terminal: Debian has some of them in a package of their own.
  private static func isDescribed(_ terminal: String) -> Bool {
    ["/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo"].contains {
      access("\($0)/\(terminal.prefix(1))/\(terminal)", F_OK) == 0
    }
  }

  /// Without a colour a screen of posts is a grey wall.
  @Test(
    arguments: [("linux", true), ("xterm", true), ("xterm-16color", true), ("vt100", false)].filter
    {
      isDescribed($0.0)
    }
  )
  func fewColoursAreUsed(_ terminal: String, _ hasColors: Bool) throws {
    let pty = try Pty([Program.path, Program.sample], environment: ["TERM": terminal])
      .showing("Olga Hansen")
    let text = pty.text()
    #expect(text.contains("\u{1B}[35m") == hasColors)
    // The background, and the text, are the terminal's own, and neither black nor white is written, one of which no
    // background shows.
    if ["linux", "xterm"].contains(terminal) {
      #expect(text.firstRange(of: /\u{1B}\[([0-9;]*;)?(4[0-7]|3[07]|9[07]|10[0-7])m/) == nil)
    }
    pty.quit()
  }

  @Test func aCrashWithKeysFromTheTerminalGivesItBack() throws {
    let command = "exec '\(Program.path)' - <'\(Program.sample)'"
    let pty = try Pty(["/bin/sh", "-c", command])
    let before = pty.modesBefore
    pty.showing("Olga Hansen")
    pty.signal(SIGABRT)
    #expect(pty.end() == SIGABRT)
    #expect(pty.modes == before)
    #expect(pty.text().contains("\u{1B}[?1049l"))
  }

  @Test func afterAStopThatCannotBeCaughtTheModesAreItsOwnAgain() throws {
    let pty = try Pty([Program.path, Program.sample]).showing("Olga Hansen")
    let modes = pty.modes
    pty.signal(SIGSTOP)
    pty.takeModesBack()
    #expect(pty.modes != modes)
    let mark = pty.output.count
    pty.signal(SIGCONT)
    #expect(pty.waits(for: "Olga Hansen", since: mark))
    #expect(pty.modes == modes)
    pty.quit("q")
  }

  @Test func aWindowThatWasSmallerForAMomentIsDrawnAnew() throws {
    let pty = try Pty([Program.path, Program.sample]).showing("Olga Hansen")
    let mark = pty.output.count
    // While it is stopped, the two become one for it.
    pty.signal(SIGSTOP)
    pty.resize(columns: 1, lines: 1)
    pty.resize(columns: 80, lines: 24)
    pty.signal(SIGCONT)
    #expect(pty.waits(for: "Olga Hansen", since: mark))
    pty.quit("q")
  }

  @Test func theSizeIsTheWindowsWhateverTheEnvironmentSays() throws {
    let environment = ["LINES": "5", "COLUMNS": "99999999", "TERM": "linux"]
    let pty = try Pty([Program.path, Program.sample], lines: 24, environment: environment)
      .showing("Olga Hansen")
    // The scrolling region is the whole window.
    #expect(pty.text().contains("\u{1B}[1;24r"))
    pty.quit("q")
  }

  /// Frames pass through a file in memory: under a limit on the size of files they cannot.
  @Test(arguments: ["0", "1", "4"])
  func aLimitOnTheSizeOfFilesEndsTheViewerWithAMessage(_ blocks: String) throws {
    for ignored in ["trap '' XFSZ; ", ""] {
      let command = "\(ignored)ulimit -f \(blocks); exec '\(Program.path)' '\(Program.sample)'"
      let pty = try Pty(["/bin/sh", "-c", command], columns: 200, lines: 100)
      let status = try #require(pty.end())
      #expect(status >> 8 & 0xFF == 1)
      #expect(pty.modes == pty.modesBefore)
      let text = pty.text()
      let last = text.split(separator: "\r\n").last ?? ""
      #expect(last.contains("streamtui: the screen cannot be drawn: File too large (raise"))
      // The message is not left behind on a screen that is gone.
      if let left = text.range(of: "\u{1B}[?1049l", options: .backwards) {
        #expect(text[left.upperBound...].contains("streamtui: the screen"))
      } else {
        #expect(!text.contains("\u{1B}[?1049h"))
      }
    }
  }
}
