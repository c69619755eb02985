import ArgumentParser
import Configuration

/// Options of the times on the screen.
struct TimeOptions: ParsableArguments {
  @Flag(help: "Show times in UTC instead of the local time zone.")
  var utc = false

  /// The settings that are given.
  var given: [SettingValue] { utc ? [SettingValue(.utc, .boolean(true))] : [] }
}
