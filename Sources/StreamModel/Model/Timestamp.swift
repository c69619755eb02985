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
}
