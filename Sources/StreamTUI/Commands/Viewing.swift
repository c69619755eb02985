import Glibc
import StreamModel
import StreamUI

/// The sources and options of the viewer, and the code that runs it for ``ViewCommand``.
struct Viewing: Equatable {
  /// The sources: files, folders, or "-" for standard input.
  var sources: [String] = []
  var hint: FormatHint?
  /// The order of the posts; nil for the usual one.
  var order: Timeline.Order?
  var isPublicOnly = false
  var options = App.Options()
  var hyperlinks = HyperlinkChoice.auto
  var theme = ThemeChoice.auto
  var usesMouse = true
  /// Whether times are shown in UTC.
  var usesUTC = false
  /// Whether the viewer begins at the end, and follows it.
  var followsEnd = false
  var state = State()
  /// Whether posts are printed one at a time, without a screen.
  var isLinear = false
  /// Whether the kept posts are shown; there are no sources then.
  var showsKept = false
  /// The place at which the viewer begins; nil for that of an earlier run.
  private var mark: SavedPlace?

  /// What is kept from run to run.
  struct State: Equatable {
    var isKept = true
    /// Whether to begin at the first post.
    var beginsAnew = false
    /// The name to keep it under; nil for that of the sources.
    var name: String?
    /// Whether read posts are told from unread ones.
    var tracksReading = true
  }

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
    order: Timeline.Order?,
    isPublicOnly: Bool = false,
    options: App.Options,
    hyperlinks: HyperlinkChoice,
    theme: ThemeChoice,
    usesMouse: Bool,
    usesUTC: Bool,
    followsEnd: Bool,
    state: State
  ) {
    self.sources = sources
    self.hint = hint
    self.order = order
    self.isPublicOnly = isPublicOnly
    self.options = options
    self.hyperlinks = hyperlinks
    self.theme = theme
    self.usesMouse = usesMouse
    self.usesUTC = usesUTC
    self.followsEnd = followsEnd
    self.state = state
  }

  /// Shows the feeds until the user quits; prints them as text if there is no screen.
  ///
  /// Without sources, on a terminal, the user chooses one of those that were opened before.
  func run() throws {
    Ncurses.setLocale()
    if try !choosesSource || !chooseSources() { _ = try show() }
  }

  /// Whether a start page may be shown.
  private var choosesSource: Bool {
    sources.isEmpty && !showsKept && !printsPosts && state.isKept && state.name == nil
      && isatty(STDOUT_FILENO) == 1
      && isatty(STDIN_FILENO) == 1
  }

  /// Whether to print posts one at a time: on request, and on a terminal that cannot do more.
  private var printsPosts: Bool {
    isLinear || (Environment.value("TERM") == "dumb" && isatty(STDOUT_FILENO) == 1)
  }

  /// Shows the start page and the sources that are chosen; false if nothing was opened before.
  private func chooseSources() throws -> Bool {
    var options = options
    options.zone = usesUTC ? .utc : SystemZone.local
    let start = StartSession(usesMouse: usesMouse, theme: theme, options: options)
    return try start.run { path in
      var viewing = self
      viewing.sources = path.map { [$0] } ?? []
      return try viewing.show()
    }
  }

  /// Shows or prints the feeds, and those of the marks to which the user jumps from there; returns whether
  /// the user left for the page before.
  private func show() throws -> Bool {
    var viewing = self
    while true {
      switch try viewing.showOnce() {
      case .left: return true
      case .quit: return false
      case .jumped(let mark):
        viewing.sources = mark.paths
        viewing.mark = mark.place
        viewing.showsKept = false
        viewing.state.name = nil
      }
    }
  }

  /// How a viewer ended.
  private enum Ending {
    /// The user left it for the page before, if there is one.
    case left
    case quit
    /// The user jumps to a mark in other sources.
    case jumped(MarkKeeper.Elsewhere)
  }

  private func showOnce() throws -> Ending {
    let isShown = isatty(STDOUT_FILENO) == 1 || printsPosts
    let kept = showsKept ? try KeptPosts.opened() : nil
    if showsKept, isShown, kept?.posts.isEmpty ?? true {
      let key = Keymap.standard.name(of: .keep)
      Diagnostics.print("No posts are kept yet. Press \(key) on a post to keep it.")
      return .quit
    }
    let feeds = showsKept ? kept?.feeds ?? KeptPosts.none : try openFeeds(waits: !isShown)
    guard isShown else {
      try DumpRunner(format: .text, width: 80, isPublicOnly: isPublicOnly).run(feeds)
      return .quit
    }
    var options = options
    options.followsEnd = followsEnd
    options.zone = usesUTC ? .utc : SystemZone.local
    let isOff = !state.isKept || Environment.isSecure
    let memory =
      kept.map { Memory(of: $0) } ?? Memory(of: feeds.list, isOff: isOff, named: state.name)
    if let place = mark ?? (state.beginsAnew ? nil : memory.place.place) {
      options.place = place
      options.density = place.density
    }
    options.marks = memory.place.place?.marks ?? []
    options.keepsPlace = memory.place.isKeeping
    options.remembersPosts = memory.isKept
    options.tracksReading = memory.isKept && state.tracksReading
    if printsPosts {
      try print(feeds, options, memory)
      return .quit
    }
    let session = ViewerSession(
      feeds: feeds,
      order: order ?? options.place?.order,
      isPublicOnly: isPublicOnly,
      options: options,
      hyperlinks: hyperlinks,
      theme: theme,
      usesMouse: usesMouse,
      memory: memory
    ) { () throws(FeedError) in
      if let kept { return kept.feeds.list }
      return try Self.reopened(sources, feeds.list, hint: hint)
    }
    try session.run()
    return session.next.map { .jumped($0) } ?? (session.wasLeft ? .left : .quit)
  }

  /// Prints posts one at a time, as the user asks for them.
  private func print(_ feeds: OpenedFeeds, _ options: App.Options, _ memory: Memory) throws {
    var linear = LinearOptions()
    linear.columns = LinearSession.columns()
    linear.zone = options.zone
    linear.isSecure = Environment.isSecure
    linear.place = options.place
    linear.beginsAtEnd = followsEnd
    let takesInput = sources.isEmpty && !showsKept && isatty(STDIN_FILENO) == 0
    let session = LinearSession(
      feeds: feeds,
      order: order ?? options.place?.order,
      isPublicOnly: isPublicOnly,
      options: linear,
      memory: memory,
      readsTerminal: takesInput || sources.contains("-")
    )
    try session.run()
  }

  /// Opens the named sources once more; pipes, which can be read only once, go on.
  ///
  /// - Throws: ``FeedError`` for the first that cannot be opened; the others are not used then.
  private static func reopened(
    _ names: [String],
    _ old: [OpenedFeed],
    hint: FormatHint?
  ) throws(FeedError) -> [OpenedFeed] {
    var feeds: [OpenedFeed] = []
    for name in names where name != "-" {
      let pipes = old.filter { $0.source.spool != nil && $0.feed.name == name }
      feeds += pipes.isEmpty ? try SourceOpener.feeds(of: name, hint: hint).feeds : pipes
    }
    return feeds + old.filter { names.isEmpty || $0.feed.name == SourceOpener.standardInput }
  }

  /// Opens the named sources; without any, a pipe on standard input, or else the sample feed.
  private func openFeeds(waits: Bool) throws -> OpenedFeeds {
    let names = sources.isEmpty && isatty(STDIN_FILENO) == 0 ? ["-"] : sources
    if !names.isEmpty { return try SourceOpener.openAll(names, hint: hint, waits: waits) }
    let sample = OpenedFeed.sampleBytes
    let feed = OpenedFeed(feed: Feed(source: sample), source: OpenedSource(bytes: sample))
    return OpenedFeeds(list: [feed], areAll: true)
  }
}
