import StreamUI

/// The report as comma-separated values (RFC 4180): a line for each strategy.
struct BenchCSV {
  let report: BenchReport

  var text: String {
    let names =
      ["strategy"] + BenchCounts.names.map(\.description) + BenchFigures.names.map(\.description)
    let lines = report.results.map { result in
      [result.strategy.rawValue] + result.counts.values.map(String.init)
        + BenchFigures.values(of: result.times).map(BenchFigures.decimal)
    }
    // Names and numbers need no quotes.
    return ([names] + lines).map { $0.joined(separator: ",") + "\n" }.joined()
  }
}
