package import StreamModel

/// Formats times relative to now: "5m", "3h", "2d", then the date.
package enum RelativeTime {
  /// Returns the time from `time` to `now`; the date if `time` is a week or more ago or in the
  /// future.
  package static func text(_ time: Timestamp, now: Timestamp) -> String {
    let (age, overflow) = now.secondsSinceEpoch.subtractingReportingOverflow(
      time.secondsSinceEpoch
    )
    // Clocks differ: a time less than a minute ahead counts as now.
    guard !overflow, age > -60, age < 7 * 86_400 else { return date(time) }
    switch age {
    case ..<60: return "now"
    case ..<3600: return "\(age / 60)m"
    case ..<86_400: return "\(age / 3600)h"
    default: return "\(age / 86_400)d"
    }
  }

  /// Returns date and time to the minute, with the time zone, for a post's own page.
  package static func full(_ time: Timestamp) -> String {
    let civil = time.rfc3339
    guard civil.utf8.count >= 17 else { return civil }
    let minute = civil.dropLast(4).replacing("T", with: " ")
    return minute + (time.zoneIsStated ? " UTC" : " (zone not stated)")
  }

  private static func date(_ time: Timestamp) -> String {
    String(time.rfc3339.prefix { $0 != "T" })
  }
}
