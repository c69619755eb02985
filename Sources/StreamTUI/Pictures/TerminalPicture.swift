import StreamHost

/// A picture as the terminal gets it: the keys that say what it is, and its bytes.
struct TerminalPicture: Equatable {
  /// The program that decodes files of other kinds than PNG, looked up in PATH.
  static let decoder = "chafa"

  let keys: String
  /// The pixels that the terminal keeps.
  let pixels: Int
  private let bytes: [UInt8]

  /// The bytes of a slice: 4,096 in Base64.
  private static let slice = 3_072

  /// A PNG file, which the terminal decodes.
  init(_ file: PNGFile) {
    keys = "f=100"
    pixels = file.pixels
    bytes = file.bytes
  }

  /// Pixels of four bytes: red, green, blue and opacity.
  init(width: Int, height: Int, bytes: [UInt8]) {
    keys = "f=32,s=\(width),v=\(height)"
    pixels = width * height
    self.bytes = bytes
  }

  var count: Int { bytes.count }

  /// Returns the slice that begins at byte `start`, in Base64, and the beginning of the next one.
  func slice(from start: Int) -> (payload: String, end: Int) {
    let end = min(bytes.count, start + Self.slice)
    return (Base64.encoded(Array(bytes[start..<end])), end)
  }
}

enum PictureReading {
  case picture(TerminalPicture)
  /// It is looked at or decoded: ``PictureShelf/take(_:of:)`` gets the outcome.
  case pending
  case refused(PictureFault)
}
