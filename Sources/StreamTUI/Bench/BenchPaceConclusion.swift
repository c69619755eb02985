import StreamUI

/// The sentences that follow from the bytes at each pace.
///
/// Pure: the same bytes give the same sentences.
struct BenchPaceConclusion {
  /// Thousandths above those of eager that are no loss.
  private static let tolerance: Int64 = 1_010

  let report: BenchPaceReport

  /// The sentences, separated by spaces.
  var text: String {
    let strategies = report.rows.first?.cells.map(\.strategy) ?? []
    guard strategies.contains(.eager), strategies.count > 1 else {
      return "Without eager and another strategy there is nothing to compare."
    }
    return strategies.compactMap { $0 == .eager ? nil : sentence(about: $0) }
      .joined(separator: " ")
  }

  /// Where `strategy` sends more than eager, and where it sends least.
  private func sentence(about strategy: Strategy) -> String {
    let ratios = report.rows.compactMap { row in
      row.cells.first { $0.strategy == strategy }.flatMap { cell in
        row.ratio(cell).map { (name: row.pace.name, ratio: $0) }
      }
    }
    guard let most = ratios.max(by: { $0.ratio < $1.ratio }),
      let least = ratios.min(by: { $0.ratio < $1.ratio })
    else { return "" }
    let name = strategy.rawValue.prefix(1).uppercased() + strategy.rawValue.dropFirst()
    let best = "\(BenchUnits.factor(least.ratio)) times (\(least.name))"
    guard most.ratio > Self.tolerance else {
      return "\(name) never sends more bytes than eager; at best it sends \(best)."
    }
    return "\(name) sends up to \(BenchUnits.factor(most.ratio)) times the bytes of eager "
      + "(\(most.name)); at best it sends \(best)."
  }
}
