import ArgumentParser
import CellGrid
import Configuration
import StreamHost
import StreamLab
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

      --compare A B plays them under two strategies, such as idle and eager, prints the text of both \
      frames and the cells whose characters differ, and ends with status 1 if there are any.
      """
  )

  enum Format: String, ExpressibleByArgument {
    case text, style, links, ansi, svg
  }

  @OptionGroup var feedOptions: FeedOptions
  @OptionGroup var strategyOptions: StrategyOptions
  @OptionGroup var orderOptions: OrderOptions
  @OptionGroup var filterOptions: FilterOptions

  @Option(
    help: .value("file", "Read this configuration file; without it, none is read."),
    completion: .file()
  )
  var config: String?

  @Option(help: "Columns x lines.")
  var size = Size(columns: 80, lines: 24)

  @Option(help: "The keys to play.")
  var keys = ""

  @Option(
    help: """
      The time (RFC 3339) from which ages are counted. If given, posts dated more than a day later \
      are placed as undated ones. (default: 2026-02-01T00:00:00Z)
      """
  )
  var at: Timestamp?

  @Option(help: "text, style (a letter a cell for its role), links, ansi, or svg.")
  var format = Format.text

  @Option(
    parsing: .upToNextOption,
    help: .value("A> <B", "Compare the last frames under two strategies, A and B.")
  )
  var compare: [String] = []

  @Option(
    help: .value("name", "The colours of ansi and svg; auto is dark. (default: auto)"),
    completion: .list(ThemeSet().choices)
  )
  var theme: String?

  @OptionGroup var sources: SourceArguments

  mutating func validate() throws {
    guard !compare.isEmpty else { return }
    guard comparedStrategies != nil else {
      throw ValidationError("--compare takes two strategies: \(Strategy.names)")
    }
    guard format == .text else { throw ValidationError("--compare works only with --format text") }
  }

  func run() throws {
    Ncurses.setLocale()
    let script = try LabConditions.script(keys)
    let common = configuration
    for line in common.lines { Diagnostics.print(line) }
    // A wrong name on the command line is reported before anything is opened.
    _ = try common.chosenTheme()
    let feeds = try sources.opened(try sourceNames, feedOptions).feeds
    let run = common.scoped(to: ShownSource.all(of: feeds.list, named: nil))
    let theme = try run.chosenTheme().theme(isLight: false)
    var options = run.viewOptions
    options.hasHyperlinks = format == .links
    options.stream.filter = filterOptions.filter?.description
    options.zone = run.settings.usesUTC ? .utc : SystemZone.stated
    for opened in feeds.list { try LabConditions.fill(opened.source) }
    func play(_ timeline: Timeline) throws -> Screen? {
      try SnapshotPlay.screen(
        of: timeline,
        playing: script,
        size: size,
        wall: at ?? Bench.wall,
        options: options,
        keymap: run.keymap
      )
    }
    let shown = run.shown(at: at ?? Bench.wall)
    func timeline(_ list: [Feed]) -> Timeline {
      Timeline(
        sources: zip(feeds.list, list).map { opened, feed in
          shown.choice(for: opened, at: at ?? Bench.wall).records(of: feed)
        },
        order: run.settings.order ?? feeds.usualOrder,
        usualOrder: feeds.usualOrder,
        now: at
      )
    }
    var isWhole = feeds.areAll
    if let strategies = comparedStrategies {
      var screens: [Screen] = []
      for strategy in [strategies.0, strategies.1] {
        options.strategy = strategy
        let timeline = timeline(feeds.list.map(\.feed.unread))
        guard let screen = try play(timeline), timeline.errors.isEmpty else { throw ExitCode(1) }
        screens.append(screen)
      }
      let comparison = SnapshotComparison(strategies, (screens[0], screens[1]))
      try Diagnostics.output(comparison.text)
      isWhole = isWhole && comparison.isSame
    } else {
      let list = feeds.list.map(\.feed)
      let timeline = timeline(list)
      let screen = try play(timeline)
      for error in timeline.errors { Diagnostics.print(error) }
      guard let screen else { throw ExitCode(1) }
      // A feed of which nothing can be shown is a failure; one that has no posts is none.
      let unreadable = list.filter { $0.recordCount == 0 && !$0.problems.isEmpty }
      for feed in unreadable { Diagnostics.print(feed.problems, of: feed.name) }
      try Diagnostics.output(text(of: screen, in: theme))
      isWhole = isWhole && timeline.errors.isEmpty && unreadable.isEmpty
    }
    guard isWhole else { throw ExitCode(1) }
  }

  /// The options, and the file of --config; the user's own file is not read.
  private var configuration: RunConfiguration {
    RunConfiguration(
      config.map { .named($0) } ?? .none,
      given: feedOptions.given + strategyOptions.given + orderOptions.given
        + (theme.map { [SettingValue(.theme, .string($0))] } ?? [])
    )
  }

  /// The strategies of --compare; nil if these are not two.
  private var comparedStrategies: (Strategy, Strategy)? {
    let strategies = compare.prefix(2).compactMap(Strategy.init)
    guard let one = strategies.first, strategies.count == 2 else { return nil }
    return (one, strategies[1])
  }

  /// The sources; --compare cannot tell where its strategies end and takes those after them, too.
  private var sourceNames: [String] {
    get throws {
      var sources = sources
      sources.source += compare.dropFirst(2)
      return try sources.names()
    }
  }

  private func text(of screen: Screen, in theme: Theme) -> String {
    switch format {
    case .text: screen.textPlane()
    case .style: screen.stylePlane()
    case .links: screen.linkPlane()
    case .ansi: screen.ansi(theme.style)
    case .svg: screen.svg(theme.style, title: "streamtui", window: .fitting(theme))
    }
  }
}
