package import CellGrid

/// A terminal without a screen: plays a key script against an injected clock and keeps the frames.
///
/// Time passes only where the script says so; what is due at the end of a wait still happens.
/// After the last step time stands still.
package final class HeadlessTerminal: Terminal, EventSource {
  package private(set) var size: Size
  package let isCaughtUp = true
  /// The last frame that was shown.
  package private(set) var screen: Screen?
  /// How many frames were shown.
  package private(set) var frameCount = 0
  private let time: ManualTime
  private var steps: ArraySlice<KeyScript.Step>
  private var waitEnd: Moment?
  private let observe: (Screen) -> Void

  /// A terminal of `size` that plays `script`; `observe` sees each frame.
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
      case .wait(let milliseconds):
        waitEnd = time.now.advanced(byMilliseconds: milliseconds)
      }
    }
  }

  package func present(_ screen: Screen) {
    self.screen = screen
    frameCount += 1
    observe(screen)
  }

  package func invalidate() {}
}
