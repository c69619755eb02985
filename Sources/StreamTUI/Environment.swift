import Glibc

/// The environment variables of the process.
enum Environment {
  /// Returns the value of a variable; nil if it is not set.
  static func value(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Whether nothing may leave the program or be written to disk (`STREAMTUI_SECURE=1`).
  static var isSecure: Bool { value("STREAMTUI_SECURE") == "1" }
}
