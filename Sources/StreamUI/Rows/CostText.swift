import StreamModel

/// Formats the times of the figures and the demonstration.
package enum CostText {
  /// Returns nanoseconds as milliseconds with a decimal below 100: "0.4 ms", "1,250 ms".
  package static func time(_ nanoseconds: Int64) -> String {
    let tenths = (max(0, nanoseconds) + 50_000) / 100_000
    guard tenths < 1_000 else { return "\(Int(clamping: tenths / 10).grouped) ms" }
    return "\(tenths / 10).\(tenths % 10) ms"
  }
}
