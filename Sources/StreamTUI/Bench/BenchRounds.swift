import StreamModel
import StreamUI

/// The plays of a bench: one round to warm up, then rounds in which every strategy has its turn.
struct BenchRounds {
  let strategies: [Strategy]
  /// Rounds that are timed.
  let count: Int

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
  func results(
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
    var times: [Strategy: [BenchPlay.Times]] = [:]
    for round in 0..<count {
      for strategy in order(ofRound: round) {
        times[strategy, default: []].append(try play.time(strategy, scroll, gauge))
      }
    }
    return strategies.map { strategy in
      let plays = times[strategy] ?? []
      return BenchResult(
        strategy: strategy,
        counts: counts[strategy] ?? BenchCounts(),
        times: BenchTimes(frames: plays.map(\.frames), rests: plays.map(\.rests))
      )
    }
  }
}
