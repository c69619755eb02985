import Glibc
import StreamUI

/// Reads the terminal's bytes and delivers keys and mouse events to the loop.
final class KeyReader {
  private let descriptor: Int32
  private let loop: EventLoop
  private var parser = InputParser()
  /// The timer after which an unfinished sequence of bytes is interpreted as it is.
  private var timer: EventLoop.Token?
  private var watch: EventLoop.Token?

  /// Reads from `descriptor` before all other descriptors of `loop`.
  init(_ descriptor: Int32, loop: EventLoop) {
    self.descriptor = descriptor
    self.loop = loop
    watch = loop.watch(descriptor, for: .reading, rank: .keys) { [weak self] in
      self?.readSome() ?? []
    }
  }

  deinit {
    loop.remove(watch)
    loop.remove(timer)
  }

  private func readSome() -> [TerminalEvent] {
    var buffer: [UInt8] = Array(repeating: 0, count: 4096)
    let count = read(descriptor, &buffer, buffer.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    // Readable without bytes: the terminal is gone.
    guard count > 0 else { return [.closed] }
    let inputs = parser.parse(buffer[..<count])
    loop.remove(timer)
    timer = parser.patience.map { patience in
      loop.schedule(afterMilliseconds: patience) { [weak self] in
        self?.parser.timeOut().map { .input($0) } ?? []
      }
    }
    return inputs.map { .input($0) }
  }
}
