extension Timestamp {
  /// Parses a date in any form that feeds are known to use; returns nil for anything else.
  ///
  /// The forms are RFC 822 and its successors, RFC 3339, ISO 8601, W3C-DTF, asctime, and those of
  /// ``FeedDateReader``. A missing or unknown zone is assumed to be UTC and recorded as missing.
  public init?(feedDate text: some StringProtocol) {
    self.init(text) { Timestamp(feedDateBytes: $0) }
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

extension Timestamp {
  /// Parses only the usual form of RFC 822: "Thu, 01 Jan 2004 19:48:21 GMT", or with "+0100".
  ///
  /// This is the fast path of ``init(feedDateBytes:)``: other forms are left to ``FeedDateReader``.
  init?(rfc822Bytes bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count >= 27, bytes.count <= 31, bytes[3] == 0x2C, bytes[4] == 0x20,
      bytes[0].isASCIILetter, bytes[1].isASCIILetter, bytes[2].isASCIILetter
    else { return nil }
    let dayDigits = bytes[6] == 0x20 ? 1 : 2
    let at = 5 + dayDigits
    // At least 20 of the 27 or more bytes follow the day: every index below is valid, except the zone's.
    guard bytes.count - at >= 20, let day = bytes.digits(at: 5, dayDigits), bytes[at] == 0x20 else {
      return nil
    }
    let letters = bytes[(at + 1)...(at + 3)].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
    guard let month = DateNames.month(letters | 0x20_2020), bytes[at + 4] == 0x20,
      let year = bytes.digits(at: at + 5, 4), bytes[at + 9] == 0x20,
      let hour = bytes.digits(at: at + 10, 2), bytes[at + 12] == 0x3A,
      let minute = bytes.digits(at: at + 13, 2), bytes[at + 15] == 0x3A,
      let second = bytes.digits(at: at + 16, 2), bytes[at + 18] == 0x20,
      day >= 1, day <= Gregorian.days(inMonth: month, year: year),
      hour <= 23, minute <= 59, second <= 60
    else { return nil }

    var offset = 0
    let zone = at + 19
    switch (bytes[zone], bytes.count - zone) {
    case (0x2B, 5), (0x2D, 5):
      guard let hours = bytes.digits(at: zone + 1, 2), hours <= 23,
        let minutes = bytes.digits(at: zone + 3, 2), minutes <= 59
      else { return nil }
      offset = (hours * 3600 + minutes * 60) * (bytes[zone] == 0x2D ? -1 : 1)
    case (0x47, 3): guard bytes[zone + 1] == 0x4D, bytes[zone + 2] == 0x54 else { return nil }
    case (0x55, 3): guard bytes[zone + 1] == 0x54, bytes[zone + 2] == 0x43 else { return nil }
    default: return nil
    }
    let time = hour * 3600 + minute * 60 + second
    self.init(
      secondsSinceEpoch: Int64(Gregorian.daysSinceEpoch(year, month, day) * 86_400 + time - offset)
    )
  }
}

extension UInt8 {
  var isASCIIDigit: Bool { self &- 0x30 < 10 }
  var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }
}
