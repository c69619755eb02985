import CellGrid
import StreamModel
import Testing

@testable import StreamUI

/// A pipe that always has more does not keep the reader waiting.
struct FloodTests {
  private static let size = Size(columns: 80, lines: 24)

  @Test func rowsBecomeRichWhileAPipeNeverPauses() throws {
    let time = ManualTime(wall: Stage.wall)
    let terminal = FloodTerminal(size: Self.size, time: time, waits: 400, input: .character("j"))
    let app = App(
      feed: try Feeds.sample(),
      size: Self.size,
      wall: Stage.wall,
      options: App.Options()
    )
    var loop = RunLoop(app: app, terminal: terminal, events: terminal, time: time) { _ in [] }
    try loop.run()
    let calm = try Stage().play("j<wait 400>", Feeds.sample())
    #expect(terminal.screen?.textPlane() == calm.text)
    #expect(terminal.screen?.stylePlane() == calm.style)
    #expect(calm.hasLinkRole)
  }
}

/// A terminal where bytes arrive at every wait, each a millisecond, and one key in between.
private final class FloodTerminal: Terminal, EventSource {
  let size: Size
  let isCaughtUp = true
  private(set) var screen: Screen?
  private let time: ManualTime
  private var waits: Int
  private var key: Key?

  init(size: Size, time: ManualTime, waits: Int, input key: Key) {
    self.size = size
    self.time = time
    self.waits = waits
    self.key = key
  }

  func wait(until deadline: Moment?) -> [TerminalEvent] {
    guard waits > 0 else { return [.scriptEnded] }
    waits -= 1
    time.advance(to: time.now.advanced(byMilliseconds: 1))
    defer { key = nil }
    return key.map { [.input(.key($0))] } ?? [.bytesArrived]
  }

  func present(_ screen: Screen) { self.screen = screen }

  func invalidate() {}
}
