/// Formats the numbers of the figures and the demonstration.
enum CostText {
  /// A count in at most seven columns: "1,234", "123k", "12M".
  static func count(_ number: Int) -> String {
    switch number {
    case 10_000_000...: "\(number / 1_000_000)M"
    case 100_000...: "\(number / 1_000)k"
    default: number.grouped
    }
  }

  /// Nanoseconds as milliseconds with a decimal below 100: "0.4 ms", "1,250 ms".
  static func time(_ nanoseconds: Int64) -> String {
    let tenths = (max(0, nanoseconds) + 50_000) / 100_000
    guard tenths < 1_000 else { return "\(Int(clamping: tenths / 10).grouped) ms" }
    return "\(tenths / 10).\(tenths % 10) ms"
  }

  /// The last `columns` of `costs` as bars, the highest for `most` nanoseconds.
  static func sparkline(_ costs: [Int64], most: Int64, columns: Int) -> String {
    let bars = Array("▁▂▃▄▅▆▇█")
    let top = max(1, most)
    return String(
      costs.suffix(max(0, columns)).map { cost in
        // An eighth for each started eighth of the highest.
        let level = min(max(0, cost), top) * 8 / top
        return bars[Int(clamping: min(level, 7))]
      }
    )
  }
}
