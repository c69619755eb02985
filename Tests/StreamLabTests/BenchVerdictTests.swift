import StreamUI
import Testing

@testable import StreamLab

/// The closing sentences follow from the figures, and from nothing else.
struct BenchVerdictTests {
  private func sentences(
    idle: Int64,
    flat: Int64,
    eager: Int64,
    spread: Int64 = 1,
    slowest: (idle: Int64, eager: Int64) = (20, 170),
    bytes: (idle: (Int, Int), eager: (Int, Int)) = ((800, 600), (1_000, 100))
  ) -> String {
    let results = [
      BenchResult.made(
        .idle,
        microseconds: idle,
        slowest: slowest.idle,
        spread: spread,
        bytes: bytes.idle
      ),
      BenchResult.made(
        .eager,
        microseconds: eager,
        slowest: slowest.eager,
        spread: spread,
        bytes: bytes.eager
      ),
      BenchResult.made(.flat, microseconds: flat, slowest: flat, spread: spread),
    ]
    return BenchVerdict(report: .made(results)).text
  }

  @Test func idleLikeFlatAndEagerDearer() {
    let text = sentences(idle: 101, flat: 100, eager: 310)
    #expect(
      text.hasPrefix(
        "While rows move on this feed, a frame costs the same under idle and flat, and 3.07 times as "
          + "much under eager; differences below 2 % are noise here."
      ),
      "\(text)"
    )
  }

  @Test func allThreeDiffer() {
    let text = sentences(idle: 110, flat: 100, eager: 330)
    #expect(
      text.hasPrefix(
        "While rows move on this feed, a frame costs 1.10 times as much under idle as under flat, and "
          + "3.00 times as much under eager as under idle; differences below 2 % are noise here."
      ),
      "\(text)"
    )
  }

  @Test func eagerMayWin() {
    let text = sentences(idle: 120, flat: 100, eager: 100, slowest: (170, 100))
    #expect(text.contains("0.83 times as much under eager as under idle"), "\(text)")
    #expect(text.contains("takes 170.0 us under idle and 100.0 us under eager."), "\(text)")
  }

  @Test func noDifferenceIsSaidToBeNone() {
    let text = sentences(idle: 101, flat: 100, eager: 103, spread: 4)
    #expect(
      text.hasPrefix(
        "While rows move on this feed, a frame costs the same under flat, idle and eager: differences "
          + "below 8 % are noise here."
      ),
      "\(text)"
    )
  }

  /// The same difference counts or does not, as the spread says.
  @Test func noiseIsTheSumOfTheLargestSpreads() {
    for (spread, isSame) in [(Int64(1), false), (10, true)] {
      let text = sentences(idle: 100, flat: 100, eager: 110, spread: spread)
      #expect(text.contains("costs the same under flat, idle and eager") == isSame, "\(text)")
    }
  }

  @Test func bytesAreToldWithTheRests() {
    let text = sentences(idle: 100, flat: 100, eager: 200)
    #expect(
      text.contains(
        "Idle sends 0.80 times the bytes of eager while rows move, and 1.27 times with the rests, in "
          + "which rows become rich."
      ),
      "\(text)"
    )
  }

  @Test func framesThatAScreenWouldMissAreNamed() {
    #expect(
      sentences(idle: 100, flat: 100, eager: 200).contains("No frame takes longer than the 16 ms")
    )
    let late = sentences(idle: 100, flat: 100, eager: 200, slowest: (20, 21_500))
    #expect(late.contains("Frames under eager take up to 21.5 ms"), "\(late)")
  }

  @Test func withoutMarkupThereIsNothingToCompare() {
    let results = Strategy.allCases.map { BenchResult.made($0, microseconds: 10, enriched: 0) }
    #expect(BenchVerdict(report: .made(results)).text.hasPrefix("No row of this scroll has markup"))
  }

  @Test func fewRoundsDoNotTellTheirNoise() {
    let results = [Strategy.idle, .eager, .flat].map { BenchResult.made($0, microseconds: 10) }
    let text = BenchVerdict(report: .made(results, rounds: 4)).text
    #expect(
      text.hasPrefix("Times of fewer than 5 rounds are not compared: their noise is unknown."),
      "\(text)"
    )
    #expect(text.contains("times the bytes of eager"), "\(text)")
  }

  @Test func oneStrategyIsComparedWithNone() {
    let report = BenchReport.made([.made(.idle, microseconds: 10)])
    #expect(
      BenchVerdict(report: report).text
        == "Only one strategy was played: there is nothing to compare."
    )
  }
}
