/// Formats times relative to now: "5m", "3h", "2d", then the date.
package enum RelativeTime {
  /// Returns the time from `time` to `now`; the date if `time` is a week or more ago or in the
  /// future.
  ///
  /// After 24 hours days are counted by midnights in `zone`, as a reader counts them.
  package static func text(
    _ time: Timestamp,
    now: Timestamp,
    zone: TimeZoneRules = .utc
  ) -> String {
    let (age, overflow) = now.secondsSinceEpoch.subtractingReportingOverflow(
      time.secondsSinceEpoch
    )
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
  package static func ago(
    _ time: Timestamp,
    now: Timestamp,
    zone: TimeZoneRules = .utc
  ) -> String {
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

  /// "UTC", or "+05:30".
  private static func offset(at time: Timestamp, _ zone: TimeZoneRules) -> String {
    let minutes = zone.offset(at: time.secondsSinceEpoch) / 60
    guard minutes != 0 else { return "UTC" }
    let parts = [abs(minutes) / 60, abs(minutes) % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return (minutes < 0 ? "-" : "+") + parts.joined(separator: ":")
  }

  /// The time that clocks show, as if it were one of UTC.
  private static func shown(_ time: Timestamp, _ zone: TimeZoneRules) -> Timestamp {
    guard time.zoneIsStated else { return time }
    return Timestamp(secondsSinceEpoch: zone.shown(time.secondsSinceEpoch))
  }

  /// The number of midnights since 1970.
  private static func day(_ time: Timestamp, _ zone: TimeZoneRules) -> Int64 {
    let seconds = shown(time, zone).secondsSinceEpoch
    return seconds / 86_400 - (seconds % 86_400 < 0 ? 1 : 0)
  }
}
