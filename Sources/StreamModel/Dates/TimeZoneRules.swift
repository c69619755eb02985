/// The offsets of a time zone: a value, because the viewer reads no environment.
package struct TimeZoneRules: Equatable, Sendable {
  /// Tells zones apart; never shown.
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

  /// Whether two zones have the same name.
  package static func == (one: TimeZoneRules, other: TimeZoneRules) -> Bool {
    one.name == other.name
  }

  /// Returns the seconds east of UTC at a time, at most a day.
  package func offset(at seconds: Int64) -> Int { max(-86_400, min(offset(seconds), 86_400)) }

  /// Returns the time that clocks of the zone show, as if it were one of UTC.
  package func shown(_ seconds: Int64) -> Int64 {
    Self.sum(seconds, Int64(offset(at: seconds)))
  }

  /// Returns the first time at which clocks of the zone show `shown`, which is given as if it were
  /// one of UTC; where clocks skip that time, the time of the skip.
  package func time(showing shown: Int64) -> Int64 {
    let before = Int64(offset(at: Self.sum(shown, -86_400)))
    let after = Int64(offset(at: Self.sum(shown, 86_400)))
    let candidates = [before, after].map { Self.sum(shown, -$0) }.sorted()
    return candidates.first { self.shown($0) == shown } ?? Self.sum(shown, -before)
  }

  private static func sum(_ one: Int64, _ other: Int64) -> Int64 {
    let (sum, overflow) = one.addingReportingOverflow(other)
    return overflow ? (other > 0 ? .max : .min) : sum
  }
}
