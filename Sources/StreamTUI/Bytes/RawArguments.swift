/// The command line's arguments as the system gave them.
///
/// File names are bytes, not always UTF-8; a `String` of such a name opens nothing.
enum RawArguments {
  /// Calls `body` with the path that was meant by `name`, byte for byte.
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
