import Glibc

/// The first start of the program by a user, of whom it knows nothing: no configuration and no saved state.
enum FirstStart {
  /// Returns whether this is the first start; no later one is, for the folder of the state is there from now on.
  ///
  /// Where nothing may be saved or the folder cannot be made, no start is: each would be.
  static func begins(keepsState: Bool) -> Bool {
    guard keepsState, !Environment.isSecure, let folder = StateFolder(),
      isMissing(folder.path), ConfigFile().map({ isMissing($0.path) }) ?? true
    else { return false }
    return (try? folder.prepare()) != nil
  }

  private static func isMissing(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) != 0 && (errno == ENOENT || errno == ENOTDIR)
  }
}
