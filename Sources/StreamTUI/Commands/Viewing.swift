import Glibc
import StreamModel
import StreamUI

/// What the viewer is to show and how: the work of ``ViewCommand``.
struct Viewing: Equatable {
  /// Files, or "-" for standard input.
  var sources: [String] = []
  var hint: FormatHint?
  var order = Timeline.Order.merged
  var options = App.Options()
  var hyperlinks = HyperlinkChoice.auto
  var usesMouse = true

  /// What a command line means that has nothing but sources; nil where the parser must look.
  ///
  /// Nearly every start is one, and the parser, which finds out by reflection what a command takes,
  /// needs longer than all that the first frame needs.
  ///
  /// - Parameters:
  ///   - arguments: without the program's name.
  ///   - commands: the words that are no sources.
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
    usesMouse: Bool
  ) {
    self.sources = sources
    self.hint = hint
    self.order = order
    self.options = options
    self.hyperlinks = hyperlinks
    self.usesMouse = usesMouse
  }

  /// Shows the feeds until the reader leaves them; as text where there is no screen.
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
      usesMouse: usesMouse
    ).run()
  }

  /// What was named, else a pipe on standard input, else the sample, which says what it is.
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
