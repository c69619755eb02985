/// Finds the next record after a malformed one by the appearance of earlier records.
///
/// A record begins with the same white space, brace and first key as its neighbours. If that white
/// space contains no line break, comments may begin in the same way; then the keys must match as
/// well.
struct Recovery {
  enum Verdict {
    case record
    case other
    /// More bytes are needed to decide.
    case unclear
  }

  static let reach = 64 << 10
  private static let longestLead = 64
  private static let longestHead = 128

  private var lead: [UInt8] = []
  private var head: [UInt8] = []
  /// The bits of the keys that all records seen so far have.
  private var keys: UInt64?
  private var learned = 0
  private var checked = 0
  private var repeated = 0

  var isReady: Bool { !head.isEmpty }
  var wantsMore: Bool { learned < 16 }
  /// The bytes to search for: white space, a brace and a key.
  var needle: [UInt8] { isExact ? lead + head : [0x2C] + lead + head }
  /// The number of bytes of the needle that precede the record.
  var leadLength: Int { needle.count - head.count }

  private var isExact: Bool { lead.contains(0x0A) }

  /// Learns the appearance of a record at `start`, which white space from `leadStart` on precedes.
  mutating func learn(
    _ bytes: UnsafeBufferPointer<UInt8>,
    leadLength: Int,
    isWhole: Bool
  ) {
    guard leadLength >= 0, leadLength < bytes.count else { return }
    learned += 1
    let record = UnsafeBufferPointer(rebasing: bytes[leadLength...])
    guard let opening = Self.opening(of: record) else { return }
    if leadLength <= Self.longestLead, head.isEmpty || learned == 2 {
      head = opening
      lead = Array(bytes[0..<leadLength])
    }
    if isWhole { keys = (keys ?? .max) & Self.keys(of: record).bits }
  }

  /// Decides whether bytes that begin with a needle's brace are a record.
  mutating func judge(
    _ bytes: UnsafeBufferPointer<UInt8>,
    at offset: Int,
    isComplete: Bool
  ) -> Verdict {
    // Beyond this limit the check would cost more than the scan: accept what looks right.
    guard !isExact, let keys, checked <= (16 << 20) + 8 * offset else { return .record }
    let found = Self.keys(of: bytes)
    if found.bits & keys == keys {
      checked += bytes.count
      return .record
    }
    if found.isCut, bytes.count < Self.reach, !isComplete { return .unclear }
    checked += bytes.count
    return .other
  }

  /// Returns whether the bytes between a record and its malformed part may be read once more.
  mutating func mayReturn(from broken: Int, to start: Int) -> Bool {
    repeated += max(0, broken - start)
    return repeated <= (16 << 20) + 8 * broken
  }

  /// Returns the brace and the first key with its quotes.
  private static func opening(of record: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var json = JSONReader(UnsafeBufferPointer(rebasing: record.prefix(longestHead)))
    do throws(JSONError) {
      guard try json.peek() == .object else { return nil }
      try json.open()
      json.skipSpace()
      guard try json.peek() == .string else { return nil }
      _ = try json.text()
      return Array(record[0..<json.offset])
    } catch {
      return nil
    }
  }

  private static func keys(of record: UnsafeBufferPointer<UInt8>) -> (bits: UInt64, isCut: Bool) {
    var json = JSONReader(record)
    var bits: UInt64 = 0
    do throws(JSONError) {
      guard try json.peek() == .object else { return (0, false) }
      try json.open()
      while let key = try json.nextKey() {
        bits |= 1 << (stableHash(record[key.start..<key.end]) >> 58)
        try json.skipValue()
      }
      return (bits, false)
    } catch {
      return (bits, error.offset >= record.count)
    }
  }
}
