import Glibc
import StreamUI

/// Writes a child's standard input as fast as the child reads it, without waiting.
final class PipeWriter {
  private let descriptor: Int32
  private let bytes: [UInt8]
  private var sent = 0
  private var isOpen = true
  private let loop: EventLoop
  private var watch: EventLoop.Token?

  /// Takes over `descriptor`, writes `bytes` to it, and closes it.
  init(_ descriptor: Int32, bytes: [UInt8], loop: EventLoop) {
    self.descriptor = descriptor
    self.bytes = bytes
    self.loop = loop
    PipeEnds.unblock(descriptor)
    watch = loop.watch(descriptor, for: .writing) { [weak self] in
      self?.writeSome()
      return []
    }
  }

  /// Closes this end, with or without the rest of the bytes.
  func stop() {
    guard isOpen else { return }
    isOpen = false
    loop.remove(watch)
    close(descriptor)
  }

  private func writeSome() {
    let got = bytes.withUnsafeBytes { all in
      write(descriptor, all.baseAddress?.advanced(by: sent), all.count - sent)
    }
    if got >= 0 {
      sent += got
      if sent == bytes.count { stop() }
    } else if errno != EAGAIN, errno != EINTR {
      // A child need not read all of its input.
      stop()
    }
  }

  deinit {
    stop()
  }
}
