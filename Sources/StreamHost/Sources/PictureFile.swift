package import Addresses
package import CellGrid
import Glibc

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
  package static let mostFetchedBytes = Purpose.longestPicture

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
      throw .refused("it is \(type), not a picture")
    }
  }

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
    let bytes: [UInt8]
    do throws(OpenFile.Failure) {
      bytes = try OpenFile.bytes(of: descriptor, limit: Self.mostBytes)
    } catch {
      if case .refused(let reason) = error { throw .refused(SystemError.text(reason)) }
      throw .large(bytes: size, most: Self.mostBytes)
    }
    guard bytes.count == size else { throw .refused("the file changed while it was read") }
    try self.init(bytes)
  }

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

extension PictureFile {
  /// Reads the picture that a feed names beside itself, in its folder or archive.
  ///
  /// - Throws: If none may be read, or it is none.
  package init(_ reference: FileReference, beside location: FeedLocation) throws(PictureFault) {
    if case .archive(let files, let folder) = location {
      let path = folder.isEmpty ? reference.path : "\(folder)/\(reference.path)"
      guard let bytes = files.bytes(of: path, most: Self.mostBytes) else {
        throw .refused("\(files.name) has no such file, or it is damaged or too large")
      }
      try self.init(bytes)
    } else {
      switch FolderGate.judge(reference, at: location) {
      case .open(let path): try self.init(path: path)
      case .refuse(let reason): throw .refused(reason)
      }
    }
  }
}

extension PictureFile.Stamp {
  /// The stamp of the file that a feed names beside itself; nil where none may be read.
  ///
  /// An archive is read as it was when it was opened.
  package init?(_ reference: FileReference, beside location: FeedLocation) {
    if case .archive = location {
      self.init(values: [])
    } else {
      guard case .open(let path) = FolderGate.judge(reference, at: location) else { return nil }
      self.init(path: path)
    }
  }
}

package enum PictureFault: Error, Equatable {
  /// The reason of the gate, of the system, or of the decoder.
  case refused(String)
  case empty
  /// The file has more bytes than are read.
  case large(bytes: Int, most: Int)
  /// The file does not begin as a picture of a known kind does.
  case otherKind
  /// A server sends more bytes than are fetched.
  case over(most: Int)
  /// The file ends in the middle, after this many bytes.
  case cut(after: Int)
  /// Something else is wrong, at this byte.
  case malformed(String, at: Int)
  case pixels(width: Int, height: Int)
  /// A file of its kind or size needs the decoder, which is not installed.
  case needsDecoder(String, for: String)
  case undecodable(by: String)

  package var text: SafeText { SafeText(sanitizing: "not shown: \(reason)") }

  private var reason: String {
    switch self {
    case .refused(let reason): reason
    case .empty: "the file is empty"
    case .large(let bytes, let most): "\(Self.size(bytes)) (at most \(Self.size(most)))"
    case .otherKind: "no PNG, JPEG, GIF or WebP file"
    case .over(let most): "over \(Self.size(most))"
    case .cut(let bytes): "cut off after \(Self.size(bytes))"
    case .malformed(let problem, let offset): "malformed at byte \(offset): \(problem)"
    case .pixels(let width, let height): "\(width) x \(height) pixels"
    case .needsDecoder(let decoder, let kind): "\(decoder) is not in PATH, which \(kind) needs"
    case .undecodable(let decoder): "\(decoder) cannot decode it"
    }
  }

  /// A number of bytes in the largest unit of which there is one.
  private static func size(_ bytes: Int) -> String {
    bytes < 1 << 10 ? "\(bytes) bytes" : bytes < 1 << 20 ? "\(bytes >> 10) KB" : "\(bytes >> 20) MB"
  }
}
