import ArgumentParser

/// Options of what the viewer remembers.
struct StateOptions: ParsableArguments {
  @Flag(help: "Remember nothing: neither read nor write the state folder.")
  var noState = false

  @Flag(help: "Start at the first post, not where you stopped reading.")
  var fromStart = false

  @Flag(help: "Do not tell read posts from unread ones.")
  var noUnread = false

  @Option(
    help: ArgumentHelp(
      "Remember place and posts under this name. A pipe has no other.",
      valueName: "name"
    )
  )
  var name: String?
}
