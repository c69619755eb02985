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
    let terminal = PipeTerminal(size: Self.size) {
      pipe.append(Array(line.utf8))
      pipe.finish()
    }
    let app = App(
      timeline: Timeline(isFirst ? feeds : feeds.reversed(), order: .merged),
      size: Self.size,
      wall: Stage.wall,
      options: App.Options()
    )
    var loop = RunLoop(app: app, terminal: terminal, events: terminal, time: time) { _ in [] }
    try loop.run()
    // The sample is scanned meanwhile, in a turn or two.
    #expect(terminal.pollsBeforeSleep <= 4)
    #expect(terminal.pipePosts == 1)
    #expect(terminal.screen?.textPlane().contains("from the pipe") == true)
  }
}

/// Counts the waits until one has no deadline; then the pipe's only line comes.
private final class PipeTerminal: Terminal, EventSource {
  let size: Size
  let isCaughtUp = true
  private(set) var screen: Screen?
  private(set) var pollsBeforeSleep = 0
  private(set) var pipePosts = 0
  private var polls = 0
  private let arrive: () -> Void

  init(size: Size, arrive: @escaping () -> Void) {
    self.size = size
    self.arrive = arrive
  }

  func wait(until deadline: Moment?) -> [TerminalEvent] {
    polls += 1
    guard deadline == nil || polls > 1_000 else { return [] }
    guard pipePosts == 0 else { return [.scriptEnded] }
    pollsBeforeSleep = polls
    pipePosts += 1
    arrive()
    return [.bytesArrived]
  }

  func present(_ screen: Screen) { self.screen = screen }

  func invalidate() {}
}
