/// A test of the time by which a timeline sorts a post; a post without one passes none.
package enum DateTest: Equatable, Sendable {
  case after(FilterDate)
  /// Up to, but not including, the first second of the moment.
  case before(FilterDate)
  case during(Choices<DatePeriod>)

  /// - Parameter now: the time from which ages count; without it no age passes.
  func matches(_ time: Timestamp?, now: Timestamp?) -> Bool {
    guard let time = time?.secondsSinceEpoch else { return false }
    switch self {
    case .after(let moment): return moment.start(now).map { time >= $0 } ?? false
    case .before(let moment): return moment.start(now).map { time < $0 } ?? false
    case .during(let periods):
      return periods.contains { period in
        guard let start = period.first.start(now), let end = period.last.end(now) else {
          return false
        }
        return time >= start && time < end
      }
    }
  }

  /// Whether one of `times` may pass, in seconds since 1970, whatever the clock says.
  func mayMatch(_ times: ClosedRange<Int64>) -> Bool {
    switch self {
    case .after(let moment): moment.start(nil).map { times.upperBound >= $0 } ?? true
    case .before(let moment): moment.start(nil).map { times.lowerBound < $0 } ?? true
    case .during(let periods):
      periods.contains { period in
        let start = period.first.start(nil) ?? .min
        return times.upperBound >= start && times.lowerBound < period.last.end(nil) ?? .max
      }
    }
  }

  var asksClock: Bool {
    switch self {
    case .after(let moment), .before(let moment): moment.asksClock
    case .during(let periods): periods.contains { $0.first.asksClock || $0.last.asksClock }
    }
  }
}

/// A date, or a time that moves with the clock, which a saved view keeps as it was typed.
package enum FilterDate: Equatable, Sendable {
  case date(CalendarDate)
  case ago(Age)
  case today, yesterday
  case now

  package struct Age: Equatable, Sendable {
    package enum Unit: String, CaseIterable, Sendable {
      case minutes = "min"
      case hours = "h"
      case days = "d"
      case weeks = "w"
      case months = "mo"
      case years = "y"
    }

    private static let most = 100_000

    let amount: Int
    let unit: Unit

    /// Makes an age; nil for less than none and for more than 100,000 of a unit.
    package init?(_ amount: Int, _ unit: Unit) {
      guard (0...Self.most).contains(amount) else { return nil }
      self.amount = amount
      self.unit = unit
    }
  }

  var asksClock: Bool { if case .date = self { false } else { true } }

  /// The first second since 1970; nil where it needs a clock and there is none.
  func start(_ now: Timestamp?) -> Int64? {
    if case .date(let date) = self { return date.start }
    guard let now = now?.secondsSinceEpoch else { return nil }
    switch self {
    case .date, .now: return now
    case .today: return Self.midnight(before: now)
    case .yesterday: return Self.midnight(before: now).map { $0 - Self.day }
    case .ago(let age): return age.seconds(before: now)
    }
  }

  /// The first second after it; for an age that is the age itself.
  func end(_ now: Timestamp?) -> Int64? {
    switch self {
    case .date(let date): date.end
    case .today, .yesterday: start(now).map { $0 + Self.day }
    case .ago, .now: start(now).map { $0 + 1 }
    }
  }

  private static let day: Int64 = 86_400

  private static func midnight(before now: Int64) -> Int64? {
    CalendarDate(secondsSinceEpoch: now)?.start
  }
}

extension FilterDate.Age {
  fileprivate func seconds(before now: Int64) -> Int64? {
    switch unit {
    case .minutes: return now - Int64(amount) * 60
    case .hours: return now - Int64(amount) * 3_600
    case .days: return now - Int64(amount) * 86_400
    case .weeks: return now - Int64(amount) * 604_800
    case .months, .years:
      guard let today = CalendarDate(secondsSinceEpoch: now) else { return nil }
      // Before the first year nothing is older.
      guard let day = today.earlier(byMonths: unit == .years ? amount * 12 : amount) else {
        return CalendarDate(year: 0)?.start
      }
      return day.start + (now - today.start)
    }
  }
}

extension FilterDate: CustomStringConvertible {
  package var description: String {
    switch self {
    case .date(let date): date.description
    case .ago(let age): "\(age.amount)\(age.unit.rawValue)"
    case .today: "today"
    case .yesterday: "yesterday"
    case .now: "now"
    }
  }
}

/// The time from one moment to another, both included.
package struct DatePeriod: Equatable, Sendable {
  package let first: FilterDate
  package let last: FilterDate

  /// Makes a period; nil if `last` begins before `first`, as far as that is the same at all times.
  package init?(from first: FilterDate, to last: FilterDate) {
    let someTime = Timestamp(secondsSinceEpoch: 2_000_000_000)
    if first.asksClock == last.asksClock, let start = first.start(someTime),
      let end = last.start(someTime), start > end
    {
      return nil
    }
    self.first = first
    self.last = last
  }
}

/// A year, a month or a day in UTC, of the years 0 to 9999.
package struct CalendarDate: Equatable, Sendable {
  private let year: Int
  private let month: Int?
  private let day: Int?

  /// Makes a date; nil if no calendar has it, or if a day has no month.
  package init?(year: Int, month: Int? = nil, day: Int? = nil) {
    guard (0...9999).contains(year), (1...12).contains(month ?? 1), day == nil || month != nil,
      (1...Gregorian.days(inMonth: month ?? 1, year: year)).contains(day ?? 1)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  var start: Int64 { seconds(year, month ?? 1, day ?? 1) }

  /// The first second after it.
  package var end: Int64 {
    if day != nil { return start + 86_400 }
    let next = (month ?? 12) % 12 + 1
    // The arithmetic of days goes to the year 9999.
    if next == 1 { return seconds(year, 12, 31) + 86_400 }
    return seconds(year, next, 1)
  }

  var next: CalendarDate? {
    guard let month else { return CalendarDate(year: year + 1) }
    let nextMonth = month == 12 ? (year + 1, 1) : (year, month + 1)
    guard let day else { return CalendarDate(year: nextMonth.0, month: nextMonth.1) }
    return CalendarDate(year: year, month: month, day: day + 1)
      ?? CalendarDate(year: nextMonth.0, month: nextMonth.1, day: 1)
  }

  /// The day that a number of seconds since 1970 falls on; nil outside the years 0 to 9999.
  init?(secondsSinceEpoch seconds: Int64) {
    self.init(String(Timestamp(secondsSinceEpoch: seconds).rfc3339.prefix(10)))
  }

  /// The same day that many months ago, or the last day of that month; nil before the year 0.
  func earlier(byMonths count: Int) -> CalendarDate? {
    let months = year * 12 + (month ?? 1) - 1 - count
    guard months >= 0 else { return nil }
    let (year, month) = (months / 12, months % 12 + 1)
    let day = min(day ?? 1, Gregorian.days(inMonth: month, year: year))
    return CalendarDate(year: year, month: month, day: day)
  }

  private func seconds(_ year: Int, _ month: Int, _ day: Int) -> Int64 {
    Int64(clamping: Gregorian.daysSinceEpoch(year, month, day)) * 86_400
  }
}

extension CalendarDate: CustomStringConvertible {
  /// The date as "2026", "2026-11" or "2026-11-23".
  package var description: String {
    ([padded(year, 4)] + [month, day].compactMap { $0.map { padded($0, 2) } })
      .joined(separator: "-")
  }

  /// Reads "2026", "2026-11" or "2026-11-23", or the same with "/"; nil for anything else.
  package init?(_ text: String) {
    // "2014-02/04" is an interval.
    guard !(text.contains("-") && text.contains("/")) else { return nil }
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "/" }
    let numbers = parts.enumerated().compactMap { index, part in
      (index == 0 ? 4...4 : 1...2).contains(part.utf8.count)
        && part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
    }
    guard numbers.count == parts.count, let year = numbers.first, numbers.count <= 3 else {
      return nil
    }
    self.init(year: year, month: numbers.dropFirst().first, day: numbers.dropFirst(2).first)
  }
}

/// Reads the dates and ages of the one-line form, and those of other programs.
enum MomentText {
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
  static func test(_ text: String) -> DateTest? {
    guard let (first, last) = ends(of: text) else {
      guard let moment = moment(text) else { return nil }
      switch moment {
      case .ago, .now: return .after(moment)
      case .date, .today, .yesterday:
        return DatePeriod(from: moment, to: moment).map { .during(Choices($0)) }
      }
    }
    if last.isEmpty { return moment(first).map { .after($0) } }
    guard let end = moment(completed(last, after: first)) else { return nil }
    if first.isEmpty { return end.next.map { .before($0) } }
    return moment(first).flatMap { DatePeriod(from: $0, to: end) }.map { .during(Choices($0)) }
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
