import Addresses
import ArgumentParser
import CellGrid
import Glibc
import StreamModel
import StreamUI

/// Plays keys against a terminal in memory and prints the last frame.
struct SnapshotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshot",
    abstract: "Play keys without a terminal and print the last frame.",
    discussion: """
      KEYS are written j, G, <Tab>, <S-Tab>, <CR>, <Esc>, <Space>, <C-d>, <Down>, <lt>; \
      <wait 400> lets 400 ms pass, <resize 100x30>, <wheel-down>, <click 10,5>, \
      <double-click 10,5>, <press 10,5>, <move 10,6>, <release 10,6> and <drag 10,5 40,5> do what \
      they say, <ctrl-wheel-up> with Control held. Time stands still after the last key.
      """
  )

  /// The output format of the frame.
  enum Format: String, ExpressibleByArgument {
    case text, style, links, ansi, svg
  }

  @OptionGroup var feedOptions: FeedOptions
  @OptionGroup var strategyOptions: StrategyOptions
  @OptionGroup var timeOptions: TimeOptions
  @OptionGroup var orderOptions: OrderOptions

  @Option(help: "Columns x lines.")
  var size = Size(columns: 80, lines: 24)

  @Option(help: "The keys to play.")
  var keys = ""

  @Option(help: "The time (RFC 3339) from which ages are counted.")
  var at = Timestamp(secondsSinceEpoch: 1_769_904_000)

  @Option(help: "text, style (a letter a cell for its role), links, ansi, or svg.")
  var format = Format.text

  @Option(help: "The colours of ansi and svg; auto is dark.")
  var theme = ThemeChoice.auto

  @OptionGroup var sources: SourceArguments

  func run() throws {
    Ncurses.setLocale()
    let script: KeyScript
    do throws(KeyScript.Failure) {
      script = try KeyScript(keys)
    } catch {
      throw ValidationError("--keys:\(error.column): \(error.message)")
    }
    let feeds = try SourceOpener.openAll(sources.names(), hint: feedOptions.formatHint)
    let timeline = Timeline(
      feeds.list.map(\.feed),
      order: orderOptions.wanted ?? feeds.usualOrder,
      usualOrder: feeds.usualOrder,
      isPublicOnly: feedOptions.publicOnly
    )
    let screen = try Diagnostics.exiting { () throws(FeedError) in
      try play(script, timeline, feeds.list)
    }
    for error in timeline.errors { Diagnostics.print(Diagnostics.text(of: error)) }
    guard let screen, Diagnostics.write(text(of: screen), to: STDOUT_FILENO), feeds.areAll,
      timeline.errors.isEmpty
    else { throw ExitCode(1) }
  }

  private func play(
    _ script: KeyScript,
    _ timeline: Timeline,
    _ feeds: [OpenedFeed]
  ) throws(FeedError) -> Screen? {
    for opened in feeds {
      while let spool = opened.source.spool, !spool.isComplete { _ = try spool.fillBlocking() }
    }
    let time = ManualTime(wall: at)
    let terminal = HeadlessTerminal(size: size, script: script, time: time)
    var options = strategyOptions.appOptions
    options.hasHyperlinks = format == .links
    options.zone = timeOptions.utc ? .utc : SystemZone.stated
    let app = App(timeline: timeline, size: size, wall: at, options: options)
    var loop = RunLoop(app: app, terminal: terminal, events: terminal, time: time) { effect in
      switch effect {
      case .open(let target):
        [.message(SafeText(sanitizing: "would open \(target.text)"), isWarning: false)]
      case .openFile(let file):
        [.message(SafeText(sanitizing: "would open \(file.reference.path)"), isWarning: false)]
      case .copy(let text):
        [.message(SafeText(sanitizing: "would copy \(text)"), isWarning: false)]
      case .save(let path, _):
        [.message(SafeText(sanitizing: "would save \(path)"), isWarning: false)]
      case .reload: [.reloaded(failure: "a snapshot reads its sources once")]
      default: []
      }
    }
    try loop.run()
    return terminal.screen
  }

  private func text(of screen: Screen) -> String {
    switch format {
    case .text: screen.textPlane()
    case .style: screen.stylePlane()
    case .links: screen.linkPlane()
    case .ansi: screen.ansi(look)
    case .svg: screen.svg(look, title: "streamtui", window: theme == .light ? .light : .dark)
    }
  }

  private var look: (Role, Emphasis) -> Style { theme.theme(isLight: false).style }
}
