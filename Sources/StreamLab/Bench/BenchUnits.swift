/// Numbers as a bench prints them.
enum BenchUnits {
  /// Returns nanoseconds as microseconds with one decimal: "8.6".
  static func tenths(_ nanoseconds: Int64) -> String {
    let rounded = (nanoseconds + 50) / 100
    return "\(rounded / 10).\(rounded % 10)"
  }

  /// Returns nanoseconds as "8.6 us", or as "12.3 ms" from 10 ms on.
  static func microseconds(_ nanoseconds: Int64) -> String {
    nanoseconds < 10_000_000 ? tenths(nanoseconds) + " us" : milliseconds(nanoseconds)
  }

  /// Returns nanoseconds as "12.3 ms".
  static func milliseconds(_ nanoseconds: Int64) -> String {
    tenths(nanoseconds / 1_000) + " ms"
  }

  /// Returns thousandths as a factor: "1.02", and with one decimal from 10 on: "31.4".
  static func factor(_ thousandths: Int64) -> String {
    guard thousandths < 9_995 else { return tenths(thousandths) }
    let hundredths = (thousandths + 5) / 10
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }

  /// Returns thousandths as a percentage with one decimal: "1.4 %".
  static func percent(_ thousandths: Int64) -> String {
    "\(thousandths / 10).\(thousandths % 10) %"
  }

  /// Returns thousandths as a decimal: "12.345".
  static func decimal(_ thousandths: Int64) -> String {
    let digits = String(thousandths.magnitude % 1_000)
    let zeros = String(repeating: "0", count: 3 - digits.count)
    return "\(thousandths < 0 ? "-" : "")\(thousandths.magnitude / 1_000).\(zeros)\(digits)"
  }
}
