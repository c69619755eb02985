import CellGrid
import StreamModel
import StreamUI

/// Types the keys of a scroll, paints each frame for a terminal that is not there, and counts.
final class BenchTerminal: Terminal, EventSource {
  /// The state between two keys.
  private enum Pause {
    /// The next key comes as soon as no work is due.
    case none
    /// The next key comes when every row is rich.
    case rest
    /// The next key comes after `turnsLeft` turns of work, counted once the stream is at rest.
    case glance(turnsLeft: Int?)
  }

  let size: Size
  let isCaughtUp = true
  /// The costs so far, without the work on rows.
  private(set) var counts: BenchCounts
  /// The pictures that the terminal has; nil where it draws none.
  private var uploads: PictureUploads?
  private let time: ManualTime
  private let gauge: any FrameGauge
  private var steps: ArraySlice<BenchScroll.Step>
  /// Whether the next frame answers a key.
  private var answersKey = false
  private var pause = Pause.none

  init(
    size: Size,
    strategy: Strategy,
    scroll: BenchScroll,
    time: ManualTime,
    gauge: any FrameGauge,
    pictures: LabPictures?
  ) {
    counts = BenchCounts(strategy: strategy)
    uploads = pictures.map { PictureUploads($0) }
    self.size = size
    self.time = time
    self.gauge = gauge
    steps = scroll.steps[...]
  }

  func wait(until deadline: Moment?) -> [TerminalEvent] {
    answersKey = false
    while true {
      if let deadline, grantsTurn(until: deadline) { return [] }
      if case .rest = pause { send() }
      pause = .none
      guard let step = steps.popFirst() else { return [.scriptEnded] }
      switch step {
      case .rest: pause = .rest
      case .glance: pause = .glance(turnsLeft: nil)
      case .key(let key):
        answersKey = true
        return [.input(.key(key))]
      }
    }
  }

  /// Sends these pictures at the next rest.
  func want(_ wishes: PictureWishes) { uploads?.want(wishes) }

  /// Sends the pictures on the screen before the frame that shows them.
  func sendAtOnce(_ wishes: PictureWishes) {
    uploads?.wantVisible(wishes)
    send()
  }

  private func send() {
    let bytes = uploads?.sendAll() ?? 0
    counts.pictures = uploads?.count ?? 0
    if answersKey {
      counts.pictureBytesMoving += bytes
    } else {
      counts.pictureBytesResting += bytes
    }
  }

  func present(_ screen: Screen) {
    let bytes = gauge.bytes(of: screen)
    counts.frames += 1
    if answersKey { counts.bytesMoving += bytes } else { counts.bytesResting += bytes }
  }

  func invalidate() {}

  /// Whether the loop works next; otherwise the next key comes.
  private func grantsTurn(until deadline: Moment) -> Bool {
    if case .glance(let turnsLeft?) = pause {
      guard turnsLeft > 0 else { return false }
      pause = .glance(turnsLeft: turnsLeft - 1)
      return true
    }
    if deadline <= time.now { return true }
    // Skips the idle delay: with this turn the stream comes to rest.
    switch pause {
    case .none: return false
    case .rest: break
    case .glance: pause = .glance(turnsLeft: 1)
    }
    time.advance(to: deadline)
    return true
  }
}
