package import StreamModel

extension Timestamp {
  /// The text of a time in January 2026; hours and minutes may go on over midnight.
  package static func january(_ day: Int, hour: Int = 0, minute: Int = 0) -> String {
    let minutes = ((day - 1) * 24 + hour) * 60 + minute
    return Timestamp(secondsSinceEpoch: 1_767_225_600 + Int64(minutes) * 60).rfc3339
  }
}
