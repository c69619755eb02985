/// A test of the time by which a timeline sorts a post; a post without one passes none.
package enum DateTest: Equatable, Sendable {
  /// From the first second of the date on.
  case after(CalendarDate)
  /// Up to, but not including, the first second of the date.
  case before(CalendarDate)
  case during(Choices<DatePeriod>)

  func matches(_ time: Timestamp?) -> Bool {
    guard let time = time?.secondsSinceEpoch else { return false }
    return switch self {
    case .after(let date): time >= date.start
    case .before(let date): time < date.start
    case .during(let periods):
      periods.contains { time >= $0.first.start && time < $0.last.end }
    }
  }
}

/// The time from one date to another, both included.
package struct DatePeriod: Equatable, Sendable {
  package let first: CalendarDate
  package let last: CalendarDate

  package init(_ date: CalendarDate) {
    first = date
    last = date
  }

  /// Makes a period; nil if `last` begins before `first`.
  package init?(from first: CalendarDate, to last: CalendarDate) {
    guard first.start <= last.start else { return nil }
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
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "/" }
    let numbers = parts.enumerated().compactMap { index, part in
      part.utf8.count == (index == 0 ? 4 : 2) && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
        ? Int(part) : nil
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
