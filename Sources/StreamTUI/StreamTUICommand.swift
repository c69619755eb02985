import ArgumentParser
import StreamUI

/// The program's command line.
@main
struct StreamTUICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "streamtui",
    abstract: "Read activity streams - posts, likes, comments - in the terminal.",
    discussion: """
      While you scroll, posts are plain text. When you stop, they show styles and links, which you \
      follow with the keyboard. Press \(Keymap.standard.name(of: .help)) in the viewer for its keys; man streamtui tells the rest.
      """,
    version: Version.text,
    subcommands: [
      ViewCommand.self, DumpCommand.self, CheckCommand.self, SnapshotCommand.self,
      BenchCommand.self, DemoCommand.self, KeptCommand.self, HistoryCommand.self,
      ForgetCommand.self, ConfigCommand.self, ThemeCommand.self, KeysCommand.self,
      DoctorCommand.self, AddCommand.self, RemoveCommand.self, ListCommand.self,
      RefreshCommand.self, ImportCommand.self, ExportCommand.self, EditCommand.self,
    ],
    defaultSubcommand: ViewCommand.self
  )

  /// The words that are commands rather than sources.
  static var commandWords: [String] {
    configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
  }

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard let known = ViewerArguments(arguments, commands: commandWords) else {
      return main(arguments)
    }
    do {
      try known.viewing.run()
    } catch {
      exit(withError: error)
    }
  }
}
