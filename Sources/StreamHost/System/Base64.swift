/// Bytes as signs of ASCII (RFC 4648 section 4).
package enum Base64 {
  package static func encoded(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let group = bytes[index..<min(index + 3, bytes.count)]
      let value = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for position in 0..<4 {
        let isPadding = position > group.count
        result.append(isPadding ? UInt8(ascii: "=") : alphabet[value >> (18 - 6 * position) & 63])
      }
      index += 3
    }
    return String(decoding: result, as: UTF8.self)
  }
}
