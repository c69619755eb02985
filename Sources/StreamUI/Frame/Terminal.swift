package import CellGrid
package import StreamModel

package enum TerminalEvent {
  case input(Input)
  case resized(Size)
  /// The process was stopped and continued: everything must be redrawn.
  case resumed
  case bytesArrived
  case event(Event)
  /// The terminal is gone, or a signal asked to end: no input follows and nothing can be shown.
  case closed
  case scriptEnded
}

package protocol EventSource: AnyObject {
  /// Waits until events arrive or `deadline` has passed (nil: for ever); the pending events in order, a bounded number.
  func wait(until deadline: Moment?) -> [TerminalEvent]
}

package protocol Terminal: AnyObject {
  var size: Size { get }
  /// Whether the terminal had received the last screen when the last events arrived: else a key may have been meant for the
  /// screen before.
  var isCaughtUp: Bool { get }
  var pictureTraffic: PictureTraffic { get }
  func present(_ screen: Screen)
  func invalidate()
}

extension Terminal {
  /// None: most terminals draw no pictures.
  package var pictureTraffic: PictureTraffic { PictureTraffic() }
}

/// A terminal without a screen that plays a key script against an injected clock and keeps the frames.
///
/// Time passes only during the waits of the script; work that is due at the end of a wait is still done.
package final class HeadlessTerminal: Terminal, EventSource {
  package private(set) var size: Size
  /// Always true: a frame is shown at once.
  package let isCaughtUp = true
  package private(set) var screen: Screen?
  private let time: ManualTime
  private var steps: ArraySlice<KeyScript.Step>
  private var waitEnd: Moment?
  private let observe: (Screen) -> Void

  package init(
    size: Size,
    script: KeyScript,
    time: ManualTime,
    observe: @escaping (Screen) -> Void = { _ in }
  ) {
    self.size = size
    self.time = time
    steps = script.steps[...]
    self.observe = observe
  }

  package func wait(until deadline: Moment?) -> [TerminalEvent] {
    while true {
      if let deadline, deadline <= time.now { return [] }
      if let end = waitEnd {
        if let deadline, deadline <= end {
          time.advance(to: deadline)
          return []
        }
        time.advance(to: end)
        waitEnd = nil
        continue
      }
      guard let step = steps.popFirst() else { return [.scriptEnded] }
      switch step {
      case .input(let input): return [.input(input)]
      case .resize(let size):
        self.size = size
        return [.resized(size)]
      case .wait(let milliseconds): waitEnd = time.now.advanced(byMilliseconds: milliseconds)
      }
    }
  }

  package func present(_ screen: Screen) {
    self.screen = screen
    observe(screen)
  }

  /// Does nothing: every frame is complete.
  package func invalidate() {}
}
