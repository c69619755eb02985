import ArgumentParser
import CellGrid
import StreamHost
import StreamLab
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

      --keys plays keys without a terminal, as streamtui snapshot does, and prints the last frame: \
      --keys '<wait 4000>' is the frame after four seconds. Measured times are 0 then.
      """
  )

  /// The output format of the frame that is played.
  enum Format: String, ExpressibleByArgument {
    case text, svg
  }

  @Option(
    help: ArgumentHelp(
      "The left strategy: \(Strategy.names). Without --left and --right the tour begins. (default: eager)",
      valueName: "strategy"
    ),
    completion: .list(Strategy.allCases.map(\.rawValue)),
    transform: Strategy.parsed
  )
  var left: Strategy?

  @Option(
    help: ArgumentHelp("The right strategy. (default: idle)", valueName: "strategy"),
    completion: .list(Strategy.allCases.map(\.rawValue)),
    transform: Strategy.parsed
  )
  var right: Strategy?

  @Option(
    help: "The format, if the content does not show it. man streamtui-formats lists the names.",
    completion: .list(FormatHint.allCases.map(\.rawValue)),
    transform: FormatHint.parsed
  )
  var formatHint: FormatHint?

  @Option(
    help: ArgumentHelp(
      "Simulate this delay for each post that gets styles (0 to 10000).",
      valueName: "ms"
    )
  )
  var slow: Int?

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

  @Option(help: "Play these keys without a terminal and print the last frame.")
  var keys: String?

  @Option(help: "With --keys: columns x lines. (default: 120x40)")
  var size: Size?

  @Option(help: "With --keys: text or svg. (default: text)")
  var format: Format?

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
    guard slow.map(Simulation.rowRange.contains) ?? true else {
      throw ValidationError("--slow takes 0 to 10000 milliseconds")
    }
    guard baud.map(Simulation.baudRange.contains) ?? true else {
      throw ValidationError("--baud takes 50 to 10000000 bits a second")
    }
    guard keys != nil || (size == nil && format == nil) else {
      throw ValidationError("--size and --format work only with --keys")
    }
    guard keys == nil || record == nil else {
      throw ValidationError("--record needs a terminal and does not work with --keys")
    }
  }

  func run() throws {
    let chosen = left != nil || right != nil
    let theme = try ThemeSet().chosen(theme)
    let session = DemoSession(
      source: source,
      hint: formatHint,
      simulation: slow == nil && baud == nil
        ? nil : Simulation(millisecondsPerRow: slow ?? 0, baud: baud),
      theme: theme,
      recordPath: record,
      strategies: chosen ? Pair(left: left ?? .eager, right: right ?? .idle) : nil
    )
    guard let keys else { return try session.run() }
    let screen = try session.play(
      LabConditions.script(keys),
      size: size ?? Size(columns: 120, lines: 40)
    )
    let colours = theme.theme(isLight: false)
    let text =
      switch format ?? .text {
      case .text: screen.textPlane()
      case .svg: screen.svg(colours.style, title: "streamtui demo", window: .fitting(colours))
      }
    try Diagnostics.output(text)
  }
}
