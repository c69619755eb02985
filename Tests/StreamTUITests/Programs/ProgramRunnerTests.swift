import CellGrid
import Foundation
import Glibc
@testable import StreamHost
import TestSupport
import Testing

@testable import StreamModel
@testable import StreamTUI
@testable import StreamUI

/// Programs get exactly the words that were configured, and the viewer says how they ended.
@Suite(.serialized) struct ProgramRunnerTests {
  private let stage: ProgramStage

  init() throws { stage = try ProgramStage() }

  @Test func hostilePostsArriveAsTheWordsConfigured() throws {
    let recorder = try stage.recorder()
    let command = try ProgramStage.command(
      [
        recorder, "-a", "x%{title}", "$(touch pwned)", "", "--", "%{author}", "%{handle}%{id}",
        "%%",
      ]
    )
    for (number, text) in HostileText.all.enumerated() {
      let post = Post(
        id: Post.ID("id"),
        author: Account(name: text, handle: "@a"),
        title: .text(text),
        body: .text(text)
      )
      let call: CommandCall
      do {
        call = try ProgramStage.call(command, post, number: number + 1)
      } catch let refusal as CommandRefusal {
        #expect(text.utf8.count > 100_000, "\(number): \(refusal.reason)")
        continue
      }
      let child = try stage.start(call)
      // No shell stands between the viewer and the program.
      #expect(child.parent == getpid())
      #expect(ProgramStage.said(stage.end(of: child.process)) == "own: done")
      let safe = SafeText(sanitizing: text).string
      #expect(
        try stage.words()
          == ["-a", "x\(safe)", "$(touch pwned)", "", "--", safe, "@aid", "%"],
        "\(number)"
      )
    }
    #expect(!FileManager.default.fileExists(atPath: "\(stage.folder)/pwned"))
    #expect(!FileManager.default.fileExists(atPath: "pwned"))
  }

  @Test func aScriptGetsValuesAsVariables() throws {
    let recorder = try stage.recorder()
    for text in HostileText.all where text.utf8.count < 100_000 {
      let post = Post(id: Post.ID("id"), title: .text(text), body: .text("b"))
      let script =
        "exec '\(recorder)' \"$STREAMTUI_TITLE\" \"$STREAMTUI_TEXT\" \"${STREAMTUI_URL-unset}\""
      let named = OwnCommand(name: "own", program: .script(script.replacing("_URL", with: "_ID")))
      #expect(try stage.run(ProgramStage.call(named, post)) == "own: done")
      let safe = SafeText(sanitizing: text).string
      let words = try stage.words()
      #expect(words.first == safe && words.last == "id" && words.count == 3)
    }
  }

  @Test func inputAndOutputGoThroughPipes() throws {
    let cat = try stage.program("exec cat")
    let said = try stage.run(ProgramStage.call(ProgramStage.command([cat], .text, .page)))
    #expect(said.hasPrefix("[done] ") && said.contains("title") && said.contains("body"))
    let json = try stage.run(ProgramStage.call(ProgramStage.command([cat], .json, .page)))
    #expect(json.hasPrefix("[done] {\"id\":\"i\""))
  }

  @Test func howItEndedIsSaid() throws {
    let cases = [
      ("exit 0", "own: done"),
      ("echo one >&2; echo two >&2; echo >&2; exit 3", "! own ended with 3: two"),
      ("kill -SEGV $$", "! own was killed by SIGSEGV (Segmentation fault)"),
      ("kill -TERM $$", "! own was killed by SIGTERM (Terminated)"),
    ]
    for (body, words) in cases {
      let program = try stage.program(body)
      #expect(try stage.run(ProgramStage.call(ProgramStage.command([program]))) == words)
    }
    let failing = try stage.program("echo out; echo err >&2; exit 1")
    let page = try ProgramStage.command([failing], .none, .page)
    #expect(try stage.run(ProgramStage.call(page)) == "[ended with 1] out\nerr\n")
    let missing = try ProgramStage.command(["/no/such/program"])
    #expect(
      ProgramStage.said(stage.runner.run(try ProgramStage.call(missing)))
        == "! Not run: /no/such/program was not found"
    )
  }

  @Test func theOutputIsCut() throws {
    let program = try stage.program("head -c 5000000 /dev/zero | tr '\\0' x")
    let started = try stage.start(ProgramStage.call(ProgramStage.command([program], .none, .page)))
    // The loop reads while the program writes; its end comes when both pipes are drained.
    var events: [Event] = []
    stage.loop.loop.schedule(at: stage.loop.time.now) { [] }
    while events.isEmpty {
      _ = stage.loop.turn()
      var info = siginfo_t()
      let hasEnded =
        waitid(P_PID, id_t(started.process), &info, WEXITED | WNOHANG | WNOWAIT) == 0
        && info.si_signo == SIGCHLD
      if hasEnded { events = stage.end(of: started.process) }
    }
    guard case .answer(.output(let output), _)? = events.first else {
      Issue.record("no output")
      return
    }
    #expect(output.isCut && output.bytes.count == 4 << 20)
  }

  @Test func theOutputShowsWhileTheProgramRuns() throws {
    try #require(mkfifo("\(stage.folder)/gate", 0o600) == 0)
    // Nobody has to wait for the other to open the gate.
    let gate = open("\(stage.folder)/gate", O_RDWR | O_CLOEXEC)
    try #require(gate >= 0)
    defer { close(gate) }
    let program = try stage.program("echo out; echo err >&2; read line < \"$dir/gate\"; echo more")
    // The clock of the test runs ahead of the program, which a timeout would end.
    let child = try stage.start(
      ProgramStage.call(ProgramStage.command([program], .none, .page, timeout: nil))
    )
    var events: [TerminalEvent] = []
    while events.isEmpty {
      stage.loop.pass(milliseconds: PageOutput.interval)
      events = stage.loop.turn()
    }
    let shown = events.compactMap { if case .event(let event) = $0 { event } else { nil } }
    #expect(ProgramStage.said(shown) == "[running] out\n")
    // Without news there is nothing to show, and no timer.
    stage.loop.pass(milliseconds: 10 * PageOutput.interval)
    #expect(stage.loop.turn().isEmpty)
    #expect(write(gate, "x\n", 2) == 2)
    #expect(ProgramStage.said(stage.end(of: child.process)) == "[done] out\nmore\n")
  }

  @Test func lookingAtOutputIsBounded() throws {
    let program = try stage.program("exec yes")
    let child = try stage.start(
      ProgramStage.call(ProgramStage.command([program], .none, .page, timeout: nil))
    )
    var outputs: [CommandOutput] = []
    var turns = 0
    // A millisecond a turn, in which at most a full pipe is read.
    while outputs.last?.isCut != true, turns < 10_000_000 {
      turns += 1
      stage.loop.pass(milliseconds: 1)
      for case .event(.answer(.output(let output), _)) in stage.loop.turn() {
        outputs.append(output)
      }
    }
    #expect(outputs.count <= turns / PageOutput.interval + 1)
    #expect(outputs.last?.bytes.count == CommandOutput.limit)
    for (old, new) in zip(outputs, outputs.dropFirst()) {
      #expect(new.bytes.starts(with: old.bytes))
    }
    // What comes after the cut is read and dropped, and wakes nobody.
    for _ in 0..<300 {
      stage.loop.pass(milliseconds: 1)
      #expect(stage.loop.turn().isEmpty)
    }
    stage.runner.stop(1)
    stage.loop.awaitEnd(of: child.process)
    #expect(stage.loop.turn().isEmpty)
  }

  @Test func aProgramThatNeverEndsIsEnded() throws {
    let program = try stage.program("sleep 1000")
    let child = try stage.start(ProgramStage.call(ProgramStage.command([program], timeout: 7)))
    stage.loop.pass(milliseconds: 7_000)
    _ = stage.loop.turn()
    #expect(
      ProgramStage.said(stage.end(of: child.process)) == "! own was ended after 7 s (its timeout)"
    )
  }

  @Test func theFileIsTheUsersAloneAndGoesWithTheProgram() throws {
    let program = try stage.program(
      "stat -c %a \"$1\" > \"$dir/mode\"; echo \"$1\" > \"$dir/path\"; cat \"$1\" > \"$dir/copy\""
    )
    let call = try ProgramStage.call(ProgramStage.command([program, "%{file}"]))
    #expect(try stage.run(call) == "own: done")
    let read = { (name: String) in
      try String(contentsOfFile: "\(stage.folder)/\(name)", encoding: .utf8)
        .trimmingCharacters(in: .newlines)
    }
    #expect(try read("mode") == "600")
    #expect(try read("copy").hasPrefix("{\"id\":\"i\""))
    #expect(try !FileManager.default.fileExists(atPath: read("path")))
  }

  @Test func leavingThePageEndsTheProgramAndItsChildren() throws {
    let program = try stage.program("sleep 1000 & exec sleep 1000")
    let child = try stage.start(ProgramStage.call(ProgramStage.command([program], .none, .page)))
    stage.runner.stop(1)
    stage.loop.awaitEnd(of: child.process)
    #expect(stage.loop.turn().isEmpty)
    #expect(!stage.loop.isKnown(child.process))
  }

  @Test func eightProgramsRunAtOnce() throws {
    let program = try stage.program("exec sleep 1000")
    let command = try ProgramStage.command([program])
    for number in 1...8 { _ = try stage.start(ProgramStage.call(command, number: number)) }
    let ninth = stage.runner.run(try ProgramStage.call(command, number: 9))
    #expect(ProgramStage.said(ninth) == "! Not run: 8 commands are running already")
    stage.runner.stop(3)
    _ = try stage.start(ProgramStage.call(command, number: 10))
    for number in 1...10 { stage.runner.stop(number) }
  }

  @Test func secureModeRunsNothing() throws {
    let runner = ProgramRunner(children: stage.loop.children, isSecure: true)
    let program = try stage.program(": > \"$dir/ran\"")
    let events = runner.run(try ProgramStage.call(ProgramStage.command([program])))
    #expect(ProgramStage.said(events) == "! Not run: secure mode is on (STREAMTUI_SECURE)")
    #expect(ProgramStage.said(runner.read("x")).contains("secure mode is on"))
  }

  @Test func aProgramCopies() throws {
    let program = try stage.program("cat > \"$dir/copied\"")
    #expect(stage.runner.copy("two\nlines", with: [program]).isEmpty)
    let line = try stage.announcement()
    let process = try #require(line.split(separator: " ").first.flatMap { pid_t($0) })
    // The input is written by the loop, and the program ends with it.
    stage.loop.turn()
    #expect(ProgramStage.said(stage.end(of: process)).hasPrefix("Copied: two"))
    #expect(try String(contentsOfFile: "\(stage.folder)/copied", encoding: .utf8) == "two\nlines")
    let missing = stage.runner.copy("x", with: ["/no/such/program"])
    #expect(
      ProgramStage.said(missing)
        == "! Not copied: /no/such/program was not found; change copy-command in the configuration"
    )
  }

  @Test func theTerminalIsLentToWordsAndVariables() throws {
    var lent: [[String]] = []
    stage.runner.runInTerminal = { words, _ in
      lent.append(words)
      return .exited(2)
    }
    let command = try ProgramStage.command(["sh", "%{title}"], .none, .terminal, timeout: nil)
    let events = stage.runner.run(try ProgramStage.call(command))
    #expect(lent == [["sh", "title"]])
    #expect(ProgramStage.said(events) == "! own ended with 2")
  }
}
