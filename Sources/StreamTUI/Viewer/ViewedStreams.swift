import CellGrid
import Glibc
import StreamHost
import StreamModel
import StreamUI

/// The streams whose pages are on the stack of a viewer: they are opened from each other, and share sources and state.
final class ViewedStreams {
  private let settings: Settings
  private let keeper: StateKeeper
  private let live: LiveConfiguration
  private let subscriptions: LiveSubscriptions
  private let fetcher: Fetcher
  private let terminal: NcursesTerminal
  private let library: SharedLibrary
  private let addresses: AddressLogs?
  private var streams: [ViewedStream]

  /// - Parameters:
  ///   - library: the sources of the first stream.
  ///   - addresses: the logs of addresses; nil where there is no place for them.
  init(
    _ first: ViewedStream,
    in library: SharedLibrary,
    _ addresses: AddressLogs?,
    _ settings: Settings,
    _ keeper: StateKeeper,
    _ live: LiveConfiguration,
    _ subscriptions: LiveSubscriptions,
    by fetcher: Fetcher,
    on terminal: NcursesTerminal
  ) {
    streams = [first]
    self.library = library
    self.addresses = addresses
    self.settings = settings
    self.keeper = keeper
    self.live = live
    self.subscriptions = subscriptions
    self.fetcher = fetcher
    self.terminal = terminal
  }

  var seen: ViewedStream? { streams.last }

  func begin() { if let seen { begin(seen) } }

  /// Looks at the logs of all streams: another process has written to some.
  func lookAtLogs() -> [LoopEvent] { streams.flatMap { $0.live?.lookAtLogs() ?? [] } }

  // MARK: Opening

  /// Opens a stream over the one that is seen; without it a message says why.
  ///
  /// - Parameter place: where the reader begins; nil for the place of an earlier run.
  func open(_ choice: StreamChoice, at place: SavedPlace? = nil) -> [Event] {
    switch choice {
    case .subscriptions(let feeds, let page, let filter):
      guard let chosen = SubscriptionChoice(feeds) else {
        let gone = Event.warning("Not opened: there is no such subscription any more")
        return subscriptions.listAgain() + [gone]
      }
      return open(
        StreamRequest(target: .subscriptions(chosen), place: place, filter: filter, firstPage: page)
      )
    case .kept: return openKept()
    case .sources(let names):
      let names = names.map { Environment.expanded($0) ?? $0 }
      return open(StreamRequest(opening: names, at: place))
    case .known(let key): return openSource(SourceFamily(key: key))
    case .recent: return openRecent()
    }
  }

  /// - Parameter replaces: whether there is no way back to the stream that is seen.
  private func open(_ request: StreamRequest, replaces: Bool = false) -> [Event] {
    let opened = OpenedStream(request, live.run, addresses, sharing: library.logs)
    let problems = opened.problems
    guard !opened.feeds.list.isEmpty else {
      return [.warning("Not opened: \(problems.first ?? "there is nothing to show")")]
    }
    let (taken, recalled) = library.slots.of(opened, keeper)
    let stream = ViewedStream(opened, slots: taken, in: library, now: fetcher.now)
    do throws(FeedError) {
      try stream.scanHead(rows: terminal.size.lines)
    } catch {
      stream.timeline.close()
      return [.warning("Not opened: \(Diagnostics.text(of: error))")]
    }
    if replaces { streams.popLast()?.close() }
    streams.append(stream)
    live.show(opened.configuration)
    begin(stream)
    let opening = StreamOpening(
      stream.timeline,
      options: stream.options,
      keymap: opened.configuration.keymap,
      replaces: replaces
    )
    return [.opened(opening)] + Self.events(recalled) + problems.prefix(1).map { Event.warning($0) }
      + [stream.notice].compactMap(\.self)
  }

  private func begin(_ stream: ViewedStream) {
    let sources = LiveSources(
      stream.opened,
      of: stream.timeline,
      in: library,
      keeper,
      live,
      with: fetcher.children,
      isSeen: { [weak self, weak stream] in self?.seen === stream },
      onOffers: { [weak self, weak stream] links in
        guard let self, let stream, seen === stream else { return [] }
        return show(links)
      }
    )
    stream.begin(sources)
    let options = stream.opened.options
    // In secure mode those of the network say in their place why they do not come.
    if options.wantsPictures, !options.isSecure || options.pictureChoice.isOfNetwork {
      if settings.usesPictureProtocol {
        terminal.askForPictures(decodes: PictureDecoder.isThere, fetcher.children)
      }
      if PictureDecoder.isThere, !options.isSecure { terminal.offerSymbols() }
    }
    tellSubscriptions()
    guard stream.opened.subscribed ?? stream.opened.addresses?.logs != nil else { return }
    // After the frame with the first posts.
    fetcher.children.loop.scheduleForSecondTurn { [weak self, weak stream] in
      guard let self, let stream, seen === stream else { return [] }
      return older(of: stream).look().map { .event($0) }
    }
    if stream.opened.subscribed != nil { subscriptions.begin() }
  }

  private func older(of stream: ViewedStream) -> LiveOlderPosts {
    stream.live?.older ?? subscriptions.older
  }

  private static func events(_ events: [LoopEvent]) -> [Event] { events.compactMap(\.event) }

  // MARK: Subscriptions

  /// The list as it was when the open streams showed it last: to read thousands of lines takes 30 ms.
  private var listed: PictureFile.Stamp?

  /// Told the accounts of the streams of the fediverse among the subscriptions that are seen.
  var onAccounts: (Set<String>) -> Void = { _ in }

  private func tellSubscriptions() {
    subscriptions.shown = seen?.subscriptions ?? []
    let accounts = Set((seen?.answeredSlots ?? [:]).values.map(\.name))
    if !accounts.isEmpty { onAccounts(accounts) }
  }

  /// Lets the open streams of subscriptions show those that were added to their lists.
  func showAdded() -> [LoopEvent] {
    let stamp = StateFolder().flatMap { SubscriptionFile(folder: $0).stamp }
    guard stamp == nil || stamp != listed else { return [] }
    listed = stamp
    let events = streams.flatMap { $0.live?.joinAdded() ?? [] }
    if !events.isEmpty { tellSubscriptions() }
    return events
  }

  /// Tells the seen stream what the servers of its accounts can do, as far as that has turned out since.
  func showAbilities() -> [LoopEvent] {
    guard let seen, seen.opened.subscribed != nil else { return [] }
    let accounts = seen.answeredSlots
    return accounts.values.allSatisfy(\.lacks.isEmpty) ? [] : [.event(.answering(accounts))]
  }

  /// Sources have these names now; whether any stream shows one that had another.
  func rename(_ names: [Subscription.Source: String]) -> Bool {
    streams.map { $0.live?.rename(names) == true }.contains(true)
  }

  /// Takes a source out of the streams that show it; whether any does.
  func leave(_ source: Subscription.Source) -> Bool {
    let hasLeft = streams.map { $0.live?.leave(source) == true }.contains(true)
    if hasLeft { tellSubscriptions() }
    return hasLeft
  }

  /// Shows the feeds that an address offers in place of posts; the only one at once.
  private func show(_ links: [FeedLink]) -> [LoopEvent] {
    let request =
      links.count == 1
      ? StreamRequest(opening: links.prefix(1).map(\.address.text))
      : StreamRequest(target: .offers(links.map { OfferedFeed($0) }))
    return open(request, replaces: true).map { .event($0) }
  }

  private func openSource(_ family: SourceFamily) -> [Event] {
    guard let name = family.openingName else {
      let way = "Run its command again with --name \(family.title)."
      return [.warning("Not opened: \(family.title) came from a pipe. \(way)")]
    }
    guard !name.hasPrefix("/") || access(name, R_OK) == 0 else {
      return [.warning("Not opened: \(name): \(SystemError.text(errno))")]
    }
    return open(StreamRequest(opening: [name]))
  }

  private func openRecent() -> [Event] {
    let state = settings.keepsState ? try? SavedState.opened() : nil
    defer { state?.store.close() }
    let sources = state?.recentSources() ?? []
    guard !sources.isEmpty else { return [.warning("No files or addresses were opened before")] }
    return open(StreamRequest(target: .recent(sources)))
  }

  private func openKept() -> [Event] {
    if case .kept? = seen?.opened.request.target { return [.warning("The kept posts are open")] }
    do throws(StateRefusal) {
      guard let kept = try keeper.keptPosts(after: library.slots.unnamedCount) else {
        return [.warning("Not opened: the state is off, so nothing is kept")]
      }
      guard !kept.posts.isEmpty else { return [.warning("No posts are kept yet")] }
      let events = open(StreamRequest(target: .kept(kept)))
      return events + Self.events(keeper.add(kept))
    } catch {
      return [.warning("Not opened: \(error.text)")]
    }
  }

  /// Goes to a mark, which may be in another stream.
  func findMark(_ letter: Unicode.Scalar) -> [Event] {
    let keepsState = settings.keepsState && !Environment.isSecure
    let marks = seen?.opened.memory.marks ?? (keepsState ? MarkKeeper.ofNoSource : nil)
    switch marks?.find(letter) {
    case .event(let event): return [event]
    case .elsewhere(let place, let choice): return open(choice, at: place)
    case nil: return [.warning("Mark \(letter) is not set: nothing is remembered in this run")]
    }
  }

  /// The folder or archive of the feed that names a file.
  func location(of file: FileTarget) -> FeedLocation {
    for stream in streams.reversed() {
      if let location = stream.live?.location(of: file) { return location }
    }
    return .alone
  }

  // MARK: Leaving

  /// Lets the stream go that is seen, and shows the one below.
  func close(_ ending: StreamEnding) -> [Event] {
    guard streams.count > 1, let left = streams.popLast() else { return [] }
    left.close()
    // No key waits for the disk.
    var events = ending.place.map { left.opened.memory.place.keep($0) } ?? []
    keeper.note(ending.tallies)
    if case .kept(let posts) = left.opened.request.target { keeper.leave(posts) }
    tellSubscriptions()
    if let seen {
      events += live.show(seen.opened.configuration)
      seen.live?.keepSheetsLater()
      events += older(of: seen).look()
      if case .recent = seen.opened.request.target, let state = try? SavedState.opened() {
        events.append(.recent(state.recentSources()))
        state.store.close()
      }
    }
    return events
  }

  /// Keeps the places of all streams, and what waits to be written.
  ///
  /// - Returns: a line for each failure to save something.
  func finish(_ endings: [StreamEnding]) -> [String] {
    var losses = streams.flatMap { $0.opened.feeds.notes }
    for (index, stream) in streams.enumerated() {
      let ending = endings.indices.contains(index) ? endings[index] : nil
      stream.close()
      losses += [stream.opened.memory.place.finish(ending?.place)].compactMap(\.self)
      keeper.note(ending?.tallies ?? [])
      if let ending { _ = keeper.keep(.rememberComments(ending.comments)) }
    }
    return losses
      + keeper.finish { marks in
        for (stream, ending) in zip(streams, endings) {
          stream.keep(ending.counts, marks)
        }
      }
  }
}
