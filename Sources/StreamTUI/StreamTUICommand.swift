import ArgumentParser
import Configuration
import Glibc
import StreamHost
import StreamUI

@main
struct StreamTUICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "streamtui",
    abstract: "Read feeds, timelines and archives in the terminal.",
    usage: """
      streamtui [<source> ...] [<option> ...]
      streamtui <subcommand>
      """,
    discussion: """
      While you scroll, posts are plain text. When you stop, they show styles and links, which you \
      follow with the keyboard. Press \(Keymap.standard.name(of: .help)) in the viewer for its keys; man streamtui tells the rest.

      A source is a file, a folder, an archive or an address (https://…, @user@host), "-" for a pipe, a \
      subscription by its name or as tag:NAME, or unread or kept. Several may be named.
      """,
    version: BuildFacts.ofThisProgram.text,
    subcommands: [
      ViewCommand.self, AddCommand.self, ListCommand.self, RefreshCommand.self,
      RemoveCommand.self, EditCommand.self, ImportCommand.self, ExportCommand.self,
      DumpCommand.self, KeptCommand.self,
    ],
    groupedSubcommands: [
      CommandGroup(name: "Accounts", subcommands: [LoginCommand.self, LogoutCommand.self]),
      CommandGroup(
        name: "State and Configuration",
        subcommands: [
          ConfigCommand.self, ViewsCommand.self, RulesCommand.self, KeysCommand.self,
          ThemeCommand.self, HistoryCommand.self, ForgetCommand.self,
        ]
      ),
      CommandGroup(
        name: "Diagnosis",
        subcommands: [CheckCommand.self, CountCommand.self, DoctorCommand.self]
      ),
      CommandGroup(
        name: "Lab",
        subcommands: [SnapshotCommand.self, DemoCommand.self, BenchCommand.self]
      ),
    ],
    defaultSubcommand: ViewCommand.self
  )

  static var commandWords: [String] {
    configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
  }

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    var command: (any ParsableCommand)?
    do {
      command = try view(arguments) ?? parseAsRoot(arguments)
      try command?.run()
    } catch let thrown {
      let error = Diagnostics.told(thrown)
      // A single word that names no file may have meant a command or a subscription.
      if let view = command as? ViewCommand, let name = nearestName(to: view.source) {
        Diagnostics.print("Did you mean \(name)?")
      }
      guard command == nil else { exit(withError: error) }
      refuse(arguments, error)
    }
  }

  /// The view that the arguments ask for, unless they name a command, ask for help or are wrong.
  ///
  /// The parser makes the options of a default command four times over where it comes to it from the root.
  private static func view(_ arguments: [String]) -> ViewCommand? {
    var arguments = arguments[...]
    if arguments.first == ViewCommand.configuration.commandName {
      arguments.removeFirst()
    } else if let word = arguments.first, word.allSatisfy(\.isLetter), commandWords.contains(word) {
      return nil
    }
    return try? ViewCommand.parseAsRoot(Array(arguments)) as? ViewCommand
  }

  /// Says what is wrong with a command line, and ends the program.
  private static func refuse(_ arguments: [String], _ error: any Error) -> Never {
    let lines = fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false)
    let unknown = arguments.first { lines[0].contains("Unknown option '\($0)'") }
    if let unknown, let advice = removedOptions[unknown] {
      Diagnostics.print("\(unknown) was removed: \(advice)")
    } else if let unknown, let name = NearestName.of(unknown, among: ["--help", "--version"]) {
      // The parser knows the neighbours of all options but its own.
      Diagnostics.print("Error: Unknown option '\(unknown)'. Did you mean '\(name)'?")
      for line in lines.dropFirst() { Diagnostics.print(String(line)) }
    } else {
      exit(withError: error)
    }
    exit(withError: exitCode(for: error))
  }

  /// The options that went, each with what to use.
  private static let removedOptions = [
    "--again": "use --refresh MINUTES, or press r to run the program again",
    "--no-merge": "use --order document",
    "--no-unread": "use --no-state, or unread = false in the configuration",
  ]

  /// The command or subscription that a single word may have meant that names no file.
  private static func nearestName(to words: [String]) -> String? {
    guard let word = words.first, words.count == 1, access(word, F_OK) != 0 else { return nil }
    return NearestName.of(word, among: commandWords).map { "streamtui \($0)" }
      ?? SubscriptionChoice.name(with: word).map { "the subscription \"\($0)\"" }
  }
}
