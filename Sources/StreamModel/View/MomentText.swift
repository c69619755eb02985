/// Reads the dates and ages of the one-line form, and those of other programs.
enum MomentText {
  /// The time that a value of `date:` stands for.
  enum Span {
    case period(DatePeriod)
    case after(FilterDate)
    case before(FilterDate)
  }

  static let form = "a date such as 2026-11 or 2026-11-23, or an age such as 3d or yesterday"

  /// Reads "2026-11", "yesterday", "3d", "3 days ago", "6-months-ago" or "P3W"; nil for anything else.
  static func moment(_ text: String) -> FilterDate? {
    if let date = CalendarDate(text) { return .date(date) }
    let text = text.lowercased()
    switch text {
    case "now": return .now
    case "today": return .today
    case "yesterday": return .yesterday
    default: return (age(text) ?? isoAge(text)).map { .ago($0) }
    }
  }

  /// Reads a moment or a range such as `2026-01..2026-06`, `1w..3d`, `2014-02/04` or `P3W/`.
  static func span(_ text: String) -> Span? {
    guard let (first, last) = ends(of: text) else {
      guard let moment = moment(text) else { return nil }
      switch moment {
      case .ago, .now: return .after(moment)
      case .date, .today, .yesterday:
        return DatePeriod(from: moment, to: moment).map { .period($0) }
      }
    }
    if last.isEmpty { return moment(first).map { .after($0) } }
    guard let end = moment(completed(last, after: first)) else { return nil }
    if first.isEmpty { return end.next.map { .before($0) } }
    return moment(first).flatMap { DatePeriod(from: $0, to: end) }.map { .period($0) }
  }

  /// The two ends of `a..b`, `a--b` or `a/b`; nil where it is no range.
  static func ends(of text: String) -> (first: String, last: String)? {
    let scalars = Array(text.unicodeScalars)
    let string = { (part: ArraySlice<Unicode.Scalar>) in
      String(String.UnicodeScalarView(part))
    }
    for at in scalars.indices.dropLast()
    where scalars[at] == scalars[at + 1] && (scalars[at] == "." || scalars[at] == "-") {
      return (string(scalars[..<at]), string(scalars[(at + 2)...]))
    }
    let slashes = scalars.indices.filter { scalars[$0] == "/" }
    // "2026/02" is a month and "2026/02/01" a day.
    guard slashes.count == 1, let slash = slashes.first, CalendarDate(text) == nil else {
      return nil
    }
    return (string(scalars[..<slash]), string(scalars[(slash + 1)...]))
  }

  /// The remedy for a date with the day or the month first; nil for anything else.
  static func remedy(for text: String) -> String? {
    let parts = text.split(omittingEmptySubsequences: false) { "/.-".contains($0) }
    guard parts.count == 3, let one = Int(parts[0]), let other = Int(parts[1]),
      parts[2].utf8.count == 4, let year = Int(parts[2])
    else { return nil }
    let dayFirst = CalendarDate(year: year, month: other, day: one)
    let monthFirst = CalendarDate(year: year, month: one, day: other)
    let dates = [dayFirst, one == other ? nil : monthFirst].compactMap { $0 }
    guard let first = dates.first else { return nil }
    guard dates.count == 2, let second = dates.last else { return "\"\(text)\": write \(first)" }
    return "\"\(text)\" is \(first) or \(second): write one of them"
  }

  /// Reads "3d", "3 days ago", "6-months-ago", "5-days-old", "last week" or "a week ago".
  private static func age(_ text: String) -> FilterDate.Age? {
    var words = text.split { $0 == " " || $0 == "-" || $0 == "_" }
    if words.last == "ago" || words.last == "old" { words.removeLast() }
    if words.count == 1, let word = words.first {
      let digits = word.prefix { $0.isASCII && $0.isNumber }
      guard !digits.isEmpty, digits.count < word.count else { return nil }
      words = [digits, word[digits.endIndex...]]
    }
    guard words.count == 2, let unit = units[String(words[1])] else { return nil }
    let amount = ["a", "an", "last", "past", "one"].contains(words[0]) ? 1 : Int(words[0])
    return amount.flatMap { FilterDate.Age($0, unit) }
  }

  /// Reads a duration of ISO 8601 in one unit, such as "P3W" or "PT12H"; "P1Y6M" has one, months.
  private static func isoAge(_ text: String) -> FilterDate.Age? {
    guard text.hasPrefix("p") else { return nil }
    let isTime = text.hasPrefix("pt")
    var rest = text.dropFirst(isTime ? 2 : 1)
    var ages: [(Int, Character)] = []
    while !rest.isEmpty, ages.count < 2 {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard let amount = Int(digits), amount < 100_000,
        let unit = rest.dropFirst(digits.count).first
      else { return nil }
      ages.append((amount, unit))
      rest = rest.dropFirst(digits.count + 1)
    }
    guard rest.isEmpty, let (amount, unit) = ages.first else { return nil }
    if ages.count == 2 {
      guard !isTime, unit == "y", ages[1].1 == "m" else { return nil }
      return FilterDate.Age(amount * 12 + ages[1].0, .months)
    }
    switch (unit, isTime) {
    case ("h", true): return FilterDate.Age(amount, .hours)
    case ("m", true): return FilterDate.Age(amount, .minutes)
    case ("d", false): return FilterDate.Age(amount, .days)
    case ("w", false): return FilterDate.Age(amount, .weeks)
    case ("m", false): return FilterDate.Age(amount, .months)
    case ("y", false): return FilterDate.Age(amount, .years)
    default: return nil
    }
  }

  /// "m" is a month, as in Gmail.
  private static let units: [String: FilterDate.Age.Unit] = [
    "min": .minutes, "mins": .minutes, "minute": .minutes, "minutes": .minutes, "h": .hours,
    "hr": .hours, "hour": .hours, "hours": .hours, "d": .days, "day": .days, "days": .days,
    "w": .weeks, "wk": .weeks, "week": .weeks, "weeks": .weeks, "m": .months, "mo": .months,
    "month": .months, "months": .months, "y": .years, "yr": .years, "year": .years,
    "years": .years,
  ]

  /// The end of an interval with what it shares with the beginning: of "2014-02/04" that is "2014-04".
  private static func completed(_ last: String, after first: String) -> String {
    guard last.utf8.count <= 2, last.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let dash = first.lastIndex(of: "-")
    else { return last }
    return first[...dash] + last
  }
}

extension FilterDate {
  /// The moment whose start is the end of this one; nil after the year 9999.
  var next: FilterDate? {
    switch self {
    case .date(let date): date.next.map { .date($0) }
    case .ago, .now: self
    case .yesterday: .today
    case .today: .now
    }
  }
}
