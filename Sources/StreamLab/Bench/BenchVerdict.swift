import StreamUI

/// The sentences that follow from the figures of a bench.
///
/// Pure: the same figures give the same sentences.
struct BenchVerdict {
  /// How two times compare.
  private enum Comparison {
    /// The difference does not exceed the noise.
    case same
    /// The first time in thousandths of the second.
    case ratio(Int64)
  }

  /// Nanoseconds between two frames of a screen that shows 60 a second.
  private static let screenFrame: Int64 = 16_000_000
  /// Rounds from which on their quartiles say something.
  private static let fewestRounds = 5

  let report: BenchReport

  /// The sentences, separated by spaces.
  var text: String { sentences.joined(separator: " ") }

  /// The relative difference in percent up to which two times count as the same, at least 1.
  ///
  /// A difference carries the spread of both times, so this is the sum of the two largest spreads.
  var noisePercent: Int64 {
    let spreads = report.results.map(\.times.relativeSpread).sorted(by: >).prefix(2)
    return max(1, (spreads.reduce(0, +) + 9) / 10)
  }

  private var sentences: [String] {
    guard report.results.count > 1 else {
      return ["Only one strategy was played: there is nothing to compare."]
    }
    guard report.results.contains(where: { $0.counts.work.rowsEnriched > 0 }) else {
      return [
        "No row of this scroll has markup: nothing becomes rich, and every strategy shows the "
          + "same frames."
      ]
    }
    guard let idle = report.result(.idle), let flat = report.result(.flat),
      let eager = report.result(.eager)
    else { return [] }
    guard report.rounds >= Self.fewestRounds else {
      return [
        "Times of fewer than \(Self.fewestRounds) rounds are not compared: their noise is unknown.",
        bytes(idle, eager), pictures(idle, eager),
      ].compactMap(\.self)
    }
    return [
      movement(idle, flat, eager), slowest(idle, eager), bytes(idle, eager),
      pictures(idle, eager), visibility,
    ].compactMap(\.self)
  }

  /// Which time a frame takes while rows move.
  private func movement(_ idle: BenchResult, _ flat: BenchResult, _ eager: BenchResult) -> String {
    let noise = "differences below \(noisePercent) % are noise here."
    let start = "While rows move on this feed, "
    switch (compare(idle, flat), compare(eager, idle)) {
    case (.same, .same):
      return start + "a frame costs the same under flat, idle and eager: " + noise
    case (.same, .ratio(let eager)):
      return start + "a frame costs the same under idle and flat, and "
        + "\(Self.times(eager)) as much under eager; \(noise)"
    case (.ratio(let idle), .same):
      return start + "a frame costs \(Self.times(idle)) as much under idle as under flat, "
        + "and the same under eager as under idle; \(noise)"
    case (.ratio(let idle), .ratio(let eager)):
      return start + "a frame costs \(Self.times(idle)) as much under idle as under flat, "
        + "and \(Self.times(eager)) as much under eager as under idle; \(noise)"
    }
  }

  /// Compares the slowest of a hundred frames, which the reader feels most.
  private func slowest(_ idle: BenchResult, _ eager: BenchResult) -> String {
    "The slowest frame of a hundred takes \(BenchUnits.microseconds(idle.times.frame(percent: 99))) "
      + "under idle and \(BenchUnits.microseconds(eager.times.frame(percent: 99))) under eager."
  }

  /// Compares the bytes sent to the terminal; they are counted and have no noise.
  private func bytes(_ idle: BenchResult, _ eager: BenchResult) -> String? {
    guard eager.counts.bytesMoving > 0 else { return nil }
    let moving = Self.ratio(Int64(idle.counts.bytesMoving), Int64(eager.counts.bytesMoving))
    let all = Self.ratio(Int64(idle.counts.bytes), Int64(eager.counts.bytes))
    return "Idle sends \(Self.times(moving)) the bytes of eager while rows move, and "
      + "\(Self.times(all)) with the rests, in which rows become rich."
  }

  /// Compares the bytes of pictures while rows move; nil where there are none.
  private func pictures(_ idle: BenchResult, _ eager: BenchResult) -> String? {
    guard eager.counts.pictures > 0 else { return nil }
    return
      "While rows move, idle sends \(idle.counts.pictureBytesMoving.grouped) bytes of pictures "
      + "and eager \(eager.counts.pictureBytesMoving.grouped)."
  }

  /// Whether an eye can tell the strategies apart on this machine.
  private var visibility: String {
    let late = report.results.filter { $0.times.longest > Self.screenFrame }
    guard let worst = late.max(by: { $0.times.longest < $1.times.longest }) else {
      return "No frame takes longer than the 16 ms between two frames of a screen."
    }
    return "Frames under \(worst.strategy.rawValue) take up to "
      + "\(BenchUnits.milliseconds(worst.times.longest)): a screen shows one every 16 ms."
  }

  private func compare(_ one: BenchResult, _ other: BenchResult) -> Comparison {
    guard other.times.mean > 0 else { return .same }
    let ratio = Self.ratio(one.times.mean, other.times.mean)
    return abs(ratio - 1_000) < noisePercent * 10 ? .same : .ratio(ratio)
  }

  /// Returns `one` in thousandths of `other`, which is not 0.
  private static func ratio(_ one: Int64, _ other: Int64) -> Int64 {
    (one * 1_000 + other / 2) / other
  }

  /// Returns thousandths as a factor of three digits: "1.02 times", "31.4 times".
  private static func times(_ thousandths: Int64) -> String {
    "\(BenchUnits.factor(thousandths)) times"
  }
}
