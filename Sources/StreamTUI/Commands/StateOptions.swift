import ArgumentParser
import Configuration

/// Options of what the viewer remembers.
struct StateOptions: ParsableArguments {
  @Flag(help: "Remember nothing: neither read nor write the state folder.")
  var noState = false

  @Flag(help: "Start at the first post, not where you stopped reading.")
  var fromStart = false

  @Flag(help: "Do not tell read posts from unread ones.")
  var noUnread = false

  @Flag(help: "Start at the first unread post.")
  var firstUnread = false

  @Option(
    help: ArgumentHelp(
      "Remember place and posts under this name. A pipe has no other.",
      valueName: "name"
    )
  )
  var name: String?

  /// The settings that are given.
  var given: [SettingValue] {
    [
      noState ? SettingValue(.state, .boolean(false)) : nil,
      noUnread ? SettingValue(.unread, .boolean(false)) : nil,
      firstUnread ? SettingValue(.firstUnread, .boolean(true)) : nil,
    ].compactMap(\.self)
  }
}
