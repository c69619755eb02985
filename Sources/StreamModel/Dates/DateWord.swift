/// The beginning of a word in lower case, as one number.
struct DateWord: Equatable {
  /// Up to eight bytes of UTF-8, the first one highest; a shorter word is padded with zeros.
  let key: UInt64
  /// The length of the whole word in bytes.
  let count: Int

  /// The first three bytes; zeros pad a shorter word.
  var firstThree: UInt32 { UInt32(key >> 40) }

  init(_ bytes: some Collection<UInt8>) {
    var key: UInt64 = 0
    var length = 0
    var lead: UInt8 = 0
    for byte in bytes {
      defer { length += 1 }
      guard length < 8 else { continue }
      var folded = UInt64(byte)
      if byte &- 0x41 < 26 {
        folded = UInt64(byte | 0x20)
      } else if lead == 0xC3, byte >= 0x80, byte <= 0x9E {
        folded = UInt64(byte | 0x20)  // À to Þ
      } else if lead == 0xCE, byte >= 0x91, byte <= 0x9F {
        folded = UInt64(byte | 0x20)  // Α to Ο
      } else if lead == 0xCE, byte >= 0xA0, byte <= 0xA9 {
        key = key & ~0xFF | 0xCF  // Π to Ω
        folded = UInt64(byte & ~0x20)
      }
      lead = byte
      key = key << 8 | folded
    }
    self.key = length == 0 ? 0 : key << UInt64(8 * (8 - min(length, 8)))
    count = length
  }

  /// Makes a word of a table's name.
  init(_ name: String) { self.init(name.utf8) }

  /// Whether the word begins with `prefix`, which has at most eight bytes.
  func begins(with prefix: DateWord) -> Bool {
    guard prefix.count <= count, prefix.count <= 8, prefix.count > 0 else { return false }
    return (key ^ prefix.key) >> UInt64(8 * (8 - prefix.count)) == 0
  }
}
