/// Checks whether bytes are one JSON text (RFC 8259).
enum JSONValidator {
  /// Returns the first fault, nil if there is none; a byte order mark is skipped.
  static func firstFault(in bytes: UnsafeBufferPointer<UInt8>) -> JSONFault? {
    var reader = JSONReader(bytes, from: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    do throws(JSONFault) {
      try reader.skipValue()
      try reader.end()
      return nil
    } catch {
      return error
    }
  }
}
