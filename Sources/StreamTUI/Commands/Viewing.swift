import Glibc
import StreamModel
import StreamUI

/// The sources and options of the viewer, and the code that runs it for ``ViewCommand``.
struct Viewing: Equatable {
  /// The sources: files, folders, or "-" for standard input.
  var sources: [String] = []
  /// The commands whose outputs are sources, too.
  var programs: [String] = []
  /// Whether these run again whenever they end.
  var runsAgain = false
  var hint: FormatHint?
  /// The settings that the command line gives.
  var given: [SettingValue] = []
  /// The configuration file that has the others.
  var config = ConfigSource.usual
  /// Whether the viewer begins at the end, and follows it.
  var followsEnd = false
  /// Whether to begin at the first post.
  var beginsAnew = false
  /// The name to remember place and posts under; nil for that of the sources.
  var name: String?
  /// Whether the kept posts are shown; there are no sources then.
  var showsKept = false
  /// The subscriptions that are shown; nil for those that the sources name.
  private var choice: FeedChoice?
  /// The page with which the viewer begins, if the user comes from another one; nil for the usual one.
  private var firstPage: App.Options.FirstPage?
  /// The place at which the viewer begins; nil for that of an earlier run.
  private var mark: SavedPlace?

  init(
    sources: [String],
    programs: [String] = [],
    runsAgain: Bool = false,
    hint: FormatHint?,
    given: [SettingValue],
    config: ConfigSource,
    followsEnd: Bool = false,
    beginsAnew: Bool = false,
    name: String? = nil,
    showsKept: Bool = false
  ) {
    self.sources = sources
    self.programs = programs
    self.runsAgain = runsAgain
    self.hint = hint
    self.given = given
    self.config = config
    self.followsEnd = followsEnd
    self.beginsAnew = beginsAnew
    self.name = name
    self.showsKept = showsKept
  }

  /// Shows the feeds until the user quits; prints them as text if there is no screen.
  ///
  /// Without sources, on a terminal, the user chooses one of those that were opened before.
  func run() throws {
    Ncurses.setLocale()
    var run = RunConfiguration(config, given: given)
    let settings = run.settings
    // The morning's reading comes first; the start page is for those who have not subscribed to anything.
    if subscriptions(settings) != nil {
      _ = try show(&run)
    } else if try !choosesSource(settings) || !chooseSources(run) {
      _ = try show(&run)
    }
  }

  /// The sources of the command line.
  private var named: NamedSources {
    NamedSources(names: sources, programs: programs, hint: hint)
  }

  /// Whether a start page may be shown.
  private func choosesSource(_ settings: Settings) -> Bool {
    named.isEmpty && choice == nil && !showsKept && !printsPosts(settings) && settings.keepsState
      && name == nil
      && isatty(STDOUT_FILENO) == 1 && isatty(STDIN_FILENO) == 1
  }

  /// Whether to print posts one at a time: on request, and on a terminal that cannot do more.
  private func printsPosts(_ settings: Settings) -> Bool {
    settings.isLinear || (Environment.value("TERM") == "dumb" && isatty(STDOUT_FILENO) == 1)
  }

  /// Shows the start page and the sources that are chosen; false if nothing was opened before.
  private func chooseSources(_ run: RunConfiguration) throws -> Bool {
    let start = StartSession(choices: try Self.choices(run), options: run.viewOptions)
    var run = run
    return try start.run { path in
      var viewing = self
      viewing.sources = path.map { [$0] } ?? []
      return try viewing.show(&run)
    }
  }

  /// Shows or prints the feeds, and those of the marks to which the user jumps from there; returns whether
  /// the user left for the page before.
  ///
  /// - Parameter run: The configuration of all sources; as the user has read it again, afterwards.
  private func show(_ run: inout RunConfiguration) throws -> Bool {
    var viewing = self
    while true {
      switch try viewing.showOnce(&run) {
      case .left where viewing.choice != nil && viewing.choice != .all:
        viewing.choice = .all
        viewing.firstPage = .feeds
        viewing.mark = nil
      case .left: return true
      case .quit: return false
      case .offered(let feeds):
        // The only one needs no choice.
        let only = feeds.count == 1 ? feeds.first?.address : nil
        let picked = try only ?? Self.choices(run).pick(among: feeds, run.viewOptions)
        guard let picked else { return false }
        viewing.sources = [picked]
        viewing.programs = []
      case .chose(let choice):
        viewing.sources = []
        viewing.programs = []
        viewing.choice = choice
        viewing.firstPage = .timeline
        viewing.mark = nil
        viewing.showsKept = false
        viewing.name = nil
      case .jumped(let mark):
        viewing.sources = mark.names
        viewing.programs = []
        viewing.choice = mark.choice
        viewing.hint = nil
        viewing.mark = mark.place
        viewing.showsKept = false
        viewing.name = nil
      }
    }
  }

  private static func choices(_ run: RunConfiguration) throws -> ChoiceSession {
    ChoiceSession(
      usesMouse: run.settings.usesMouse,
      theme: try run.chosenTheme(),
      keymap: run.keymap
    )
  }

  /// How a viewer ended.
  private enum Ending {
    /// The user left it for the page before, if there is one.
    case left
    case quit
    /// The user chose subscriptions.
    case chose(FeedChoice)
    /// The source is a page that offers feeds.
    case offered([OfferedFeed])
    /// The user jumps to a mark in other sources.
    case jumped(MarkKeeper.Elsewhere)
  }

  /// Shows or prints the feeds.
  ///
  /// - Parameter common: The configuration of all sources; as the user has read it again, afterwards.
  private func showOnce(_ common: inout RunConfiguration) throws -> Ending {
    let isShown = isatty(STDOUT_FILENO) == 1 || printsPosts(common.settings)
    // A wrong name on the command line is reported before anything is opened.
    _ = try common.chosenTheme()
    if !isShown { for line in common.lines { Diagnostics.print(line) } }
    let kept = showsKept ? try KeptPosts.opened() : nil
    if showsKept, isShown, kept?.posts.isEmpty ?? true {
      let key = common.keymap.name(of: .keep)
      Diagnostics.print("No posts are kept yet. Press \(key) on a post to keep it.")
      return .quit
    }
    let subscribed = subscriptions(common.settings).map { SubscribedFeeds($0) }
    let feeds =
      try subscribed?.feeds ?? kept?.feeds
      ?? (showsKept
        ? KeptPosts.none
        : named.opened(
          isShown: isShown,
          follows: followsEnd,
          mayFetch: common.settings.usesNetwork,
          keepsCopies: common.settings.keepsState
        ))
    let run = common.scoped(to: ShownSource.all(of: feeds.list, named: name))
    let settings = run.settings
    guard isShown else {
      try DumpRunner(format: .text, width: 80, isPublicOnly: settings.isPublicOnly).run(feeds)
      return .quit
    }
    var options = run.viewOptions
    let isOff = !settings.keepsState || Environment.isSecure
    let memory =
      kept.map { Memory(of: $0) }
      ?? Memory(of: feeds.list, isOff: isOff, named: name, placed: subscribed?.placeName)
    options.fullTextSources = settings.usesNetwork ? feeds.fullTextSources : []
    options.refreshes = subscribed != nil && settings.usesNetwork
    options.firstPage = firstPage(settings, isSubscribed: subscribed != nil)
    if let place = mark ?? (beginsAnew ? nil : memory.place.place) {
      options.place = place
      if !run.statesForSources(.density) { options.density = place.density }
    }
    options.marks = memory.place.place?.marks ?? []
    options.keepsPlace = memory.place.isKeeping
    options.remembersPosts = memory.isKept
    options.tracksReading = memory.isKept && settings.tracksReading
    // The order that was used last for these sources is newer than the file, unless that names them.
    let lastOrder = run.statesForSources(.order) ? nil : options.place?.order
    let order = lastOrder ?? settings.order
    // The end that grows is the top where the newest posts come first.
    options.followsEnd = followsEnd && (order ?? feeds.usualOrder) != .newest
    if followsEnd, !options.followsEnd { options.place = nil }
    if printsPosts(settings) {
      SourceOpener.wait(for: feeds.list)
      try print(feeds, options, order, isPublicOnly: settings.isPublicOnly, memory)
      return .quit
    }
    let session = ViewerSession(
      feeds: feeds,
      order: order,
      options: options,
      run: run,
      theme: try run.chosenTheme(),
      memory: memory,
      subscribed: subscribed,
      following: Following(settings, feeds, runsAgain: runsAgain, hint: hint)
    ) { () throws(FeedError) in
      if let subscribed { return subscribed.feeds.list }
      if let kept { return kept.feeds.list }
      return try named.reopened(feeds.list, follows: followsEnd)
    }
    try session.run()
    common = session.configuration.scoped(to: [])
    if let choice = session.choice { return .chose(choice) }
    if !session.offers.isEmpty { return .offered(session.offers.map { OfferedFeed($0) }) }
    return session.next.map { .jumped($0) } ?? (session.wasLeft ? .left : .quit)
  }

  /// The page with which the viewer begins.
  private func firstPage(_ settings: Settings, isSubscribed: Bool) -> App.Options.FirstPage {
    guard isSubscribed, sources.isEmpty, mark == nil else { return .timeline }
    let usual = settings.options.firstUnread ? .timeline : settings.firstPage
    return firstPage ?? usual
  }

  /// Prints posts one at a time, as the user asks for them.
  private func print(
    _ feeds: OpenedFeeds,
    _ options: App.Options,
    _ order: Timeline.Order?,
    isPublicOnly: Bool,
    _ memory: Memory
  ) throws {
    var linear = LinearOptions()
    linear.columns = LinearSession.columns()
    linear.zone = options.zone
    linear.isSecure = Environment.isSecure
    linear.place = options.place
    linear.beginsAtEnd = followsEnd
    let takesInput = named.isEmpty && !showsKept && isatty(STDIN_FILENO) == 0
    let session = LinearSession(
      feeds: feeds,
      order: order,
      isPublicOnly: isPublicOnly,
      options: linear,
      memory: memory,
      readsTerminal: takesInput || sources.contains("-")
    )
    try session.run()
  }

  /// The subscriptions to show; nil for other sources.
  private func subscriptions(_ settings: Settings) -> SubscriptionChoice? {
    guard settings.keepsState, !showsKept, name == nil, hint == nil, programs.isEmpty else {
      return nil
    }
    if let choice { return SubscriptionChoice(choice) }
    // A pipe is what the user wants to read.
    guard !sources.isEmpty || isatty(STDIN_FILENO) == 1 else { return nil }
    return SubscriptionChoice(named: sources)
  }
}
