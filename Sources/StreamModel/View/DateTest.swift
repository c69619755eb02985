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
