import CellGrid
import Foundation
import Glibc
import StreamModel
import StreamUI
import Testing

@testable import StreamHost
@testable import StreamTUI

/// Programs whose outputs are sources.
@Suite(.serialized) struct SourceProgramTests {
  @OwnFolder private var folder: String

  /// A program in a folder, and its runs under a clock that stands still: once, or again and again.
  private final class Runs {
    let stage: LoopStage
    let timeline: Timeline
    let folder: String
    private let once: ProgramArrivals?
    private let again: LiveAddresses?
    private(set) var messages: [String] = []
    private(set) var reasons: [String] = []

    init(
      _ script: String,
      in folder: String,
      everyMinutes minutes: Int = 0,
      limit: Int = 1 << 20
    ) throws {
      self.folder = folder
      stage = try LoopStage()
      try Program.write("\(script)\n", to: folder + "/script")
      let command = "sh -c 'cd \"\(folder)\" && . ./script'"
      guard minutes > 0 else {
        let source = try ProgramSource(command, limit: limit)
        let feed = Feed(source: try OpenedSource(arriving: source).bytes)
        timeline = Timeline(sources: [feed], order: .document)
        once = ProgramArrivals([source], with: stage.children)
        again = nil
        return
      }
      let cache = CacheFolder(path: folder + "/cache/streamtui")
      let logs = try #require(AddressLogs(keepsPosts: true, in: cache))
      let opened = logs.opened([], programs: [command], mayFetch: false)
      let feeds = try #require(opened.logs)
      timeline = Timeline(sources: feeds.feeds.list.map(\.feed), order: .newest)
      once = nil
      again = LiveAddresses(
        of: opened,
        by: ThisProgram(
          with: stage.children,
          mayFetch: false,
          options: [],
          command: ["env", "XDG_CACHE_HOME=\(folder)/cache", Program.path]
        ),
        everyMinutes: minutes
      )
      let followed = FollowedLogs(feeds.logsByName, in: feeds.path, of: timeline, on: stage.loop)
      again?.onEnd = { followed.look() }
    }

    func begin() { stage.loop.post(once?.begin() ?? again?.begin() ?? []) }

    var isRunning: Bool { once?.isRunning ?? again?.isFetching ?? false }

    func cancel() {
      once?.cancel()
      again?.cancel()
    }

    func write(_ ids: [Int]) throws {
      let lines = ids.map { "{\"id\":\"\($0)\",\"body_text\":\"text\"}\n" }.joined()
      try Program.write(lines, to: folder + "/posts")
    }

    /// Takes one turn of the loop, with any end of the program.
    func turn() throws {
      stage.signals.raise(SIGCHLD)
      for event in stage.turn() {
        guard case .event(let event) = event else { continue }
        if case .message(let text, _) = event { messages.append(text.string) }
        if case .unfetched(let failure) = event { reasons.append(failure.reason.string) }
      }
      while try timeline.advance(bytes: 1 << 16) == .more {}
    }

    /// Serves the loop until `isDone`.
    func serve(until isDone: () -> Bool) throws {
      let end = Date(timeIntervalSinceNow: 20)
      while !isDone() {
        try #require(Date.now < end, "nothing comes")
        try turn()
        sched_yield()
      }
    }

    var ids: [String] {
      (0..<timeline.recordCount).compactMap { timeline.id(at: $0) }.map {
        if case .post(let post) = timeline.record($0) { post.id.rawValue } else { "!" }
      }
    }
  }

  @Test func itRunsAgainAfterTheMinutesAndDoublesNothing() throws {
    let runs = try Runs("cat posts", in: folder, everyMinutes: 5)
    try runs.write([3, 2, 1])
    runs.begin()
    try runs.serve { runs.timeline.recordCount == 3 && !runs.isRunning }
    #expect(runs.ids == ["3", "2", "1"])
    try runs.write([5, 4, 3, 2])
    runs.stage.pass(milliseconds: 5 * 60_000 - 1)
    try runs.turn()
    #expect(!runs.isRunning)
    runs.stage.pass(milliseconds: 1)
    try runs.turn()
    #expect(runs.isRunning)
    try runs.serve { runs.timeline.recordCount == 5 }
    #expect(runs.ids == ["5", "4", "3", "2", "1"] && runs.messages.isEmpty)
  }

  @Test func whatItLeavesBehindEndsWithIt() throws {
    let script = "sleep 300 & echo $! >pid; sleep 300 >/dev/null 2>&1 & echo $! >>pid; cat posts"
    let runs = try Runs(script, in: folder)
    try runs.write([2, 1])
    runs.begin()
    try runs.serve { runs.timeline.isIndexed }
    #expect(runs.ids == ["2", "1"])
    let text = try String(contentsOfFile: folder + "/pid", encoding: .utf8)
    let left = text.split(separator: "\n").map { String($0) }
    #expect(left.count == 2)
    // One that nobody waits for may remain as a zombie.
    try runs.serve {
      left.allSatisfy { process in
        let state = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        return state?.contains(") Z ") ?? true
      }
    }
  }

  @Test func eachRunThatFailsIsSaid() throws {
    let runs = try Runs("echo why >&2; exit 7", in: folder, everyMinutes: 1)
    runs.begin()
    for _ in 1...3 {
      try runs.serve { !runs.isRunning }
      // The schedule leaves a program alone that has just failed.
      runs.stage.pass(milliseconds: 60_000)
      try runs.turn()
      #expect(runs.isRunning)
    }
    #expect(Set(runs.reasons) == ["Asking the program …", "sh ended with 7: why."])
    runs.cancel()
  }

  @Test func aRunThatFailsHalfwayTakesNothingAway() throws {
    let runs = try Runs("cat posts; exec 1>&-; test ! -e fails", in: folder, everyMinutes: 1)
    try runs.write([3, 2, 1])
    runs.begin()
    try runs.serve { runs.timeline.recordCount == 3 && !runs.isRunning }
    try runs.write([4])
    try Program.write("", to: folder + "/fails")
    runs.stage.pass(milliseconds: 60_000)
    try runs.serve { runs.timeline.recordCount == 4 && !runs.isRunning }
    #expect(Set(runs.ids) == ["4", "3", "2", "1"])
    #expect(runs.messages == ["sh ended with 1. The posts stay."])
  }

  @Test func oneThatFloodsIsEnded() throws {
    let post = "{\"id\":\"a\",\"body_text\":\"flood\"}"
    let runs = try Runs("yes '\(post)'", in: folder, limit: 1 << 20)
    runs.begin()
    try runs.serve { runs.timeline.isIndexed }
    #expect(runs.messages == ["sh wrote more than 1 MiB and was ended"])
    #expect(runs.timeline.recordCount > 1_000)
    #expect(runs.timeline.problems.last?.message == "wrote more than 1 MiB and was ended")
    #expect(!runs.isRunning)
  }

  @Test(arguments: [
    ("nosuch-program x", "nosuch-program x: is not run: nosuch-program was not found\n"),
    ("sh -c 'exit 3'", "sh -c 'exit 3': ended with 3\n"),
    (
      "sh -c 'echo bad >&2; kill -SEGV $$'",
      "sh -c 'echo bad >&2; kill -SEGV $$': was killed by SIGSEGV (Segmentation fault): bad\n"
    ),
    ("true", "true: empty (expected a feed)\n"), ("cat", "cat: empty (expected a feed)\n"),
    ("sh 'x", "sh 'x: is not run: a quote is not closed\n"),
    ("  ", "--exec: names no program (expected 'PROGRAM ARGUMENTS')\n"),
  ])
  func whatCannotBeReadIsOneLine(command: String, line: String) throws {
    let quoted = command.replacing("'", with: "'\\''")
    let outcome = try Program.shell("$program dump --exec '\(quoted)'")
    #expect(outcome.errors == line)
    #expect(outcome.status == 1 && outcome.output.isEmpty)
  }

  @Test func commandsReadTheWholeOutput() throws {
    let posts = (1...3).map { "{\"id\":\"\($0)\",\"body_text\":\"text of \($0)\"}\n" }.joined()
    try Program.write(posts, to: folder + "/a b")
    let check = try Program.shell("$program check --exec 'cat \"\(folder)/a b\"'")
    #expect(check.output.hasSuffix("native, one record a line, 3 posts, 0 problems\n"))
    let dump = try Program.shell(
      "$program dump --exec 'cat \"\(folder)/a b\"' --exec 'cat \"\(folder)/a b\"'"
    )
    #expect(dump.output.components(separatedBy: "text of 2").count == 3)
  }

  @Test func outputIsShownWhileItArrivesAndItsEndIsSaid() throws {
    try #require(mkfifo(folder + "/gate", 0o600) == 0)
    let script = """
      echo '{"id":"1","body_text":"first post"}'
      read line < '\(folder)/gate'
      echo '{"id":"2","body_text":"second post"}'
      echo 'no more' >&2; exit 3
      """
    try Program.write(script, to: folder + "/script")
    let pty = try Pty([Program.path, "--exec", "sh \(folder)/script"], columns: 60, lines: 12)
    pty.awaiting("first post", "so far")
    let mark = pty.output.count
    _ = try Program.shell("echo go > '\(folder)/gate'")
    #expect(pty.waits(for: "second post", since: mark))
    #expect(pty.waits(for: "sh ended with 3: no more", since: mark))
    pty.send("!")
    #expect(pty.waits(for: "Problems", since: mark))
    pty.quit()
  }

  @Test func theOutputOfAnotherRunTakesThePlaceOfTheOld() throws {
    func write(_ ids: [Int]) throws {
      let lines = ids.map { "{\"id\":\"\($0)\",\"body_text\":\"text of \($0).\"}\n" }.joined()
      try Program.write(lines, to: folder + "/posts")
    }
    try write(Array((1...30).reversed()))
    let pty = try Pty([Program.path, "--exec", "cat \(folder)/posts"], columns: 60, lines: 12)
    #expect(pty.waits(for: "text of 30."))
    let mark = pty.output.count
    try write(Array((28...33).reversed()))
    pty.send("r")
    pty.showing("cat runs again", since: mark)
    // The place stays until the new output is there, and the old one goes.
    pty.showing("Reloaded", since: mark)
    pty.type("g")
    // Only cells that differ were sent.
    pty.send("\u{0C}")
    #expect(pty.waits(for: "text of 33.", since: mark))
    pty.quit()
  }

  @Test func itsProcessGroupEndsWithTheViewer() throws {
    try Program.write("sleep 1000 & echo $! > pid; sleep 1000", to: folder + "/script")
    let command = "sh -c 'cd \(folder); . ./script'"
    let pty = try Pty([Program.path, "--exec", command], columns: 60, lines: 12)
    #expect(pty.waits(for: "waiting for posts"))
    var process: pid_t?
    let end = Date(timeIntervalSinceNow: 10)
    while process == nil, Date.now < end {
      let text = try? String(contentsOfFile: folder + "/pid", encoding: .utf8)
      process = text.flatMap { pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
      pty.settle(milliseconds: 20)
    }
    let child = try #require(process)
    pty.quit()
    while kill(child, 0) == 0, Date.now < end { sched_yield() }
    // A zombie of nobody here is gone once its parent, the first process, has read its status.
    let state = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)
    #expect(state == nil || state?.contains(") Z ") == true)
  }
}
