/// Makes a zip, with whatever is to be wrong with it.
struct ZipFixture {
  struct Entry {
    var name: String
    var bytes: [UInt8]
    var isDeflated = true
    var flags: UInt16 = 0
    var method: UInt16?
    /// Whether the sizes stand in the extra field of 64 bits.
    var isWide = false
    var checksum: UInt32?
    /// Where the header is said to be; nil for where it is.
    var header: Int?
    var packedSize: Int?
  }

  var entries: [Entry]
  var prefix: [UInt8] = []
  var comment: [UInt8] = []
  var isWide = false

  var bytes: [UInt8] {
    var body: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      let packed = entry.isDeflated ? Fixture.deflateRaw(entry.bytes) : entry.bytes
      let checksum = entry.checksum ?? Fixture.checksum(entry.bytes)
      let name = Array(entry.name.utf8)
      let header = entry.header ?? body.count
      let packedSize = entry.packedSize ?? packed.count
      let method = entry.method ?? (entry.isDeflated ? 8 : 0)
      let common = le(entry.flags) + le(method) + le(UInt32(0)) + le(checksum)
      body += le(UInt32(0x0403_4B50)) + le(UInt16(20)) + common
      body += le(UInt32(packedSize)) + le(UInt32(entry.bytes.count))
      body += le(UInt16(name.count)) + le(UInt16(3)) + name + [1, 2, 3] + packed
      var extra: [UInt8] = le(UInt16(0x5455)) + le(UInt16(1)) + [0]
      if entry.isWide {
        extra += le(UInt16(1)) + le(UInt16(24))
        extra += le(UInt64(entry.bytes.count)) + le(UInt64(packedSize)) + le(UInt64(header))
      }
      func field(_ value: Int) -> [UInt8] { le(entry.isWide ? UInt32.max : UInt32(value)) }
      directory += le(UInt32(0x0201_4B50)) + le(UInt16(20)) + le(UInt16(20)) + common
      directory += field(packedSize) + field(entry.bytes.count)
      directory += le(UInt16(name.count)) + le(UInt16(extra.count)) + le(UInt16(2))
      directory += le(UInt16(0)) + le(UInt16(0)) + le(UInt32(0)) + field(header)
      directory += name + extra + [0x68, 0x69]
    }
    return prefix + body + directory + end(at: body.count, directory.count)
  }

  private func end(at offset: Int, _ size: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    if isWide {
      bytes += le(UInt32(0x0606_4B50)) + le(UInt64(44)) + le(UInt16(45)) + le(UInt16(45))
      bytes += le(UInt32(0)) + le(UInt32(0)) + le(UInt64(entries.count)) + le(UInt64(entries.count))
      bytes += le(UInt64(size)) + le(UInt64(offset))
      bytes += le(UInt32(0x0706_4B50)) + le(UInt32(0))
      bytes += le(UInt64(prefix.count + offset + size)) + le(UInt32(1))
    }
    bytes += le(UInt32(0x0605_4B50)) + le(UInt16(0)) + le(UInt16(0))
    bytes += le(isWide ? UInt16.max : UInt16(entries.count))
    bytes += le(isWide ? UInt16.max : UInt16(entries.count))
    bytes += le(isWide ? UInt32.max : UInt32(size)) + le(isWide ? UInt32.max : UInt32(offset))
    return bytes + le(UInt16(comment.count)) + comment
  }

  private func le(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }
}
