/// Paths without private words: the home folder is "~", and the name of the user is left out elsewhere.
struct ShownPath {
  private let home: String?
  private let user: String?

  init(_ environment: (String) -> String? = Environment.value) {
    home = environment("HOME").flatMap { $0.hasPrefix("/") && $0.utf8.count > 1 ? $0 : nil }
    let users = [environment("USER"), environment("LOGNAME")].compactMap(\.self)
    user = users.first { !$0.isEmpty }
  }

  /// Returns `path` as it may be shown to others.
  func text(_ path: String) -> String {
    var path = path
    if let home, path == home || path.hasPrefix(home + "/") {
      path = "~" + path.dropFirst(home.count)
    }
    guard let user else { return path }
    return path.split(separator: "/", omittingEmptySubsequences: false)
      .map { $0 == user ? "USER" : $0 }.joined(separator: "/")
  }
}
