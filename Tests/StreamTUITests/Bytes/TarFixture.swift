/// Makes a tar, with names of any length.
struct TarFixture {
  /// How names of more than a hundred bytes are written.
  enum LongNames: CaseIterable {
    case gnu, pax, prefix
  }

  var files: [(name: String, bytes: [UInt8])]
  var longNames = LongNames.pax

  var bytes: [UInt8] {
    var tar: [UInt8] = []
    for file in files {
      var name = Array(file.name.utf8)
      var prefix: [UInt8] = []
      if name.count > 100 {
        switch longNames {
        case .gnu: tar += Self.block("././@LongLink", 0x4C, name + [0])
        case .pax: tar += Self.block("PaxHeader", 0x78, Self.record("path", name))
        case .prefix:
          if let slash = name.lastIndex(of: 0x2F) {
            prefix = Array(name[..<slash])
            name = Array(name[(slash + 1)...])
          }
        }
        name = Array(name.prefix(100))
      }
      tar += Self.header(name, prefix, 0x30, file.bytes.count) + Self.filled(file.bytes)
    }
    return tar + [UInt8](repeating: 0, count: 1024)
  }

  static func block(_ name: String, _ kind: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    header(Array(name.utf8), [], kind, bytes.count) + filled(bytes)
  }

  /// Makes the checksum of the header at `offset` right again.
  static func seal(_ tar: inout [UInt8], at offset: Int) {
    for index in 148..<156 { tar[offset + index] = 0x20 }
    let sum = String(tar[offset..<offset + 512].reduce(0) { $0 + Int($1) }, radix: 8)
    let field = String(repeating: "0", count: 6 - sum.count) + sum + "\0 "
    tar.replaceSubrange(offset + 148..<offset + 156, with: field.utf8)
  }

  /// The length of a pax record counts its own digits.
  private static func record(_ key: String, _ value: [UInt8]) -> [UInt8] {
    let rest = Array(" \(key)=".utf8) + value + [0x0A]
    var length = rest.count
    while String(length).utf8.count + rest.count != length { length += 1 }
    return Array(String(length).utf8) + rest
  }

  private static func filled(_ bytes: [UInt8]) -> [UInt8] {
    bytes + [UInt8](repeating: 0, count: (512 - bytes.count % 512) % 512)
  }

  private static func header(
    _ name: [UInt8],
    _ prefix: [UInt8],
    _ kind: UInt8,
    _ size: Int
  ) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: 512)
    func put(_ bytes: some Collection<UInt8>, at offset: Int) {
      block.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    }
    put(name, at: 0)
    let octal = String(size, radix: 8)
    put((String(repeating: "0", count: 11 - octal.count) + octal).utf8, at: 124)
    put([kind], at: 156)
    put("ustar\0".utf8, at: 257)
    put(prefix, at: 345)
    seal(&block, at: 0)
    return block
  }
}
