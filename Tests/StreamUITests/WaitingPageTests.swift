import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// A page that waits for its first post, or for its next one, keeps neither keys nor signals waiting.
///
/// A search there went round for ever in one slice: it made no progress, and spent nothing.
@Suite(.timeLimit(.minutes(2))) struct WaitingPageTests {
  private static let line = #"{"id":"p","author":{"name":"Ada"},"body_text":"still water"}"# + "\n"
  private static let searches = ["/x", "/water", "/water<CR>", "?water<CR>", "/x<CR>n", "/x<CR>N"]
  private static let ways = [
    "", "i", "&water<CR>", "&zz<CR>", "I", "L", "t", "A", "5G", ":50%<CR>",
  ]

  /// Plays keys over a pipe; once the loop sleeps, its only post comes, and the pipe ends.
  private static func play(_ keys: String, holding begun: String) throws -> LateTerminal {
    let pipe = MemoryBytes(name: "pipe", bytes: Array(begun.utf8), isComplete: false)
    let terminal = LateTerminal(time: ManualTime(wall: Stage.wall), script: try KeyScript(keys)) {
      pipe.append(Array(line.utf8))
      pipe.finish()
    }
    var options = App.Options()
    options.stream.tracksReading = true
    let app = App(
      timeline: Timeline(Feed(source: pipe, hint: .ndjson)),
      size: terminal.size,
      wall: Stage.wall,
      options: options
    )
    var loop = RunLoop(app: app, terminal: terminal, events: terminal, time: terminal.time) { _ in
      []
    }
    try loop.run()
    return terminal
  }

  @Test(arguments: searches, ways)
  func aSearchComesToRestAndTakesInWhatComes(_ search: String, _ way: String) throws {
    let terminal = try Self.play(way + search, holding: "")
    #expect(terminal.turnsBeforeSleep < 400)
    #expect(terminal.hasSlept)
  }

  @Test(arguments: searches) func halfARecordIsNoPost(_ search: String) throws {
    let terminal = try Self.play(search, holding: #"{"id":"q","body_text":"a"#)
    #expect(terminal.turnsBeforeSleep < 400)
  }

  /// The search that waited finds the post that comes.
  @Test func aPostThatComesIsFound() throws {
    let found = try Self.play("/water", holding: "")
    #expect(found.screenAtEnd.contains("still water"))
    let text = found.screenBeforeSleep
    #expect(text.contains("/water"))
  }
}

/// Gives keys one by one, then waits until the loop sleeps, then lets bytes come, and ends once the loop sleeps again.
private final class LateTerminal: Terminal, EventSource {
  let size = Size(columns: 80, lines: 24)
  let isCaughtUp = true
  let time: ManualTime
  private(set) var turnsBeforeSleep = 0
  private(set) var hasSlept = false
  private(set) var screenBeforeSleep = ""
  private(set) var screenAtEnd = ""
  private var screen: Screen?
  private var turns = 0
  private let keys: HeadlessTerminal
  private let arrive: () -> Void

  init(time: ManualTime, script: KeyScript, arrive: @escaping () -> Void) {
    self.time = time
    self.arrive = arrive
    keys = HeadlessTerminal(size: size, script: script, time: time) { _ in }
  }

  func wait(until deadline: Moment?) -> [TerminalEvent] {
    turns += 1
    // Far more turns than any key needs: the loop would go on for ever.
    guard turns < 2_000 else { return [.scriptEnded] }
    if let deadline, deadline <= time.now { return [] }
    let events = keys.wait(until: deadline)
    guard events.contains(where: { if case .scriptEnded = $0 { true } else { false } }) else {
      return events
    }
    guard deadline == nil else {
      if let deadline { time.advance(to: deadline) }
      return []
    }
    screenAtEnd = screen?.textPlane() ?? ""
    guard !hasSlept else { return [.scriptEnded] }
    (hasSlept, turnsBeforeSleep, screenBeforeSleep) = (true, turns, screenAtEnd)
    arrive()
    return [.bytesArrived]
  }

  func present(_ screen: Screen) { self.screen = screen }

  func invalidate() {}
}
