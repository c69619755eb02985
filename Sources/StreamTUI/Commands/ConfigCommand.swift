import ArgumentParser
import StreamHost

/// Shows, checks and completes the configuration file; ``ConfigAddition`` alone writes it.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Print the settings in force and where each comes from.",
    discussion: """
      The file is $XDG_CONFIG_HOME/streamtui/config.toml, else ~/.config/streamtui/config.toml. \
      streamtui config --default prints one with every setting, key and role. The program \
      adds the views that you save at the end of the file, and writes nothing else into it.

      --check ends with status 1 if the file has problems or cannot be read. It also remarks on actions \
      that your keys have left without one.
      """
  )

  @Flag(
    name: .customLong("default"),
    help: "Print a file with every setting, its help and default."
  )
  var printsDefaults = false

  @Flag(help: "Print the problems of the file as FILE:LINE:COLUMN: message.")
  var check = false

  @Option(
    name: .customLong("config"),
    help: ArgumentHelp("The same as FILE, as streamtui takes it.", valueName: "file"),
    completion: .file()
  )
  var named: String?

  @Argument(help: "A file in place of your own.", completion: .file())
  var file: String?

  mutating func validate() throws {
    guard !printsDefaults || !check else {
      throw ValidationError("--default and --check exclude each other")
    }
    guard named == nil || file == nil else {
      throw ValidationError("--config and FILE name two files (expected one)")
    }
  }

  func run() throws {
    Ncurses.setLocale()
    if printsDefaults { return try Diagnostics.output(DefaultFile.text) }
    let source = (file ?? named).map { ConfigSource.named($0) } ?? .usual
    let run = RunConfiguration(source, given: [])
    if check {
      let lines = run.lines + run.remarks
      try Diagnostics.output(lines.map { Diagnostics.safe($0) + "\n" }.joined())
      guard run.lines.isEmpty else { throw ExitCode(1) }
      return
    }
    for line in run.lines { Diagnostics.print(line) }
    try Diagnostics.output(ConfigListing.inForce(run))
  }
}

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
