import ArgumentParser
import Configuration
import Glibc
import StreamUI

/// The program's command line.
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

  /// The words that are commands rather than sources.
  static var commandWords: [String] {
    configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
  }

  /// Whether a word is a command.
  ///
  /// The table of commands takes a fiftieth of a start to make: words that no command looks like do not ask for it.
  static func isCommand(_ word: String) -> Bool {
    word.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
      && commandWords.contains(word)
  }

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard let known = ViewerArguments(arguments, isCommand: isCommand) else {
      return run(arguments)
    }
    do {
      try known.viewing.run()
    } catch {
      if let name = nearestName(to: known.viewing.sources) {
        Diagnostics.print("Did you mean \(name)?")
      }
      exit(withError: error)
    }
  }

  private static func run(_ arguments: [String]) {
    do {
      var command = try parseAsRoot(arguments)
      try command.run()
    } catch {
      let lines = fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false)
      // The parser knows the neighbours of all options but its own.
      let word = arguments.first { lines[0].contains("Unknown option '\($0)'") }
      guard let word, let name = NearestName.of(word, among: ["--help", "--version"]) else {
        exit(withError: error)
      }
      Diagnostics.print("Error: Unknown option '\(word)'. Did you mean '\(name)'?")
      for line in lines.dropFirst() { Diagnostics.print(String(line)) }
      exit(withError: exitCode(for: error))
    }
  }

  /// The command or subscription that a single word may have meant that names no file.
  private static func nearestName(to words: [String]) -> String? {
    guard let word = words.first, words.count == 1, access(word, F_OK) != 0 else { return nil }
    return NearestName.of(word, among: commandWords).map { "streamtui \($0)" }
      ?? SubscriptionChoice.name(with: word).map { "the subscription \"\($0)\"" }
  }
}
