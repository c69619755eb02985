import Glibc

/// The file in memory that ncurses writes a frame to.
///
/// ncurses waits until its output has taken everything. A file always does, so a terminal that
/// takes nothing stops only what is sent to it: ``TerminalOutput``.
final class FrameFile {
  let descriptor: Int32
  /// Why a frame could not be written whole, as a code of the system; nil as long as all were.
  private(set) var failure: Int32?

  /// Nil when the kernel has no files in memory.
  init?() {
    guard let descriptor = Ncurses.memoryFile() else { return nil }
    self.descriptor = descriptor
    checkRoom(after: 0)
  }

  /// Takes what has been written since the last call out, and hands it to `receive`; nothing once a
  /// frame could not be written whole.
  func take(_ receive: (UnsafeRawBufferPointer) -> Void) {
    let count = Int(lseek(descriptor, 0, SEEK_CUR))
    checkRoom(after: count)
    guard count > 0, failure == nil else { return }
    withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { buffer in
      let got = pread(descriptor, buffer.baseAddress, count, 0)
      // The next frame takes the place of this one: the file is as long as the longest.
      lseek(descriptor, 0, SEEK_SET)
      if got > 0 { receive(UnsafeRawBufferPointer(rebasing: buffer[..<got])) }
    }
  }

  /// Finds out whether the file could have taken more than its first `count` bytes.
  ///
  /// ncurses does not look at what becomes of its bytes. A limit on the size of files (RLIMIT_FSIZE)
  /// cuts a frame at the limit, and then no byte after it can be written either.
  private func checkRoom(after count: Int) {
    var byte: UInt8 = 0
    if pwrite(descriptor, &byte, 1, off_t(count)) != 1, failure == nil { failure = errno }
  }
}
