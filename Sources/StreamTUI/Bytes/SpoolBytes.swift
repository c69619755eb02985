import Glibc
import StreamModel

/// A pipe, kept as it comes, so that any part can be read again.
final class SpoolBytes: ByteSource {
  let name: String
  private(set) var isComplete = false
  private(set) var faults: [String] = []
  /// Can be read when more has come.
  let pipe: Int32
  private let spool: Spool
  private var buffer: [UInt8] = Array(repeating: 0, count: 64 << 10)

  var count: Int { spool.count }

  /// Takes over `pipe` and makes it not block.
  init(name: String, pipe: Int32, room: Spool.Room = Spool.Room()) {
    self.name = name
    self.pipe = pipe
    spool = Spool(name: name, room: room)
    _ = fcntl(pipe, F_SETFL, fcntl(pipe, F_GETFL) | O_NONBLOCK)
  }

  /// Takes in what is there now, at most 64 KiB; false when nothing more will come.
  ///
  /// - Throws: ``FeedError`` when nothing at all can be had; what ends it later is a fault.
  func fill() throws(FeedError) -> Bool {
    guard !isComplete else { return false }
    do throws(FeedError) {
      let got = Glibc.read(pipe, &buffer, buffer.count)
      if got == 0 {
        isComplete = true
        return false
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

  /// Waits for bytes, for callers without a loop of their own.
  func fillBlocking() throws(FeedError) -> Bool {
    var descriptor = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
    _ = poll(&descriptor, 1, -1)
    return try fill()
  }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int {
    try spool.read(at: offset, into: buffer)
  }

  private func keep(_ got: Int) throws(FeedError) {
    try buffer.withUnsafeBufferPointer { bytes throws(FeedError) in
      try spool.append(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[..<got])))
    }
  }
}

extension FeedError {
  /// What is wrong, without the name of the source.
  var reason: String {
    switch self {
    case .unreadable(_, let reason): reason
    case .unknownFormat(let problem): problem.message
    case .empty: "empty (expected a feed)"
    }
  }
}
