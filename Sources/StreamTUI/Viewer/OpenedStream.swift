import CellGrid
import StreamHost
import StreamModel
import StreamUI

/// The sources of a stream, opened, with the configuration and the memory for them.
struct OpenedStream {
  let request: StreamRequest
  let feeds: OpenedFeeds
  let configuration: RunConfiguration
  let memory: Memory
  /// The subscriptions, if the sources are their logs.
  let subscribed: SubscribedFeeds?
  let addresses: AddressLogs.Opened?
  /// Nil for the usual order.
  let order: Timeline.Order?
  let options: App.Options

  /// Opens the sources that are requested; none may be left if all fail.
  ///
  /// - Parameters:
  ///   - common: the configuration of the run.
  ///   - logs: the logs of addresses; nil where their documents are read once.
  ///   - isShown: whether a viewer shows them while they arrive; the others wait for all bytes.
  ///   - shared: logs that other streams show, by the texts of their sources.
  init(
    _ request: StreamRequest,
    _ common: RunConfiguration,
    _ logs: AddressLogs? = nil,
    isShown: Bool = true,
    sharing shared: [String: OpenedFeed] = [:]
  ) {
    self.request = request
    let settings = common.settings
    var kept: KeptPosts?
    var name: String?
    var subscribed: SubscribedFeeds?
    var addresses: AddressLogs.Opened?
    switch request.target {
    case .sources(let named, let given):
      name = given
      let runAgain = logs != nil && settings.refreshMinutes > 0 ? named.programs : []
      addresses = logs?.opened(
        named.names,
        programs: runAgain,
        mayFetch: settings.usesNetwork
      )
      let rest = NamedSources(
        names: addresses?.others ?? named.names,
        programs: runAgain.isEmpty ? named.programs : [],
        hint: named.hint
      )
      var opened = OpenedFeeds()
      if named.isEmpty || !rest.isEmpty {
        opened = rest.opened(
          isShown: isShown,
          follows: request.followsEnd,
          mayFetch: settings.usesNetwork,
          keepsCopies: settings.keepsState
        )
      }
      if let addresses { opened.add(addresses) }
      feeds = opened
    case .subscriptions(let all):
      // Only the logs are opened of which the view shows posts.
      let choice = all.scoped(to: request.filter.flatMap { try? common.views.view($0) })
      let opened = SubscribedFeeds(choice, sharing: shared, keepsSheets: settings.keepsState)
      subscribed = opened
      feeds = opened.feeds
    case .kept(let posts):
      kept = posts
      feeds = posts.feeds
    case .recent, .offers: feeds = .none
    }
    self.subscribed = subscribed
    self.addresses = addresses
    let (list, named) = (feeds.list, name)
    let configuration = common.scoped(to: ShownSource.all(of: list, named: named))
    self.configuration = configuration
    memory =
      kept.map { Memory(of: $0) }
      ?? Memory(
        of: feeds.list,
        isOff: !configuration.settings.keepsState || Environment.isSecure,
        named: name,
        placed: subscribed?.choice.feeds.placeName
      )
    (options, order) = Self.options(request, configuration, feeds, memory, subscribed)
  }

  /// A line about each source that is not shown, or not as it was.
  var problems: [String] { feeds.failures.map { Diagnostics.text(of: $0) } + feeds.notes }

  private static func options(
    _ request: StreamRequest,
    _ run: RunConfiguration,
    _ feeds: OpenedFeeds,
    _ memory: Memory,
    _ subscribed: SubscribedFeeds?
  ) -> (App.Options, Timeline.Order?) {
    let settings = run.settings
    var options = run.viewOptions
    options.isSecure = Environment.isSecure
    options.hasHyperlinks = settings.hyperlinks.holds(Environment.value)
    var stream = StreamOptions()
    switch request.target {
    case .recent(let sources): stream.recent = sources
    case .offers(let offered): stream.offers = offered
    case .sources, .subscriptions, .kept: break
    }
    stream.refreshes = subscribed != nil && settings.usesNetwork
    stream.failure = subscribed?.failure.map { .init(key: $0.key, reason: $0.reason) }
    stream.failure?.mayFetch = settings.usesNetwork
    stream.opensFiles = feeds.list.contains { $0.source.location != .alone }
    stream.firstPage = request.firstPage
    stream.filter = request.filter
    stream.sources = feeds.list.map { opened in
      let names = [opened.subscription?.name, opened.origin].compactMap(\.self)
      return SourceFacts(names: names, tags: opened.subscription?.tags)
    }
    stream.rules = memory.kept == nil ? run.rules : nil
    stream.place = request.place ?? (request.beginsAnew ? nil : memory.place.place)
    // A key's choice for these sources is newer than the file, unless the file names them.
    if !run.statesForSources(.density), let place = stream.place, place.isDensityChosen {
      stream.density = place.density
    }
    stream.usualDensity = options.density
    stream.marks = memory.place.place?.marks ?? []
    stream.keepsPlace = memory.place.isKeeping
    stream.remembersPosts = memory.isKept
    // Kept posts have no unread ones among them.
    stream.marksEndWithRun = !memory.isKept && feeds.list.first?.isSample == true
    stream.tracksReading =
      settings.tracksReading && (memory.isKept && memory.kept == nil || stream.marksEndWithRun)
    let chosen = stream.place.flatMap { $0.isOrderChosen ? $0.order : nil }
    let order = (run.statesForSources(.order) ? nil : chosen) ?? settings.order
    stream.usualOrder = settings.order ?? feeds.usualOrder
    // The end that grows is the top where the newest posts come first.
    stream.followsEnd = request.followsEnd && (order ?? feeds.usualOrder) != .newest
    if request.followsEnd, !stream.followsEnd { stream.place = nil }
    options.stream = stream
    return (options, order)
  }

  /// Opens the sources once more.
  ///
  /// - Throws: ``FeedError`` for the first that cannot be opened; the others are not used then.
  func reopened() throws(FeedError) -> [OpenedFeed] {
    if let subscribed { return subscribed.feeds.list }
    guard case .sources(let named, _) = request.target else { return feeds.list }
    return try named.reopened(feeds.list, follows: request.followsEnd)
  }

  /// Whether only posts are shown that everybody may read; the reader keeps what he likes.
  var isPublicOnly: Bool { configuration.settings.isPublicOnly && memory.kept == nil }

  /// Returns which records of the sources are shown under the rules of a configuration that may be newer than the stream;
  /// posts that the reader keeps all are.
  func shown(in run: RunConfiguration) -> ShownRecords {
    guard memory.kept == nil else { return ShownRecords() }
    var shown = run.shown(at: SystemTime().wall)
    shown.isPublicOnly = isPublicOnly
    return shown
  }

  /// The format of the sources, if the user has named it.
  var hint: FormatHint? {
    if case .sources(let named, _) = request.target { named.hint } else { nil }
  }
}

extension OpenedFeeds {
  /// A feed without posts, for a page that lists something else.
  static var none: OpenedFeeds {
    let bytes = MemoryBytes(name: "start", bytes: Array(#"{"version": 1, "posts": []}"#.utf8))
    return .only(bytes)
  }
}

/// A request to open a stream: its sources, and where the reader begins.
struct StreamRequest {
  enum Target {
    /// Files, addresses and programs; and the name under which they are remembered, if the user gives one.
    case sources(NamedSources, name: String?)
    case subscriptions(SubscriptionChoice)
    case kept(KeptPosts)
    /// None: the page of sources that were opened before.
    case recent([RecentSource])
    /// None: the page of feeds that an address offers.
    case offers([OfferedFeed])
  }

  var target: Target
  var followsEnd = false
  var beginsAnew = false
  /// The place at which the reader begins; nil for that of an earlier run.
  var place: SavedPlace?
  /// The filter of the posts that are listed at first; nil for all.
  var filter: String?
  var firstPage = StreamOptions.FirstPage.timeline
}

extension StreamRequest {
  /// Requests the sources of these names, as a command line without options would.
  init(opening names: [String], at place: SavedPlace? = nil) {
    let named = NamedSources(names: names, programs: [], hint: nil)
    let choice = SubscriptionChoice(named: names)
    let target = choice.map { Target.subscriptions($0) } ?? .sources(named, name: nil)
    self.init(target: target, place: place)
  }
}

/// The page of the sources that were opened before, on which the reader picks one.
extension SavedState {
  private static let mostSources = 1_000

  /// The sources without subscriptions, the last one first; none where nothing was opened before, or it cannot be read.
  func recentSources() -> [RecentSource] {
    let history = (try? history(limit: Self.mostSources)) ?? []
    let subscriptions = SubscriptionChoice(.all)?.subscriptions ?? []
    let subscribed = Set(subscriptions.map { SourceFamily(of: $0.source).key })
    let home = (Environment.value("HOME") ?? "") + "/"
    return history.filter { !subscribed.contains($0.family.key) }.map { source in
      let title = source.family.shownTitle
      let isBelowHome = home.count > 1 && title.hasPrefix(home)
      return RecentSource(
        key: source.family.key,
        name: isBelowHome ? "~/" + title.dropFirst(home.count) : title,
        place: source.place,
        posts: source.posts,
        unread: source.unread,
        seen: Timestamp(secondsSinceEpoch: source.seen)
      )
    }
  }

  /// Removes all that is saved of a source of the page.
  static func forget(_ key: String) -> [Event] {
    guard let state = try? opened() else { return [] }
    defer { state.store.close() }
    let report = Forgetting(state: state).forget(SourceFamily(key: key))
    let text = report.failure ?? report.line ?? "Nothing was saved of it"
    let message = Event.message(SafeText(sanitizing: text), isWarning: report.failure != nil)
    // Rows whose bytes remain somewhere are gone from the history all the same.
    return report.line == nil && report.failure != nil ? [message] : [.forgotten(key), message]
  }
}
