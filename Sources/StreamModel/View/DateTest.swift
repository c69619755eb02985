/// A test of the time by which a timeline sorts a post; a post without one passes none.
package enum DateTest: Equatable, Sendable {
  /// From the first second of the moment on.
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

  /// Whether it counts from the time now.
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

  /// An amount of time: "3d", "6mo".
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
