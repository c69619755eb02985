/// Reads the values of the fields for counts.
enum CountTerm {
  static func read(
    _ field: Field.Count,
    _ sign: FieldSign,
    from scanner: inout ViewScanner
  ) throws(ViewError) -> CountTest {
    try sign.check(isOneOf: FieldSign.ofNumbers)
    guard sign.isComparison else {
      var ranges: [ClosedRange<Int>] = []
      for value in try scanner.takeValues() {
        let ends = sign.ends(of: value.text) ?? (value.text, value.text)
        guard let first = number(ends.first, field), let last = number(ends.last, field),
          first <= last
        else { throw noNumber(field, value, "a number such as 10, or a range such as 2..5") }
        ranges.append(first...last)
      }
      return .within(try Choices(typed: ranges))
    }
    let value = try scanner.takeValue()
    guard let number = number(value.text, field) else {
      throw noNumber(field, value, "a number such as 10")
    }
    return switch sign.text {
    case ">": .above(number)
    case "<": .below(number)
    default: sign.text.first == ">" ? .atLeast(number) : .atMost(number)
    }
  }

  /// A number; of a time in minutes, "5m" and "1h".
  private static func number(_ text: String, _ field: Field.Count) -> Int? {
    guard field == .time else { return Int(text) }
    let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "-" }
    guard let amount = Int(digits) else { return nil }
    switch text.dropFirst(digits.count).lowercased() {
    case "", "m", "min", "mins", "minutes": return amount
    case "h", "hr", "hours":
      let (minutes, isBeyond) = amount.multipliedReportingOverflow(by: 60)
      return isBeyond ? nil : minutes
    default: return nil
    }
  }

  private static func noNumber(
    _ field: Field.Count,
    _ value: ViewScanner.Value,
    _ form: String
  ) -> ViewError {
    ViewError(
      column: value.column,
      problem: value.text.isEmpty ? "a value is missing" : "\"\(value.text)\" is no number",
      expected: field == .time ? "minutes such as 5m" : form
    )
  }
}
