/// A time in UTC, with whether the document stated its zone.
public struct Timestamp: Equatable, Hashable, Sendable, Comparable {
  /// The seconds since 1970-01-01T00:00:00Z, without leap seconds.
  public let secondsSinceEpoch: Int64
  /// Whether the document stated a zone; otherwise UTC is assumed.
  public let zoneIsStated: Bool

  /// Makes a time.
  public init(secondsSinceEpoch: Int64, zoneIsStated: Bool = true) {
    self.secondsSinceEpoch = secondsSinceEpoch
    self.zoneIsStated = zoneIsStated
  }

  /// Whether `lhs` is earlier than `rhs`.
  public static func < (lhs: Timestamp, rhs: Timestamp) -> Bool {
    lhs.secondsSinceEpoch < rhs.secondsSinceEpoch
  }

  /// Returns the time `seconds` later, or earlier if they are negative; stops at the ends of time.
  package func advanced(by seconds: Int64) -> Timestamp {
    Timestamp(secondsSinceEpoch: secondsSinceEpoch.saturatingAdd(seconds))
  }

  /// Returns the seconds from `earlier` to this time; stops at the ends of time.
  package func seconds(since earlier: Timestamp) -> Int64 {
    let (rest, isBeyond) =
      secondsSinceEpoch.subtractingReportingOverflow(earlier.secondsSinceEpoch)
    return isBeyond ? (secondsSinceEpoch < 0 ? .min : .max) : rest
  }

  /// Whether the time is what programs write for none: the year 1 of Go and .NET, or the start of 1970, in any zone.
  var isUnset: Bool {
    let (yearTwo, longestOffset): (Int64, Int64) = (-62_104_060_800, 50_400)
    return secondsSinceEpoch < yearTwo
      || (-longestOffset...longestOffset).contains(secondsSinceEpoch)
        && secondsSinceEpoch % 900 == 0
  }
}

extension Timestamp {
  /// Makes a time of seconds since 1970, or of milliseconds if the number is above 10^11.
  ///
  /// Returns nil outside the years 0 to 9999. Fractions of a second are dropped.
  public init?(unixTime number: Double) {
    guard number.isFinite else { return nil }
    let scaled = number.magnitude > 1e11 ? number / 1000 : number
    // From the year 0 to the end of 9999.
    guard let whole = Int64(exactly: scaled.rounded(.down)),
      (-62_167_219_200..<253_402_300_800).contains(whole)
    else { return nil }
    self.init(secondsSinceEpoch: whole)
  }

  init?(_ text: some StringProtocol, parsedBy parse: (UnsafeBufferPointer<UInt8>) -> Timestamp?) {
    let parsed =
      text.utf8.withContiguousStorageIfAvailable(parse)
      ?? Array(text.utf8).withUnsafeBufferPointer(parse)
    guard let parsed else { return nil }
    self = parsed
  }

  /// A date and time of day in the Gregorian calendar.
  public struct Civil: Equatable, Sendable {
    /// The year in the Gregorian calendar; 0 is 1 BC.
    public let year: Int
    /// The month, from 1 to 12.
    public let month: Int
    /// The day of the month, from 1 to 31.
    public let day: Int
    /// The hour, from 0 to 23.
    public let hour: Int
    /// The minute, from 0 to 59.
    public let minute: Int
    /// The second, from 0 to 59.
    public let second: Int
  }

  /// Parses an RFC 3339 date and time; a missing zone is assumed to be UTC and recorded as missing.
  ///
  /// Fractions of a second are dropped. A space or "t" may replace the "T". Second 60 counts as the
  /// first second of the next minute. Returns nil for anything else.
  public init?(rfc3339 text: some StringProtocol) {
    self.init(text) { Timestamp(rfc3339Bytes: $0) }
  }

  /// The time in UTC, such as "2026-01-30T08:15:00Z".
  public var rfc3339: String {
    let at = civil
    let date = "\(padded(at.year, 4))-\(padded(at.month, 2))-\(padded(at.day, 2))"
    return date + "T\(padded(at.hour, 2)):\(padded(at.minute, 2)):\(padded(at.second, 2))Z"
  }

  /// The date and time of day in UTC.
  ///
  /// The conversion of days to dates follows Howard Hinnant's `civil_from_days`: 400-year eras that begin in March.
  public var civil: Civil {
    // Beyond about 10^14 years no calendar is meaningful: clamp, so that nothing below overflows.
    let bound: Int64 = 1 << 52
    let seconds = min(max(secondsSinceEpoch, -bound), bound)
    let day = floorDivide(seconds, 86_400)
    let second = Int(seconds - day * 86_400)
    let shifted = day + 719_468
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return Civil(
      year: Int(yearOfEra + era * 400 + (month <= 2 ? 1 : 0)),
      month: Int(month),
      day: Int(dayOfYear - (153 * marchMonth + 2) / 5 + 1),
      hour: second / 3600,
      minute: second / 60 % 60,
      second: second % 60
    )
  }

  init?(rfc3339Bytes bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count >= 19, bytes.count <= 64,
      let year = bytes.digits(at: 0, 4), bytes[4] == 0x2D,
      let month = bytes.digits(at: 5, 2), bytes[7] == 0x2D,
      let day = bytes.digits(at: 8, 2),
      bytes[10] == 0x54 || bytes[10] == 0x74 || bytes[10] == 0x20,
      let hour = bytes.digits(at: 11, 2), bytes[13] == 0x3A,
      let minute = bytes.digits(at: 14, 2), bytes[16] == 0x3A,
      let second = bytes.digits(at: 17, 2),
      month >= 1, month <= 12, day >= 1, day <= Gregorian.days(inMonth: month, year: year),
      hour <= 23, minute <= 59, second <= 60
    else { return nil }
    var at = 19
    if at < bytes.count, bytes[at] == 0x2E {
      let fraction = at + 1
      at = fraction
      while at < bytes.count, bytes[at].isASCIIDigit { at += 1 }
      guard at > fraction else { return nil }
    }
    var offset = 0
    var zoneIsStated = true
    if at == bytes.count {
      zoneIsStated = false
    } else if bytes[at] == 0x5A || bytes[at] == 0x7A {
      guard at + 1 == bytes.count else { return nil }
    } else {
      guard bytes[at] == 0x2B || bytes[at] == 0x2D,
        let hours = bytes.digits(at: at + 1, 2), hours <= 23
      else { return nil }
      var minutesAt = at + 3
      if minutesAt < bytes.count, bytes[minutesAt] == 0x3A { minutesAt += 1 }
      guard let minutes = bytes.digits(at: minutesAt, 2), minutes <= 59,
        minutesAt + 2 == bytes.count
      else { return nil }
      offset = (hours * 3600 + minutes * 60) * (bytes[at] == 0x2D ? -1 : 1)
    }
    let time = hour * 3600 + minute * 60 + second
    self.init(
      secondsSinceEpoch: Int64(Gregorian.daysSinceEpoch(year, month, day) * 86_400 + time - offset),
      zoneIsStated: zoneIsStated
    )
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The number of `length` digits that begins at `start`; nil where one is none, or beyond the end.
  func digits(at start: Int, _ length: Int) -> Int? {
    guard start + length <= count else { return nil }
    var value = 0
    for at in start..<start + length {
      guard self[at].isASCIIDigit else { return nil }
      value = value * 10 + Int(self[at] & 0x0F)
    }
    return value
  }
}

extension FixedWidthInteger {
  /// The sum, or the end of the range that it passes.
  func saturatingAdd(_ other: Self) -> Self {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other > 0 ? .max : .min) : sum
  }
}

private func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
  let quotient = value / divisor
  return value % divisor < 0 ? quotient - 1 : quotient
}

func padded(_ value: Int, _ width: Int) -> String {
  let text = String(value.magnitude)
  let zeros = String(repeating: "0", count: max(0, width - text.utf8.count))
  return (value < 0 ? "-" : "") + zeros + text
}

enum Gregorian {
  static func days(inMonth month: Int, year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: isLeap(year) ? 29 : 28
    default: 31
    }
  }

  static func isLeap(_ year: Int) -> Bool { (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 }

  /// Returns the days since 1970-01-01, after Howard Hinnant's `days_from_civil`; `year` is 0 to 9999.
  static func daysSinceEpoch(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = (month <= 2 ? year - 1 : year) + 400
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return (era - 1) * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
      - 719_468
  }

  /// Returns the days from 1970-01-01 to a day of an ISO 8601 week; nil if the year has no such day.
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
