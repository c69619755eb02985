/// Writes lines of curl's configuration file, with its quoting (curl's manual, "-K, --config").
enum CurlText {
  /// Returns the line for an option with a value.
  static func option(_ name: String, _ value: String) -> String {
    "\(name) = \(quoted(value))"
  }

  /// Returns the value in quotes; NUL, which ends a line for curl, is left out.
  static func quoted(_ value: String) -> String {
    var result: [UInt8] = [UInt8(ascii: "\"")]
    result.reserveCapacity(value.utf8.count + 2)
    for byte in value.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): result += [UInt8(ascii: "\\"), byte]
      case 0x09: result += "\\t".utf8
      case 0x0A: result += "\\n".utf8
      case 0x0B: result += "\\v".utf8
      case 0x0D: result += "\\r".utf8
      case 0x00: break
      default: result.append(byte)
      }
    }
    result.append(UInt8(ascii: "\""))
    return String(decoding: result, as: UTF8.self)
  }
}
