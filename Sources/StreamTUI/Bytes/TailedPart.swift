import Glibc

/// One of the files of a log that is followed by its name, and how far it has been taken.
final class TailedPart {
  /// Bytes at the start that are compared to tell whether the file was written over.
  private static let headSize = 4096
  /// A longer line is passed on in pieces.
  private static let longestLine = 64 << 20

  /// Whether there are bytes that have not been taken.
  private(set) var hasMore = false
  /// Whether a last line without its end is taken when the file is first read to its end, if it looks
  /// like a whole record: a file that is no longer written may end so.
  var takesUnfinishedEnd = false
  private let descriptor: Int32
  /// The number of bytes that were read.
  private var taken = 0
  /// The bytes of a line that has not ended yet.
  private var line: [UInt8] = []
  private var head: [UInt8] = []
  /// Whether the file was truncated within a line.
  private var isTorn = false
  /// Whether it was written over after it had lost its name.
  private var isLeft = false

  /// Takes over an open descriptor of a regular file.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// Whether it is the file of this status.
  func isFile(_ other: stat) -> Bool {
    var own = stat()
    return fstat(descriptor, &own) == 0 && own.st_ino == other.st_ino && own.st_dev == other.st_dev
  }

  /// Finds out whether there is more to take; a file that was truncated or written over is taken from
  /// its start again.
  ///
  /// - Parameter startsAgain: Whether it is, or is left for good.
  func look(startsAgain: Bool) {
    var status = stat()
    guard !isLeft, fstat(descriptor, &status) == 0 else {
      hasMore = false
      return
    }
    if Int(status.st_size) < taken || !hasSameHead {
      guard startsAgain else {
        isLeft = true
        hasMore = false
        return
      }
      taken = 0
      head = []
      isTorn = !line.isEmpty
    }
    hasMore = Int(status.st_size) > taken
  }

  /// Whether nothing of it was read so far.
  var isUntouched: Bool { taken == 0 && head.isEmpty }

  /// Returns up to `count` bytes from its start, which remain to be taken.
  func start(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let got = pread(descriptor, &bytes, count, 0)
    return Array(bytes.prefix(max(0, got)))
  }

  /// Passes by whole lines at its start, which another file had.
  func skip(_ lines: ArraySlice<UInt8>) {
    taken = lines.count
    head = Array(lines.prefix(Self.headSize))
  }

  /// Reads as many bytes as `buffer` has at most; returns the whole lines that they complete.
  func take(_ buffer: inout [UInt8]) -> [UInt8] {
    let got = pread(descriptor, &buffer, buffer.count, off_t(taken))
    guard got > 0 else {
      if got == 0 || errno != EINTR { hasMore = false }
      return []
    }
    let bytes = buffer[..<got]
    if taken < Self.headSize, head.count == taken {
      head += bytes.prefix(Self.headSize - head.count)
    }
    taken += got
    var lines: [UInt8] = []
    // The writer went on within its line after the truncation, unless a record begins here.
    if isTorn, bytes.first == UInt8(ascii: "{") { lines = unfinished() }
    isTorn = false
    if let end = bytes.lastIndex(of: 0x0A) {
      lines += line + bytes[...end]
      line = Array(bytes[(end + 1)...])
    } else {
      line += bytes
    }
    var status = stat()
    hasMore = fstat(descriptor, &status) == 0 && Int(status.st_size) != taken
    if line.count > Self.longestLine || (!hasMore && takesUnfinishedEnd && line.last == 0x7D) {
      lines += unfinished()
    }
    if !hasMore { takesUnfinishedEnd = false }
    return lines
  }

  /// Returns the line that has not ended, with an end; nothing if all lines have.
  func unfinished() -> [UInt8] {
    guard !line.isEmpty else { return [] }
    defer { line = [] }
    return line + [0x0A]
  }

  /// Whether the first bytes are those that were read first.
  private var hasSameHead: Bool {
    guard !head.isEmpty else { return true }
    var now = [UInt8](repeating: 0, count: head.count)
    return pread(descriptor, &now, now.count, 0) == now.count && now == head
  }
}
