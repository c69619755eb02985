import CellGrid
import StreamModel
import StreamUI

/// Types the keys of a scroll, paints each frame for a terminal that is not there, and counts.
final class BenchTerminal: Terminal, EventSource {
  let size: Size
  let isCaughtUp = true
  /// The costs so far, without the work on rows.
  private(set) var counts: BenchCounts
  /// Nil where the terminal draws no pictures.
  private var uploads: PictureUploads?
  private let time: ManualTime
  private let gauge: any FrameGauge
  private var steps: ArraySlice<BenchScroll.Step>
  private var answersKey = false
  /// Whether the next key waits until every row is rich; otherwise only until no work is due.
  private var rests = false

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
      if rests { send() }
      rests = false
      guard let step = steps.popFirst() else { return [.scriptEnded] }
      switch step {
      case .rest: rests = true
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
    if deadline <= time.now { return true }
    // Skips the idle delay: with this turn the stream comes to rest.
    if rests { time.advance(to: deadline) }
    return rests
  }
}
