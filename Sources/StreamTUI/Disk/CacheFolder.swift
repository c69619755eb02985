/// The folder of documents that can be fetched again: `$XDG_CACHE_HOME/streamtui`, else
/// `~/.cache/streamtui`.
///
/// It is checked as the folder of the saved state is: it belongs to the user alone, and is no link.
struct CacheFolder {
  /// The absolute path as the environment names it; it may lead through symbolic links.
  let path: String
  /// The folder with its checks.
  let folder: StateFolder

  init(path: String) {
    self.path = path
    folder = StateFolder(path: path)
  }

  /// Locates the folder in this environment; nil if no absolute path is named.
  init?(_ environment: (String) -> String? = Environment.value) {
    // A relative or empty path must be ignored (XDG Base Directory Specification).
    if let folder = environment("XDG_CACHE_HOME"), folder.hasPrefix("/") {
      self.init(path: folder + "/streamtui")
    } else if let home = environment("HOME"), home.hasPrefix("/") {
      self.init(path: home + "/.cache/streamtui")
    } else {
      return nil
    }
  }

  /// Opens the folder `name` in it, and makes it where it is missing; the caller closes the descriptor.
  ///
  /// - Returns: nil if it cannot be used; `errno` says why.
  func openSubfolder(_ name: String) -> Int32? { folder.openSubfolder(name, creates: true) }
}
