import Glibc

/// A file for a program, which only the user can read, in `$TMPDIR`, else `/tmp`.
struct TemporaryFile {
  let path: String

  /// Writes a new file whose name ends with `ending`, such as ".json".
  ///
  /// - Parameter isReadOnly: Whether the file says that changes of it are lost.
  /// - Throws: ``Failure`` with the system's reason.
  init(_ bytes: [UInt8], ending: String, isReadOnly: Bool = false) throws(Failure) {
    var folder = Environment.value("TMPDIR") ?? ""
    // A relative folder would be that of whichever program reads the path.
    if !folder.hasPrefix("/") { folder = "/tmp" }
    var name = Array("\(folder)/streamtui-XXXXXX\(ending)".utf8CString)
    // The file is new, and its mode 0600 (POSIX.1-2024, mkstemp).
    let file = mkstemps(&name, Int32(clamping: ending.utf8.count))
    guard file >= 0 else { throw Failure(reason: SystemError.text(errno)) }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    let isWritten = bytes.withUnsafeBytes { Diagnostics.write($0, to: file) }
    var reason = errno
    if isReadOnly { fchmod(file, S_IRUSR) }
    let isClosed = close(file) == 0
    if isWritten, !isClosed { reason = errno }
    guard isWritten, isClosed else {
      unlink(path)
      throw Failure(reason: SystemError.text(reason))
    }
  }

  /// The reason why there is no file.
  struct Failure: Error {
    let reason: String
  }

  /// Removes the file.
  func remove() {
    unlink(path)
  }
}
