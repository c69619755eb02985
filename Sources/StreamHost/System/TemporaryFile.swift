import Glibc

/// A file for a program, which only the user can read, in `$TMPDIR`, else `/tmp`.
///
/// Its name has the number of this process, so that files of a process that was killed are recognized.
package struct TemporaryFile {
  /// The seconds for which a file stays whose process is gone: it may be a copy that the user wants.
  private static let staleSeconds = 86_400
  private static let prefix = "streamtui-"

  package let path: String

  static var folder: String {
    // A relative folder would be that of whichever program reads the path.
    Environment.value("TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
  }

  static func isOwn(_ name: String) -> Bool { process(of: name) != nil }

  /// Removes files of processes that are gone; returns their number.
  ///
  /// - Parameter isAny: whether those of the last day go, too.
  @discardableResult
  static func sweep(isAny: Bool = false) -> Int {
    let folder = open(Self.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return 0 }
    defer { close(folder) }
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    var count = 0
    for name in DirectoryEntries(descriptor: folder).names() {
      var status = stat()
      guard let process = process(of: name), kill(process, 0) != 0, errno == ESRCH,
        fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
        status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
        isAny || now.tv_sec - status.st_mtim.tv_sec > staleSeconds
      else { continue }
      if unlinkat(folder, name, 0) == 0 { count += 1 }
    }
    return count
  }

  /// The number in "streamtui-123-XXXXXX.txt"; nil for other names.
  private static func process(of name: String) -> pid_t? {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, name.hasPrefix(prefix), let process = pid_t(parts[1]), process > 0
    else { return nil }
    return process
  }

  /// Writes a new file whose name ends with `ending`, such as ".json".
  ///
  /// - Parameter isReadOnly: Whether the file says that changes of it are lost.
  /// - Throws: ``Failure`` with the system's reason.
  package init(_ bytes: [UInt8], ending: String, isReadOnly: Bool = false) throws(Failure) {
    Self.sweep()
    var name = Array("\(Self.folder)/\(Self.prefix)\(getpid())-XXXXXX\(ending)".utf8CString)
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

  package struct Failure: Error {
    package let reason: String
  }

  package func remove() { unlink(path) }
}
