import Glibc

package enum Environment {
  package static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Whether nothing may leave the program or be written to disk (`STREAMTUI_SECURE=1`).
  package static var isSecure: Bool { value("STREAMTUI_SECURE") == "1" }

  /// Replaces a "~" at the start of `path` with the home folder; nil if that is unknown.
  package static func expanded(_ path: String, home: String? = value("HOME")) -> String? {
    guard path == "~" || path.hasPrefix("~/") else { return path }
    guard let home, !home.isEmpty else { return nil }
    return home + path.dropFirst()
  }
}

package enum SystemError {
  package static func text(_ code: Int32) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }
}

/// The command line's arguments as the system passed them.
///
/// File names are bytes and not always UTF-8; a `String` made of other bytes does not open the file.
enum RawArguments {
  /// Calls `body` with the path that `name` stands for, byte for byte.
  static func withPath<Result>(_ name: String, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    guard name.unicodeScalars.contains("\u{FFFD}") else { return name.withCString(body) }
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let argument = CommandLine.unsafeArgv[index], String(cString: argument) == name else {
        continue
      }
      return body(argument)
    }
    return name.withCString(body)
  }
}
