import Glibc
import StreamModel

/// A pipe, kept in an unlinked file as it comes, so that any part can be read again.
final class SpoolBytes: ByteSource {
  let name: String
  private(set) var count = 0
  private(set) var isComplete = false
  /// Can be read when more has come.
  let pipe: Int32
  private let spool: Int32
  private var buffer: [UInt8] = Array(repeating: 0, count: 64 << 10)

  /// Takes over `pipe` and makes it not block.
  ///
  /// - Throws: ``FeedError`` when there is no room to keep the bytes.
  init(name: String, pipe: Int32) throws(FeedError) {
    self.name = name
    self.pipe = pipe
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(folder)/streamtui-XXXXXX".utf8CString)
    spool = mkstemp(&template)
    guard spool >= 0 else {
      throw .unreadable(name: name, reason: "no room to keep it: \(SystemError.text(errno))")
    }
    unlink(template)
    _ = fcntl(spool, F_SETFD, FD_CLOEXEC)
    _ = fcntl(pipe, F_SETFL, fcntl(pipe, F_GETFL) | O_NONBLOCK)
  }

  /// Takes in what is there now, at most about a megabyte; false when nothing more will come.
  func fill() throws(FeedError) -> Bool {
    for _ in 0..<16 {
      let got = Glibc.read(pipe, &buffer, buffer.count)
      if got == 0 {
        isComplete = true
        return false
      }
      guard got > 0 else {
        if errno == EAGAIN || errno == EINTR { return true }
        isComplete = true
        throw .unreadable(name: name, reason: SystemError.text(errno))
      }
      try keep(got)
    }
    return true
  }

  /// Waits for bytes, for callers without a loop of their own.
  func fillBlocking() throws(FeedError) -> Bool {
    var descriptor = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
    _ = poll(&descriptor, 1, -1)
    return try fill()
  }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int {
    while true {
      let count = pread(spool, buffer.baseAddress, buffer.count, off_t(offset))
      if count >= 0 { return count }
      guard errno == EINTR else { throw .unreadable(name: name, reason: SystemError.text(errno)) }
    }
  }

  private func keep(_ got: Int) throws(FeedError) {
    var written = 0
    while written < got {
      let step = buffer[written..<got].withUnsafeBytes {
        Glibc.write(spool, $0.baseAddress, $0.count)
      }
      if step < 0 {
        if errno == EINTR { continue }
        isComplete = true
        throw .unreadable(name: name, reason: "cannot be kept: \(SystemError.text(errno))")
      }
      written += step
    }
    count += got
  }

  deinit {
    close(spool)
  }
}
