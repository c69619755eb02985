import CellGrid
import StreamHost
import StreamModel
import StreamUI

/// The sources of a stream as they change: files that grow, pipes and documents that arrive, and what a
/// reload reads in their place.
final class LiveSources {
  /// The slices of feeds in an order of their own that a reload scans at once.
  private static let headSlices = 64

  private let stream: OpenedStream
  private let timeline: Timeline
  private let library: SharedLibrary
  private let keeper: StateKeeper
  private let configuration: LiveConfiguration
  /// The files that are followed; nil for logs of subscriptions, which are watched all together.
  private let files: FollowedFiles?
  private let logs: FollowedLogs?
  private let isSeen: () -> Bool
  private let children: Children
  /// The addresses without subscriptions; nil where there are none.
  private let addresses: LiveAddresses?
  private let programs: ProgramArrivals
  private var folders: [FollowedFolder] = []
  private var pipes: [EventLoop.Token] = []
  private(set) var feeds: [OpenedFeed]
  /// The subscriptions that joined the stream since it was opened.
  private(set) var joined: [SubscribedFeeds] = []
  /// The texts of the subscriptions among the feeds that have left the stream; their indices stay taken.
  private(set) var left: Set<String> = []
  /// Subscriptions that could not join, such as those whose logs cannot be opened: they are tried once.
  private var absent: Set<Subscription.Source> = []

  /// - Parameters:
  ///   - isSeen: whether the reader sees the timeline now.
  ///   - onOffers: called with the feeds that the only source offers in place of posts.
  init(
    _ stream: OpenedStream,
    of timeline: Timeline,
    in library: SharedLibrary,
    _ keeper: StateKeeper,
    _ configuration: LiveConfiguration,
    with children: Children,
    isSeen: @escaping () -> Bool,
    onOffers: @escaping ([FeedLink]) -> [LoopEvent]
  ) {
    self.stream = stream
    self.library = library
    self.keeper = keeper
    self.configuration = configuration
    feeds = stream.feeds.list
    self.timeline = timeline
    self.children = children
    files =
      feeds.contains(where: { $0.subscription == nil })
      ? FollowedFiles(timeline, on: children.loop, isSeen: isSeen) : nil
    self.isSeen = isSeen
    logs = (stream.subscribed ?? stream.addresses?.logs).map { feeds in
      FollowedLogs(feeds.logsByName, in: feeds.path, of: timeline, on: children.loop)
    }
    addresses = LiveAddresses(
      of: stream.addresses,
      by: ThisProgram(
        with: children,
        mayFetch: stream.configuration.settings.usesNetwork,
        options: stream.configuration.options
      ),
      everyMinutes: stream.configuration.settings.refreshMinutes
    )
    programs = ProgramArrivals(feeds.compactMap(\.source.program), with: children)
    addresses?.onOffers = onOffers
    addresses?.onEnd = { [weak self] in
      guard let self else { return [] }
      let gone = feeds.filter { $0.subscription != nil && $0.source.isGone }
      return lookAtLogs() + reopen(gone.compactMap(\.subscription?.source))
    }
    addresses?.older.onEnd = { [weak self] in self?.lookAtLogs() ?? [] }
    addresses?.onTitle = { [weak self] in self?.rename([$0: $1]) ?? false }
  }

  var older: LiveOlderPosts? { addresses?.older }

  private var shown: ShownRecords { stream.shown(in: configuration.run) }

  /// The slot of the last feed, which has joined the others, and the events that recall its flags.
  private func slot(ofLastOf feeds: [OpenedFeed]) -> (slot: Int, events: [LoopEvent]) {
    library.slots.ofLast(of: feeds, in: stream, keeper)
  }

  /// The milliseconds until new indexes of logs are kept, for which nobody waits.
  private static let pause = 500

  /// Keeps the new indexes of the logs once all logs are read, one log a turn.
  func keepSheetsLater(afterMilliseconds pause: Int = pause) {
    guard stream.subscribed != nil else { return }
    children.loop.schedule(afterMilliseconds: pause) { [weak self] in
      self?.keepSheets()
      return []
    }
  }

  private func keepSheets() {
    guard timeline.isIndexed else {
      // A stream that is covered goes on when it is seen again, and nothing wakes the program until then; of one that
      // rests all is kept.
      return isSeen() && timeline.known == nil ? keepSheetsLater() : ()
    }
    if stream.subscribed?.keepSheets(of: feeds) == true { keepSheetsLater(afterMilliseconds: 0) }
  }

  private func holdLogs() -> [LoopEvent] {
    if stream.subscribed?.holdLogs() == true {
      children.loop.schedule(afterMilliseconds: 0) { [weak self] in self?.holdLogs() ?? [] }
    }
    return []
  }

  func begin() {
    keepSheetsLater()
    children.loop.scheduleForSecondTurn { [weak self] in self?.holdLogs() ?? [] }
    for spool in feeds.compactMap(\.source.spool) where !spool.isComplete {
      pipes.append(children.loop.fill(spool))
    }
    followFiles()
    followFolders()
    children.loop.post(programs.begin())
    if let addresses { children.loop.post(addresses.begin()) }
  }

  /// Follows the sources that are files; the logs are watched all together.
  private func followFiles() {
    guard let files else { return }
    files.follow(feeds.filter { $0.subscription == nil }.map(\.source))
    if logs != nil { timeline.mayGrow = true }
  }

  /// Lets in what was appended to the logs of subscriptions until now.
  func lookAtLogs() -> [LoopEvent] {
    let events = logs?.look() ?? []
    if !events.isEmpty { keepSheetsLater() }
    return events
  }

  func cancel() {
    addresses?.cancel()
    programs.cancel()
    files?.follow([])
    logs?.cancel()
    folders = []
    for token in pipes { children.loop.remove(token) }
  }

  /// Reads the sources again; their start is scanned at once, so that a frame shows the place there.
  ///
  /// Programs run again, and their output is shown once they have ended.
  /// The servers of addresses are asked.
  func reload() -> Event {
    if !programs.isEmpty, !programs.hasNewer {
      let (text, events) = programs.ask()
      children.loop.post(events)
      if feeds.allSatisfy({ $0.source.program != nil }) { return .reloaded(.waits(text)) }
    }
    if let text = addresses?.ask(), feeds.allSatisfy({ $0.subscription != nil }) {
      return .reloaded(.waits(text))
    }
    do throws(FeedError) {
      let shownCount = feeds.count
      let opened = try stream.reopened()
      // A single file that is no feed any more leaves the posts as they are.
      if opened.count == 1, let feed = opened.first {
        _ = try feed.feed.advance(bytes: RunLoop.headBytes)
      }
      feeds = ordered(opened + joined.flatMap(\.feeds.list))
      var slots = timeline.slots
      for count in shownCount..<max(shownCount, feeds.count) {
        let known = slot(ofLastOf: Array(feeds.prefix(count + 1)))
        slots.append(known.slot)
        children.loop.post(known.events)
      }
      if files != nil { FollowedFiles.prepare(feeds) }
      timeline.reload(shown.records(of: feeds), slots: slots)
      followFiles()
      followFolders()
      try scanHead()
      return .reloaded(.shown)
    } catch {
      return .reloaded(.failed(SafeText(sanitizing: Diagnostics.text(of: error))))
    }
  }

  /// Chooses the records of the same sources by the rules as they are now, but for the rule of a name; reads nothing again.
  func takeUpRules(without lifted: String?) -> Event {
    var shown = shown
    shown.rules.removeAll { $0.name == lifted }
    let numbers = zip(feeds, timeline.slots).compactMap { feed, slot in
      library.number(of: feed, in: stream, shown, slot: slot)
    }
    guard numbers.count == feeds.count else {
      return .reloaded(.failed("too many sources were opened in this run"))
    }
    timeline.replace(by: numbers)
    for feed in feeds {
      if let source = feed.subscription?.source, left.contains(source.text) { _ = leave(source) }
    }
    do throws(FeedError) {
      try scanHead()
      return .reloaded(.shown)
    } catch {
      return .reloaded(.failed(SafeText(sanitizing: Diagnostics.text(of: error))))
    }
  }

  /// Scans the start, so that the next frame shows the reader's place if it is there.
  private func scanHead() throws(FeedError) {
    var slices = Self.headSlices
    while slices > 0, try timeline.advance(bytes: RunLoop.headBytes) == .more { slices -= 1 }
  }

  /// Where the feed was found that names `file`; nil for a feed of another stream.
  func location(of file: FileTarget) -> FeedLocation? {
    feeds.first { $0.source.bytes.name == file.source }?.source.location
  }

  /// Returns reopened feeds in the order of those that are shown, the others last: what is remembered of a
  /// feed is found by its number.
  ///
  /// Feeds of followed folders whose files are gone go on as they are.
  private func ordered(_ reopened: [OpenedFeed]) -> [OpenedFeed] {
    let folders = stream.feeds.folders
    guard !folders.isEmpty else { return reopened }
    let found = Dictionary(reopened.map { ($0.feed.name, $0) }) { first, _ in first }
    let isFollowed = { (feed: OpenedFeed) in
      feed.origin.map { folders.contains($0) } ?? false
    }
    let shown = Set(feeds.map(\.feed.name))
    return feeds.compactMap { found[$0.feed.name] ?? (isFollowed($0) ? $0 : nil) }
      + reopened.filter { !shown.contains($0.feed.name) }
  }

  private func followFolders() {
    folders = stream.feeds.folders.compactMap { name in
      FollowedFolder(name, showing: feeds, hint: stream.hint, on: children.loop) { [weak self] in
        self?.add($0) ?? []
      }
    }
  }

  private func add(_ feed: OpenedFeed) -> [LoopEvent] {
    let records = shown.records(of: [feed])
    let known = slot(ofLastOf: feeds + [feed])
    guard let records = records.first, timeline.add(records, slot: known.slot) else { return [] }
    FollowedFiles.prepare([feed])
    feeds.append(feed)
    files?.add(feed.source)
    timeline.mayGrow = true
    return [.bytesArrived] + known.events
  }

  /// Opens logs of addresses again that another program removed while they were shown: new posts go to new files.
  private func reopen(_ gone: [Subscription.Source]) -> [LoopEvent] {
    guard !gone.isEmpty, let folder = stream.addresses?.logs?.folder else { return [] }
    for source in gone { _ = leave(source) }
    return join(SubscribedFeeds(SubscriptionChoice(gone, in: folder)))
  }

  /// Shows the subscriptions that were added since to the list whose posts it shows, by this viewer or another program.
  func joinAdded() -> [LoopEvent] {
    guard let added = stream.subscribed?.choice.again?.without(absent.union(shownSources)) else {
      return []
    }
    // The rows of a source that has left stay gone: one that comes back is opened anew.
    let known = library.logs.filter { !left.contains($0.key) }
    let keepsSheets = stream.configuration.settings.keepsState
    let events = join(
      SubscribedFeeds(added, sharing: known, beside: feeds.count, keepsSheets: keepsSheets)
    )
    absent.formUnion(Set(added.subscriptions.map(\.source)).subtracting(shownSources))
    return events
  }

  private var shownSources: [Subscription.Source] {
    feeds.compactMap(\.subscription?.source).filter { !left.contains($0.text) }
  }

  /// Shows subscriptions beside the others; the events that recall their flags, and that make the rows come.
  private func join(_ added: SubscribedFeeds) -> [LoopEvent] {
    var events: [LoopEvent] = []
    for feed in added.feeds.list {
      // One that was left and comes back is no second source.
      let others = feeds.filter { $0.subscription?.source != feed.subscription?.source }
      let known = slot(ofLastOf: others + [feed])
      guard let number = library.number(of: feed, in: stream, shown, slot: known.slot),
        timeline.join(number)
      else { continue }
      let origin = feed.subscription?.source
      if let index = feeds.firstIndex(where: { $0.subscription?.source == origin }) {
        // It was subscribed to before, and left: its slot is where it was.
        feeds[index] = feed
      } else {
        feeds.append(feed)
      }
      left.remove(feed.subscription?.source.text ?? "")
      events += known.events + [.bytesArrived]
    }
    joined.append(added)
    logs?.add(added.logsByName)
    return events
  }

  /// Shows the posts of a subscription that was ended no longer.
  ///
  /// - Returns: whether the stream had shown them.
  func leave(_ subscription: Subscription.Source) -> Bool {
    guard let index = feeds.firstIndex(where: { $0.subscription?.source == subscription }),
      timeline.slots.indices.contains(index),
      let number = timeline.number(ofSlot: timeline.slots[index])
    else { return false }
    timeline.leave(number)
    left.insert(subscription.text)
    return true
  }

  /// Shows subscriptions under other names; false where none is shown that has another name now.
  func rename(_ names: [Subscription.Source: String]) -> Bool {
    var isRenamed = false
    for opened in feeds {
      guard let name = opened.subscription.flatMap({ names[$0.source] }), opened.feed.title != name
      else { continue }
      opened.feed.rename(to: name)
      isRenamed = true
    }
    if isRenamed { timeline.noteNames() }
    return isRenamed
  }
}
