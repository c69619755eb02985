import Glibc
import StreamHost
import StreamModel
import StreamUI

/// A stream of a viewer: its rows, its live sources and its memory.
final class ViewedStream {
  let opened: OpenedStream
  let timeline: Timeline
  private(set) var live: LiveSources?

  init(_ opened: OpenedStream, slots: [Int], in library: SharedLibrary, now: Timestamp) {
    self.opened = opened
    FollowedFiles.prepare(opened.feeds.list)
    let order = opened.feeds.usualOrder
    timeline = Timeline(
      library.numbers(of: opened, slots: slots),
      of: library.sources,
      order: opened.order ?? order,
      usualOrder: order,
      now: now
    )
    if let known = opened.subscribed?.counts(of: opened.feeds.list) {
      timeline.rest(behindFirstOf: known)
    }
    if opened.memory.kept != nil {
      timeline.titleOfAll = KeptPosts.name
    } else if let subscribed = opened.subscribed {
      timeline.titleOfAll = subscribed.choice.tag
    } else {
      timeline.titleOfAll = opened.feeds.exportTitle
    }
  }

  var slots: [Int] { timeline.slots }

  /// The subscriptions that it shows with their slots, those among them that joined it; none where it shows other sources.
  var subscriptions: [(subscription: Subscription, slot: Int)] {
    guard opened.subscribed != nil else { return [] }
    let left = live?.left ?? []
    return zip(live?.feeds ?? opened.feeds.list, slots).compactMap { feed, slot in
      feed.subscription.flatMap { left.contains($0.source.text) ? nil : ($0, slot) }
    }
  }

  var options: App.Options {
    var options = opened.options
    guard opened.configuration.settings.usesNetwork else { return options }
    let subscriptions = subscriptions
    let slots = { (condition: (Subscription) -> Bool) -> Set<Int> in
      Set(subscriptions.filter { condition($0.subscription) }.map(\.slot))
    }
    options.stream.fullTextSlots = slots { $0.wantsFullText }
    options.stream.servedSlots = slots { $0.source.account != nil && $0.source.feed != nil }
    options.stream.answeredSlots = answeredSlots(of: subscriptions)
    if opened.subscribed != nil, timeline.slots.count > 1 {
      options.stream.notificationSlots = slots {
        if case .served(let feed) = $0.source { feed.isOfNotifications } else { false }
      }
    }
    return options
  }

  /// The accounts through which streams of the fediverse come, by the slots of these.
  var answeredSlots: [Int: StreamAccount] { answeredSlots(of: subscriptions) }

  private func answeredSlots(
    of subscriptions: [(subscription: Subscription, slot: Int)]
  ) -> [Int: StreamAccount] {
    let streams = subscriptions.compactMap { subscription, slot -> (String, Int)? in
      guard case .served(let feed) = subscription.source, feed.isStream else { return nil }
      return (feed.account, slot)
    }
    guard !streams.isEmpty, let folder = StateFolder(),
      let accounts = try? AccountFile(in: folder).read()
    else { return [:] }
    return streams.reduce(into: [:]) { slots, stream in
      slots[stream.1] = accounts.first { $0.name == stream.0 }
        .flatMap { AccountRecord.stream(of: $0, in: folder) }
    }
  }

  /// The way on from the sample, with which the program starts where nothing is named; nil for other sources.
  var welcome: Event? {
    guard opened.feeds.list.first?.isSample == true else { return nil }
    return .welcome(
      isFirst: FirstStart.begins(keepsState: opened.configuration.settings.keepsState)
    )
  }

  /// The message about its saved place; nil if the place was read without a problem.
  var notice: Event? { opened.memory.place.notice.map { .warning($0) } }

  /// The source in a slot as a subscription would name it, or the reason why there is none to subscribe to.
  func source(in slot: Int) -> Result<Subscription.Source, SubscriptionEditor.Refusal> {
    if opened.memory.kept != nil { return .failure(.init(text: "these are posts that you keep")) }
    let feeds = live?.feeds ?? opened.feeds.list
    guard let index = slots.firstIndex(of: slot), feeds.indices.contains(index) else {
      return .failure(.noSource)
    }
    let feed = feeds[index]
    // It may have been ended since: the list itself decides.
    if let subscription = feed.subscription { return .success(subscription.source) }
    // A path could fill the status line.
    let reason =
      feed.source.program == nil
      ? "these posts come from a file (streamtui add FILE subscribes to one)"
      : "these posts come from a program"
    return .failure(.init(text: reason))
  }

  func begin(_ live: LiveSources) {
    self.live = live
    live.begin()
  }

  /// Scans the start, so that the first frame need not guess.
  ///
  /// - Parameter rows: the rows that are wanted, from the reader's place on; a single one if it is known soon.
  /// - Throws: ``FeedError`` if no source can be read.
  func scanHead(rows: Int = 1) throws(FeedError) {
    let scan = { () -> Result<Void, FeedError> in
      Result { () throws(FeedError) in try self.scan(rows: rows) }
    }
    try (opened.subscribed?.reading(scan) ?? scan()).get()
  }

  private func scan(rows: Int) throws(FeedError) {
    // Fill twice: the end of a short pipe is then known.
    for source in opened.feeds.list.map(\.source) {
      if try source.spool?.fill() == true { _ = try source.spool?.fill() }
    }
    // Several feeds may know their first row late: the reader waits for it on the screen.
    var slices = timeline.mayInsertRows || rows > 1 ? RunLoop.headSlices : Int.max
    let place = rows > 1 ? opened.options.stream.place : nil
    while !timeline.hasRows(rows, from: place?.top.start), slices > 0,
      try timeline.advance(bytes: RunLoop.headBytes) == .more
    {
      slices -= 1
    }
  }

  /// Saves the counts of the stream for the next start.
  ///
  /// - Parameter marks: see ``KnownCounts/marks``.
  func keep(_ counts: KnownCounts?, _ marks: UInt64?) {
    guard var counts, let marks, live?.joined.isEmpty == true, live?.left.isEmpty == true else {
      return
    }
    counts.marks = marks
    opened.subscribed?.keep(counts)
  }

  func close() {
    live?.cancel()
    timeline.close()
  }
}

/// The first start of the program by a user, of whom it knows nothing: no configuration and no saved state.
enum FirstStart {
  /// Returns whether this is the first start; no later one is, for the folder of the state is there from now on.
  ///
  /// Where nothing may be saved or the folder cannot be made, no start is: each would be.
  static func begins(keepsState: Bool) -> Bool {
    guard keepsState, !Environment.isSecure, let folder = StateFolder(),
      isMissing(folder.path), ConfigFile().map({ isMissing($0.path) }) ?? true
    else { return false }
    return (try? folder.prepare()) != nil
  }

  private static func isMissing(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) != 0 && (errno == ENOENT || errno == ENOTDIR)
  }
}
