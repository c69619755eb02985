/// Reads a number of seconds (delta-seconds, RFC 9111, section 1.2.2).
enum WholeSeconds {
  /// The largest number; a larger one counts as this one, as the standard demands.
  static let limit: Int64 = 2_147_483_648

  /// Returns the number; nil if `text` has anything but digits.
  static func read(_ text: String) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
    return min(limit, Int64(text) ?? limit)
  }
}
