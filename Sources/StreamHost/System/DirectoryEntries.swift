import Glibc

/// The entries of an open folder, without those whose names begin with a dot.
struct DirectoryEntries {
  /// Seconds after which a draft is of a run that was killed.
  private static let staleSeconds = 3600

  let descriptor: Int32

  /// Returns the names of at most `most` entries, in no order; none where the folder cannot be read.
  func names(most: Int = .max) -> [String] {
    // A second opening: descriptors of the same one share their position in the list.
    let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { return [] }
    guard let folder = fdopendir(copy) else {
      close(copy)
      return []
    }
    defer { closedir(folder) }
    var names: [String] = []
    while names.count < most, let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  /// Removes drafts, whose names end with ".tmp", of runs that were killed more than an hour ago.
  ///
  /// - Parameter most: the most entries that are looked at.
  func removeStaleDrafts(most: Int = .max) {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    for name in names(most: most) where name.hasSuffix(".tmp") {
      var status = stat()
      guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
        status.st_mode & S_IFMT == S_IFREG, now.tv_sec - status.st_mtim.tv_sec > Self.staleSeconds
      else { continue }
      unlinkat(descriptor, name, 0)
    }
  }
}
