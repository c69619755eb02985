import Glibc

/// What the program was started with besides its arguments.
enum Environment {
  /// The value of a variable; nil where it is not set.
  static func value(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Whether nothing may leave the program, nor be written (`STREAMTUI_SECURE=1`).
  static var isSecure: Bool { value("STREAMTUI_SECURE") == "1" }
}
