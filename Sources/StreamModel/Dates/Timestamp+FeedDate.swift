extension Timestamp {
  /// Parses a date in any form that feeds are known to use; returns nil for anything else.
  ///
  /// The forms are RFC 822 and its successors, RFC 3339, ISO 8601, W3C-DTF, asctime, and those of
  /// ``FeedDateReader``. A missing or unknown zone is assumed to be UTC and recorded as missing.
  public init?(feedDate text: some StringProtocol) {
    let parsed: Timestamp?
    if let direct = text.utf8.withContiguousStorageIfAvailable({ Timestamp(feedDateBytes: $0) }) {
      parsed = direct
    } else {
      parsed = Array(text.utf8).withUnsafeBufferPointer { Timestamp(feedDateBytes: $0) }
    }
    guard let parsed else { return nil }
    self = parsed
  }

  /// Parses a date as ``init(feedDate:)`` does, from UTF-8.
  public init?(feedDateBytes bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.firstIndex(where: { !$0.isDateSpace }),
      let last = bytes.lastIndex(where: { !$0.isDateSpace }),
      last - start < FeedDateReader.longest
    else { return nil }
    let trimmed = UnsafeBufferPointer(rebasing: bytes[start...last])
    guard !trimmed.beginsWithYearBeforeOurEra else { return nil }
    if let common = Timestamp(rfc822Bytes: trimmed) ?? Timestamp(rfc3339Bytes: trimmed) {
      self = common
      return
    }
    var reader = FeedDateReader(trimmed)
    guard let parsed = reader.read() else { return nil }
    self = parsed
  }
}

extension UInt8 {
  /// Whether the byte is a space or a control character, which dates use only as spaces.
  var isDateSpace: Bool { self <= 0x20 }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes begin as "-0044-" does, which would be read as the year 44.
  fileprivate var beginsWithYearBeforeOurEra: Bool {
    count > 5 && self[0] == 0x2D && self[5] == 0x2D
      && self[1..<5].allSatisfy { (0x30...0x39).contains($0) }
  }
}
