import Glibc
import StreamModel

/// A file that is read on demand and never mapped, because another process may truncate it.
///
/// ``refresh()`` adds the lines that other processes append, whole lines at a time.
package final class FileBytes: ByteSource {
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
  /// -1 while it is closed, so that another file has room.
  private var descriptor: Int32
  private var identity = FileIdentity()
  /// The mark of all bytes of a file that was not opened yet; nil for others.
  private var known: FileMark?
  private let room: OpenFileRoom?
  /// The number of the last use of any file of ``room``.
  private(set) var lastUse = 0
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
  ///   - room: the room for it among others, for which it may be closed; nil for a file that stays open.
  init(
    name: String,
    path: String? = nil,
    descriptor: Int32,
    count: Int,
    room: OpenFileRoom? = nil
  ) {
    self.name = name
    self.path = path ?? name
    self.descriptor = descriptor
    self.count = count
    self.room = room
    room?.take(self)
  }

  /// Opens a file that a transfer has written.
  ///
  /// - Parameter name: the name for messages; nil if it is the path.
  convenience init(at path: String, name: String? = nil) throws(FeedError) {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      let reason = SystemError.text(errno)
      if descriptor >= 0 { close(descriptor) }
      throw .unreadable(name: path, reason: reason)
    }
    let count = Int(status.st_size)
    self.init(name: name ?? path, path: path, descriptor: descriptor, count: count)
  }

  /// A file that is opened once it is read.
  ///
  /// - Parameter mark: the mark of all its bytes, whole lines.
  init(name: String, path: String, marked mark: FileMark, _ status: stat, in room: OpenFileRoom) {
    self.name = name
    self.path = path
    self.room = room
    (descriptor, count) = (-1, Int(status.st_size))
    (identity, known) = (FileIdentity(status), mark)
  }

  deinit { release() }

  /// Whether the file is open already.
  var isOpen: Bool { descriptor >= 0 }

  /// Opens the file where there is room, so that its bytes can be read even after another program has removed it.
  func hold() { if room?.isFull == false { _ = opened() } }

  /// Closes the file until it is read again.
  func release() {
    guard descriptor >= 0 else { return }
    identity = FileIdentity(of: descriptor)
    close(descriptor)
    descriptor = -1
  }

  /// Returns the descriptor, of a file that was closed a new one; -1 where its name has another file by now.
  private func opened() -> Int32 {
    guard let room else { return descriptor }
    lastUse = room.nextUse()
    guard descriptor < 0 else { return descriptor }
    let flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let file = open(path, flags)
    guard file >= 0 else { return -1 }
    guard FileIdentity(of: file) == identity else {
      close(file)
      errno = ESTALE
      return -1
    }
    (descriptor, known) = (file, nil)
    room.take(self)
    return file
  }

  private var size: Int? {
    var status = stat()
    let isKnown =
      descriptor >= 0
      ? fstat(descriptor, &status) == 0
      : lstat(path, &status) == 0 && FileIdentity(status) == identity
    return isKnown ? Int(status.st_size) : nil
  }

  /// Keeps the first `limit` bytes in memory from now on, as they are read one after the other.
  func keep(upTo limit: Int) { keepsUpTo = limit }

  /// Returns another descriptor of the same file; -1 if there can be none.
  func duplicate() -> Int32 { fcntl(opened(), F_DUPFD_CLOEXEC, 3) }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int {
    if offset >= 0, offset < kept.count, kept.count - offset >= min(buffer.count, count - offset) {
      return kept.withUnsafeBytes { bytes in
        let part = bytes[offset...].prefix(buffer.count)
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
        return part.count
      }
    }
    if isLost { throw .unreadable(name: name, reason: "was truncated or written over") }
    guard let got = OpenFile.read(opened(), at: offset, before: count, into: buffer) else {
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

  func mark(upTo end: Int) -> FileMark? {
    end == count ? known ?? FileMark(of: opened(), upTo: end) : FileMark(of: opened(), upTo: end)
  }

  /// Checks whether the file has grown by at least one line; returns true if it has.
  package func refresh() -> Bool {
    guard !isLost, let size, size > count else { return false }
    let end = endOfLastLine(before: size)
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
    if fstat(opened(), &own) == 0 {
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
    return FileIdentity(named) == FileIdentity(own) ? .none : .replaced
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
    let file = opened()
    var end = size
    // Nearly always it is whole.
    var step = 1
    var buffer: [UInt8] = Array(repeating: 0, count: 4096)
    while end > count {
      let start = max(count, end - step)
      step = buffer.count
      let got = pread(file, &buffer, end - start, off_t(start))
      guard got > 0 else { return count }
      if let newline = buffer[..<got].lastIndex(of: 0x0A) { return start + newline + 1 }
      end = start
    }
    return count
  }
}

/// The room for the files of many logs: as many are open as there are descriptors for.
///
/// The one that was read longest ago is closed for another, and opened again when it is read.
final class OpenFileRoom {
  private struct Open {
    weak var file: FileBytes?
    var lastUse: Int { file?.lastUse ?? 0 }
  }

  private let most: Int
  private var files: [Open] = []
  private var uses = 0

  init(for most: Int) { self.most = max(1, most) }

  func nextUse() -> Int {
    uses &+= 1
    return uses
  }

  var isFull: Bool { files.count >= most }

  /// Gives room to a file that was opened; closes others where there is none.
  func take(_ file: FileBytes) {
    if isFull { files.removeAll { $0.file == nil } }
    while isFull {
      let oldest = files.indices.min { files[$0].lastUse < files[$1].lastUse }
      guard let oldest else { break }
      files.remove(at: oldest).file?.release()
    }
    files.append(Open(file: file))
  }
}

/// The number of a file on its device, which tells whether a name has another one.
struct FileIdentity: Hashable {
  private var device: dev_t = 0
  private var number: ino_t = 0

  init() {}

  init(_ status: stat) { (device, number) = (status.st_dev, status.st_ino) }

  init(of descriptor: Int32) {
    var status = stat()
    if fstat(descriptor, &status) == 0 { self.init(status) } else { self.init() }
  }
}
