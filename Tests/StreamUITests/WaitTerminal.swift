import CellGrid
import StreamModel
import Testing

@testable import StreamUI

/// A terminal whose events are what the test says at each wait of the run loop, on a clock that the test moves.
final class WaitTerminal: Terminal, EventSource {
  let size = Size(columns: 80, lines: 24)
  let isCaughtUp: Bool
  let time = ManualTime(wall: Stage.wall)
  private(set) var frames: [Screen] = []
  private(set) var effects: [Effect] = []
  private let events: (WaitTerminal, Moment?) -> [TerminalEvent]

  init(isCaughtUp: Bool = true, _ events: @escaping (WaitTerminal, Moment?) -> [TerminalEvent]) {
    self.isCaughtUp = isCaughtUp
    self.events = events
  }

  var text: String { frames.last?.textPlane() ?? "" }

  func wait(until deadline: Moment?) -> [TerminalEvent] { events(self, deadline) }
  func present(_ screen: Screen) { frames.append(screen) }
  func invalidate() {}

  /// Runs a viewer of a timeline until the events end.
  @discardableResult
  func play(
    _ timeline: Timeline,
    options: App.Options = App.Options(),
    time: (any TimeSource)? = nil,
    willPresent: @escaping (App) -> Void = { _ in }
  ) throws -> App {
    let app = App(timeline: timeline, size: size, wall: Stage.wall, options: options)
    var loop = RunLoop(
      app: app,
      terminal: self,
      events: self,
      time: time ?? self.time,
      willPresent: willPresent,
      perform: { [self] effect in
        effects.append(effect)
        return []
      }
    )
    try loop.run()
    return loop.app
  }
}
