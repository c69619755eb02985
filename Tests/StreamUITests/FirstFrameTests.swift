import CellGrid
import StreamModel
import Testing

@testable import StreamUI

/// The first frame comes before everything else that the program does.
struct FirstFrameTests {
  @Test(arguments: Strategy.allCases)
  func nothingIsWaitedForBeforeIt(_ strategy: Strategy) throws {
    let size = Size(columns: 80, lines: 24)
    let time = ManualTime(wall: Stage.wall)
    let terminal = ImpatientTerminal(size: size)
    var options = App.Options()
    options.strategy = strategy
    let app = App(feed: try Feeds.sample(), size: size, wall: Stage.wall, options: options)
    var loop = RunLoop(app: app, terminal: terminal, events: terminal, time: time) { _ in [] }
    try loop.run()
    let first = try #require(terminal.shownBeforeWaiting)
    #expect(first.textPlane().contains("post 1 of"))
    // Rows at rest are rich from the start: nobody sees them change.
    if strategy == .idle { #expect(loop.app.visibleRowsAreRich) }
  }
}

/// A terminal that records its screen at the first wait for events, and then ends.
private final class ImpatientTerminal: Terminal, EventSource {
  let size: Size
  let isCaughtUp = true
  private(set) var shownBeforeWaiting: Screen?
  private var screen: Screen?

  init(size: Size) { self.size = size }

  func wait(until deadline: Moment?) -> [TerminalEvent] {
    shownBeforeWaiting = screen
    return [.scriptEnded]
  }

  func present(_ screen: Screen) { self.screen = screen }

  func invalidate() {}
}
