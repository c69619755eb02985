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

  /// The first second, since 1970-01-01T00:00:00Z.
  var start: Int64 { seconds(year, month ?? 1, day ?? 1) }

  /// The first second after it.
  var end: Int64 {
    if day != nil { return start + 86_400 }
    let next = (month ?? 12) % 12 + 1
    // The arithmetic of days goes to the year 9999.
    if next == 1 { return seconds(year, 12, 31) + 86_400 }
    return seconds(year, next, 1)
  }

  /// The year, month or day after this one; nil after the year 9999.
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
    let padded = { (number: Int, width: Int) in
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    return ([padded(year, 4)] + [month, day].compactMap { $0.map { padded($0, 2) } })
      .joined(separator: "-")
  }

  /// Reads "2026", "2026-11" or "2026-11-23", or the same with "/"; nil for anything else.
  init?(_ text: String) {
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
    self.init(
      year: year,
      month: numbers.dropFirst().first,
      day: numbers.dropFirst(2).first
    )
  }
}
