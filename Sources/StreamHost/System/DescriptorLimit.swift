import Glibc

/// The limit on the number of files that this process may have open (RLIMIT_NOFILE).
enum DescriptorLimit {
  /// The descriptors for everything but sources: terminal, state, pipes and transfers.
  private static let reserve = 128

  /// Raises the limit as far as this user may, for `count` files that stay open.
  ///
  /// The usual limit of 1,024 is meant for programs that call `select`.
  ///
  /// - Returns: The number of files for which there is room, at most `count`.
  static func room(for count: Int) -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return count }
    let wanted = rlim_t(clamping: count) + rlim_t(reserve)
    if limit.rlim_cur < wanted {
      limit.rlim_cur = min(wanted, limit.rlim_max)
      _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      _ = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
    let most = Int(clamping: limit.rlim_cur)
    return min(count, most - min(reserve, most / 2))
  }
}
