import CellGrid
import StreamModel
import StreamUI

/// Types the keys of a scroll, paints each frame for a terminal that is not there, and measures.
final class BenchTerminal: Terminal, EventSource {
  /// The state between two keys.
  private enum Pause {
    /// The next key comes as soon as no work is due.
    case none
    /// The next key comes when every row is rich; `began` once the stream is at rest.
    case rest(began: Moment?)
    /// The next key comes after `turnsLeft` turns of work, counted once the stream is at rest.
    case glance(turnsLeft: Int?)
  }

  let size: Size
  let isCaughtUp = true
  /// The time from each key until its frame is painted, in nanoseconds.
  private(set) var frameTimes: [Int64] = []
  /// The time from the start of each rest until all rows are rich, in nanoseconds.
  private(set) var restTimes: [Int64] = []
  /// Frames so far, the first one included.
  private(set) var frameCount = 0
  /// Bytes of the frames that answered keys.
  private(set) var movingBytes = 0
  /// Bytes of all other frames: the first one, and those of pauses.
  private(set) var restingBytes = 0
  /// Bytes of pictures that were sent between a key and its frame.
  private(set) var movingPictureBytes = 0
  /// Bytes of all other pictures.
  private(set) var restingPictureBytes = 0
  /// The pictures that the terminal has; nil where it draws none.
  private var uploads: PictureUploads?
  private let time: BenchTime
  private let gauge: any FrameGauge
  private var steps: ArraySlice<BenchScroll.Step>
  private var keySent: Moment?
  private var pause = Pause.none

  init(
    size: Size,
    scroll: BenchScroll,
    time: BenchTime,
    gauge: any FrameGauge,
    pictures: LabPictures?
  ) {
    uploads = pictures.map { PictureUploads($0) }
    self.size = size
    self.time = time
    self.gauge = gauge
    steps = scroll.steps[...]
    frameTimes.reserveCapacity(scroll.steps.count)
  }

  func wait(until deadline: Moment?) -> [TerminalEvent] {
    let now = time.now
    if let sent = keySent {
      frameTimes.append(now.nanoseconds(since: sent))
      keySent = nil
    }
    while true {
      if let deadline, grantsTurn(until: deadline, at: now) { return [] }
      if case .rest = pause { restingPictureBytes += uploads?.sendAll() ?? 0 }
      endPause(at: time.now)
      guard let step = steps.popFirst() else { return [.scriptEnded] }
      switch step {
      case .rest: pause = .rest(began: nil)
      case .glance: pause = .glance(turnsLeft: nil)
      case .key(let key):
        keySent = time.now
        return [.input(.key(key))]
      }
    }
  }

  /// Pictures that were sent to their ends.
  var pictureCount: Int { uploads?.count ?? 0 }

  /// Sends these pictures at the next rest.
  func want(_ wishes: PictureWishes) { uploads?.want(wishes) }

  /// Sends the pictures on the screen before the frame that shows them.
  func sendAtOnce(_ wishes: PictureWishes) {
    uploads?.wantVisible(wishes)
    let bytes = uploads?.sendAll() ?? 0
    if keySent == nil {
      restingPictureBytes += bytes
    } else {
      movingPictureBytes += bytes
    }
  }

  func present(_ screen: Screen) {
    let bytes = gauge.bytes(of: screen)
    frameCount += 1
    if keySent == nil {
      restingBytes += bytes
    } else {
      movingBytes += bytes
    }
  }

  func invalidate() {}

  /// Whether the loop works next; otherwise the next key comes.
  private func grantsTurn(until deadline: Moment, at now: Moment) -> Bool {
    if case .glance(let turnsLeft?) = pause {
      guard turnsLeft > 0 else { return false }
      pause = .glance(turnsLeft: turnsLeft - 1)
      return true
    }
    if deadline <= now { return true }
    // Skips the idle delay: with this turn the stream comes to rest.
    switch pause {
    case .none: return false
    case .rest:
      time.skip(to: deadline)
      pause = .rest(began: time.now)
    case .glance:
      time.skip(to: deadline)
      pause = .glance(turnsLeft: 1)
    }
    return true
  }

  private func endPause(at now: Moment) {
    if case .rest(let began?) = pause { restTimes.append(now.nanoseconds(since: began)) }
    pause = .none
  }
}

/// The clock of a play: that of a time source, which can be moved forward to a deadline.
///
/// Its wall time is fixed, so that ages on the screen are the same in every run.
final class BenchTime: TimeSource {
  private let clock: any TimeSource
  private var skipped: Int64 = 0

  init(over clock: any TimeSource) {
    self.clock = clock
  }

  var now: Moment { clock.now.advanced(byNanoseconds: skipped) }

  var wall: Timestamp { Bench.wall }

  func skip(to moment: Moment) {
    skipped &+= max(0, moment.nanoseconds(since: now))
  }
}
