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

extension Timestamp {
  /// Returns the time `seconds` later, or earlier if they are negative; stops at the ends of time.
  package func advanced(by seconds: Int64) -> Timestamp {
    let (sum, isBeyond) = secondsSinceEpoch.addingReportingOverflow(seconds)
    return Timestamp(secondsSinceEpoch: isBeyond ? (seconds < 0 ? .min : .max) : sum)
  }

  /// Returns the seconds from `earlier` to this time; stops at the ends of time.
  package func seconds(since earlier: Timestamp) -> Int64 {
    let (rest, isBeyond) =
      secondsSinceEpoch.subtractingReportingOverflow(earlier.secondsSinceEpoch)
    return isBeyond ? (secondsSinceEpoch < 0 ? .min : .max) : rest
  }
}

extension Timestamp {
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
    let seconds = number.magnitude > 1e11 ? number / 1000 : number
    guard let whole = Int64(exactly: seconds.rounded(.down)) else { return nil }
    self.init(boundedSeconds: whole)
  }

  /// Makes a time of seconds since 1970, or of milliseconds if the number is above 10^11.
  ///
  /// Returns nil outside the years 0 to 9999.
  public init?(unixTime number: Int) {
    guard number.magnitude > 100_000_000_000 else {
      self.init(boundedSeconds: Int64(clamping: number))
      return
    }
    // Round down, as for the fractions above, also for times before 1970.
    let (quotient, rest) = Int64(clamping: number).quotientAndRemainder(dividingBy: 1000)
    self.init(boundedSeconds: rest < 0 ? quotient - 1 : quotient)
  }

  private init?(boundedSeconds seconds: Int64) {
    // From the year 0 to the end of 9999.
    guard seconds >= -62_167_219_200, seconds < 253_402_300_800 else { return nil }
    self.init(secondsSinceEpoch: seconds)
  }
}

extension Timestamp {
  /// Parses text by what parses its UTF-8.
  init?(_ text: some StringProtocol, parsedBy parse: (UnsafeBufferPointer<UInt8>) -> Timestamp?) {
    let parsed =
      text.utf8.withContiguousStorageIfAvailable(parse)
      ?? Array(text.utf8).withUnsafeBufferPointer(parse)
    guard let parsed else { return nil }
    self = parsed
  }
}
