import CellGrid
import Glibc
import StreamHost
import StreamUI

/// Writes a list of links, a post, or a picture, to a new file.
enum LinkFile {
  /// Writes `text` to a new file that only the user can read; "~" is the home folder.
  ///
  /// - Parameter thing: The text in the message; nil counts its lines as links.
  /// - Returns: The outcome for the status line.
  static func save(_ text: String, to path: String, as thing: String? = nil) -> Event {
    let lines = text.utf8.count { $0 == UInt8(ascii: "\n") }
    let count = thing ?? (lines == 1 ? "1 link" : "\(lines) links")
    return write(to: path, as: count) { Diagnostics.write(text, to: $0) }
  }

  /// Writes the bytes of a picture to a new file, in the same way.
  static func save(_ bytes: [UInt8], to path: String) -> Event {
    write(to: path, as: picture) { file in
      bytes.withUnsafeBytes { Diagnostics.write($0, to: file) }
    }
  }

  private static let picture = "the picture"

  private static func write(to path: String, as thing: String, _ write: (Int32) -> Bool) -> Event {
    guard let path = Environment.expanded(path) else {
      return failure("the home folder is not known (expected HOME)", path)
    }
    // Existing files and the targets of symbolic links are never touched.
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY, 0o600)
    guard file >= 0 else {
      let reason = errno == EEXIST ? "the file exists already" : SystemError.text(errno)
      return failure(reason, path)
    }
    let isWritten = write(file)
    let reason = errno
    guard close(file) == 0, isWritten else {
      let why = isWritten ? errno : reason
      unlink(path)
      return failure(SystemError.text(why), path)
    }
    return .message(SafeText(sanitizing: "Saved \(thing) to \(path)"), isWarning: false)
  }

  static func copy(_ source: String, to path: String) -> Event {
    let input = open(source, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    guard input >= 0 else { return failure(SystemError.text(errno), source) }
    defer { close(input) }
    var status = stat()
    guard fstat(input, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return failure("it is not a regular file", source)
    }
    return write(to: path, as: picture) { file in
      // Without a copy in memory, and at once where both lie on one disk.
      var left = Int(status.st_size)
      while left > 0 {
        let count = sendfile(file, input, nil, left)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        left -= count
      }
      return left == 0
    }
  }

  private static func failure(_ reason: String, _ path: String) -> Event {
    .warning("Not saved (\(reason)): \(path)")
  }
}
