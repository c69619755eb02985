import Glibc

/// Bytes on their way to the terminal: sent as it takes them, kept while it does not, never
/// waited for.
final class TerminalOutput {
  /// Does not block, where the terminal could be opened anew for us alone.
  let descriptor: Int32
  /// Whether the terminal is gone.
  private(set) var isBroken = false
  private var pending: [UInt8] = []
  /// How many of `pending` are sent.
  private var sent = 0
  private let blocks: Bool

  /// Whether all that was handed over is sent.
  var isEmpty: Bool { sent == pending.count }

  /// Opens the terminal behind `terminal` anew: O_NONBLOCK belongs to an open file, and those of
  /// standard output are the shell's too.
  init(terminal: Int32) {
    let flags = O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC
    let own = open("/proc/self/fd/\(terminal)", flags)
    blocks = own < 0
    descriptor = own < 0 ? terminal : own
  }

  func send(_ text: String) {
    var text = text
    text.withUTF8 { send(UnsafeRawBufferPointer($0)) }
  }

  /// Sends `bytes` after those that wait.
  func send(_ bytes: UnsafeRawBufferPointer) {
    guard !isBroken else { return }
    pending.append(contentsOf: bytes)
    flush()
  }

  /// Sends what the terminal takes now.
  func flush() {
    while !isBroken, !isEmpty {
      // One that blocks is asked first, and given little at a time.
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

  /// Waits `milliseconds` at most until all is sent; whether it is.
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

  /// Forgets what waits here, and what the terminal has not read yet.
  func abandon() {
    pending.removeAll()
    sent = 0
    tcflush(descriptor, TCOFLUSH)
  }

  /// Bytes of memory that stay for the next frame.
  private static let kept = 1 << 20
  private static let drainStep: Int32 = 10

  private var step: Int { blocks ? 256 : 1 << 16 }

  private func isReady(_ milliseconds: Int32) -> Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&waiting, 1, milliseconds) > 0
  }
}
