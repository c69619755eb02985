import Glibc
import StreamModel

/// A file, read where it is asked for; never mapped, for others may cut it short.
final class FileBytes: ByteSource {
  let name: String
  let count: Int
  let isComplete = true
  private let descriptor: Int32

  /// Takes over an open descriptor of a regular file.
  init(name: String, descriptor: Int32, count: Int) {
    self.name = name
    self.descriptor = descriptor
    self.count = count
  }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int {
    while true {
      let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
      if count >= 0 { return count }
      guard errno == EINTR else { throw .unreadable(name: name, reason: SystemError.text(errno)) }
    }
  }

  deinit {
    close(descriptor)
  }
}

/// The operating system's sentences.
enum SystemError {
  static func text(_ code: Int32) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }
}
