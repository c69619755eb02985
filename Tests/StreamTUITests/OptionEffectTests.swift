import Foundation
import Testing

/// The effect of each option of the command line: the program does not say or leave the same without it.
///
/// The list of options is the program's own, so that one that nobody looks at fails here.
struct OptionEffectTests {
  /// The suites that show what options change, by their files.
  private static let suites: [String: [String]] = [
    "CommandOutputTests": ["format", "timing"], "CommandTableTests": ["page"],
    "Config/ConfigCommandTests": ["check", "config", "default", "no-config"],
    "Config/PostRuleTests": ["dry-run", "size"], "Config/SourceScreenTests": ["keys"],
    "ConversationCommandTests": ["public-only"], "Doctor/BuildFactTests": ["version"],
    "FilterCommandTests": ["by", "filter"], "FollowedFileTests": ["follow"],
    "Lab/BenchPaceTests": ["paces"], "Lab/DemoPtyTests": ["left", "right"],
    "Lab/SnapshotCompareTests": ["compare"], "LinearPtyTests": ["format-hint"],
    "Programs/SourceProgramTests": ["exec"], "PromiseTests": ["help"],
    "RecordingTests": ["record"], "Store/KeptCommandTests": ["with-state"],
    "Store/TrustedHostTests": ["host", "hosts"],
    "Accounts/AccountFaultTests": ["only-due"], "Accounts/LiveTimelineTests": ["live"],
    "Accounts/DeedTests": ["answer"], "Accounts/ReadingPlaceTests": ["place"],
    "Accounts/AccountTests": [
      "complete",
      "user", "password-command", "keep-feeds", "remove-feeds", "here",
    ],
    "Subscriptions/EverydayCommandTests": ["read"], "Subscriptions/NewsboatMoveTests": ["cache"],
    "Subscriptions/SubscriptionCommandTests": [
      "every", "full-text", "name", "tag", "with-passwords", "yes",
    ],
    "Transfer/DigestTests": ["new"], "Transfer/FirstFetchTests": ["confirmed"],
    "Transfer/NetworkPromiseTests": ["no-network"],
    "Transfer/OlderPostTests": ["older", "older-host"],
    "Transfer/RefreshCommandTests": ["all", "progress"], "Transfer/RefreshedAddressTests": ["logs"],
  ]
  /// Options that state a setting, as `UserConfigurationTests` sees: `SettingEffectTests` shows its effect.
  private static let settings: Set<String> = [
    "refresh", "stick", "hud", "idle-delay", "strategy", "theme", "utc", "order", "hyperlinks",
    "pictures", "linear", "no-mouse", "no-state", "first-unread",
  ]
  /// The option, a line of shell with `OPTION` in its place, and a line that runs before.
  private static let experiments: [(option: String, line: String, before: String)] = [
    ("--at 2020-01-01T00:00:00Z", "$program snapshot OPTION sample", ""),
    ("--baud 50", "$program demo --keys '<wait 300>' OPTION sample", ""),
    (
      "--from-start", "printf 'q\\n' | $program view --linear OPTION a.ndjson",
      "printf 'n\\nn\\nq\\n' | $program view --linear a.ndjson"
    ),
    ("--preset newsboat", "$program keys OPTION", ""),
    ("--slow 5000", "$program demo --keys '<wait 300>' OPTION sample", ""),
    ("--width 40", "$program dump OPTION sample", ""),
  ]

  @Test func everyOptionIsLookedAt() throws {
    var known = Self.settings
    for (suite, options) in Self.suites {
      let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: suite + ".swift")
      let text = try String(contentsOf: file, encoding: .utf8)
      for option in options { #expect(text.contains("--\(option)"), "\(suite): \(option)") }
      known.formUnion(options)
    }
    known.formUnion(Self.experiments.map { String($0.option.dropFirst(2).prefix { $0 != " " }) })
    let names = try Self.names()
    #expect(names.count > 40)
    #expect(names.subtracting(known) == [], "options that no suite looks at")
    #expect(known.subtracting(names) == [], "options that there are not")
  }

  @Test(arguments: experiments)
  func showsItsEffect(option: String, line: String, before: String) throws {
    // The second one without it: an output that differs by itself proves nothing.
    let outputs = try [option, "", ""].map { option in
      let stage = StateStage()
      _ = try stage.feed("a.ndjson", ["one", "two", "three"])
      try FileManager.default.copyItem(atPath: Program.sample, toPath: stage.folder + "/sample")
      if !before.isEmpty { _ = try stage.shell(before) }
      let outcome = try stage.shell(line.replacing("OPTION", with: option))
      #expect(outcome.status == 0, "\(outcome.errors)")
      return outcome.output
    }
    #expect(outputs[0] != outputs[1] && outputs[1] == outputs[2], "\(outputs[0])")
  }

  /// The names of the options of all commands.
  private static func names() throws -> Set<String> {
    let outcome = try Program.shell("$program --experimental-dump-help")
    let tree = try JSONDecoder().decode(Tree.self, from: Data(outcome.output.utf8))
    var names: Set<String> = []
    var commands = [tree.command]
    while let command = commands.popLast() {
      commands += command.subcommands ?? []
      for argument in command.arguments ?? [] where argument.kind != "positional" {
        if let name = argument.preferredName?.name { names.insert(name) }
      }
    }
    return names
  }

  private struct Tree: Decodable {
    struct Name: Decodable { let name: String }
    struct Argument: Decodable {
      let kind: String
      let preferredName: Name?
    }
    struct Command: Decodable {
      let arguments: [Argument]?
      let subcommands: [Command]?
    }
    let command: Command
  }
}
