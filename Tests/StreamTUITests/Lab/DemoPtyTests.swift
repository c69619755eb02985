import Foundation
import Glibc
import Testing

/// The demonstration under a pseudo-terminal, and what it says where it cannot be shown.
@Suite(.serialized) struct DemoPtyTests {
  @OwnFolder private var folder: String

  @Test func itScrollsObeysKeysAndGivesTheTerminalBack() throws {
    let pty = try Pty([Program.path, "demo"], columns: 120, lines: 40)
    let before = pty.modesBefore
    pty.awaiting("plain while it moves", "cells differ")
    #expect(pty.modes != before)
    pty.type(" ", "paused", since: 0)
    pty.type("n", "sends fewer bytes")
    pty.type("s", "20 ms a post with styles")
    var mark = pty.output.count
    pty.resize(columns: 80, lines: 24)
    pty.signal(SIGWINCH)
    #expect(pty.waits(for: "Below, streamtui", since: mark))
    mark = pty.output.count
    pty.resize(columns: 40, lines: 10)
    pty.signal(SIGWINCH)
    #expect(pty.waits(for: "The demo needs 60 columns", since: mark))
    pty.quit("q")
    #expect(pty.modes == before)
    let text = pty.text()
    #expect(text.contains("\u{1B}[?1049l"))
    #expect(text.contains("\u{1B}[?2004l"))
    #expect(text.contains("0 of"))
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGSEGV]) func aSignalRestoresTheTerminal(_ number: Int32)
    throws
  {
    let pty = try Pty([Program.path, "demo", "--baud", "9600"], columns: 120, lines: 40)
    let before = pty.modesBefore
    #expect(pty.waits(for: "cells differ"))
    pty.signal(number)
    let status = try #require(pty.end(seconds: 20))
    #expect(status & 0x7F == number)
    #expect(pty.modes == before)
    #expect(pty.text().contains("\u{1B}[?1049l"))
  }

  /// The second step sends pictures to a terminal that draws them, and takes all of them away at the end.
  @Test func picturesComeInTheirStepAndGoAtTheEnd() throws {
    let pty = try Pty([Program.path, "demo"], columns: 120, lines: 40).awaiting("\u{1B}[>q")
    pty.type("\u{1B}P>|kitty(0.41.1)\u{1B}\\\u{1B}[?6c\u{1B}[?6c", "plain while it moves", since: 0)
    #expect(!pty.text().contains("\u{1B}_G"))
    // The answer of the terminal adds the step.
    pty.type(" ", "paused", since: 0)
    pty.type("\u{0C}", "1 of 3", since: 0)
    pty.send(" n")
    #expect(pty.waits(for: "a=p,U=1", seconds: 30))
    pty.type(" ", "paused", since: 0)
    pty.settle(milliseconds: 800)
    pty.quit("q")
    var alive: Set<String> = []
    var most = 0
    for command in GraphicsCommand.among(pty.output) {
      guard let id = command.keys["i"] else { continue }
      if command.keys["a"] == "p" { alive.insert(id) }
      if command.keys["a"] == "d" { alive.remove(id) }
      most = max(most, alive.count)
    }
    #expect(alive.isEmpty && most > 2 && most <= 64)
  }

  @Test func itStopsAndComesBack() throws {
    let pty = try Pty([Program.path, "demo", Program.sample])
    let before = pty.modesBefore
    #expect(pty.waits(for: "cells differ"))
    pty.send(" \u{1A}")
    // The leader of an orphaned session cannot be stopped by ^Z, so it comes back by itself.
    pty.settle()
    let mark = pty.output.count
    pty.signal(SIGCONT)
    #expect(pty.waits(for: "cells differ", since: mark))
    pty.quit("q")
    #expect(pty.modes == before)
  }

  @Test func aTerminalWithoutColoursShowsIt() throws {
    for environment in [["NO_COLOR": "1"], ["TERM": "vt100"], ["LC_ALL": "C"]] {
      let pty = try Pty([Program.path, "demo"], environment: environment).awaiting("cells differ")
      pty.type(" ", "paused", since: 0)
      let text = pty.text()
      if environment["LC_ALL"] == nil { #expect(!text.contains("38;5;")) }
      if environment["LC_ALL"] != nil {
        #expect(pty.output.allSatisfy { $0 < 0x80 })
        #expect(!text.contains("???"))
      }
      pty.quit("q")
    }
  }

  @Test func aPipeIsReadToItsEndFirst() throws {
    let command = "cat '\(Program.sample)' | '\(Program.path)' demo"
    let pty = try Pty(["/bin/sh", "-c", command]).awaiting("Olga Hansen")
    pty.quit("q")
  }

  /// Nothing is drawn, and one line says why.
  @Test(arguments: [
    (
      #"{"version":1,"posts":[]}"#,
      "nothing to show: the feed has no posts. Run streamtui demo without"
    ),
    (
      #"{"version":1,"posts":[{"id":"p1","body_text":"plain"}]}"#,
      "nothing to show: no row has markup. Run streamtui demo without"
    ),
    ("", "empty (expected a feed)"),
    ("hello", "unexpected 'h'"),
  ])
  func aFeedWithNothingToShowIsSaidInOneLine(_ feed: String, _ message: String) throws {
    try Program.write(feed, to: "\(folder)/feed.json")
    let pty = try Pty([Program.path, "demo", "\(folder)/feed.json"], columns: 300)
    let before = pty.modesBefore
    let status = try #require(pty.end())
    #expect(status >> 8 & 0xFF == 1)
    let text = pty.text()
    #expect(text.contains(message), "\(text)")
    #expect(text.split(separator: "\n").count == 1)
    #expect(pty.modes == before)
  }

  @Test func keysPlayItWithoutATerminal() throws {
    func play(_ arguments: String) throws -> Program.Outcome {
      try Program.shell("$program demo --keys '<wait 4000>' \(arguments) < /dev/null")
    }
    let text = try play("").cleanOutput()
    #expect(text.contains("plain while it moves"))
    #expect(text.contains("cells differ"))
    #expect(try play("").output == text)
    let own = try play("--left strict --right flat --size 80x24")
    #expect(own.output.contains(" strict: "))
    #expect(own.output.contains(" flat: "))
    #expect(try play("--format svg").output.hasPrefix("<svg"))
  }

  @Test func withoutATerminalItNamesBench() throws {
    try Program.run(["demo"]).ends(with: 1, errors: "the demo needs a terminal", "streamtui bench")
  }

  @Test(arguments: [["--slow", "-1"], ["--slow", "10001"], ["--baud", "0"], ["--baud", "x"]])
  func aNumberOutOfRangeIsRefused(_ options: [String]) throws {
    #expect(try Program.run(["demo"] + options).status == 64)
  }
}
