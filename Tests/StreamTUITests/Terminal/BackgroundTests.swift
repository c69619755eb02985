import Foundation
import Glibc
import Testing

/// The question for the terminal's background, as a terminal sees it.
@Suite(.serialized) struct BackgroundTests {
  private static let question = "\u{1B}]11;?\u{1B}\\\u{1B}[?2031$p\u{1B}[c"
  private static let white = "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\"
  private static let fence = "\u{1B}[?6c"
  /// The colours of names in each theme, as SGR.
  private static let darkName = "38;5;180"
  private static let lightName = "38;5;94"

  private func start(_ arguments: [String] = [], _ environment: [String: String] = [:]) throws
    -> Pty
  {
    try Pty([Program.path] + arguments + [Program.sample], environment: environment)
  }

  /// The question stands in front of the first frame, behind the switch to the alternate screen, so
  /// that the frame covers what a terminal prints instead of answering.
  @Test func aWhiteBackgroundGetsTheLightTheme() throws {
    let pty = try start().awaiting("Olga Hansen")
    let text = pty.text()
    let question = try #require(text.range(of: Self.question))
    let screen = try #require(text.range(of: "\u{1B}[?1049h"))
    let name = try #require(text.range(of: "Olga Hansen"))
    #expect(screen.upperBound <= question.lowerBound)
    #expect(question.upperBound <= name.lowerBound)
    pty.showing(Self.darkName)
    pty.type(Self.white + Self.fence, Self.lightName)
    pty.quit("q")
  }

  @Test(arguments: ["dark", "light"]) func aChosenThemeAsksNothing(_ theme: String) throws {
    let pty = try start(["--theme", theme])
    pty.showing(theme == "dark" ? Self.darkName : Self.lightName)
    #expect(!pty.waits(for: Self.question, seconds: 0.1))
    pty.quit("q")
  }

  /// GNU screen 4.9 passes OSC 11 on and answers DA1 itself: the answer about colours could reach the shell.
  @Test(arguments: [
    ["STY": "1.pts-0.host"], ["TERM": "screen.xterm-256color", "STY": "1.pts-0.host"],
  ])
  func gnuScreenIsAskedNothingUnderAnyName(_ environment: [String: String]) throws {
    let pty = try start([], environment).showing("Olga Hansen")
    for question in ["\u{1B}]11;?", "\u{1B}[6n", "\u{1B}[c", "\u{1B}[>q"] {
      #expect(!pty.waits(for: question, seconds: 0))
    }
    pty.quit("q")
  }

  @Test func theEnvironmentTellsFirst() throws {
    let pty = try start([], ["COLORFGBG": "0;15"]).awaiting(Self.lightName)
    pty.quit("q")
  }

  @Test(arguments: ["linux", "screen-256color", "vt220"])
  func someTerminalsAreNotAsked(_ term: String) throws {
    let pty = try start([], ["TERM": term]).showing("Olga Hansen")
    #expect(!pty.waits(for: Self.question, seconds: 0.1))
    pty.quit("q")
  }

  /// Who quits at once waits for the answer, which would reach the shell otherwise.
  @Test func aLateAnswerDoesNotReachTheShell() throws {
    let pty = try start().awaiting(Self.question)
    pty.send("q")
    // As a slow terminal would; the program shows nothing that could be waited for.
    usleep(60_000)
    pty.send(Self.white + Self.fence)
    #expect(pty.end() == 0)
    #expect(pty.unreadInput == 0)
  }

  @Test func noAnswerIsWaitedForInVain() throws {
    let pty = try start().awaiting(Self.question)
    let begin = Date()
    pty.quit("q")
    #expect(Date().timeIntervalSince(begin) < 2)
  }

  /// A terminal that knows mode 2031 is asked to report changes, and the frame follows each.
  @Test func theThemeFollowsTheTerminal() throws {
    let pty = try start().awaiting(Self.question)
    pty.send("\u{1B}[?2031;2$y" + Self.fence)
    pty.showing("\u{1B}[?2031h")
    pty.type("\u{1B}[?997;2n", Self.lightName)
    pty.type("\u{1B}[?997;1n", Self.darkName)
    let mark = pty.output.count
    pty.quit("q")
    #expect(pty.waits(for: "\u{1B}[?2031l", since: mark, seconds: 0.1))
  }

  @Test(arguments: ["\u{1B}[?2031;0$y", ""]) func anUnknownModeIsLeftAlone(
    _ answer: String
  ) throws {
    let pty = try start().awaiting(Self.question)
    pty.type(answer + Self.fence)
    pty.quit("q")
    let text = pty.text()
    #expect(!text.contains("\u{1B}[?2031h"))
    #expect(!text.contains("\u{1B}[?2031l"))
  }

  @Test func theThemeTerminalHasColoursOnAConsole() throws {
    let pty = try start(["--theme", "terminal"], ["TERM": "linux"]).showing("Olga Hansen")
    let text = pty.text()
    #expect(text.firstRange(of: /\u{1B}\[([0-9;]*;)?3[1-7]m/) != nil)
    #expect(text.firstRange(of: /\u{1B}\[([0-9;]*;)?[349]8;/) == nil)
    pty.quit("q")
  }
}
