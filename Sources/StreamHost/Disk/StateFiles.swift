import Glibc

/// The files of the database in a checked folder, which stays open and can be locked.
package final class StateFiles {
  package static let name = "state.db"
  static let libraryName = "library.db"

  private static let endings = ["", "-wal", "-shm", "-journal"]
  private static let most = 9

  /// The folder without symbolic links in its path.
  let folder: String
  let isRemote: Bool
  private let descriptor: Int32
  private let name: String

  init(descriptor: Int32, folder: String, isRemote: Bool, name: String = StateFiles.name) {
    self.name = name
    self.descriptor = descriptor
    self.folder = folder
    self.isRemote = isRemote
  }

  deinit { close(descriptor) }

  var database: String { folder + "/" + name }

  /// Sets the time of the database to now, for those who watch the folder.
  ///
  /// A commit is visible to others only after the last write to the log, so that write tells them too early.
  func touch() { _ = utimensat(descriptor, name, nil, AT_SYMLINK_NOFOLLOW) }

  /// Keeps other viewers from opening, making and setting aside the database.
  ///
  /// - Parameter milliseconds: the time to wait for another viewer that does.
  /// - Returns: Whether this process may go on. A file system without locks does not hold it up.
  func lock(milliseconds: Int32) -> Bool {
    var left = milliseconds
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK else { return true }
      guard left > 0 else { return false }
      poll(nil, 0, 2)
      left -= 2
    }
    return true
  }

  func unlock() { flock(descriptor, LOCK_UN) }

  /// Makes an empty database file where there is none; checks all files.
  ///
  /// SQLite follows a symbolic link in place of its log, so each file must be an ordinary one.
  ///
  /// - Throws: ``StateError`` if one of them is no ordinary file of this user.
  func prepare() throws(StateError) {
    for ending in Self.endings {
      let name = self.name + ending
      guard let status = try status(of: name) else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFLNK: throw .link(name)
      case S_IFREG where status.st_nlink == 1: break
      default: throw .wrongKind(name)
      }
      guard status.st_uid == geteuid() else { throw .foreign(name) }
      // Not opened: closing a descriptor of a database drops the locks of the whole process.
      if status.st_mode & 0o077 != 0 { chmod(folder + "/" + name, 0o600) }
    }
    guard try status(of: name) == nil else { return }
    // SQLite gives the mode of the database to its other files.
    let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let file = openat(descriptor, name, flags, 0o600)
    guard file >= 0 else { throw .refused(errno) }
    close(file)
  }

  /// The device and number of the database file; nil where there is none.
  var identity: [UInt64]? {
    guard let status = try? status(of: name) else { return nil }
    return [UInt64(status.st_dev), UInt64(status.st_ino)]
  }

  var isWritable: Bool { faccessat(descriptor, name, W_OK, AT_EACCESS) == 0 }

  var isEmpty: Bool {
    guard let status = try? status(of: name) else { return false }
    return status.st_size == 0
  }

  /// Opens the database, which is made where it is missing.
  ///
  /// - Parameters:
  ///   - patience: the time in milliseconds to wait for other processes.
  ///   - prepare: checks the tables, and makes those of an empty database.
  func opened(
    patience: Int32,
    _ prepare: (Database) throws(DatabaseError) -> Void
  ) throws(StateError) -> Database {
    try self.prepare()
    do throws(DatabaseError) {
      let database = try Database(path: database)
      database.wait(milliseconds: patience)
      try database.run("PRAGMA cell_size_check = ON")
      // No file may appear outside the folder.
      try database.run("PRAGMA temp_store = MEMORY")
      try database.run("PRAGMA secure_delete = ON")
      try database.run("PRAGMA synchronous = NORMAL")
      // Before the log is chosen, so that a failure leaves an empty file empty.
      try prepare(database)
      // The log needs memory shared by all processes that use the file.
      try database.run(isRemote ? "PRAGMA journal_mode = DELETE" : "PRAGMA journal_mode = WAL")
      if database.isReadOnly {
        // A flipped bit in the header forbids to write, too.
        let kind: DatabaseError.Kind = isWritable ? .damaged : .readOnly
        throw DatabaseError(kind: kind, text: "it is read-only")
      }
      database.wait(milliseconds: 0)
      return database
    } catch {
      throw .database(error)
    }
  }

  func remove() { for ending in Self.endings { unlinkat(descriptor, name + ending, 0) } }

  /// Renames the database and the files that belong to it.
  ///
  /// - Returns: The new name of the database.
  /// - Throws: ``StateError`` if no name is free or the system refuses.
  func setAside() throws(StateError) -> String {
    for name in Self.namesAside where try status(of: name) == nil {
      // The database goes first: a log without one is recognized, see `setLeftoversAside`.
      for ending in Self.endings {
        guard try status(of: Self.name + ending) != nil else { continue }
        try rename(Self.name + ending, to: name + ending)
      }
      return name
    }
    throw .crowded
  }

  /// The names of the databases that were set aside.
  func aside() -> [String] { Self.namesAside.filter { name in (try? status(of: name)) != nil } }

  func removeAside() {
    for name in Self.namesAside {
      for ending in Self.endings { unlinkat(descriptor, name + ending, 0) }
    }
  }

  private static let namesAside = (1...most).map { "\(name).bad" + ($0 == 1 ? "" : "\($0)") }

  /// Renames the files of a database that was set aside when the program was killed in the midst.
  func setLeftoversAside() throws(StateError) {
    guard identity == nil, let last = aside().last else { return }
    for ending in Self.endings.dropFirst() where try status(of: Self.name + ending) != nil {
      if try status(of: last + ending) == nil { try rename(Self.name + ending, to: last + ending) }
    }
  }

  private func rename(_ old: String, to new: String) throws(StateError) {
    guard renameat(descriptor, old, descriptor, new) == 0 else { throw .refused(errno) }
  }

  private func status(of name: String) throws(StateError) -> stat? {
    var status = stat()
    if fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return status }
    guard errno == ENOENT else { throw .refused(errno) }
    return nil
  }
}

/// The reason why the saved state cannot be used.
package enum StateError: Error, Hashable, Sendable {
  case noPlace
  /// A name that must be a file or folder of its own is a symbolic link.
  case link(String)
  /// A name that must be a file or folder of its own is anything else, or has a second name.
  case wrongKind(String)
  case foreign(String)
  case tooLarge(String)
  case locked(String)
  case crowded
  /// Another process keeps replacing the database.
  case moved
  case refused(Int32)
  case database(DatabaseError)

  package var reason: String {
    switch self {
    case .noPlace: "neither XDG_STATE_HOME nor HOME names a folder"
    case .link(let name): "\(name) is a symbolic link"
    case .wrongKind(let name): "\(name) is not an ordinary file or folder"
    case .foreign(let name): "\(name) belongs to another user"
    case .tooLarge(let name): "\(name) is too large"
    case .locked(let name): "another process is changing \(name)"
    case .crowded: "remove old files named \(StateFiles.name).bad first"
    case .moved: "\(StateFiles.name) was replaced again and again"
    case .refused(let number): SystemError.text(number)
    case .database(let error): Self.reason(error)
    }
  }

  private static func reason(_ error: DatabaseError) -> String {
    switch error.kind {
    case .full: "the disk is full"
    case .readOnly: "\(StateFiles.name) cannot be written"
    case .busy: "another process uses \(StateFiles.name)"
    case .damaged: "\(StateFiles.name) was damaged"
    case .older: "\(StateFiles.name) is from an earlier build of streamtui"
    case .newer: "\(StateFiles.name) is from a newer version of streamtui. Update streamtui."
    case .cannotOpen, .other: "\(StateFiles.name): \(error.text)"
    }
  }
}

/// The reason why the saved state, the cache or an answer cannot be used, in words for the reader.
package struct StateRefusal: Error {
  package let text: String

  package init(_ text: String) { self.text = text }
}
