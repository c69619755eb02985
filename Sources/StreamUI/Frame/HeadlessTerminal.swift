package import CellGrid
package import StreamModel

/// A terminal without a screen that plays a key script against an injected clock and keeps the
/// frames.
///
/// Time passes only during the waits of the script; work that is due at the end of a wait is still
/// done. After the last step time stands still.
package final class HeadlessTerminal: Terminal, EventSource {
  package private(set) var size: Size
  /// Always true: a frame is shown at once.
  package let isCaughtUp = true
  /// The last frame; nil before the first.
  package private(set) var screen: Screen?
  package private(set) var frameCount = 0
  private let time: ManualTime
  private var steps: ArraySlice<KeyScript.Step>
  private var waitEnd: Moment?
  private let observe: (Screen) -> Void

  /// Creates a terminal of `size` that plays `script`; `observe` receives each frame.
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

  /// Plays the script up to its next input, or until `deadline`.
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
      case .wait(let milliseconds):
        waitEnd = time.now.advanced(byMilliseconds: milliseconds)
      }
    }
  }

  /// Keeps `screen` as the last frame and passes it to the observer.
  package func present(_ screen: Screen) {
    self.screen = screen
    frameCount += 1
    observe(screen)
  }

  /// Does nothing: every frame is complete.
  package func invalidate() {}
}
