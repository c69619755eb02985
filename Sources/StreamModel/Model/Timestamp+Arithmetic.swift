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
