import Foundation
import Glibc
import Testing

/// The real program under a pseudo-terminal: what a user's shell would see.
@Suite(.serialized) struct PtyTests {
  @OwnFolder private var folder: String

  @Test func opensScrollsFollowsDrillsDownAndGivesTheTerminalBack() throws {
    let log = try FakeBrowser()
    defer { log.remove() }
    let pty = try Pty([Program.path, Program.sample], environment: ["BROWSER": log.path])
    let before = pty.modesBefore
    pty.awaiting("Olga Hansen", "this page")
    #expect(pty.modes != before)
    pty.settle()

    // A row that becomes rich only now holds the address, too: Enter is for the frame that names it.
    pty.type("\t", "https://pages.example/water")
    pty.send("\r")
    #expect(log.waitsForArguments(pty))
    #expect(log.arguments == ["https://pages.example/water"])
    pty.settle()
    // Drawn anew, the line can be read whole.
    pty.type("\u{0C}", "Opened with")

    pty.type(String(repeating: "j", count: 60), "Tide table")
    pty.type("g\r", "[1] https://pages.example/water")
    pty.type("q", "post 1 of")
    pty.quit("q")
    #expect(pty.modes == before)
    expectRestored(pty)
  }

  @Test func aLocaleWithoutUTF8GetsNoBareByte() throws {
    let pty = try Pty([Program.path, Program.sample], environment: ["LC_ALL": "C"])
    #expect(pty.waits(for: "Olga Hansen"))
    pty.showing("only ASCII: set LC_ALL=C.UTF-8")
    pty.type("GG")
    #expect(pty.output.allSatisfy { $0 < 0x80 })
    pty.quit("q")
  }

  @Test func noColorMeansNoColor() throws {
    let pty = try Pty([Program.path, Program.sample], environment: ["NO_COLOR": "1"])
      .showing("Olga Hansen")
    #expect(!pty.text().contains("38;5;"))
    pty.quit("q")
  }

  @Test func aPipedFeedIsReadWithKeysFromTheTerminal() throws {
    let command = "cat '\(Program.sample)' | '\(Program.path)'"
    let pty = try Pty(["/bin/sh", "-c", command])
    let before = pty.modesBefore
    pty.showing("Olga Hansen")
    pty.type("?", "scroll by a line")
    pty.quit("qq")
    #expect(pty.modes == before)
  }

  @Test func aFileThatGrowsGrowsOnTheScreen() throws {
    let path = folder + "/feed.ndjson"
    try Program.write("{\"id\":\"p1\",\"body_text\":\"the first line\"}\n", to: path)
    let pty = try Pty([Program.path, path]).showing("post 1 of 1")
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seekToEnd()
    var mark = pty.output.count
    // Half a line is no post yet.
    try file.write(contentsOf: Data("{\"id\":\"p2\",\"body_text\":".utf8))
    pty.settle()
    #expect(!pty.waits(for: "expected", since: mark, seconds: 0.3))
    mark = pty.output.count
    try file.write(contentsOf: Data("\"the second line\"}\n".utf8))
    #expect(pty.waits(for: "the second line", since: mark))
    pty.quit("q")
  }

  @Test func whatIsNoFeedAmongOthersIsSaidWhenTheViewerEnds() throws {
    try Program.write("<root/>", to: "\(folder)/a.txt")
    let pty = try Pty([Program.path, Program.sample, "\(folder)/a.txt"]).showing("Olga Hansen")
    pty.quit("q")
    let text = pty.text()
    let last = text.split(separator: "\r\n").suffix(2).joined()
    #expect(last.contains("\(folder)/a.txt:1:1: <root> (expected <rss>"))
  }

  @Test func aPipeThatTurnsOutToBeNoFeedEndsTheViewerAndIsSaid() throws {
    let fifo = "\(folder)/fifo"
    try #require(mkfifo(fifo, 0o600) == 0)
    let pty = try Pty(["/bin/sh", "-c", "cat '\(fifo)' | '\(Program.path)' -"])
    let before = pty.modesBefore
    #expect(pty.waits(for: "waiting for posts"))
    let pipe = try #require(FileHandle(forWritingAtPath: fifo))
    try pipe.write(contentsOf: Data("<root/>\n".utf8))
    try pipe.close()
    let status = try #require(pty.end())
    #expect(status >> 8 & 0xFF == 1)
    #expect(pty.modes == before)
    expectRestored(pty)
    let text = pty.text()
    let last = text.split(separator: "\r\n").suffix(2).joined()
    #expect(last.contains("standard input:1:1: <root> (expected <rss>"))
  }

  @Test func aSlowPipeShowsTheScreenAtOnce() throws {
    let command = "{ sleep 30; } | '\(Program.path)' -"
    let pty = try Pty(["/bin/sh", "-c", command])
    #expect(pty.waits(for: "waiting for posts", seconds: 5))
    pty.type("q")
    pty.signal(SIGKILL)
    _ = pty.end()
  }

  @Test(arguments: [true, false])
  func aSlowPipeBesideAFileKeepsNoKeyWaiting(_ isFirst: Bool) throws {
    let fifo = "\(folder)/fifo"
    try #require(mkfifo(fifo, 0o600) == 0)
    // Opened both ways, so that neither end waits for the other; the viewer must not inherit it.
    let pipe = open(fifo, O_RDWR | O_CLOEXEC)
    let line =
      "{\"id\":\"p\",\"published\":\"2026-02-02T00:00:00Z\",\"body_text\":\"from the pipe\"}\n"
    try #require(write(pipe, line, line.utf8.count) == line.utf8.count)
    let names = isFirst ? [fifo, Program.sample] : [Program.sample, fifo]
    let pty = try Pty([Program.path] + names).awaiting("post 1 of")
    let mark = pty.output.count
    pty.send("?")
    #expect(pty.waits(for: "scroll by a line", since: mark))
    pty.send("q")
    close(pipe)
    #expect(pty.waits(for: "from the pipe", since: mark))
    pty.quit()
  }

  private func expectRestored(_ pty: Pty) {
    let text = pty.text()
    #expect(text.contains("\u{1B}[?1049l"))
    #expect(text.contains("\u{1B}[?1006;1002;1000l"))
    #expect(text.contains("\u{1B}[?2004l"))
    // The cursor is shown after it was hidden for the last time.
    let shown = text.range(of: "\u{1B}[?25h", options: .backwards)?.lowerBound
    let shownToo = text.range(of: "\u{1B}[?12l\u{1B}[?25h", options: .backwards)?.lowerBound
    let hidden = text.range(of: "\u{1B}[?25l", options: .backwards)?.lowerBound
    #expect(
      max(shown ?? text.startIndex, shownToo ?? text.startIndex) > (hidden ?? text.startIndex)
    )
  }
}

/// A browser that writes down how it was called.
struct FakeBrowser {
  let path: String
  private let log: String

  init() throws {
    let folder = NSTemporaryDirectory() + "streamtui-\(UUID().uuidString)"
    try Program.makeFolder(folder)
    path = folder + "/browser"
    log = folder + "/log"
    try Program.writeScript(
      "for argument; do printf '%s\\n' \"$argument\" >> '\(log)'; done",
      to: path
    )
  }

  var arguments: [String] {
    let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map { String($0) }
  }

  /// Whether the browser was called while `pty` went on.
  func waitsForArguments(_ pty: Pty) -> Bool {
    for _ in 0..<100 where arguments.isEmpty { pty.settle(milliseconds: 50) }
    return !arguments.isEmpty
  }

  func remove() {
    try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent)
  }
}
