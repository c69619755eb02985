import ArgumentParser
import Configuration
import StreamModel
import StreamUI

/// Options that several commands share.
struct FeedOptions: ParsableArguments {
  @Option(help: "The format, if the content does not show it.")
  var formatHint: FormatHint?

  @Flag(help: "Leave out posts that are not public.")
  var publicOnly = false

  @Flag(help: "Fetch nothing; addresses are shown as they were fetched last.")
  var noNetwork = false

  var opener: SourceOpener {
    let mayFetch = !noNetwork && RunConfiguration(.usual, given: []).settings.usesNetwork
    return SourceOpener(hint: formatHint, mayFetch: mayFetch)
  }

  var given: [SettingValue] {
    (publicOnly ? [SettingValue(.publicOnly, .boolean(true))] : [])
      + (noNetwork ? [SettingValue(.network, .boolean(false))] : [])
  }
}

struct StrategyOptions: ParsableArguments {
  @Option(
    help: """
      When posts show their styles and links. idle: once scrolling stops, and then they keep them; \
      strict: only while nothing scrolls; sync: at most 4 ms a frame while scrolling; eager: always; \
      flat: never. (default: idle)
      """,
    completion: .list(Strategy.allCases.map(\.rawValue)),
    transform: Strategy.parsed
  )
  var strategy: Strategy?

  @Option(
    help: "Milliseconds without scrolling until posts show styles and links. (default: 150)"
  )
  var idleDelay: Int?

  @Flag(help: "Show the strategy's live figures in the status line.")
  var hud = false

  mutating func validate() throws {
    guard (0...60_000).contains(idleDelay ?? 0) else {
      throw ValidationError("--idle-delay takes 0 to 60000 milliseconds")
    }
  }

  var given: [SettingValue] {
    [
      strategy.map { SettingValue(.strategy, .string($0.rawValue)) },
      idleDelay.map { SettingValue(.idleDelay, .integer($0)) },
      hud ? SettingValue(.figures, .boolean(true)) : nil,
    ].compactMap(\.self)
  }
}

struct OrderOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The order of the posts; likes and comments: those with most of them first.",
      discussion:
        "Default: newest for several feeds and for an account's export, else document (as in the file).",
      valueName: "order"
    )
  )
  var order: Timeline.Order?

  @Flag(help: "The same as --order document: several feeds one after the other.")
  var noMerge = false

  /// The order that was asked for; nil for the usual one.
  var wanted: Timeline.Order? { order ?? (noMerge ? .document : nil) }

  var given: [SettingValue] {
    wanted.map { [SettingValue(.order, .string($0.rawValue))] } ?? []
  }
}

struct TimeOptions: ParsableArguments {
  @Flag(help: "Show times in UTC instead of the local time zone.")
  var utc = false

  var given: [SettingValue] { utc ? [SettingValue(.utc, .boolean(true))] : [] }
}

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

struct ScreenOptions: ParsableArguments {
  @Flag(help: "Leave the mouse to the terminal.")
  var noMouse = false

  @Option(
    help:
      "Make links clickable in the terminal; auto: if it is known to support that. (default: auto)"
  )
  var hyperlinks: HyperlinkChoice?

  @Option(
    help: """
      Which pictures stand in posts, in a terminal that draws them; local: those of a folder or archive that \
      you opened; ask: also those of the network that you allow by a key; on: all. (default: local)
      """
  )
  var pictures: PictureChoice?

  @Option(
    help: ArgumentHelp(
      "The colours; auto: to suit the terminal's background. streamtui theme lists all. (default: auto)",
      valueName: "name"
    ),
    completion: .list(ThemeSet().choices)
  )
  var theme: String?

  @Flag(
    help: """
      Print one post at a time and read commands line by line, for screen readers. The default where \
      TERM is dumb.
      """
  )
  var linear = false

  var given: [SettingValue] {
    [
      noMouse ? SettingValue(.mouse, .boolean(false)) : nil,
      hyperlinks.map { SettingValue(.hyperlinks, .string($0.rawValue)) },
      pictures.map { SettingValue(.pictures, .string($0.rawValue)) },
      theme.map { SettingValue(.theme, .string($0)) },
      linear ? SettingValue(.linear, .boolean(true)) : nil,
    ].compactMap(\.self)
  }
}
