import Glibc

/// Sends bytes to the terminal as fast as it accepts them, and queues the rest without waiting.
final class TerminalOutput {
  /// The terminal; it does not block if it could be reopened for this process alone.
  let descriptor: Int32
  private(set) var isBroken = false
  private var pending: [UInt8] = []
  /// The number of bytes of `pending` that have been sent.
  private var sent = 0
  private let blocks: Bool

  var isEmpty: Bool { sent == pending.count }

  /// Opens the terminal at `terminal` again.
  ///
  /// O_NONBLOCK belongs to an open file, and the shell shares those of standard output.
  init(terminal: Int32) {
    let flags = O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC
    let own = open("/proc/self/fd/\(terminal)", flags)
    blocks = own < 0
    descriptor = own < 0 ? terminal : own
  }

  deinit { if !blocks { close(descriptor) } }

  func send(_ text: String) {
    var text = text
    text.withUTF8 { send(UnsafeRawBufferPointer($0)) }
  }

  /// Sends `bytes` after those that are queued.
  func send(_ bytes: UnsafeRawBufferPointer) {
    guard !isBroken else { return }
    pending.append(contentsOf: bytes)
    flush()
  }

  /// Sends as many bytes as the terminal accepts now.
  func flush() {
    while !isBroken, !isEmpty {
      // Poll a blocking descriptor first, and write little at a time.
      if blocks, !isReady(0) { return }
      let count = pending.withUnsafeBytes { bytes in
        write(descriptor, bytes.baseAddress?.advanced(by: sent), min(bytes.count - sent, step))
      }
      if count > 0 {
        sent += count
      } else if errno == EAGAIN {
        return
      } else if errno != EINTR {
        isBroken = true
      }
    }
    pending.removeAll(keepingCapacity: pending.capacity <= Self.kept)
    sent = 0
  }

  /// Waits at most `milliseconds` until everything is sent; returns whether it is.
  func drain(milliseconds: Int) -> Bool {
    var left = milliseconds
    flush()
    while !isEmpty, !isBroken, left > 0 {
      _ = isReady(Self.drainStep)
      flush()
      left -= Int(Self.drainStep)
    }
    return isEmpty
  }

  /// Drops the queued bytes and those that the terminal has not read yet.
  func abandon() {
    pending.removeAll()
    sent = 0
    tcflush(descriptor, TCOFLUSH)
  }

  /// The memory in bytes that is kept for the next frame.
  private static let kept = 1 << 20
  private static let drainStep: Int32 = 10

  private var step: Int { blocks ? 256 : 1 << 16 }

  private func isReady(_ milliseconds: Int32) -> Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&waiting, 1, milliseconds) > 0
  }
}
