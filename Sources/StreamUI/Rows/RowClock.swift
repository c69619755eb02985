import StreamModel

/// The time from which rows tell ages, on clocks of a zone.
struct RowClock {
  let now: Timestamp
  var zone = TimeZoneRules.utc

  /// The age, or the date of a time that is long ago.
  func age(of time: Timestamp) -> String { RelativeTime.text(time, now: now, zone: zone) }
  func ago(_ time: Timestamp) -> String { RelativeTime.ago(time, now: now, zone: zone) }
  func ahead(_ time: Timestamp) -> String { RelativeTime.ahead(time, now: now, zone: zone) }
}
