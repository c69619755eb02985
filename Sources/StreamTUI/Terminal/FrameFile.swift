import Glibc

/// The file in memory that ncurses writes a frame to.
///
/// ncurses blocks until its output has accepted everything. A file always does, so a stuck terminal
/// delays only ``TerminalOutput``.
final class FrameFile {
  let descriptor: Int32
  /// The system's error code if a frame could not be written whole; nil while all were.
  private(set) var failure: Int32?

  /// Takes over `descriptor`, a file in memory.
  init(descriptor: Int32) {
    self.descriptor = descriptor
    checkRoom(after: 0)
  }

  deinit { close(descriptor) }

  /// Passes the bytes written since the last call to `receive` and empties the file.
  ///
  /// Does nothing after a frame could not be written whole.
  func take(_ receive: (UnsafeRawBufferPointer) -> Void) {
    let count = Int(lseek(descriptor, 0, SEEK_CUR))
    checkRoom(after: count)
    guard count > 0, failure == nil else { return }
    withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { buffer in
      let got = pread(descriptor, buffer.baseAddress, count, 0)
      // The next frame overwrites this one: the file is as long as the longest frame.
      lseek(descriptor, 0, SEEK_SET)
      if got > 0 { receive(UnsafeRawBufferPointer(rebasing: buffer[..<got])) }
    }
  }

  /// Checks whether the file could have grown beyond its first `count` bytes.
  ///
  /// ncurses does not check the result of its writes. A limit on the size of files (RLIMIT_FSIZE)
  /// cuts a frame at the limit, and then no byte after it can be written either.
  private func checkRoom(after count: Int) {
    var byte: UInt8 = 0
    if pwrite(descriptor, &byte, 1, off_t(count)) != 1, failure == nil { failure = errno }
  }
}
