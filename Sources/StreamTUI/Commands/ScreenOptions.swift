import ArgumentParser
import StreamUI

/// Options of the terminal that the viewer uses.
struct ScreenOptions: ParsableArguments {
  @Flag(help: "Leave the mouse to the terminal.")
  var noMouse = false

  @Option(
    help:
      "Make links clickable in the terminal; auto: if it is known to support that."
  )
  var hyperlinks = HyperlinkChoice.auto

  @Option(
    help: ArgumentHelp(
      "The colours; auto: to suit the terminal's background. streamtui theme lists all.",
      valueName: "name"
    ),
    completion: .list(ThemeSet().choices)
  )
  var theme = ThemeSetting()
}
