import Glibc
import StreamModel

/// A log of lines that is followed by its name, as `tail -F` does: through truncations, and from one
/// file to the next that gets the name.
///
/// Whole lines are copied into a spool as they are taken. The bytes of a truncated file are nowhere
/// else, and old files may be compressed or deleted, so no number of open descriptors would do.
/// ``look()`` finds out what there is to take, and ``pull()`` takes it, so no key waits for a file.
final class TailedFile: ByteSource {
  /// Files that had the name before stay open: their writers may still finish what they write.
  private static let mostFormer = 4

  let name: String
  private(set) var faults: [String] = []
  /// The number of files that have been opened so far: each of them needs a watch of its own.
  private(set) var openedCount = 1
  private let spool: Spool
  /// The files that had the name, in that order; the last one has it, or had it last.
  private var parts: [TailedPart]
  private var buffer: [UInt8] = Array(repeating: 0, count: 256 << 10)
  private var hasFailed = false

  var count: Int { spool.count }
  /// Whether everything that ``look()`` found has been taken.
  var isComplete: Bool { hasFailed || !parts.contains { $0.hasMore } }

  /// Follows a file that is open; its bytes so far are taken by ``pull()``.
  ///
  /// - Parameters:
  ///   - descriptor: Taken over.
  ///   - isWhole: Whether its last line may be a record although it has no end.
  init(name: String, descriptor: Int32, isWhole: Bool = true) {
    self.name = name
    spool = Spool(name: name)
    parts = [TailedPart(descriptor)]
    parts[0].takesUnfinishedEnd = isWhole
    _ = look()
  }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int {
    try spool.read(at: offset, into: buffer)
  }

  /// Looks at the files, and at the name; returns whether there is anything to take.
  func look() -> Bool {
    guard !hasFailed else { return false }
    openNext()
    // A former file that is written over has become something else, such as a copy of the next.
    for part in parts.dropLast() { part.look(startsAgain: false) }
    parts.last?.look(startsAgain: true)
    // A former file is read to its end before it is closed.
    while parts.count > Self.mostFormer + 1, !parts[0].hasMore {
      keep(parts.removeFirst().unfinished())
    }
    return !isComplete
  }

  /// Takes up to 256 KiB: what is left of the older files comes first.
  func pull() throws(FeedError) -> Bool {
    guard !hasFailed, let part = parts.first(where: { $0.hasMore }) else { return false }
    if part.isUntouched, count > 0 { skipRepeated(of: part) }
    let lines = part.take(&buffer)
    keep(lines)
    return true
  }

  /// The bytes before the end of the older files in which the start of the next one is looked for.
  private static let repeatedBytes = 1 << 20
  /// The most places at which a repetition may begin.
  private static let mostPlaces = 256

  /// Skips the lines at the start of a file that repeat the end of the files before it.
  ///
  /// Some writers put their newest records into a new file and rename it over the old one.
  private func skipRepeated(of part: TailedPart) {
    let size = min(count, Self.repeatedBytes)
    guard var tail = try? bytes(in: count - size..<count)[...] else { return }
    if size < count { tail = tail.drop { $0 != 0x0A }.dropFirst() }
    let start = part.start(tail.count)
    guard let first = start.firstIndex(of: 0x0A) else { return }
    let line = start[...first]
    var places = 0
    while !tail.isEmpty, places < Self.mostPlaces {
      if tail.starts(with: line) {
        places += 1
        if tail.count <= start.count, start.starts(with: tail) { return part.skip(tail) }
      }
      guard let end = tail.firstIndex(of: 0x0A) else { return }
      tail = tail[(end + 1)...]
    }
  }

  /// Adds lines; where there is no room for them, nothing is followed any more.
  private func keep(_ lines: [UInt8]) {
    guard !lines.isEmpty, !hasFailed else { return }
    do throws(FeedError) {
      try lines.withUnsafeBufferPointer { bytes throws(FeedError) in
        try spool.append(UnsafeRawBufferPointer(bytes))
      }
    } catch {
      hasFailed = true
      faults.append("is not followed any more: \(error.reason)")
    }
  }

  /// Opens the file that has the name, if it is another than before.
  private func openNext() {
    guard let current = parts.last else { return }
    var named = stat()
    guard RawArguments.withPath(name, { stat($0, &named) }) == 0,
      named.st_mode & S_IFMT == S_IFREG, !current.isFile(named)
    else { return }
    let descriptor = RawArguments.withPath(name) { path in
      Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    }
    guard descriptor >= 0 else { return }
    // The file that the name leads to now may be a former file that got it back, or no file at all.
    var opened = stat()
    guard fstat(descriptor, &opened) == 0, opened.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      return
    }
    openedCount += 1
    if let index = parts.firstIndex(where: { $0.isFile(opened) }) {
      close(descriptor)
      parts.append(parts.remove(at: index))
    } else {
      parts.append(TailedPart(descriptor))
    }
  }
}

extension TailedFile {
  /// Bytes that tell whether a file holds a record a line.
  private static let headSize = 64 << 10

  /// Follows `file` by its name if it holds a record a line; nil for other documents, which nothing can be added to.
  convenience init?(_ file: FileBytes, hint: FormatHint?, isWhole: Bool = true) {
    guard let head = try? file.bytes(in: 0..<min(Self.headSize, file.count)) else { return nil }
    // A short log of plain lines is recognized only if it is known to end here.
    let isAll = head.count == file.count && head.last == 0x0A
    let probe = Feed(
      source: MemoryBytes(name: file.name, bytes: head, isComplete: isAll),
      hint: hint,
      takesLines: true
    )
    guard (try? probe.advance(bytes: 1)) != nil, probe.isLineByLine else { return nil }
    let descriptor = file.duplicate()
    guard descriptor >= 0 else { return nil }
    self.init(name: file.name, descriptor: descriptor, isWhole: isWhole)
  }
}

/// One of the files of a log that is followed by its name, and how far it has been taken.
final class TailedPart {
  /// Bytes at the start that are compared to tell whether the file was written over.
  private static let headSize = 4096
  /// A longer line is passed on in pieces.
  private static let longestLine = 64 << 20

  private(set) var hasMore = false
  /// Whether a last line without its end is taken when the file is first read to its end, if it looks
  /// like a whole record: a file that is no longer written may end so.
  var takesUnfinishedEnd = false
  private let descriptor: Int32
  private var taken = 0
  /// The bytes of a line that has not ended yet.
  private var line: [UInt8] = []
  private var head: [UInt8] = []
  /// Whether the file was truncated within a line.
  private var isTorn = false
  /// Whether it was written over after it had lost its name.
  private var isLeft = false

  /// Takes over an open descriptor of a regular file.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  func isFile(_ other: stat) -> Bool {
    var own = stat()
    return fstat(descriptor, &own) == 0 && FileIdentity(own) == FileIdentity(other)
  }

  /// Finds out whether there is more to take; a file that was truncated or written over is taken from its start again.
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
