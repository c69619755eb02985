import Glibc
import StreamModel

/// A file that is read on demand and never mapped, because another process may truncate it.
///
/// ``refresh()`` adds the lines that other processes append, whole lines at a time.
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

  /// Checks whether the file has grown by at least one line; returns true if it has.
  func refresh() -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0, Int(status.st_size) > count else { return false }
    let end = endOfLastLine(before: Int(status.st_size))
    guard end > count else { return false }
    count = end
    return true
  }

  /// Searches backwards from `size` in steps, because the last line may be incomplete.
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

/// The operating system's error messages.
enum SystemError {
  static func text(_ code: Int32) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }
}
