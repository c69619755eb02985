import Glibc
import StreamUI

/// Reads one output stream of a child as it arrives.
final class PipeReader {
  private(set) var captured = ChildOutcome.Captured()
  /// Whether all writers have closed the other end, or this end is closed.
  private(set) var isAtEnd = false
  private let descriptor: Int32
  private let limit: Int
  private let loop: EventLoop
  private let onBytes: OnBytes?
  private var watch: EventLoop.Token?

  /// Receives bytes as they arrive, those beyond the limit too, and returns events for the app.
  typealias OnBytes = (UnsafeRawBufferPointer) -> [TerminalEvent]

  /// The most bytes read in one turn: a full pipe of Linux.
  private static let step = 64 << 10

  /// Takes over `descriptor` and keeps at most `limit` bytes of its data; `onEnd` runs at the end
  /// of the stream.
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
  func readSome() -> [TerminalEvent] {
    guard !isAtEnd else { return [] }
    return withUnsafeTemporaryAllocation(byteCount: Self.step, alignment: 1) { buffer in
      let got = read(descriptor, buffer.baseAddress, buffer.count)
      if got > 0 {
        let kept = min(got, limit - captured.bytes.count)
        captured.bytes += buffer[..<kept]
        if kept < got { captured.isCut = true }
        return onBytes?(UnsafeRawBufferPointer(rebasing: buffer[..<got])) ?? []
      }
      if got == 0 || (errno != EAGAIN && errno != EINTR) {
        stop()
      }
      return []
    }
  }

  /// Closes this end and stops reading.
  func stop() {
    guard !isAtEnd else { return }
    isAtEnd = true
    loop.remove(watch)
    close(descriptor)
  }

  deinit {
    stop()
  }
}
