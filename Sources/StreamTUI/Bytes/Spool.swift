import Glibc
import StreamModel

/// Bytes kept as they come, so that any part can be read again.
///
/// The first of them stay in memory; longer ones go to a file that has no name (mode 0600, in
/// TMPDIR). Where nothing may be written, all stay in memory.
final class Spool {
  /// Where the bytes may be kept.
  struct Room {
    /// Bytes that are kept in memory before a file is begun.
    var memory = 8 << 20
    /// Whether nothing may be written to a disk, as STREAMTUI_SECURE=1 asks for.
    var isSecure = Environment.isSecure
    /// Bytes that are kept in memory at most where nothing may be written.
    var secureLimit = 1 << 30
  }

  private(set) var count = 0
  private let name: String
  private let room: Room
  /// Each full but the last; empty once there is a file.
  private var chunks: [[UInt8]] = []
  private var file: Int32 = -1

  private static let chunkSize = 256 << 10

  /// Keeps the bytes of what is called `name` in messages.
  init(name: String, room: Room = Room()) {
    self.name = name
    self.room = room
  }

  deinit {
    if file >= 0 { close(file) }
  }

  /// Adds bytes at the end.
  ///
  /// - Throws: ``FeedError`` when there is no room to keep them; then none of them counts.
  func append(_ bytes: UnsafeRawBufferPointer) throws(FeedError) {
    guard !bytes.isEmpty else { return }
    if file < 0, bytes.count > room.memory - count, !room.isSecure { try moveToFile() }
    if file >= 0 {
      try write(bytes, at: count)
    } else {
      guard !room.isSecure || bytes.count <= room.secureLimit - count else {
        throw refusal("more than \(room.secureLimit >> 20) MiB in memory (STREAMTUI_SECURE is set)")
      }
      keep(bytes)
    }
    count += bytes.count
  }

  /// Copies bytes from `offset` on into `buffer`; returns how many, 0 only at the end.
  ///
  /// - Throws: ``FeedError`` when the file cannot be read.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int {
    guard offset >= 0, offset < count, buffer.count > 0 else { return 0 }
    let wanted = min(buffer.count, count - offset)
    if file < 0 { return copy(wanted, at: offset, into: buffer) }
    while true {
      let got = pread(file, buffer.baseAddress, wanted, off_t(offset))
      if got >= 0 { return got }
      guard errno == EINTR else { throw .unreadable(name: name, reason: SystemError.text(errno)) }
    }
  }

  private func refusal(_ reason: String) -> FeedError {
    .unreadable(name: name, reason: "cannot be kept: \(reason)")
  }
}

extension Spool {
  private func keep(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    while !rest.isEmpty {
      if chunks.last.map({ $0.count == Self.chunkSize }) ?? true { chunks.append([]) }
      let last = chunks.count - 1
      let part = rest.prefix(Self.chunkSize - chunks[last].count)
      chunks[last].append(contentsOf: part)
      rest = rest.dropFirst(part.count)
    }
  }

  private func copy(
    _ wanted: Int,
    at offset: Int,
    into buffer: UnsafeMutableRawBufferPointer
  ) -> Int {
    var copied = 0
    while copied < wanted {
      let (index, start) = (offset + copied).quotientAndRemainder(dividingBy: Self.chunkSize)
      let length = min(chunks[index].count - start, wanted - copied)
      chunks[index].withUnsafeBytes { chunk in
        UnsafeMutableRawBufferPointer(rebasing: buffer[copied..<copied + length])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: chunk[start..<start + length]))
      }
      copied += length
    }
    return copied
  }

  private func moveToFile() throws(FeedError) {
    let folder = Environment.value("TMPDIR") ?? "/tmp"
    var template = Array("\(folder)/streamtui-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw refusal("\(folder): \(SystemError.text(errno))") }
    unlink(template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    file = descriptor
    var offset = 0
    for chunk in chunks {
      do throws(FeedError) {
        try write(chunk, at: offset)
      } catch {
        // What is in memory stays readable there.
        close(descriptor)
        file = -1
        throw error
      }
      offset += chunk.count
    }
    chunks = []
  }

  private func write(_ chunk: [UInt8], at offset: Int) throws(FeedError) {
    try chunk.withUnsafeBufferPointer { bytes throws(FeedError) in
      try write(UnsafeRawBufferPointer(bytes), at: offset)
    }
  }

  private func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FeedError) {
    var written = 0
    while written < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
      let step = pwrite(file, rest.baseAddress, rest.count, off_t(offset + written))
      if step < 0 {
        guard errno == EINTR else { throw refusal(SystemError.text(errno)) }
        continue
      }
      written += step
    }
  }
}
