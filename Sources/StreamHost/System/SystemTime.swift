import Glibc
package import StreamModel

package final class SystemTime: TimeSource {
  package init() {}

  package var now: Moment {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Moment(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
  }

  package var wall: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(secondsSinceEpoch: Int64(time.tv_sec))
  }
}

/// The time zone of the machine, as the C library knows it.
package enum SystemZone {
  /// The zone of `TZ`, else of /etc/localtime.
  ///
  /// The C library takes UTC where the data of a zone is missing or damaged.
  package static let local = TimeZoneRules(name: "local") { seconds in
    var time = time_t(seconds)
    var parts = tm()
    // Fails for years beyond 32 bits, which no zone has rules for.
    guard localtime_r(&time, &parts) != nil else { return 0 }
    return parts.tm_gmtoff
  }

  /// The zone of `TZ`, or UTC if it is not set: output that depends on no machine.
  package static var stated: TimeZoneRules { Environment.value("TZ") == nil ? .utc : local }
}
