import Glibc
import StreamModel
import Testing

@testable import StreamHost

/// Bytes that are kept can be read again from anywhere, wherever they are kept.
struct SpoolTests {
  @OwnFolder private var folder: String
  private let bytes = Fixture.feed(posts: 30_000)

  private func filled(_ room: Spool.Room) throws(FeedError) -> Spool {
    let spool = Spool(name: "pipe", room: room)
    var rest = bytes[...]
    var size = 1
    while !rest.isEmpty {
      let part = Array(rest.prefix(size))
      try part.withUnsafeBufferPointer { part throws(FeedError) in
        try spool.append(UnsafeRawBufferPointer(part))
      }
      rest = rest.dropFirst(part.count)
      size = size * 3 % 99_991 + 1
    }
    return spool
  }

  private func read(_ spool: Spool, at offset: Int, _ length: Int) throws(FeedError) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: length)
    let got = try buffer.withUnsafeMutableBufferPointer { buffer throws(FeedError) in
      try spool.read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
    }
    return Array(buffer[..<got])
  }

  @Test(arguments: [0, 1, 300_000, 3 << 20, 1 << 30])
  func anyPartIsReadAgain(memory: Int) throws {
    let spool = try filled(Spool.Room(memory: memory, isSecure: false))
    #expect(spool.count == bytes.count)
    for (offset, length) in [(0, 10), (262_140, 10), (5, 900_000), (bytes.count - 3, 10)] {
      let part = try read(spool, at: offset, length)
      #expect(part == Array(bytes[offset..<min(bytes.count, offset + length)]))
    }
    #expect(try read(spool, at: bytes.count, 10).isEmpty)
    #expect(try read(spool, at: -1, 10).isEmpty)
  }

  @Test func inSecrecyNothingGoesBeyondTheCap() throws {
    let room = Spool.Room(memory: 0, isSecure: true, secureLimit: 1 << 20)
    let refusal = FeedError.unreadable(
      name: "pipe",
      reason: "cannot be kept: more than 1 MiB in memory (STREAMTUI_SECURE is set)"
    )
    #expect(throws: refusal) { try filled(room) }
    let whole = try filled(Spool.Room(memory: 0, isSecure: true))
    #expect(try read(whole, at: 0, bytes.count) == bytes)
  }

  @Test func whatCannotBeKeptIsAFaultBehindWhatCan() {
    let room = Spool.Room(memory: 0, isSecure: true, secureLimit: 1 << 20)
    let result = Unwrapped(MemoryBytes(name: "feed", bytes: Fixture.gzip(bytes)), room: room)
    #expect(bytes.starts(with: result.bytes))
    #expect(result.bytes.count > 900_000)
    #expect(result.faults.first?.hasPrefix("cannot be kept: more than 1 MiB") == true)
  }

  /// A FIFO may be named before anybody writes to it: it has not ended then.
  @Test func aPipeWithoutAWriterYetIsWaitedFor() throws {
    let path = "\(folder)/fifo"
    try #require(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    let spool = SpoolBytes(name: "fifo", pipe: reader)
    #expect(try spool.fill())
    #expect(!spool.isComplete)
    let writer = open(path, O_WRONLY | O_CLOEXEC)
    #expect(write(writer, "late", 4) == 4)
    #expect(try spool.fill())
    #expect(spool.count == 4)
    close(writer)
    // A child that another test has just forked holds the writer until it runs its program.
    var end = pollfd(fd: reader, events: 0, revents: 0)
    #expect(poll(&end, 1, 10_000) == 1)
    #expect(try !spool.fill())
    #expect(spool.isComplete)
    close(reader)
  }
}
