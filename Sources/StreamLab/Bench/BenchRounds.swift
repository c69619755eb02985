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
