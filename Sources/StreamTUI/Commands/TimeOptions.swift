import ArgumentParser

/// Options of the times on the screen.
struct TimeOptions: ParsableArguments {
  @Flag(help: "Show times in UTC instead of the local time zone.")
  var utc = false
}
