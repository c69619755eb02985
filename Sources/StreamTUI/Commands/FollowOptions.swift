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
      "Fetch addresses again every so many minutes; new posts appear above. (default: 0, never)",
      valueName: "minutes"
    )
  )
  var refresh: Int?

  mutating func validate() throws {
    guard Setting.refreshMinutes.contains(refresh ?? 0) else {
      throw ValidationError("--refresh takes 0 to \(Setting.refreshMinutes.upperBound) minutes")
    }
  }

  /// The settings that are given.
  var given: [SettingValue] {
    [refresh.map { SettingValue(.refresh, .integer($0)) }].compactMap(\.self)
  }
}
