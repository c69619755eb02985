import Glibc
import StreamUI

/// Reads lines of text from a descriptor as they arrive.
final class CommandLines {
  /// The longest line in bytes; the rest of a longer one is dropped.
  private static let limit = 4096

  /// Whether no more lines will arrive.
  private(set) var isAtEnd = false
  private let descriptor: Int32
  private let loop: EventLoop
  private var watch: EventLoop.Token?
  private var waiting: [String] = []
  private var splitter = LineSplitter(limit: limit)

  /// Reads from `descriptor`, and wakes `loop` with `.bytesArrived` for each line.
  init(_ descriptor: Int32, on loop: EventLoop) {
    self.descriptor = descriptor
    self.loop = loop
    watch = loop.watch(descriptor, for: .reading) { [weak self] in
      self?.readSome() ?? []
    }
  }

  deinit {
    loop.remove(watch)
  }

  /// Whether a line has arrived that was not taken.
  var hasLine: Bool { !waiting.isEmpty }

  /// Whether the lines are typed at a terminal.
  var areTyped: Bool { isatty(descriptor) == 1 }

  /// Returns the next line that has arrived, without its newline; nil if there is none.
  func take() -> String? {
    waiting.isEmpty ? nil : waiting.removeFirst()
  }

  private func readSome() -> [TerminalEvent] {
    var buffer: [UInt8] = Array(repeating: 0, count: Self.limit)
    let count = read(descriptor, &buffer, buffer.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    guard count > 0 else {
      // The last line may have no newline.
      if let last = splitter.end() { waiting.append(last) }
      isAtEnd = true
      loop.remove(watch)
      return [.bytesArrived]
    }
    waiting += splitter.take(buffer[..<count])
    return waiting.isEmpty ? [] : [.bytesArrived]
  }
}
