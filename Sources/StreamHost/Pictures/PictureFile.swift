import Glibc

/// A file that begins as a picture of a known kind does.
package struct PictureFile {
  /// The kinds that are read; the name of a file does not tell its kind.
  package enum Kind: String {
    case png = "PNG"
    case jpeg = "JPEG"
    case gif = "GIF"
    case webp = "WebP"
  }

  /// The state of a file by which another one, or another content, is told.
  package struct Stamp: Equatable {
    private let values: [Int]

    init(values: [Int]) { self.values = values }

    private init(_ status: stat) {
      values = [
        Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino),
        Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
        status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
      ]
    }

    /// The stamp of the file at `path`; nil where there is none.
    init?(path: String) {
      var status = stat()
      guard lstat(path, &status) == 0 else { return nil }
      self.init(status)
    }
  }

  package let kind: Kind
  package let bytes: [UInt8]

  /// The largest file in bytes.
  package static let mostBytes = 8 << 20

  /// The most bytes that a server may send for a picture.
  package static let mostFetchedBytes = 20 << 20

  /// Takes the bytes of a file.
  ///
  /// - Throws: If they do not begin as a picture of a known kind does.
  init(_ bytes: [UInt8]) throws(PictureFault) {
    guard !bytes.isEmpty else { throw .empty }
    guard let kind = Self.kind(of: bytes) else { throw .otherKind }
    self.kind = kind
    self.bytes = bytes
  }

  /// Takes the bytes that a server has sent as `type`.
  ///
  /// - Throws: If they do not begin as a picture of a known kind does.
  init(_ bytes: [UInt8], type: String?) throws(PictureFault) {
    do throws(PictureFault) {
      try self.init(bytes)
    } catch {
      guard error == .otherKind, let type else { throw error }
      throw .otherType(type)
    }
  }

  /// Whether bytes begin as a picture of a known kind does.
  static func isPicture(_ bytes: [UInt8]) -> Bool { kind(of: Array(bytes.prefix(16))) != nil }

  /// Reads a file.
  ///
  /// The path has been judged before, but another file may be there by now: a pipe would block.
  ///
  /// - Throws: If it is no regular file, too large, or no picture of a known kind.
  init(path: String) throws(PictureFault) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .refused(SystemError.text(errno)) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .refused("it is not a regular file")
    }
    let size = Int(status.st_size)
    guard size > 0 else { throw .empty }
    guard size <= Self.mostBytes else { throw .large(bytes: size, most: Self.mostBytes) }
    var bytes = [UInt8](repeating: 0, count: size)
    var count = 0
    while count < bytes.count {
      let room = bytes.count - count
      let some = bytes.withUnsafeMutableBytes { buffer in
        read(descriptor, buffer.baseAddress?.advanced(by: count), room)
      }
      if some < 0, errno == EINTR { continue }
      guard some >= 0 else { throw .refused(SystemError.text(errno)) }
      guard some > 0 else { throw .changed }
      count += some
      // A file of another kind is not read whole.
      if count >= 16 || count == size, Self.kind(of: Array(bytes.prefix(min(count, 16)))) == nil {
        throw .otherKind
      }
    }
    try self.init(bytes)
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
