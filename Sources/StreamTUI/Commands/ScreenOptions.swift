import ArgumentParser
import Configuration
import StreamUI

/// Options of the terminal that the viewer uses.
struct ScreenOptions: ParsableArguments {
  @Flag(help: "Leave the mouse to the terminal.")
  var noMouse = false

  @Option(
    help:
      "Make links clickable in the terminal; auto: if it is known to support that. (default: auto)"
  )
  var hyperlinks: HyperlinkChoice?

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
      theme.map { SettingValue(.theme, .string($0)) },
      linear ? SettingValue(.linear, .boolean(true)) : nil,
    ].compactMap(\.self)
  }
}
