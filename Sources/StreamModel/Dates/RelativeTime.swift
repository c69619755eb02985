/// Formats times relative to now: "5m", "3h", "2d", then the date.
package enum RelativeTime {
  /// Returns the time from `time` to `now`; the date if `time` is a week or more ago or in the future.
  ///
  /// After 24 hours days are counted by midnights in `zone`, as a reader counts them.
  package static func text(
    _ time: Timestamp,
    now: Timestamp,
    zone: TimeZoneRules = .utc
  ) -> String {
    let (age, overflow) = now.secondsSinceEpoch.subtractingReportingOverflow(time.secondsSinceEpoch)
    // Clocks differ: a time less than a minute ahead counts as now.
    guard !overflow, age > -60, age < 7 * 86_400 else { return date(time, zone) }
    switch age {
    case ..<60: return "now"
    case ..<3600: return "\(age / 60)m"
    case ..<86_400: return "\(age / 3600)h"
    default:
      let days = day(now, zone) - day(time, zone)
      return days < 7 ? "\(days)d" : date(time, zone)
    }
  }

  /// Returns the same as the end of a sentence: "just now", "5m ago", "on 2026-01-31".
  package static func ago(_ time: Timestamp, now: Timestamp, zone: TimeZoneRules = .utc) -> String {
    let text = text(time, now: now, zone: zone)
    if text == "now" { return "just now" }
    return text.last?.isLetter == true ? "\(text) ago" : "on \(text)"
  }

  /// Returns the time from `now` to a time ahead of it: "in 25m", "in 3h", "in 2d", then the date; "due
  /// now" if `time` is past or less than a minute ahead.
  package static func ahead(
    _ time: Timestamp,
    now: Timestamp,
    zone: TimeZoneRules = .utc
  ) -> String {
    let (wait, overflow) = time.secondsSinceEpoch.subtractingReportingOverflow(
      now.secondsSinceEpoch
    )
    guard !overflow else { return "on \(date(time, zone))" }
    switch wait {
    case ..<60: return "due now"
    case ..<3600: return "in \(wait / 60)m"
    case ..<86_400: return "in \(wait / 3600)h"
    case ..<(7 * 86_400): return "in \(wait / 86_400)d"
    default: return "on \(date(time, zone))"
    }
  }

  /// Returns date and time to the minute, with the offset from UTC, for a post's own page.
  ///
  /// A time without a stated zone is shown as the document writes it: nobody knows which it means.
  package static func full(_ time: Timestamp, zone: TimeZoneRules = .utc) -> String {
    let civil = shown(time, zone).rfc3339
    guard civil.utf8.count >= 17 else { return civil }
    let minute = civil.dropLast(4).replacing("T", with: " ")
    return "\(minute) \(time.zoneIsStated ? offset(at: time, zone) : "(zone not stated)")"
  }

  private static func date(_ time: Timestamp, _ zone: TimeZoneRules) -> String {
    String(shown(time, zone).rfc3339.prefix { $0 != "T" })
  }

  private static func offset(at time: Timestamp, _ zone: TimeZoneRules) -> String {
    let minutes = zone.offset(at: time.secondsSinceEpoch) / 60
    guard minutes != 0 else { return "UTC" }
    let parts = [abs(minutes) / 60, abs(minutes) % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return (minutes < 0 ? "-" : "+") + parts.joined(separator: ":")
  }

  private static func shown(_ time: Timestamp, _ zone: TimeZoneRules) -> Timestamp {
    guard time.zoneIsStated else { return time }
    return Timestamp(secondsSinceEpoch: zone.shown(time.secondsSinceEpoch))
  }

  private static func day(_ time: Timestamp, _ zone: TimeZoneRules) -> Int64 {
    let seconds = shown(time, zone).secondsSinceEpoch
    return seconds / 86_400 - (seconds % 86_400 < 0 ? 1 : 0)
  }
}

/// The offsets of a time zone: a value, because the viewer reads no environment.
package struct TimeZoneRules: Equatable, Sendable {
  package let name: String
  private let offset: @Sendable (Int64) -> Int

  package static let utc = TimeZoneRules(name: "UTC") { _ in 0 }

  /// A zone whose `offset` returns the seconds east of UTC at a time in seconds since 1970.
  ///
  /// The same time must always have the same offset.
  package init(name: String, offset: @escaping @Sendable (Int64) -> Int) {
    self.name = name
    self.offset = offset
  }

  package static func == (one: TimeZoneRules, other: TimeZoneRules) -> Bool {
    one.name == other.name
  }

  /// Returns the seconds east of UTC at a time, at most a day.
  package func offset(at seconds: Int64) -> Int { max(-86_400, min(offset(seconds), 86_400)) }

  /// Returns the time that clocks of the zone show, as if it were one of UTC.
  package func shown(_ seconds: Int64) -> Int64 {
    seconds.saturatingAdd(Int64(offset(at: seconds)))
  }

  /// Returns the first time at which clocks of the zone show `shown`, which is given as if it were
  /// one of UTC; where clocks skip that time, the time of the skip.
  package func time(showing shown: Int64) -> Int64 {
    let before = Int64(offset(at: shown.saturatingAdd(-86_400)))
    let after = Int64(offset(at: shown.saturatingAdd(86_400)))
    let candidates = [before, after].map { shown.saturatingAdd(-$0) }.sorted()
    return candidates.first { self.shown($0) == shown } ?? shown.saturatingAdd(-before)
  }
}
