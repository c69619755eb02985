import CellGrid
import StreamModel
import StreamUI

/// Plays one scroll over a feed under one strategy after the other.
struct BenchPlay {
  let bytes: any ByteSource
  let hint: FormatHint?
  let isPublicOnly: Bool
  let size: Size
  /// The pictures beside the feed; nil where none are drawn.
  var pictures: LabPictures?

  /// Rows that `sync` may enrich in a frame: those that fit into its 4 ms on a machine that takes a millisecond for each, as the
  /// clock stands still.
  static let syncRows = 4

  func postCount() throws(FeedError) -> Int { try timeline().recordCount }

  /// Plans a scroll of `lineKeys` line keys; nil if no key moves the rows.
  func scroll(lineKeys: Int) throws(FeedError) -> BenchScroll? {
    BenchScroll(lineKeys: lineKeys, over: try app(.flat), wall: Bench.wall)
  }

  /// Plans the keys of `pace`; nil if no key moves the rows.
  func scroll(at pace: BenchPace) throws(FeedError) -> BenchScroll? {
    pace.scroll(over: try app(.flat), wall: Bench.wall)
  }

  /// Counts the work of each strategy, with a gauge of its own; nil if there is none.
  func counts(
    _ strategies: [Strategy],
    _ scroll: BenchScroll,
    _ makeGauge: () -> (any FrameGauge)?
  ) throws(FeedError) -> [BenchCounts]? {
    var results: [BenchCounts] = []
    for strategy in strategies {
      guard let gauge = makeGauge() else { return nil }
      results.append(try count(strategy, scroll, gauge))
    }
    return results
  }

  /// Counts the work of `strategy`; `gauge` has not been used before.
  func count(
    _ strategy: Strategy,
    _ scroll: BenchScroll,
    _ gauge: any FrameGauge
  ) throws(FeedError) -> BenchCounts {
    let time = ManualTime(wall: Bench.wall)
    let terminal = BenchTerminal(
      size: size,
      strategy: strategy,
      scroll: scroll,
      time: time,
      gauge: gauge,
      pictures: pictures
    )
    let drawsPictures = pictures != nil
    var loop = RunLoop(
      app: try app(strategy),
      terminal: terminal,
      events: terminal,
      time: time,
      syncBudget: .rows(Self.syncRows)
    ) { app in
      // A strategy that is eager about rows is so about pictures: both are there with their frame.
      if drawsPictures, strategy == .eager { terminal.sendAtOnce(app.view.pictureWishes) }
    } perform: { effect in
      if case .wantPictures(let wishes) = effect, strategy != .eager { terminal.want(wishes) }
      return []
    }
    try loop.run()
    var counts = terminal.counts
    counts.work = loop.app.view.workCounts
    return counts
  }

  /// A viewer of the feed; it begins with cold caches.
  private func app(_ strategy: Strategy) throws(FeedError) -> App {
    var options = App.Options()
    options.strategy = strategy
    options.layout = .list
    options.pictures = pictures?.grid
    options.stream.opensFiles = pictures != nil
    var app = App(timeline: try timeline(), size: size, wall: Bench.wall, options: options)
    app.begin()
    return app
  }

  /// The feed, scanned to its end, so that scanning is in no figure.
  private func timeline() throws(FeedError) -> Timeline {
    let feed = Feed(source: bytes, hint: hint)
    let timeline = Timeline([feed], order: .document, isPublicOnly: isPublicOnly)
    while try timeline.advance(bytes: 1 << 20) == .more {}
    return timeline
  }
}

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
