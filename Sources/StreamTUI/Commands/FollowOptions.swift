import ArgumentParser
import Configuration

/// Options of sources that change while they are shown.
struct FollowOptions: ParsableArguments {
  @Flag(
    name: [.customShort("f"), .long],
    help: "Start at the end and follow posts that are appended; a log also when it is rotated."
  )
  var follow = false

  @Option(
    help: ArgumentHelp(
      "Fetch addresses and run programs again after this number of minutes, 0 for never; new posts appear above. (default: 0)",
      valueName: "minutes"
    )
  )
  var refresh: Int?

  @Option(
    help: ArgumentHelp(
      "Show the output of a program while it arrives; quotes keep blanks, and no shell reads it.",
      valueName: "program arguments"
    )
  )
  var exec: [String] = []

  @Flag(help: "Run the programs of --exec again whenever they end; new posts appear above.")
  var again = false

  @Flag(
    help: "Show posts that come in above the first one at once, if it is selected at the top."
  )
  var stick = false

  mutating func validate() throws {
    guard !again || !exec.isEmpty else {
      throw ValidationError("--again needs --exec, which names the program to run again")
    }
    guard Setting.refreshMinutes.contains(refresh ?? 0) else {
      throw ValidationError("--refresh takes 0 to \(Setting.refreshMinutes.upperBound) minutes")
    }
  }

  var given: [SettingValue] {
    [
      refresh.map { SettingValue(.refresh, .integer($0)) },
      stick ? SettingValue(.stick, .boolean(true)) : nil,
    ].compactMap(\.self)
  }
}
