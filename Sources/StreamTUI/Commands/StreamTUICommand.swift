import ArgumentParser

/// The program's command line.
@main
struct StreamTUICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "streamtui",
    abstract: "Read activity streams - posts, likes, comments - in the terminal.",
    discussion: """
      While rows move they are flat text; at rest they become rich, and their links are followed \
      by keyboard. Press ? in the viewer for its keys.
      """,
    version: Version.text,
    subcommands: [
      ViewCommand.self, DumpCommand.self, CheckCommand.self, SnapshotCommand.self,
      BenchCommand.self,
    ],
    defaultSubcommand: ViewCommand.self
  )
}

/// The version, as `--version` prints it.
enum Version {
  static let text = "streamtui 0.1.0"
}
