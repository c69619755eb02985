import Glibc

/// A file that begins as a picture of a known kind does.
struct PictureFile {
  /// The kinds that are read; the name of a file does not tell its kind.
  enum Kind {
    case png, jpeg, gif, webp
  }

  let kind: Kind
  /// The bytes of the file.
  let bytes: [UInt8]

  /// The largest file in bytes.
  static let mostBytes = 8 << 20

  /// Takes the bytes of a file; nil if they do not begin as a picture of a known kind does.
  init?(_ bytes: [UInt8]) {
    guard let kind = Self.kind(of: bytes) else { return nil }
    self.kind = kind
    self.bytes = bytes
  }

  /// Reads a file; nil if it is no regular file, too large, or no picture of a known kind.
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
      // A file of another kind is not read whole.
      if Self.kind(of: Array(bytes.prefix(min(count, 16)))) == nil { return nil }
    }
    self.init(bytes)
  }

  /// Tells the kind by the first bytes.
  private static func kind(of bytes: [UInt8]) -> Kind? {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) { return .gif }
    if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      return .webp
    }
    return nil
  }
}
