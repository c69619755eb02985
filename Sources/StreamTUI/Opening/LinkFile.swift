import CellGrid
import Glibc
import StreamUI

/// Writes a list of links into a new file.
enum LinkFile {
  /// Writes `text` into a file that is made for it, for the reader alone to read; "~" is their home.
  ///
  /// - Returns: what became of it, for the status line.
  static func save(_ text: String, to path: String) -> Event {
    guard let path = expanded(path) else {
      return failure("the home folder is not known (expected HOME)", path)
    }
    // What is there, and what a symbolic link leads to, is never touched.
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY, 0o600)
    guard file >= 0 else {
      let reason = errno == EEXIST ? "there is such a file already" : Self.reason(errno)
      return failure(reason, path)
    }
    let isWritten = Diagnostics.write(text, to: file)
    let reason = errno
    guard close(file) == 0, isWritten else {
      let why = isWritten ? errno : reason
      unlink(path)
      return failure(Self.reason(why), path)
    }
    let lines = text.utf8.count { $0 == UInt8(ascii: "\n") }
    let count = lines == 1 ? "1 link" : "\(lines) links"
    return .message(SafeText(sanitizing: "saved \(count) to \(path)"), isWarning: false)
  }

  /// `path` with the reader's home for a "~" at its start; nil where that is not known.
  static func expanded(_ path: String, home: String? = Environment.value("HOME")) -> String? {
    guard path == "~" || path.hasPrefix("~/") else { return path }
    guard let home, !home.isEmpty else { return nil }
    return home + path.dropFirst()
  }

  private static func failure(_ reason: String, _ path: String) -> Event {
    .message(SafeText(sanitizing: "not saved (\(reason)): \(path)"), isWarning: true)
  }

  private static func reason(_ number: Int32) -> String {
    String(cString: strerror(number))
  }
}
