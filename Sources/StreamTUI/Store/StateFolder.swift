import Glibc

/// The folder of the saved state: `$XDG_STATE_HOME/streamtui`, else `~/.local/state/streamtui`.
struct StateFolder {
  /// The path as the environment names it; it may lead through symbolic links.
  let path: String

  init(path: String) {
    self.path = path
  }

  /// Locates the folder in this environment; nil if no absolute path is named, or the user has no home.
  init?(_ environment: (String) -> String? = Environment.value) {
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
  /// - Throws: ``StateFault`` if it cannot be made, or is not a folder of this user.
  func prepare() throws(StateFault) -> StateFiles {
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
      isRemote: RemoteFileSystems.contains(Database.fileSystem(of: descriptor))
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

  /// Makes the folder and those above it that are missing.
  private func make() throws(StateFault) {
    var prefix = ""
    for part in path.split(separator: "/") {
      prefix += "/" + part
      if mkdir(prefix, 0o700) == 0 { continue }
      let reason = errno
      // A folder that exists may also report that its parent cannot be written.
      var status = stat()
      guard stat(prefix, &status) == 0 else {
        throw .refused(reason == EEXIST ? ENOENT : reason)
      }
    }
  }
}
