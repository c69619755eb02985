/// The command line's arguments as the system passed them.
///
/// File names are bytes and not always UTF-8; a `String` made of other bytes does not open the
/// file.
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
