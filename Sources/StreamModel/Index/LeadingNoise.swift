/// The lines before a JSON feed that are not part of it, such as a warning of the program that
/// fetched it.
///
/// A text must not look like a feed because some line of it is JSON: a few short lines are skipped
/// only, the value after them must tell its format by its keys, and nothing but values may follow it.
struct LeadingNoise {
  /// The outcome of a look at the first bytes.
  enum Outcome: Equatable {
    /// More bytes decide.
    case more
    case nothing
    /// A feed that begins at `start`, after these lines.
    case feed(FeedFormat, start: Int, lines: [Range<Int>])
  }

  static let mostLines = 20
  static let mostBytes = 4 << 10

  let bytes: UnsafeBufferPointer<UInt8>
  /// Whether no more bytes will come, or none would be looked at.
  let isWhole: Bool
  let hint: FormatHint?

  /// Whether the first line cannot begin a feed, as "Warning:" and "[WARN]" cannot.
  var isLikely: Bool {
    var json = JSONReader(bytes, from: Sniffer.origin(bytes))
    json.skipSpace()
    guard json.offset < bytes.count, ![0x3C, 0x7B].contains(bytes[json.offset]) else {
      return false
    }
    return beginsValue(at: json.offset) == false
  }

  /// Looks for a feed after the first lines.
  func outcome() -> Outcome {
    let origin = Sniffer.origin(bytes)
    var lines: [Range<Int>] = []
    var start = origin
    for _ in 0..<Self.mostLines {
      guard let end = bytes[start...].firstIndex(of: 0x0A) else {
        return isWhole || bytes.count - origin > Self.mostBytes ? .nothing : .more
      }
      if bytes[start..<end].contains(where: { !Self.isBlank($0) }) { lines.append(start..<end) }
      start = end + 1
      guard start - origin <= Self.mostBytes else { return .nothing }
      let value = bytes[start...].firstIndex { !Self.isBlank($0) } ?? bytes.count
      guard let isCandidate = beginsValue(at: value) else { return .more }
      guard isCandidate else { continue }
      switch Sniffer(bytes: bytes, isWhole: isWhole, hint: hint, start: value).answer() {
      case .more: return .more
      case .empty, .unknown: continue
      case .format(let format):
        guard let isFeed = isFollowedByValues(value) else { return .more }
        return isFeed ? .feed(format, start: value, lines: lines) : .nothing
      }
    }
    return .nothing
  }

  /// Whether an object, or a list of objects, may begin here; nil if more bytes decide.
  private func beginsValue(at offset: Int) -> Bool? {
    guard offset < bytes.count else { return isWhole ? false : nil }
    let first = bytes[offset]
    guard first == 0x7B || first == 0x5B else { return false }
    var json = JSONReader(bytes, from: offset + 1)
    json.skipSpace()
    guard json.offset < bytes.count else { return isWhole ? false : nil }
    let next = bytes[json.offset]
    return first == 0x7B ? next == 0x22 || next == 0x7D : next == 0x7B || next == 0x5D
  }

  /// Whether another value or the end follows the value, or it goes on to the end of the bytes as no
  /// example in a text does; nil if more bytes decide.
  private func isFollowedByValues(_ offset: Int) -> Bool? {
    var json = JSONReader(bytes, from: offset)
    do throws(JSONError) {
      try json.skipValue()
    } catch {
      guard error.offset >= bytes.count else { return false }
      return isWhole || bytes.count >= Sniffer.glance ? true : nil
    }
    json.skipSpace()
    guard json.offset < bytes.count else { return isWhole ? true : nil }
    return bytes[json.offset] == 0x7B || bytes[json.offset] == 0x5B
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
  }
}
