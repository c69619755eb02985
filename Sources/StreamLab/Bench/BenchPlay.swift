package import CellGrid
package import StreamModel
package import StreamUI

/// Plays one scroll over a feed under one strategy after the other.
package struct BenchPlay {
  /// The times of one play, in nanoseconds of processor time.
  package struct Times: Equatable {
    /// From each key until its frame is painted.
    let frames: [Int64]
    /// From the start of each rest until all rows are rich.
    let rests: [Int64]
  }

  private let bytes: any ByteSource
  private let hint: FormatHint?
  private let isPublicOnly: Bool
  private let size: Size
  private let clock: any TimeSource

  /// Rows that `sync` may enrich in a frame while work is counted.
  ///
  /// The clock stands still then, so its limit cannot be a time. These are the rows that fit into the
  /// budget of 4 ms on a machine that takes a millisecond for each.
  static let syncRows = 4

  /// The terminal type whose bytes are counted, whatever the reader's own is.
  package static let terminal = "xterm-256color"

  /// The time from which ages on the screen are counted: 2026-02-01T00:00:00Z.
  package static let wall = Timestamp(secondsSinceEpoch: 1_769_904_000)

  /// Creates the plays of a feed.
  ///
  /// - Parameter clock: Measures the times: a clock that runs while the process works.
  package init(
    bytes: any ByteSource,
    hint: FormatHint?,
    isPublicOnly: Bool,
    size: Size,
    clock: any TimeSource
  ) {
    self.bytes = bytes
    self.hint = hint
    self.isPublicOnly = isPublicOnly
    self.size = size
    self.clock = clock
  }

  /// The posts of the feed.
  package func postCount() throws(FeedError) -> Int {
    try timeline().recordCount
  }

  /// Plans a scroll of `lineKeys` line keys; nil if no key moves the rows.
  package func scroll(lineKeys: Int) throws(FeedError) -> BenchScroll? {
    let app = try app(.flat)
    return BenchScroll(lineKeys: lineKeys, over: app, wall: Self.wall)
  }

  /// Plans the keys of `pace`; nil if no key moves the rows.
  func scroll(at pace: BenchPace) throws(FeedError) -> BenchScroll? {
    pace.scroll(over: try app(.flat), wall: Self.wall)
  }

  /// Counts the work of `strategy`; `gauge` has not been used before.
  package func count(
    _ strategy: Strategy,
    _ scroll: BenchScroll,
    _ gauge: any FrameGauge
  ) throws(FeedError) -> BenchCounts {
    let (terminal, app) = try play(
      strategy,
      scroll,
      ManualTime(wall: Self.wall),
      .rows(Self.syncRows),
      gauge
    )
    return BenchCounts(
      frames: terminal.frameCount,
      work: app.view.workCounts,
      bytesMoving: terminal.movingBytes,
      bytesResting: terminal.restingBytes
    )
  }

  /// Times the frames and rests of `strategy`.
  func time(
    _ strategy: Strategy,
    _ scroll: BenchScroll,
    _ gauge: any FrameGauge
  ) throws(FeedError) -> Times {
    gauge.forget()
    let (terminal, _) = try play(strategy, scroll, clock, .standard, gauge)
    return Times(frames: terminal.frameTimes, rests: terminal.restTimes)
  }

  private func play(
    _ strategy: Strategy,
    _ scroll: BenchScroll,
    _ clock: any TimeSource,
    _ budget: SyncBudget,
    _ gauge: any FrameGauge
  ) throws(FeedError) -> (BenchTerminal, App) {
    let time = BenchTime(over: clock)
    let terminal = BenchTerminal(size: size, scroll: scroll, time: time, gauge: gauge)
    var loop = RunLoop(
      app: try app(strategy),
      terminal: terminal,
      events: terminal,
      time: time,
      syncBudget: budget
    ) { _ in [] }
    try loop.run()
    return (terminal, loop.app)
  }

  /// A viewer of the feed; it begins with cold caches.
  private func app(_ strategy: Strategy) throws(FeedError) -> App {
    var options = App.Options()
    options.strategy = strategy
    var app = App(
      timeline: try timeline(),
      size: size,
      wall: Self.wall,
      options: options
    )
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

/// The plays of a bench: one round to warm up, then rounds in which every strategy has its turn.
package struct BenchRounds {
  let strategies: [Strategy]
  /// Rounds that are timed.
  let count: Int

  /// Creates `count` timed rounds.
  package init(strategies: [Strategy], count: Int) {
    self.strategies = strategies
    self.count = count
  }

  /// Returns the strategies in the order of round `round`, counted from 0.
  ///
  /// Every two rounds another one begins, and every other round goes backward: a machine that becomes
  /// slower or faster in the meantime treats all strategies alike.
  func order(ofRound round: Int) -> [Strategy] {
    guard !strategies.isEmpty else { return [] }
    let first = (round / 2) % strategies.count
    let turned = Array(strategies[first...] + strategies[..<first])
    return round.isMultiple(of: 2) ? turned : turned.reversed()
  }

  /// Plays all rounds; `makeGauge` makes a gauge that has seen no frame.
  ///
  /// - Returns: Nil if there is no gauge.
  package func results(
    of play: BenchPlay,
    _ scroll: BenchScroll,
    makeGauge: () -> (any FrameGauge)?
  ) throws(FeedError) -> [BenchResult]? {
    var counts: [Strategy: BenchCounts] = [:]
    // Counts come first: these plays pay for the growing heap, too.
    for strategy in strategies {
      guard let gauge = makeGauge() else { return nil }
      counts[strategy] = try play.count(strategy, scroll, gauge)
    }
    guard let gauge = makeGauge() else { return nil }
    for strategy in strategies { _ = try play.time(strategy, scroll, gauge) }
    var rounds: [[Strategy: BenchPlay.Times]] = []
    for round in 0..<count {
      var times: [Strategy: BenchPlay.Times] = [:]
      for strategy in order(ofRound: round) {
        times[strategy] = try play.time(strategy, scroll, gauge)
      }
      rounds.append(times)
    }
    let scaled = Self.scaled(rounds)
    return strategies.map { strategy in
      let plays = scaled.compactMap { $0[strategy] }
      return BenchResult(
        strategy: strategy,
        counts: counts[strategy] ?? BenchCounts(),
        times: BenchTimes(frames: plays.map(\.frames), rests: plays.map(\.rests))
      )
    }
  }

  /// Returns the times as if every round had taken as long as the median round.
  ///
  /// Every round plays the same, so one that takes longer as a whole says that the machine was slower:
  /// other programs share its caches and cores.
  static func scaled(_ rounds: [[Strategy: BenchPlay.Times]]) -> [[Strategy: BenchPlay.Times]] {
    let totals = rounds.map { round in
      round.values.reduce(Int64(0)) { $0 + $1.frames.reduce(0, +) }
    }
    let usual = BenchTimes.quantile(50, of: totals.sorted())
    return zip(rounds, totals).map { round, total in
      guard total > 0, usual > 0 else { return round }
      // In millionths: times are below hours, so the product fits.
      let factor = usual * 1_000_000 / total
      return round.mapValues { times in
        BenchPlay.Times(
          frames: times.frames.map { $0 * factor / 1_000_000 },
          rests: times.rests.map { $0 * factor / 1_000_000 }
        )
      }
    }
  }
}
