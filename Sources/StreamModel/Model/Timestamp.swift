/// A moment in UTC, with what the document said about its zone.
public struct Timestamp: Equatable, Hashable, Sendable, Comparable {
  /// Seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
  public let secondsSinceEpoch: Int64
  /// False where the document gave no zone and UTC was taken.
  public let zoneIsStated: Bool

  /// A moment.
  public init(secondsSinceEpoch: Int64, zoneIsStated: Bool = true) {
    self.secondsSinceEpoch = secondsSinceEpoch
    self.zoneIsStated = zoneIsStated
  }

  /// Whether it is earlier.
  public static func < (lhs: Timestamp, rhs: Timestamp) -> Bool {
    lhs.secondsSinceEpoch < rhs.secondsSinceEpoch
  }
}
