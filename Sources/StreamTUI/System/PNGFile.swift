/// A PNG file that is small enough to be sent to the terminal as it is.
struct PNGFile: Equatable {
  /// The bytes of the file.
  let bytes: [UInt8]
  /// The pixels that its head states: width times height.
  let pixels: Int

  /// The largest file in bytes.
  static let mostBytes = 1 << 20
  /// The widest and the highest picture in pixels.
  static let mostSide = 4_096

  /// Takes bytes that begin as a PNG file does; nil for others, and for a picture that is too large.
  ///
  /// The head is a chunk of 13 bytes, IHDR, which begins with width and height (PNG, section 11.2.2).
  init?(_ bytes: [UInt8]) {
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let head: [UInt8] = [0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
    guard bytes.count <= Self.mostBytes, bytes.count > 33, bytes.starts(with: signature + head)
    else { return nil }
    let width = Self.number(bytes[16..<20])
    let height = Self.number(bytes[20..<24])
    guard (1...Self.mostSide).contains(width), (1...Self.mostSide).contains(height) else {
      return nil
    }
    self.bytes = bytes
    pixels = width * height
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}
