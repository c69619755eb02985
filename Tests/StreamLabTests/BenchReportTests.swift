import StreamUI
import Testing

@testable import StreamLab

/// The reports that people read.
struct BenchReportTests {
  private func counts(_ strategy: Strategy, moving: Int, resting: Int) -> BenchCounts {
    var counts = BenchCounts(strategy: strategy)
    counts.bytesMoving = moving
    counts.bytesResting = resting
    return counts
  }

  private func report(_ results: [BenchCounts]) -> BenchReport {
    BenchReport(
      subject: BenchSubject(feed: #"<a> & "b".json"#, posts: 1_234, size: "80x24"),
      scroll: BenchScroll(steps: [.key(.character("j")), .rest]),
      results: results
    )
  }

  @Test func tablesFitIntoEightyColumns() {
    let plain = counts(.idle, moving: 161_204_000, resting: 120_111_000)
    var pictured = plain
    pictured.pictures = 40
    pictured.pictureBytesMoving = 5_000_000
    pictured.pictureBytesResting = 100_000_000
    for (counts, line) in [
      (plain, ["idle", "0", "0", "0", "161,204,000", "120,111,000", "281,315,000"]),
      (pictured, ["idle", "40", "5,000,000", "100,000,000", "161,204,000", "120,111,000"]),
    ] {
      let text = report([counts]).table
      let lines = text.split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= 80 }, "\(text)")
      #expect(lines.first?.contains("1,234 posts, 80x24") == true)
      #expect(lines.last?.split(separator: " ").map { String($0) } == line)
    }
  }

  @Test func ratiosAreRoundedAndNeverShiftTheirPoint() {
    #expect(BenchPaceReport.factor(1_020) == "1.02")
    #expect(BenchPaceReport.factor(995) == "1.00")
    #expect(BenchPaceReport.factor(9_994) == "9.99")
    #expect(BenchPaceReport.factor(9_995) == "10.0")
    #expect(BenchPaceReport.factor(31_440) == "31.4")
    #expect(BenchPaceReport.factor(5) == "0.01")
    let row = BenchPaceReport.Row(
      pace: BenchPace.all[0],
      results: [counts(.idle, moving: 1, resting: 1), counts(.eager, moving: 3, resting: 0)]
    )
    #expect(row.results.map(row.ratio) == [667, 1_000])
  }
}
