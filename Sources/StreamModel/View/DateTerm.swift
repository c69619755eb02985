/// Reads the values of the fields for dates and ages.
enum DateTerm {
  static func moment(
    _ sign: FieldSign,
    from scanner: inout ViewScanner
  ) throws(ViewError) -> FilterDate {
    try sign.check(isOneOf: [":", "="])
    let value = try scanner.takeValue()
    guard let moment = MomentText.moment(value.text) else { throw noDate(value) }
    return moment
  }

  static func date(
    _ sign: FieldSign,
    from scanner: inout ViewScanner
  ) throws(ViewError) -> DateTest {
    try sign.check(isOneOf: FieldSign.ofNumbers + ["=~"])
    if sign.isComparison {
      let value = try scanner.takeValue()
      guard let moment = MomentText.moment(value.text) else { throw noDate(value) }
      switch sign.text {
      case ">=": return .after(moment)
      case "<": return .before(moment)
      default:
        guard let next = moment.next else { throw noDate(value) }
        return sign.text == ">" ? .after(next) : .before(next)
      }
    }
    var spans: [MomentText.Span] = []
    for value in try scanner.takeValues() {
      guard
        let span = MomentText.span(sign.ends(of: value.text).map { "\($0)..\($1)" } ?? value.text)
      else { throw noDate(value) }
      spans.append(span)
    }
    return try test(of: spans)
  }

  /// An age: a number alone counts whole days, as in newsboat.
  static func age(
    _ sign: FieldSign,
    from scanner: inout ViewScanner
  ) throws(ViewError) -> DateTest {
    try sign.check(isOneOf: FieldSign.ofNumbers)
    let value = try scanner.takeValue()
    let text = value.text
    if sign.isComparison {
      if let days = Int(text) {
        let isWhole = sign.text == "<=" || sign.text == ">"
        guard let age = FilterDate.Age(isWhole ? min(days, 100_000) + 1 : days, .days) else {
          throw noAge(value)
        }
        return sign.text.first == "<" ? .after(.ago(age)) : .before(.ago(age))
      }
      guard let moment = MomentText.moment(text), case .ago = moment else { throw noAge(value) }
      return sign.text.first == "<" ? .after(moment) : .before(moment)
    }
    if let ends = sign.ends(of: text) ?? MomentText.ends(of: text) {
      // newsboat takes the two ends in either order.
      let isTurned = Int(ends.first).flatMap { one in Int(ends.last).map { one > $0 } } ?? false
      let (first, last) = isTurned ? (ends.last, ends.first) : ends
      guard let least = days(first), let most = days(last, isWhole: true),
        let period = DatePeriod(from: most, to: least)
      else { throw noAge(value) }
      return .during(Choices(period))
    }
    if let number = Int(text), let most = FilterDate.Age(min(number, 100_000) + 1, .days),
      let least = FilterDate.Age(number, .days),
      let period = DatePeriod(from: .ago(most), to: .ago(least))
    {
      return .during(Choices(period))
    }
    guard let span = MomentText.span(text) else { throw noAge(value) }
    return try test(of: [span])
  }

  /// - Parameter isWhole: whether a number of days stands for the end of the last one.
  private static func days(_ text: String, isWhole: Bool = false) -> FilterDate? {
    guard let days = Int(text) else { return MomentText.moment(text) }
    return FilterDate.Age(min(max(days, 0), 99_999) + (isWhole ? 1 : 0), .days).map { .ago($0) }
  }

  private static func test(of spans: [MomentText.Span]) throws(ViewError) -> DateTest {
    if spans.count == 1, case .after(let moment)? = spans.first { return .after(moment) }
    if spans.count == 1, case .before(let moment)? = spans.first { return .before(moment) }
    let start = CalendarDate(year: 0).map { FilterDate.date($0) }
    return .during(
      try Choices(
        typed:
          spans.compactMap { span in
            switch span {
            case .period(let period): period
            case .after(let moment): DatePeriod(from: moment, to: .now)
            case .before(let moment): start.flatMap { DatePeriod(from: $0, to: moment) }
            }
          }
      )
    )
  }

  static func noDate(_ value: ViewScanner.Value) -> ViewError {
    if let remedy = MomentText.remedy(for: value.text) {
      return ViewError(column: value.column, problem: remedy)
    }
    return ViewError(
      column: value.column,
      problem: value.text.isEmpty ? "a value is missing" : "\"\(value.text)\" is no date",
      expected: MomentText.form
    )
  }

  private static func noAge(_ value: ViewScanner.Value) -> ViewError {
    ViewError(
      column: value.column,
      problem: value.text.isEmpty ? "a value is missing" : "\"\(value.text)\" is no age",
      expected: "days such as 3, or an age such as 3d, 2w or 6mo"
    )
  }
}
