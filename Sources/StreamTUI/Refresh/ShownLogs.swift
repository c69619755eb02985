/// The lock that says whether viewers show logs of subscriptions.
///
/// A viewer follows the file that it opened. While one does, no log is replaced by a shorter one: posts
/// that are appended to the new file would not come to it.
enum ShownLogs {
  private static let name = "shown.lock"

  /// Says that this process shows logs, as long as the result is kept; nil where nothing can be locked.
  static func show(in folder: StateFolder) -> PrivateFolder.LockedFile? {
    lock(in: folder, isShared: true)
  }

  /// Keeps viewers from opening logs, as long as the result is kept; nil while one shows them.
  static func replace(in folder: StateFolder) -> PrivateFolder.LockedFile? {
    lock(in: folder, isShared: false)
  }

  private static func lock(in folder: StateFolder, isShared: Bool) -> PrivateFolder.LockedFile? {
    let files = try? PrivateFolder.opened(in: folder, creates: true)
    return try? files?.lock(name, creates: true, waits: isShared, isShared: isShared)
  }
}
