import ArgumentParser

/// Options of what the viewer remembers.
struct StateOptions: ParsableArguments {
  @Flag(help: "Remember nothing: neither read nor write the state folder.")
  var noState = false

  @Flag(help: "Start at the first post, not where you stopped reading.")
  var fromStart = false

  @Option(
    help: ArgumentHelp(
      "Remember the place under this name, as for a pipe, which has none.",
      valueName: "name"
    )
  )
  var name: String?
}
