/// The configuration file that a command reads.
enum ConfigSource: Equatable {
  /// The user's own, if it is there.
  case usual
  /// The file of `--config`.
  case named(String)
  /// No file.
  case none

  /// The file; nil for none.
  var file: ConfigFile? {
    switch self {
    case .usual: ConfigFile()
    case .named(let path): ConfigFile(named: path)
    case .none: nil
    }
  }
}
