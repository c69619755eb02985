import Glibc

/// The folder of the saved state: `$XDG_STATE_HOME/streamtui`, else `~/.local/state/streamtui`.
package struct StateFolder {
  /// The path as the environment names it; it may lead through symbolic links.
  package let path: String

  package init(path: String) { self.path = path }

  /// Locates the folder in this environment; nil if no absolute path is named, or the user has no home.
  package init?(_ environment: (String) -> String? = Environment.value) {
    // A relative or empty path must be ignored (XDG Base Directory Specification).
    if let folder = environment("XDG_STATE_HOME"), folder.hasPrefix("/") {
      path = folder + "/streamtui"
    } else if let home = environment("HOME"), home.hasPrefix("/"), access(home, F_OK) == 0 {
      // A user without a home, as of a service, does not get one.
      path = home + "/.local/state/streamtui"
    } else {
      return nil
    }
  }

  /// Makes the folder where it is missing, for its owner alone, and checks it.
  ///
  /// The folders above may be symbolic links, this one may not.
  ///
  /// - Throws: ``StateError`` if it cannot be made, or is not a folder of this user.
  package func prepare(for database: String = StateFiles.name) throws(StateError) -> StateFiles {
    try make()
    let name = "the state folder"
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else {
      let reason = errno
      var status = stat()
      let isLink = lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
      if isLink { throw .link(name) }
      throw reason == ENOTDIR ? .wrongKind(name) : .refused(reason)
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_uid == geteuid() else {
      close(descriptor)
      throw .foreign(name)
    }
    // Nobody else may plant links or read names in it.
    if status.st_mode & 0o077 != 0 { fchmod(descriptor, 0o700) }
    guard let canonical = realpath(path, nil) else {
      let reason = errno
      close(descriptor)
      throw .refused(reason)
    }
    defer { free(canonical) }
    return StateFiles(
      descriptor: descriptor,
      folder: String(cString: canonical),
      isRemote: RemoteFileSystems.contains(Database.fileSystem(of: descriptor)),
      name: database
    )
  }

  /// Opens the folder `name` in it; the caller closes the descriptor.
  ///
  /// - Parameter creates: Whether to make the folders that are missing, for the user alone.
  /// - Returns: nil if it is not there or cannot be used; `errno` says why.
  func openSubfolder(_ name: String, creates: Bool) -> Int32? {
    // The system says why below.
    if creates { try? make() }
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else { return nil }
    defer { close(folder) }
    if creates { _ = mkdirat(folder, name, 0o700) }
    let opened = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    return opened >= 0 ? opened : nil
  }

  private func make() throws(StateError) {
    var status = stat()
    // Nearly always it is there.
    guard stat(path, &status) != 0 else { return }
    var prefix = ""
    for part in path.split(separator: "/") {
      prefix += "/" + part
      if mkdir(prefix, 0o700) == 0 { continue }
      let reason = errno
      // A folder that exists may also report that its parent cannot be written.
      guard stat(prefix, &status) == 0 else { throw .refused(reason == EEXIST ? ENOENT : reason) }
    }
  }
}

/// The file systems that may lie on another machine, where processes cannot share memory.
enum RemoteFileSystems {
  /// Returns whether a file system is one of them, by its number in statfs(2); an unknown one, 0, is.
  static func contains(_ number: UInt32) -> Bool { numbers.contains(number) }

  // A list: the first set of a type costs 250,000 instructions.
  private static let numbers: [UInt32] = [
    0,
    0x6969,  // NFS
    0xFF53_4D42,  // CIFS
    0xFE53_4D42,  // SMB 2
    0x517B,  // SMB
    0x564C,  // NCP
    0x0102_1997,  // 9P
    0x6573_5546,  // FUSE: sshfs and others
    0x5346_414F, 0x6B41_4653,  // AFS
    0x7375_7245,  // Coda
    0x00C3_6400,  // Ceph
    0x0BD0_0BD0,  // Lustre
    0x0116_1970,  // GFS2
    0x7461_636F,  // OCFS2
    0x786F_4256,  // folders shared by VirtualBox
    0x1983_0326,  // BeeGFS
  ]
}

/// The folder of documents that can be fetched again: `$XDG_CACHE_HOME/streamtui`, else `~/.cache/streamtui`.
///
/// It is checked as the folder of the saved state is: it belongs to the user alone, and is no link.
package struct CacheFolder {
  /// The absolute path as the environment names it; it may lead through symbolic links.
  let path: String
  let folder: StateFolder

  init(path: String) {
    self.path = path
    folder = StateFolder(path: path)
  }

  /// Whether it is this folder, and none of a single run in it.
  package func holds(_ other: StateFolder) -> Bool { other.path == path }

  /// Locates the folder in this environment; nil if no absolute path is named.
  package init?(_ environment: (String) -> String? = Environment.value) {
    // A relative or empty path must be ignored (XDG Base Directory Specification).
    if let folder = environment("XDG_CACHE_HOME"), folder.hasPrefix("/") {
      self.init(path: folder + "/streamtui")
    } else if let home = environment("HOME"), home.hasPrefix("/") {
      self.init(path: home + "/.cache/streamtui")
    } else {
      return nil
    }
  }
}
