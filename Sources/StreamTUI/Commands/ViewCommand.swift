import ArgumentParser
import Configuration
import Glibc
import StreamHost
import StreamModel
import StreamUI

struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    // Without it the parser looks for a script of completions in each command line, as at the root.
    _superCommandName: "streamtui",
    abstract: "Show a feed (the default)."
  )

  @OptionGroup var feedOptions: FeedOptions
  @OptionGroup(visibility: .hidden) var strategyOptions: StrategyOptions
  @OptionGroup var orderOptions: OrderOptions

  @Flag(help: "Remember nothing: neither read nor write the state folder.")
  var noState = false

  @Flag(help: "Start at the first post, not where you stopped reading.")
  var fromStart = false

  @Flag(help: .of(.firstUnread))
  var firstUnread = false

  @Option(
    help: .value(
      "name",
      "Remember place and posts under this name. Nothing is remembered of a pipe without one."
    )
  )
  var name: String?

  @OptionGroup var screenOptions: ScreenOptions
  @OptionGroup var configOptions: ConfigOptions

  @Flag(
    name: [.customShort("f"), .long],
    help: "Start at the end and follow posts that are appended; a log also when it is rotated."
  )
  var follow = false

  @Option(help: .of(.refresh, "minutes"))
  var refresh: Int?

  @Option(
    help: .value(
      "program arguments",
      "Show the output of a program while it arrives; quotes keep blanks, and no shell reads it."
    )
  )
  var exec: [String] = []

  @Flag(help: .of(.stick))
  var stick = false

  @OptionGroup var filterOptions: FilterOptions

  @Argument(
    help: """
      Files, folders, archives or addresses; subscriptions by name or as tag:NAME; unread or kept, alone or \
      with these; - for standard input. Without one: a pipe on standard input, else the unread posts of your \
      subscriptions, else the sources that you opened before, else a built-in sample.
      """,
    completion: .file()
  )
  var source: [String] = []

  mutating func validate() throws { try Setting.refresh.check(refresh, of: "--refresh") }

  private var given: [SettingValue] {
    [
      noState ? SettingValue(.state, .boolean(false)) : nil,
      firstUnread ? SettingValue(.firstUnread, .boolean(true)) : nil,
      refresh.map { SettingValue(.refresh, .integer($0)) },
      stick ? SettingValue(.stick, .boolean(true)) : nil,
    ].compactMap(\.self)
  }

  var viewing: Viewing {
    Viewing(
      sources: source,
      programs: exec,
      hint: feedOptions.formatHint,
      given: feedOptions.given + strategyOptions.given + orderOptions.given + screenOptions.given
        + given,
      config: configOptions.source,
      followsEnd: follow,
      beginsAnew: fromStart,
      name: name,
      filter: filterOptions.filter
    )
  }

  func run() throws { try viewing.run() }
}

struct KeptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kept",
    abstract: "Show the posts that you keep, the last one kept first.",
    discussion: """
      You keep a post by its key in the viewer; it stays here when its feed drops it. Without a \
      terminal the posts are printed as text; streamtui dump kept prints them in other formats.
      """
  )

  @OptionGroup(visibility: .hidden) var strategyOptions: StrategyOptions
  @OptionGroup var orderOptions: OrderOptions
  @OptionGroup var screenOptions: ScreenOptions
  @OptionGroup var configOptions: ConfigOptions

  func run() throws {
    let viewing = Viewing(
      // Kept posts are part of the state, whatever the configuration says of it.
      given: strategyOptions.given + orderOptions.given + screenOptions.given
        + [SettingValue(.state, .boolean(true))],
      config: configOptions.source,
      showsKept: true
    )
    try viewing.run()
  }
}

extension KeptPosts {
  /// Opens the kept posts for a command, of some subscriptions or all; nil where nothing was ever saved.
  ///
  /// - Throws: Status 1, after a message, if they cannot be read.
  static func opened(of choice: SubscriptionChoice? = nil) throws -> KeptPosts? {
    guard let state = try SavedState.opened() else { return nil }
    let all = try KeptPosts(in: state.store)
    guard let choice else { return all }
    let sources = choice.subscriptions.compactMap {
      state.store.knownSource(key: SourceName(of: $0.source, title: nil).key)
    }
    return KeptPosts(in: state.store, posts: all.posts.filter { sources.contains($0.source) })
  }

  static var none: KeptPosts { KeptPosts(in: StateStore(), posts: []) }
}

/// The sources and options of the viewer, and the code that runs it for ``ViewCommand``.
struct Viewing: Equatable {
  /// The sources: files, folders, or "-" for standard input.
  var sources: [String] = []
  var programs: [String] = []
  var hint: FormatHint?
  var given: [SettingValue] = []
  var config = ConfigSource.usual
  var followsEnd = false
  var beginsAnew = false
  /// The name to remember place and posts under; nil for that of the sources.
  var name: String?
  /// The posts that are shown at first; nil for all.
  var filter: View?
  var filterText: String?
  /// Whether a saved view without sources stands for all subscriptions.
  var wantsSubscriptions = false
  /// Whether the kept posts are shown; there are no sources then.
  var showsKept = false

  /// Shows the sources until the user quits; prints them as text if there is no screen.
  ///
  /// Without sources, on a terminal, the user chooses one of those that were opened before.
  func run() throws {
    Ncurses.setLocale()
    let run = RunConfiguration(config, given: given)
    // A wrong name on the command line is reported before anything is opened.
    _ = try run.chosenTheme()
    var viewing = self
    try viewing.takeViews(run.views)
    try viewing.show(run)
  }

  /// Takes words such as view:NAME out of the sources: the posts of that saved view are meant.
  private mutating func takeViews(_ saved: [SavedView]) throws {
    filterText = filter?.description
    let views = ViewWords(in: sources)
    guard !views.words.isEmpty else { return }
    let (text, view) = try views.joined(with: filter, saved)
    filter = view
    filterText = text
    sources.removeAll(where: views.words.contains)
    wantsSubscriptions = sources.isEmpty
    if wantsSubscriptions { _ = try SubscriptionChoice.all(for: views.words[0]) }
  }

  private func show(_ run: RunConfiguration) throws {
    let isShown = isatty(STDOUT_FILENO) == 1 || printsPosts(run.settings)
    if !isShown { for line in run.lines { Diagnostics.print(line) } }
    guard let request = try request(run, isShown: isShown) else { return }
    let hasScreen = isShown && !printsPosts(run.settings)
    let addresses = hasScreen ? AddressLogs(keepsPosts: run.settings.keepsState) : nil
    let stream = OpenedStream(request, run, addresses, isShown: isShown)
    // Without a folder for their logs, addresses are read as by a command.
    if addresses == nil { Downloads.wait(for: stream.feeds.list.compactMap(\.source.web)) }
    for failure in stream.feeds.failures { Diagnostics.print(failure) }
    guard !stream.feeds.list.isEmpty else { throw ExitCode(1) }
    if isShown, !printsPosts(stream.configuration.settings) {
      return try Viewer(run, addresses).run(stream)
    }
    SourceOpener.wait(for: stream.feeds.list)
    let isUnreadOnly = request.firstPage == .unread
    let asksFlags = isUnreadOnly && !sources.isEmpty || CommandFilter.asksFlags(filter)
    let states = asksFlags ? try DumpStates(of: stream.feeds.list) : nil
    if isShown { return try print(stream, isUnreadOnly: isUnreadOnly, states: states) }
    let dump = DumpRunner(
      format: .text,
      width: 80,
      order: filter?.order ?? stream.configuration.settings.order ?? stream.feeds.printedOrder,
      isPublicOnly: stream.isPublicOnly,
      states: states,
      isUnreadOnly: isUnreadOnly,
      view: filter
    )
    try dump.run(stream.feeds)
  }

  private var named: NamedSources { NamedSources(names: sources, programs: programs, hint: hint) }

  /// The stream with which the viewer begins; nil where there is none, after a message.
  private func request(_ run: RunConfiguration, isShown: Bool) throws -> StreamRequest? {
    var request = StreamRequest(target: .sources(named, name: name), filter: filterText)
    switch try stream() {
    case .kept(let choice):
      guard let kept = try kept(of: choice, run, isShown: isShown) else { return nil }
      request.target = .kept(kept)
    case .subscriptions(let choice, let isUnread):
      // The morning's reading comes first; the start page is for those who have not subscribed to anything.
      request.target = .subscriptions(choice)
      if isUnread {
        request.firstPage = .unread
      } else if sources.isEmpty, filter == nil, !run.settings.options.firstUnread {
        let name = run.settings.firstPage
        request.firstPage = StreamOptions.FirstPage(rawValue: name) ?? .timeline
        // Where the output is no terminal there are no pages, and all posts are printed.
        if isShown, SettingKind.view(named: name) != nil { request.filter = name }
      }
    case .sources where filter == nil && choosesSource(run.settings):
      guard let state = try? SavedState.opened() else { break }
      let recent = state.recentSources()
      state.close()
      if !recent.isEmpty { return StreamRequest(target: .recent(recent)) }
    case .sources: break
    }
    request.followsEnd = followsEnd
    request.beginsAnew = beginsAnew
    return request
  }

  /// The kept posts; nil where there are none to show, after a message.
  private func kept(
    of choice: SubscriptionChoice?,
    _ run: RunConfiguration,
    isShown: Bool
  ) throws -> KeptPosts? {
    let kept = try KeptPosts.opened(of: choice)
    guard isShown, kept?.posts.isEmpty ?? true else { return kept ?? KeptPosts.none }
    let key = run.keymap.name(of: .keep)
    let these =
      choice == nil ? "posts" : "posts of \(sources.filter { $0 != "kept" }.joined(separator: " "))"
    Diagnostics.print("No \(these) are kept yet. Press \(key) on a post to keep it.")
    return nil
  }

  /// Whether a start page may be shown.
  private func choosesSource(_ settings: Settings) -> Bool {
    named.isEmpty && !printsPosts(settings) && settings.keepsState && name == nil
      && isatty(STDOUT_FILENO) == 1 && isatty(STDIN_FILENO) == 1
  }

  /// Whether to print posts one at a time: on request, and on a terminal that cannot do more.
  private func printsPosts(_ settings: Settings) -> Bool {
    settings.isLinear || (Environment.value("TERM") == "dumb" && isatty(STDOUT_FILENO) == 1)
  }

  /// Prints posts one at a time, as the user asks for them.
  ///
  /// - Parameter states: the flags by which posts are chosen, where only some are wanted.
  private func print(_ stream: OpenedStream, isUnreadOnly: Bool, states: DumpStates?) throws {
    var linear = LinearOptions()
    linear.columns = LinearSession.columns()
    linear.zone = stream.options.zone
    linear.isSecure = Environment.isSecure
    linear.place = stream.options.stream.place
    linear.beginsAtEnd = followsEnd
    let filter = try filter.map { try CommandFilter($0, stream.feeds.list, scannedIn: nil) }
    if filter != nil || isUnreadOnly {
      linear.isWanted = { post, id in
        let flags = states?.flags(of: post, id)
        guard !isUnreadOnly || flags?.contains(.read) == false else { return false }
        return filter?.wants(post, id, flags) ?? true
      }
    }
    let takesInput = named.isEmpty && !showsKept && isatty(STDIN_FILENO) == 0
    let readsTerminal = takesInput || sources.contains("-")
    try LinearSession(stream, options: linear, readsTerminal: readsTerminal).run()
  }

  /// The posts that the words of the command line name.
  private func stream() throws -> NamedStream {
    if showsKept { return .kept(nil) }
    // The list of subscriptions is the reader's own, whatever the program remembers; an option hides it.
    let hidesThem = given.contains { $0.setting == .state }
    guard !hidesThem, name == nil, hint == nil, programs.isEmpty else { return .sources }
    if !sources.isEmpty { return try NamedStream(sources) }
    // A pipe is what the user wants to read.
    guard wantsSubscriptions || isatty(STDIN_FILENO) == 1 else { return .sources }
    return SubscriptionChoice(.all).map { .subscriptions($0) } ?? .sources
  }
}
