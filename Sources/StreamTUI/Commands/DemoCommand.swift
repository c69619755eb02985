import ArgumentParser
import StreamModel
import StreamUI

/// Shows two strategies side by side.
struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Show two strategies side by side, with what each costs.",
    discussion: """
      Both halves show the same feed at the same place. Press n for the next step of the tour, \
      ? for the keys, q to leave. The feed is read to its end first.
      """
  )

  @Option(help: "The format, if the content does not show it.")
  var formatHint: FormatHint?

  @Option(
    help: ArgumentHelp(
      "Simulate this delay for each row that gets styles and links (0 to 10000).",
      valueName: "ms"
    )
  )
  var slow = 0

  @Option(
    help: ArgumentHelp(
      "Simulate a slow connection, with ten bits for a byte (50 to 10000000).",
      valueName: "bit/s"
    )
  )
  var baud: Int?

  @Option(
    help: ArgumentHelp(
      "Record the screen to a new file, as an asciicast (version 2).",
      valueName: "file"
    ),
    completion: .file()
  )
  var record: String?

  @Option(
    help: ArgumentHelp("The colours; auto: to suit the terminal's background.", valueName: "name"),
    completion: .list(ThemeSet().choices)
  )
  var theme = ThemeSetting()

  @Argument(
    help: "A file. Without one: a pipe on standard input, else the built-in feed.",
    completion: .file()
  )
  var source: String?

  mutating func validate() throws {
    guard Simulation.rowRange.contains(slow) else {
      throw ValidationError("--slow takes 0 to 10000 milliseconds")
    }
    guard baud.map(Simulation.baudRange.contains) ?? true else {
      throw ValidationError("--baud takes 50 to 10000000 bits a second")
    }
  }

  func run() throws {
    try DemoSession(
      source: source,
      hint: formatHint,
      simulation: Simulation(millisecondsPerRow: slow, baud: baud),
      theme: try ThemeSet().chosen(theme),
      recordPath: record
    ).run()
  }
}
