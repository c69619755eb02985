import Glibc

/// The state folder or a folder in it, open: reads, replaces and removes ordinary files of this user
/// by their names, and follows no symbolic link.
package final class PrivateFolder {
  /// The milliseconds for which a lock of another process is waited for.
  private static let patience: Int32 = 10_000

  /// An open file with a lock that other processes respect; both end with the object.
  package final class LockedFile {
    let descriptor: Int32

    fileprivate init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }
  }

  private let descriptor: Int32

  /// Opens the state folder, or the folder `name` in it.
  ///
  /// - Parameter creates: Whether to make the folders that are missing, for the user alone.
  /// - Returns: nil if it is missing.
  package static func opened(
    _ name: String? = nil,
    in folder: StateFolder,
    creates: Bool
  ) throws(StateError) -> PrivateFolder? {
    // Makes and checks the folder; the object closes it.
    if creates { _ = try folder.prepare() }
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let descriptor =
      name.map { folder.openSubfolder($0, creates: creates) ?? -1 }
      ?? Glibc.open(folder.path, flags)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT: return nil
      case ELOOP, ENOTDIR: throw .wrongKind(name ?? "the state folder")
      default: throw .refused(errno)
      }
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_uid == geteuid() else {
      close(descriptor)
      throw .foreign(name ?? "the state folder")
    }
    if status.st_mode & 0o077 != 0 { fchmod(descriptor, 0o700) }
    return PrivateFolder(descriptor)
  }

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  // MARK: Reading

  /// Returns the bytes of a file; nil if there is none.
  ///
  /// - Parameter limit: the largest size in bytes.
  func read(_ name: String, limit: Int) throws(StateError) -> [UInt8]? {
    try read(name) { (file) throws(StateError) in
      try Self.bytes(of: file, named: name, limit: limit)
    }
  }

  /// Passes the descriptor of a file to `body`; nil if there is none.
  func read<T>(
    _ name: String,
    _ body: (Int32) throws(StateError) -> T
  ) throws(StateError) -> T? {
    guard let file = try open(name, O_RDONLY) else { return nil }
    defer { close(file) }
    return try body(file)
  }

  static func bytes(
    of file: Int32,
    named name: String,
    from start: Int = 0,
    limit: Int
  ) throws(StateError) -> [UInt8] {
    do throws(OpenFile.Failure) {
      return try OpenFile.bytes(of: file, from: start, limit: limit)
    } catch {
      switch error {
      case .tooLarge: throw .tooLarge(name)
      case .refused(let reason): throw .refused(reason)
      }
    }
  }

  /// Opens an ordinary file of this user, and takes from others the right to read it.
  ///
  /// - Returns: nil if there is none.
  private func open(_ name: String, _ flags: Int32) throws(StateError) -> Int32? {
    let all = flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let file = openat(descriptor, name, all, 0o600)
    guard file >= 0 else {
      switch errno {
      case ENOENT: return nil
      case ELOOP: throw .link(name)
      default: throw .refused(errno)
      }
    }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink <= 1 else {
      close(file)
      throw .wrongKind(name)
    }
    guard status.st_uid == geteuid() else {
      close(file)
      throw .foreign(name)
    }
    if status.st_mode & 0o077 != 0 { fchmod(file, 0o600) }
    return file
  }

  // MARK: Locks

  /// Opens a file with a lock on it, and waits for other processes at most ten seconds.
  ///
  /// - Parameters:
  ///   - creates: Whether to make a file that is missing.
  ///   - waits: Whether to wait for another process at all.
  ///   - isShared: Whether other processes may have the same lock, if it is shared there, too.
  /// - Returns: nil if there is none.
  /// - Throws: ``StateError/locked(_:)`` if another process keeps the lock.
  package func lock(
    _ name: String,
    creates: Bool,
    waits: Bool = true,
    isShared: Bool = false
  ) throws(StateError) -> LockedFile? {
    var left = waits ? Self.patience : 0
    while true {
      let flags = creates ? O_RDWR | O_CREAT | O_APPEND : O_RDWR | O_APPEND
      guard let file = try open(name, flags) else { return nil }
      while flock(file, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 {
        // A file system without locks does not hold anything up.
        guard errno == EWOULDBLOCK || errno == EINTR else { break }
        guard left > 0 else {
          close(file)
          throw .locked(name)
        }
        poll(nil, 0, 2)
        left -= 2
      }
      // Another process may have replaced the file while this one waited.
      var (own, named) = (stat(), stat())
      guard fstat(file, &own) == 0 else {
        let reason = errno
        close(file)
        throw .refused(reason)
      }
      let isNamed = fstatat(descriptor, name, &named, AT_SYMLINK_NOFOLLOW) == 0
      if isNamed, own.st_ino == named.st_ino, own.st_dev == named.st_dev {
        return LockedFile(file)
      }
      close(file)
      guard left > 0 else { throw .locked(name) }
      left -= 1
    }
  }

  // MARK: Writing

  /// Replaces a file in one step: a run that is killed leaves the old bytes or the new ones.
  ///
  /// - Parameter isDurable: Whether to wait until the disk has the new bytes, which can take tens of
  ///   milliseconds; without that a machine that loses power may lose both.
  func replace(_ name: String, with bytes: [UInt8], isDurable: Bool = true) throws(StateError) {
    let draft = "\(name).\(getpid()).tmp"
    // One of a process with the same number that was killed.
    _ = unlinkat(descriptor, draft, 0)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let file = openat(descriptor, draft, flags, 0o600)
    guard file >= 0 else { throw .refused(errno) }
    let isWritten =
      bytes.withUnsafeBytes { Diagnostics.write($0, to: file) } && (!isDurable || fsync(file) == 0)
    let reason = errno
    guard close(file) == 0, isWritten, renameat(descriptor, draft, descriptor, name) == 0 else {
      let fault = StateError.refused(isWritten ? errno : reason)
      _ = unlinkat(descriptor, draft, 0)
      throw fault
    }
    if isDurable { fsync(descriptor) }
  }

  @discardableResult
  func remove(_ name: String) throws(StateError) -> Bool {
    if unlinkat(descriptor, name, 0) == 0 { return true }
    guard errno == ENOENT else { throw .refused(errno) }
    return false
  }

  func rename(_ name: String, to other: String) -> Bool {
    renameat(descriptor, name, descriptor, other) == 0
  }

  /// Removes drafts of runs that were killed more than an hour ago.
  ///
  /// - Parameter most: the most entries that are looked at.
  package func removeStaleDrafts(most: Int = .max) {
    DirectoryEntries(descriptor: descriptor).removeStaleDrafts(most: most)
  }

  /// Removes all drafts but those of processes that are alive.
  func removeDrafts() {
    for name in names where name.hasSuffix(".tmp") {
      let process = name.split(separator: ".").dropLast().last.flatMap { pid_t($0) }
      if let process, process > 0, kill(process, 0) == 0 || errno != ESRCH { continue }
      _ = unlinkat(descriptor, name, 0)
    }
  }

  /// The names in the folder without those that begin with a dot, in no order.
  var names: [String] { DirectoryEntries(descriptor: descriptor).names() }
}
