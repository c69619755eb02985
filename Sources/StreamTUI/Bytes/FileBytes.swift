import Glibc
import StreamModel

/// A file, read where it is asked for; never mapped, for others may cut it short.
///
/// What others append is taken in by ``refresh()``, whole lines at a time.
final class FileBytes: ByteSource {
  let name: String
  private(set) var count: Int
  let isComplete = true
  private let descriptor: Int32

  /// Takes over an open descriptor of a regular file.
  init(name: String, descriptor: Int32, count: Int) {
    self.name = name
    self.descriptor = descriptor
    self.count = count
  }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int {
    let wanted = min(buffer.count, max(0, count - offset))
    while true {
      let got = pread(descriptor, buffer.baseAddress, wanted, off_t(offset))
      if got >= 0 { return got }
      guard errno == EINTR else { throw .unreadable(name: name, reason: SystemError.text(errno)) }
    }
  }

  /// Looks whether the file has grown by a line or more; true when it has.
  func refresh() -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0, Int(status.st_size) > count else { return false }
    let end = endOfLastLine(before: Int(status.st_size))
    guard end > count else { return false }
    count = end
    return true
  }

  /// Looks back from `size` in steps, for what is written last may be half a line.
  private func endOfLastLine(before size: Int) -> Int {
    var end = size
    var buffer: [UInt8] = Array(repeating: 0, count: 4096)
    while end > count {
      let start = max(count, end - buffer.count)
      let got = pread(descriptor, &buffer, end - start, off_t(start))
      guard got > 0 else { return count }
      if let newline = buffer[..<got].lastIndex(of: 0x0A) { return start + newline + 1 }
      end = start
    }
    return count
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
