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

  @Flag(
    help: """
      Print one post at a time and read commands line by line, for screen readers. The default where \
      TERM is dumb.
      """
  )
  var linear = false

  @Option(help: "The colours; auto: to suit the terminal's background.")
  var theme = ThemeChoice.auto
}
