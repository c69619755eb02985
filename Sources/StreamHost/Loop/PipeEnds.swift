import Glibc

/// The two ends of a new pipe, which other programs do not inherit.
struct PipeEnds {
  let reading: Int32
  let writing: Int32

  /// Opens a pipe; nil if there are no descriptors left.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    // The reason of a failure below stays: to close an open descriptor does not fail.
    defer { for end in ends { close(end) } }
    // Use descriptors above the standard three, of which a child gets copies: a viewer started
    // without standard input would get descriptor 0 here.
    reading = fcntl(ends[0], F_DUPFD_CLOEXEC, 3)
    writing = fcntl(ends[1], F_DUPFD_CLOEXEC, 3)
    guard reading >= 0, writing >= 0 else {
      closeBoth()
      return nil
    }
  }

  func closeBoth() { for end in [reading, writing] where end >= 0 { close(end) } }

  /// Makes reads and writes of `descriptor` return at once.
  static func unblock(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }
}

package final class PipeReader {
  private(set) var captured = ChildOutcome.Captured()
  /// Whether all writers have closed the other end, or this end is closed.
  private(set) var isAtEnd = false
  private let descriptor: Int32
  private let limit: Int
  private let loop: EventLoop
  private let onBytes: OnBytes?
  private var watch: EventLoop.Token?

  /// Receives bytes as they arrive, those beyond the limit too, and returns events for the app.
  package typealias OnBytes = (UnsafeRawBufferPointer) -> [LoopEvent]

  /// The most bytes read in one turn: a full pipe of Linux.
  private static let step = 64 << 10

  /// Takes over `descriptor` and keeps at most `limit` bytes of its data; `onEnd` runs at the end of the stream.
  init(
    _ descriptor: Int32,
    limit: Int,
    loop: EventLoop,
    onBytes: OnBytes? = nil,
    onEnd: @escaping EventLoop.Handler
  ) {
    self.descriptor = descriptor
    self.limit = max(0, limit)
    self.loop = loop
    self.onBytes = onBytes
    PipeEnds.unblock(descriptor)
    watch = loop.watch(descriptor, for: .reading) { [weak self] in
      guard let self else { return [] }
      let events = readSome()
      return isAtEnd ? events + onEnd() : events
    }
  }

  /// Reads the bytes that are available now.
  ///
  /// Bytes beyond the limit are read and dropped: a child whose pipe is full would never end.
  ///
  /// - Returns: The events of who receives them.
  func readSome() -> [LoopEvent] {
    guard !isAtEnd else { return [] }
    return withUnsafeTemporaryAllocation(byteCount: Self.step, alignment: 1) { buffer in
      let got = read(descriptor, buffer.baseAddress, buffer.count)
      if got > 0 {
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<got])
        captured.keep(bytes, upTo: limit)
        return onBytes?(bytes) ?? []
      }
      if got == 0 || (errno != EAGAIN && errno != EINTR) { stop() }
      return []
    }
  }

  func stop() {
    guard !isAtEnd else { return }
    isAtEnd = true
    loop.remove(watch)
    close(descriptor)
  }

  deinit { stop() }
}

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

  deinit { stop() }
}

/// Splits bytes that arrive in pieces into lines of text.
package struct LineSplitter {
  /// The longest line in bytes; the rest of a longer one is dropped.
  let limit: Int
  private var unfinished: [UInt8] = []

  package init(limit: Int) { self.limit = limit }

  /// Returns the lines that end in these bytes, without their newlines.
  package mutating func take(_ bytes: some Sequence<UInt8>) -> [String] {
    var lines: [String] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        lines.append(String(decoding: unfinished, as: UTF8.self))
        unfinished.removeAll(keepingCapacity: true)
      } else if unfinished.count < limit {
        unfinished.append(byte)
      }
    }
    return lines
  }

  /// Returns the last line if it has no newline; nil if there is none.
  package mutating func end() -> String? {
    defer { unfinished = [] }
    return unfinished.isEmpty ? nil : String(decoding: unfinished, as: UTF8.self)
  }
}
