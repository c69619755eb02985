import ArgumentParser

/// Options of the configuration file.
struct ConfigOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Read this configuration file instead of your own.", valueName: "file"),
    completion: .file()
  )
  var config: String?

  @Flag(help: "Read no configuration file.")
  var noConfig = false

  mutating func validate() throws {
    guard config == nil || !noConfig else {
      throw ValidationError("--config and --no-config exclude each other")
    }
  }

  /// The file that is read where neither option names one: the user's own.
  var source: ConfigSource {
    noConfig ? .none : config.map { .named($0) } ?? .usual
  }
}
