import CellGrid
import StreamModel
import Testing

@testable import StreamUI

/// A pipe that is merged with files and has nothing to say costs nothing.
struct SlowPipeTests {
  private static let size = Size(columns: 80, lines: 24)

  @Test(arguments: [true, false])
  func theLoopSleepsUntilMoreComes(_ isFirst: Bool) throws {
    let line =
      "{\"id\":\"p\",\"published\":\"2099-01-01T00:00:00Z\",\"body_text\":\"from the pipe\"}\n"
    let pipe = MemoryBytes(name: "pipe", bytes: [], isComplete: false)
    let feeds = [Feed(source: pipe), try Feeds.sample()]
    let time = ManualTime(wall: Stage.wall)
    let terminal = PipeTerminal(size: Self.size, time: time) {
      pipe.append(Array(line.utf8))
      pipe.finish()
    }
    let app = App(
      timeline: Timeline(isFirst ? feeds : feeds.reversed(), order: .newest),
      size: Self.size,
      wall: Stage.wall,
      options: App.Options()
    )
    var loop = RunLoop(app: app, terminal: terminal, events: terminal, time: time) { _ in [] }
    try loop.run()
    // The sample is scanned and shown meanwhile, and its rows become rich, each in a turn.
    #expect(terminal.pollsBeforeSleep <= 100)
    #expect(terminal.postsBeforeSleep.contains("post 1 of"))
    #expect(terminal.pipePosts == 1)
    // It is dated later than all others: it comes in above, and moves nothing.
    #expect(terminal.screen?.textPlane().contains("1 new above") == true)
  }
}

/// Counts the waits until one has no deadline; then the pipe's only line comes.
private final class PipeTerminal: Terminal, EventSource {
  let size: Size
  let isCaughtUp = true
  private(set) var screen: Screen?
  private(set) var pollsBeforeSleep = 0
  private(set) var pipePosts = 0
  /// The last screen before the pipe's line came.
  private(set) var postsBeforeSleep = ""
  private var polls = 0
  private let time: ManualTime
  private let arrive: () -> Void

  init(size: Size, time: ManualTime, arrive: @escaping () -> Void) {
    self.size = size
    self.time = time
    self.arrive = arrive
  }

  func wait(until deadline: Moment?) -> [TerminalEvent] {
    polls += 1
    if let deadline, polls <= 1_000 {
      time.advance(to: deadline)
      return []
    }
    guard pipePosts == 0 else { return [.scriptEnded] }
    pollsBeforeSleep = polls
    postsBeforeSleep = screen?.textPlane() ?? ""
    pipePosts += 1
    arrive()
    return [.bytesArrived]
  }

  func present(_ screen: Screen) { self.screen = screen }

  func invalidate() {}
}
