import CellGrid
import Glibc
import StreamHost
import StreamModel

/// The file in memory that ncurses writes a frame to.
///
/// ncurses blocks until its output has accepted everything. A file always does, so a stuck terminal
/// delays only ``TerminalOutput``.
final class FrameFile {
  let descriptor: Int32
  /// The system's error code if a frame could not be written whole; nil while all were.
  private(set) var failure: Int32?

  /// Takes over `descriptor`, a file in memory.
  init(descriptor: Int32) {
    self.descriptor = descriptor
    checkRoom(after: 0)
  }

  deinit { close(descriptor) }

  /// Passes the bytes written since the last call to `receive` and empties the file.
  ///
  /// Does nothing after a frame could not be written whole.
  func take(_ receive: (UnsafeRawBufferPointer) -> Void) {
    let count = Int(lseek(descriptor, 0, SEEK_CUR))
    checkRoom(after: count)
    guard count > 0, failure == nil else { return }
    withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { buffer in
      let got = pread(descriptor, buffer.baseAddress, count, 0)
      // The next frame overwrites this one: the file is as long as the longest frame.
      lseek(descriptor, 0, SEEK_SET)
      if got > 0 { receive(UnsafeRawBufferPointer(rebasing: buffer[..<got])) }
    }
  }

  /// Checks whether the file could have grown beyond its first `count` bytes.
  ///
  /// ncurses does not check the result of its writes. A limit on the size of files (RLIMIT_FSIZE)
  /// cuts a frame at the limit, and then no byte after it can be written either.
  private func checkRoom(after count: Int) {
    var byte: UInt8 = 0
    if pwrite(descriptor, &byte, 1, off_t(count)) != 1, failure == nil { failure = errno }
  }
}

/// Writes the bytes of each frame with its time to a new file, as an asciicast of version 2: a line of JSON for the
/// terminal, then one for each frame (https://docs.asciinema.org/manual/asciicast/v2/).
final class Recording {
  /// The system's error code if the file could not be written whole; nil so far.
  private(set) var failure: Int32?
  private let file: Int32
  private let time: any TimeSource
  private var start = Moment(nanoseconds: 0)
  private var buffer = ""
  private var size: Size?

  /// The bytes that are kept before they are written.
  private static let room = 1 << 16

  /// Creates the file at `path`; "~" is the home folder.
  ///
  /// - Returns: Nil if it cannot be created, or exists already; `errno` has the reason.
  init?(path: String, time: any TimeSource) {
    // Existing files and the targets of symbolic links are never touched.
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY
    file = open(Environment.expanded(path) ?? path, flags, 0o600)
    guard file >= 0 else { return nil }
    self.time = time
  }

  func begin(_ size: Size) {
    start = time.now
    self.size = size
    let term = Self.quoted(Environment.value("TERM") ?? "")
    buffer =
      "{\"version\": 2, \"width\": \(size.columns), \"height\": \(size.lines), "
      + "\"timestamp\": \(time.wall.secondsSinceEpoch), \"title\": \"streamtui demo\", "
      + "\"env\": {\"TERM\": \(term)}}\n"
  }

  /// Adds bytes that are sent to the terminal now.
  func add(_ bytes: UnsafeRawBufferPointer) { add("o", String(decoding: bytes, as: UTF8.self)) }

  func resize(to size: Size) {
    // Two signals may tell of one change.
    guard size != self.size else { return }
    self.size = size
    add("r", "\(size.columns)x\(size.lines)")
  }

  /// Writes the rest and closes the file.
  func finish() {
    flush()
    if close(file) != 0, failure == nil { failure = errno }
  }

  private func add(_ kind: String, _ data: String) {
    let micros = max(0, time.now.nanoseconds(since: start)) / 1_000
    let fraction = String(1_000_000 + micros % 1_000_000).dropFirst()
    buffer += "[\(micros / 1_000_000).\(fraction), \"\(kind)\", \(Self.quoted(data))]\n"
    if buffer.utf8.count > Self.room { flush() }
  }

  private func flush() {
    defer { buffer = "" }
    guard failure == nil, !Diagnostics.write(buffer, to: file) else { return }
    failure = errno
  }

  /// Returns `text` as a JSON string (RFC 8259 section 7).
  private static func quoted(_ text: String) -> String {
    var json = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": json += "\\\(scalar)"
      case "\u{20}"...: json.unicodeScalars.append(scalar)
      default: json += scalar.value < 0x10 ? "\\u000\(hex(scalar))" : "\\u00\(hex(scalar))"
      }
    }
    return json + "\""
  }

  private static func hex(_ scalar: Unicode.Scalar) -> String { String(scalar.value, radix: 16) }
}
