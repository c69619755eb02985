import CellGrid
package import StreamModel
package import StreamUI

/// The loop of the demonstration: wait, handle, measure each half, draw, present; at rest it waits without a deadline.
package struct DemoLoop {
  package private(set) var demo: Demo
  private let terminal: any Terminal
  private let events: any EventSource
  private let time: any TimeSource
  private let gauges: Pair<any FrameGauge>
  private let suspend: () -> Void
  private let showPictures: (PictureWishes) -> Void
  /// The pictures that were asked for last; nil once a key has come in between.
  private var toldPictures: PictureWishes?
  private var shown: Screen?
  private var wantsScreen = true

  /// Creates a loop around `demo`; `suspend` stops the program, as ^Z does, and returns when it goes on.
  package init(
    demo: Demo,
    terminal: any Terminal,
    events: any EventSource,
    time: any TimeSource,
    gauges: Pair<any FrameGauge>,
    suspend: @escaping () -> Void,
    showPictures: @escaping (PictureWishes) -> Void = { _ in }
  ) {
    self.showPictures = showPictures
    self.demo = demo
    self.terminal = terminal
    self.events = events
    self.time = time
    self.gauges = gauges
    self.suspend = suspend
  }

  /// Runs until the reader leaves or the terminal is closed.
  package mutating func run() {
    demo.begin(at: time.now)
    update()
    while !demo.isFinished {
      let events = events.wait(until: demo.deadline(at: time.now))
      if events.isEmpty {
        demo.takeTurn(at: time.now)
      } else if !takeIn(events) {
        return
      }
      update()
    }
  }

  /// Handles `events`; returns false if the terminal is closed.
  private mutating func takeIn(_ events: [TerminalEvent]) -> Bool {
    wantsScreen = true
    toldPictures = nil
    for event in events {
      switch event {
      case .input(let input):
        switch demo.handle(input, at: time.now) {
        case .nothing: break
        case .redraw: redraw()
        case .suspend:
          suspend()
          redraw()
        }
      case .resized(let size): demo.resize(to: size, at: time.now)
      case .resumed: redraw()
      case .event(.pictures(let grid?)): demo.take(grid)
      case .bytesArrived, .event: break
      case .closed, .scriptEnded: return false
      }
      if demo.isFinished { break }
    }
    return true
  }

  private mutating func redraw() {
    terminal.invalidate()
    shown = nil
    wantsScreen = true
  }

  /// Draws the frames that are due and presents the screen if it has changed.
  private mutating func update() {
    guard !demo.isFinished else { return }
    let hasArrived = demo.arrive(at: time.now)
    let hasFrames = demo.makeFrames(gauges, time)
    if let wishes = demo.pictureWishes, wishes != toldPictures {
      toldPictures = wishes
      showPictures(wishes)
    }
    guard hasArrived || hasFrames || wantsScreen else { return }
    wantsScreen = false
    let screen = demo.draw()
    guard screen != shown else { return }
    terminal.present(screen)
    shown = screen
  }
}
