import Glibc
import StreamModel
import StreamUI

/// The sources and options of the viewer, and the code that runs it for ``ViewCommand``.
struct Viewing: Equatable {
  /// The sources: files, folders, or "-" for standard input.
  var sources: [String] = []
  var hint: FormatHint?
  var order = Timeline.Order.merged
  var options = App.Options()
  var hyperlinks = HyperlinkChoice.auto
  var theme = ThemeChoice.auto
  var usesMouse = true

  /// Interprets a command line that consists only of sources; nil if the parser must handle it.
  ///
  /// Nearly every start is of this kind. The parser determines options by reflection, which takes
  /// longer than everything else up to the first frame.
  ///
  /// - Parameters:
  ///   - arguments: The arguments without the program's name.
  ///   - commands: The words that are not sources.
  init?(plain arguments: [String], commands: [String]) {
    for argument in arguments {
      let isOption = argument.utf8.first == UInt8(ascii: "-") && argument != "-"
      guard !argument.isEmpty, !isOption, !commands.contains(argument) else { return nil }
    }
    sources = arguments
  }

  init(
    sources: [String],
    hint: FormatHint?,
    order: Timeline.Order,
    options: App.Options,
    hyperlinks: HyperlinkChoice,
    theme: ThemeChoice,
    usesMouse: Bool
  ) {
    self.sources = sources
    self.hint = hint
    self.order = order
    self.options = options
    self.hyperlinks = hyperlinks
    self.theme = theme
    self.usesMouse = usesMouse
  }

  /// Shows the feeds until the user quits; prints them as text if there is no screen.
  func run() throws {
    Ncurses.setLocale()
    let isShown = isatty(STDOUT_FILENO) == 1
    let feeds = try openFeeds(waits: !isShown)
    guard isShown else {
      try DumpRunner(format: .text, width: 80).run(feeds)
      return
    }
    try ViewerSession(
      feeds: feeds,
      order: order,
      options: options,
      hyperlinks: hyperlinks,
      theme: theme,
      usesMouse: usesMouse
    ).run()
  }

  /// Opens the named sources; without any, a pipe on standard input, or else the sample feed.
  private func openFeeds(waits: Bool) throws -> [OpenedFeed] {
    let names = sources.isEmpty && isatty(STDIN_FILENO) == 0 ? ["-"] : sources
    if !names.isEmpty { return try SourceOpener.openAll(names, hint: hint, waits: waits) }
    let text = UnsafeBufferPointer(
      start: SampleFeed.text.utf8Start,
      count: SampleFeed.text.utf8CodeUnitCount
    )
    let sample = MemoryBytes(name: "built-in sample", bytes: Array(text))
    return [OpenedFeed(feed: Feed(source: sample), source: OpenedSource(bytes: sample))]
  }
}
