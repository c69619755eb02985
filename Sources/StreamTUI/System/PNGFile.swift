import Glibc

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

  /// Reads a file; nil if it is no regular file, too large, or no PNG file.
  ///
  /// The path has been judged before, but another file may be there by now: a pipe would block.
  init?(path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      (1...off_t(Self.mostBytes)).contains(status.st_size)
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var count = 0
    while count < bytes.count {
      let room = bytes.count - count
      let some = bytes.withUnsafeMutableBytes { buffer in
        read(descriptor, buffer.baseAddress?.advanced(by: count), room)
      }
      if some < 0, errno == EINTR { continue }
      guard some > 0 else { return nil }
      count += some
    }
    self.init(bytes)
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}
