import Glibc

/// The file in memory that ncurses writes a frame to.
///
/// ncurses waits until its output has taken everything. A file always does, so a terminal that
/// takes nothing stops only what is sent to it: ``TerminalOutput``.
final class FrameFile {
  let descriptor: Int32

  /// Nil when the kernel has no files in memory.
  init?() {
    guard let descriptor = Ncurses.memoryFile() else { return nil }
    self.descriptor = descriptor
  }

  /// Takes what has been written since the last call out, and hands it to `receive`.
  func take(_ receive: (UnsafeRawBufferPointer) -> Void) {
    let count = Int(lseek(descriptor, 0, SEEK_CUR))
    guard count > 0 else { return }
    withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { buffer in
      let got = pread(descriptor, buffer.baseAddress, count, 0)
      // The next frame takes the place of this one: the file is as long as the longest.
      lseek(descriptor, 0, SEEK_SET)
      if got > 0 { receive(UnsafeRawBufferPointer(rebasing: buffer[..<got])) }
    }
  }
}
