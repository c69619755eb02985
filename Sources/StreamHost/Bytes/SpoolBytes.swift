import Glibc
package import StreamModel

/// The bytes of a pipe, kept as they arrive, so that any part can be read again.
package final class SpoolBytes: ByteSource {
  package let name: String
  package private(set) var isComplete = false
  package private(set) var faults: [String] = []
  /// Readable when more bytes have arrived.
  package let pipe: Int32
  private let spool: Spool
  private var buffer: [UInt8] = Array(repeating: 0, count: 64 << 10)

  package var count: Int { spool.count }

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
  package func fill() throws(FeedError) -> Bool {
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
  package func fillBlocking() throws(FeedError) -> Bool {
    var descriptor = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
    _ = poll(&descriptor, 1, -1)
    return try fill()
  }

  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FeedError)
    -> Int
  {
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
  package var reason: String { problem.message }
}

/// Keeps bytes as they arrive, so that any part can be read again.
///
/// The last bytes stay in memory. Older ones move to a nameless file (mode 0600, in TMPDIR), one chunk for each that
/// arrives, so that no key waits for many chunks at once. If writing is not allowed, all bytes stay in memory.
package final class Spool {
  package struct Room {
    /// The approximate number of bytes kept in memory.
    var memory = 8 << 20
    /// Whether nothing may be written to disk, as STREAMTUI_SECURE=1 demands.
    var isSecure = Environment.isSecure
    /// The most bytes kept in memory if nothing may be written.
    var secureLimit = 1 << 30
  }

  private let name: String
  private let room: Room
  /// The bytes after those in the file; every chunk but the last is full.
  private var chunks: [[UInt8]] = []
  private var inMemory = 0
  private var file: Int32 = -1
  private var inFile = 0

  private static let chunkSize = 64 << 10

  var count: Int { inFile + inMemory }

  init(name: String, room: Room = Room()) {
    self.name = name
    self.room = room
  }

  deinit { if file >= 0 { close(file) } }

  /// Appends bytes.
  ///
  /// - Throws: ``FeedError`` if there is no room for them; in this case none of them is added.
  func append(_ bytes: UnsafeRawBufferPointer) throws(FeedError) {
    if room.isSecure {
      guard bytes.count <= room.secureLimit - count else {
        throw refusal("more than \(room.secureLimit >> 20) MiB in memory (STREAMTUI_SECURE is set)")
      }
    } else {
      while !chunks.isEmpty, bytes.count > room.memory - inMemory { try writeFirstChunk() }
    }
    keep(bytes)
  }

  /// Copies bytes from `offset` on into `buffer`; returns their number, 0 only at the end.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int {
    guard offset >= 0, offset < count, buffer.count > 0 else { return 0 }
    var got = 0
    while got < buffer.count, offset + got < count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[got...])
      let step =
        offset + got < inFile
        ? try readFile(at: offset + got, into: rest) : copy(at: offset + got, into: rest)
      if step == 0 { break }
      got += step
    }
    return got
  }

  private func refusal(_ reason: String) -> FeedError {
    .unreadable(name: name, reason: "cannot be kept: \(reason)")
  }
}

// MARK: In memory

extension Spool {
  private func keep(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    while !rest.isEmpty {
      if chunks.last.map({ $0.count == Self.chunkSize }) ?? true {
        chunks.append([])
        chunks[chunks.count - 1].reserveCapacity(Self.chunkSize)
      }
      let last = chunks.count - 1
      let part = rest.prefix(Self.chunkSize - chunks[last].count)
      chunks[last].append(contentsOf: part)
      rest = rest.dropFirst(part.count)
    }
    inMemory += bytes.count
  }

  /// Copies the bytes of one chunk from `offset` on, which must be after the file's bytes.
  private func copy(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let (index, start) = (offset - inFile).quotientAndRemainder(dividingBy: Self.chunkSize)
    return chunks[index].withUnsafeBytes { chunk in
      let part = chunk[start...].prefix(buffer.count)
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
      return part.count
    }
  }
}

// MARK: In the file

extension Spool {
  /// Moves the first chunk to the file; if that fails, its bytes stay readable in memory.
  private func writeFirstChunk() throws(FeedError) {
    if file < 0 { file = try Self.namelessFile(refusal) }
    let first = chunks[0]
    var written = 0
    while written < first.count {
      let step = first.withUnsafeBytes { bytes in
        let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
        return pwrite(file, rest.baseAddress, rest.count, off_t(inFile + written))
      }
      if step < 0 {
        guard errno == EINTR else { throw refusal(SystemError.text(errno)) }
        continue
      }
      written += step
    }
    chunks.removeFirst()
    inMemory -= first.count
    inFile += first.count
  }

  private static func namelessFile(_ refusal: (String) -> FeedError) throws(FeedError) -> Int32 {
    let folder = Environment.value("TMPDIR") ?? "/tmp"
    var template = Array("\(folder)/streamtui-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw refusal("\(folder): \(SystemError.text(errno))") }
    unlink(template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }

  private func readFile(
    at offset: Int,
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(FeedError) -> Int {
    guard let got = OpenFile.read(file, at: offset, before: inFile, into: buffer) else {
      throw .unreadable(name: name, reason: SystemError.text(errno))
    }
    return got
  }
}
