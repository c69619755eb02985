/// Day arithmetic of the proleptic Gregorian calendar.
enum Gregorian {
  /// Returns the number of days in a month; `month` is 1 to 12.
  static func days(inMonth month: Int, year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: isLeap(year) ? 29 : 28
    default: 31
    }
  }

  /// Whether the year has 366 days.
  static func isLeap(_ year: Int) -> Bool {
    (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
  }

  /// Returns the days since 1970-01-01, after Howard Hinnant's `days_from_civil`; `year` is 0 to
  /// 9999.
  static func daysSinceEpoch(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = (month <= 2 ? year - 1 : year) + 400
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return (era - 1) * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
      - 719_468
  }

  /// Returns the days from 1970-01-01 to a day of an ISO 8601 week; nil if the year has no such
  /// day.
  ///
  /// Week 1 is the one with January 4th; `weekday` 1 is Monday.
  static func daysSinceEpoch(year: Int, week: Int, weekday: Int) -> Int? {
    guard (1...53).contains(week), (1...7).contains(weekday) else { return nil }
    let fourth = daysSinceEpoch(year, 1, 4)
    // 1970-01-01 was a Thursday; the sum stays positive for the years 0 to 9999.
    let monday = fourth - (fourth + 719_530 + 3) % 7
    return monday + (week - 1) * 7 + weekday - 1
  }
}
