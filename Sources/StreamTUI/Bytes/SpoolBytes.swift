import Glibc
import StreamModel

/// The bytes of a pipe, kept as they arrive, so that any part can be read again.
final class SpoolBytes: ByteSource {
  let name: String
  private(set) var isComplete = false
  private(set) var faults: [String] = []
  /// The descriptor; readable when more bytes have arrived.
  let pipe: Int32
  private let spool: Spool
  private var buffer: [UInt8] = Array(repeating: 0, count: 64 << 10)

  var count: Int { spool.count }

  /// Takes over `pipe` and sets it to non-blocking.
  init(name: String, pipe: Int32, room: Spool.Room = Spool.Room()) {
    self.name = name
    self.pipe = pipe
    spool = Spool(name: name, room: room)
    _ = fcntl(pipe, F_SETFL, fcntl(pipe, F_GETFL) | O_NONBLOCK)
  }

  /// Reads the available bytes, at most 64 KiB; returns false if no more will come.
  ///
  /// - Throws: ``FeedError`` if no bytes can be read at all; a later error is recorded as a fault.
  func fill() throws(FeedError) -> Bool {
    guard !isComplete else { return false }
    do throws(FeedError) {
      let got = Glibc.read(pipe, &buffer, buffer.count)
      if got == 0 {
        isComplete = hadWriter
        return !isComplete
      }
      guard got > 0 else {
        if errno == EAGAIN || errno == EINTR { return true }
        throw .unreadable(name: name, reason: SystemError.text(errno))
      }
      try keep(got)
      return true
    } catch {
      isComplete = true
      guard count > 0 else { throw error }
      faults.append(error.reason)
      return false
    }
  }

  /// Waits for bytes, for callers without an event loop.
  func fillBlocking() throws(FeedError) -> Bool {
    var descriptor = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
    _ = poll(&descriptor, 1, -1)
    return try fill()
  }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int {
    try spool.read(at: offset, into: buffer)
  }

  /// Whether the pipe has ended: a FIFO that no writer has opened yet reads as one that has, but does
  /// not hang up (Linux, pipe_poll).
  private var hadWriter: Bool {
    var state = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, 0) != 0
  }

  private func keep(_ got: Int) throws(FeedError) {
    try buffer.withUnsafeBufferPointer { bytes throws(FeedError) in
      try spool.append(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[..<got])))
    }
  }
}

extension FeedError {
  /// The error message without the name of the source.
  var reason: String {
    switch self {
    case .unreadable(_, let reason): reason
    case .unknownFormat(let problem): problem.message
    case .empty: "empty (expected a feed)"
    }
  }
}
