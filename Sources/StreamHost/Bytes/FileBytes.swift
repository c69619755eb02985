import Glibc
import StreamModel

/// A file that is read on demand and never mapped, because another process may truncate it.
///
/// ``refresh()`` adds the lines that other processes append, whole lines at a time.
package final class FileBytes: ByteSource {
  /// The fate of the file at its name.
  enum Change: Equatable {
    case none
    /// It has fewer bytes than were read.
    case truncated
    /// Its bytes are others than those that were read.
    case rewritten
    case replaced
    case gone
  }

  let name: String
  let path: String
  package private(set) var count: Int
  let isComplete = true
  private let descriptor: Int32
  /// The first bytes as they were read first: the file may be truncated or written over.
  private var kept: [UInt8] = []
  private var keepsUpTo = 0
  /// Whether the bytes beyond those kept are not those that were read.
  private var isLost = false

  /// Bytes at the start that are compared to tell whether the file was written over.
  private static let headSize = 4096

  /// Takes over an open descriptor of a regular file.
  ///
  /// - Parameters:
  ///   - name: the name for messages.
  ///   - path: the path; nil if it is the name.
  init(name: String, path: String? = nil, descriptor: Int32, count: Int) {
    self.name = name
    self.path = path ?? name
    self.descriptor = descriptor
    self.count = count
  }

  deinit { close(descriptor) }

  /// Keeps the first `limit` bytes in memory from now on, as they are read one after the other.
  func keep(upTo limit: Int) { keepsUpTo = limit }

  /// Returns another descriptor of the same file; -1 if there can be none.
  func duplicate() -> Int32 { fcntl(descriptor, F_DUPFD_CLOEXEC, 3) }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int {
    if offset >= 0, offset < kept.count, kept.count - offset >= min(buffer.count, count - offset) {
      return kept.withUnsafeBytes { bytes in
        let part = bytes[offset...].prefix(buffer.count)
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
        return part.count
      }
    }
    if isLost { throw .unreadable(name: name, reason: "was truncated or written over") }
    guard let got = OpenFile.read(descriptor, at: offset, before: count, into: buffer) else {
      throw .unreadable(name: name, reason: SystemError.text(errno))
    }
    keep(UnsafeRawBufferPointer(rebasing: buffer[..<got]), at: offset)
    return got
  }

  private func keep(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    guard kept.count < keepsUpTo, offset <= kept.count, offset + bytes.count > kept.count else {
      return
    }
    // All at once: growing by doubling would copy the bytes and touch twice the memory.
    if kept.isEmpty { kept.reserveCapacity(min(keepsUpTo, count)) }
    kept += bytes[(kept.count - offset)...].prefix(keepsUpTo - kept.count)
  }

  /// The mark of the first `end` bytes of the file; nil if they cannot be read.
  func mark(upTo end: Int) -> FileMark? { FileMark(of: descriptor, upTo: end) }

  /// Checks whether the file has grown by at least one line; returns true if it has.
  package func refresh() -> Bool {
    var status = stat()
    guard !isLost, fstat(descriptor, &status) == 0, Int(status.st_size) > count else {
      return false
    }
    let end = endOfLastLine(before: Int(status.st_size))
    guard end > count else { return false }
    count = end
    return true
  }

  /// Looks at the file, and at its name.
  ///
  /// From the first sign of other bytes on, only those that were kept are returned.
  func change() -> Change {
    var own = stat()
    if isLost { return .rewritten }
    if fstat(descriptor, &own) == 0 {
      if Int(own.st_size) < count {
        isLost = true
        return .truncated
      }
      if !hasSameStart {
        isLost = true
        return .rewritten
      }
    }
    var named = stat()
    guard RawArguments.withPath(path, { stat($0, &named) }) == 0 else { return .gone }
    return named.st_ino == own.st_ino && named.st_dev == own.st_dev ? .none : .replaced
  }

  /// Whether the first bytes are those that were kept.
  private var hasSameStart: Bool {
    let size = min(Self.headSize, kept.count)
    var head = [UInt8](repeating: 0, count: size)
    guard size > 0, pread(descriptor, &head, size, 0) == size else { return size == 0 }
    return head.elementsEqual(kept.prefix(size))
  }

  /// Searches backwards from `size` in steps, because the last line may be incomplete.
  private func endOfLastLine(before size: Int) -> Int {
    var end = size
    var buffer: [UInt8] = Array(repeating: 0, count: 4096)
    while end > count {
      let start = max(count, end - buffer.count)
      let got = pread(descriptor, &buffer, end - start, off_t(start))
      guard got > 0 else { return count }
      if let newline = buffer[..<got].lastIndex(of: 0x0A) { return start + newline + 1 }
      end = start
    }
    return count
  }
}
