import Foundation
import Glibc
import Testing

/// The viewer without a screen, with the real program: pipes, a dumb terminal, and openers.
@Suite(.serialized) struct LinearPtyTests {
  @OwnFolder private var folder: String

  @Test func aScriptOfLinesPrintsPostsAndSavesThePlace() throws {
    let line =
      "printf 'n\\n1\\n\\n' | XDG_STATE_HOME='\(folder)' BROWSER=/bin/true "
      + "$program --linear '\(Program.sample)'"
    let output = try Program.shell(line).cleanOutput()
    #expect(output.hasPrefix("Olga Hansen"))
    #expect(output.contains("[2 of 59] ? "))
    #expect(output.contains("for tea in kettle"))
    #expect(!output.contains("\u{1B}"))

    // The next run begins there, unless it is not to.
    for (option, place) in [("", "[3 of 59]"), ("--no-state", "[1 of 59]")] {
      let again = try Program.shell(
        "printf q | XDG_STATE_HOME='\(folder)' $program --linear \(option) '\(Program.sample)'"
      )
      #expect(again.output.contains(place))
    }
  }

  @Test func aDumbTerminalGetsLinesAndNoEscape() throws {
    let log = try FakeBrowser()
    defer { log.remove() }
    let pty = try Pty(
      [Program.path, Program.sample],
      environment: ["TERM": "dumb", "BROWSER": log.path]
    ).awaiting("[1 of 59] n next")
    pty.type("1\n", "opens https://pages.example/water")
    #expect(log.waitsForArguments(pty))
    #expect(log.arguments == ["https://pages.example/water"])
    pty.type("/tide\n", "Tide table")
    // ^D ends the input.
    pty.quit("\u{4}")
    #expect(!pty.output.contains(0x1B))
    #expect(pty.modes == pty.modesBefore)
  }

  @Test func aPipedFeedTakesItsCommandsFromTheTerminal() throws {
    let posts = (1...2).map {
      #"{"id":"p\#($0)","author":{"name":"Olga"},"body_text":"post number \#($0)"}"#
    }
    try Program.inFolder { folder in
      let more = folder + "/more"
      #expect(mkfifo(more, 0o600) == 0)
      let script =
        "(echo '\(posts[0])'; cat '\(more)') | "
        + "'\(Program.path)' view --linear --format-hint ndjson"
      let pty = try Pty(["/bin/sh", "-c", script]).awaiting("post number 1", "[1 of 1 so far]")
      pty.type("n\n", "No further post so far.", since: 0)
      let writer = try #require(FileHandle(forWritingAtPath: more))
      writer.write(Data((posts[1] + "\n").utf8))
      try writer.close()
      // The post comes some time after it was written.
      var hasCome = false
      for _ in 0..<50 where !hasCome {
        pty.send("n\n")
        hasCome = pty.waits(for: "post number 2", seconds: 0.2)
      }
      #expect(hasCome)
      pty.quit("q\n")
    }
  }

  @Test func outputThatIsClosedEndsTheRunWithAMessage() throws {
    try Program.shell("yes n | $program --linear '\(Program.sample)' > /dev/full")
      .ends(with: 1, errors: "standard output: the output failed")
  }
}
