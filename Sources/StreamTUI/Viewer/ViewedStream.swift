import CellGrid
import StreamModel
import StreamSources
import StreamUI

/// A stream of a viewer: its rows, its live sources and its memory.
final class ViewedStream {
  let opened: OpenedStream
  let timeline: Timeline
  /// The slots of its feeds, in their order.
  let slots: [Int]
  private(set) var live: LiveSources?

  /// - Parameter slots: the slots of the feeds, in their order.
  init(_ opened: OpenedStream, slots: [Int], in library: SharedLibrary, now: Timestamp) {
    self.opened = opened
    self.slots = slots
    if opened.subscribed == nil { FollowedFiles.prepare(opened.feeds.list.map(\.source)) }
    let order = opened.feeds.usualOrder
    timeline = Timeline(
      library.numbers(of: opened, slots: slots),
      of: library.sources,
      order: opened.order ?? order,
      usualOrder: order,
      now: now
    )
    if opened.memory.kept != nil { timeline.titleOfSeveral = KeptPosts.name }
  }

  /// The options of the viewer, once the slots are known.
  var options: App.Options {
    var options = opened.options
    guard opened.configuration.settings.usesNetwork else { return options }
    let wanted = opened.feeds.fullTextSources
    options.stream.fullTextSlots = Set(wanted.filter(slots.indices.contains).map { slots[$0] })
    return options
  }

  /// The message about its saved place; nil if the place was read without a problem.
  var notice: Event? {
    opened.memory.place.notice.map { .message(SafeText(sanitizing: $0), isWarning: true) }
  }

  /// The source in a slot as a subscription would name it, or the reason why there is none to subscribe to.
  func source(in slot: Int) -> Result<Subscription.Source, SubscriptionEditor.Refusal> {
    if opened.memory.kept != nil { return .failure(.init(text: "these are posts that you keep")) }
    let feeds = opened.feeds.list
    guard let index = slots.firstIndex(of: slot), feeds.indices.contains(index) else {
      return .failure(.noSource)
    }
    let feed = feeds[index]
    // It may have been ended since: the list itself decides.
    if let subscription = feed.subscription { return .success(subscription.source) }
    if let web = feed.source.web { return .success(web.source) }
    // A path could fill the status line.
    let reason =
      feed.source.program == nil
      ? "these posts come from a file (streamtui add FILE subscribes to one)"
      : "these posts come from a program"
    return .failure(.init(text: reason))
  }

  /// Begins to take in what arrives and grows.
  func begin(_ live: LiveSources) {
    self.live = live
    live.begin()
  }

  /// Scans the start, so that the first frame need not guess.
  ///
  /// - Parameter rows: the rows that are wanted; a single one if it is known soon.
  /// - Throws: ``FeedError`` if no source can be read.
  func scanHead(rows: Int = 1) throws(FeedError) {
    // Fill twice: the end of a short pipe is then known.
    for source in opened.feeds.list.map(\.source) {
      if try source.spool?.fill() == true { _ = try source.spool?.fill() }
    }
    // Several feeds may know their first row late: the reader waits for it on the screen.
    var slices = timeline.mayInsertRows || rows > 1 ? RunLoop.headSlices : Int.max
    while timeline.recordCount < rows, slices > 0,
      try timeline.advance(bytes: RunLoop.headBytes) == .more
    {
      slices -= 1
    }
  }

  /// Lets the sources go.
  func close() {
    live?.cancel()
    timeline.close()
  }
}

/// The sources of a viewer, of which streams of subscriptions share the logs.
final class SharedLibrary {
  let sources = Library()
  /// The logs that were opened, by the texts of their subscriptions' sources.
  private var opened: [String: (feed: OpenedFeed, number: Int)] = [:]

  /// The logs that streams show now, but those whose files are gone: a feed that was subscribed to again has
  /// another.
  var logs: [String: OpenedFeed] {
    opened = opened.filter { sources.isShown($0.value.number) && !$0.value.feed.source.isGone }
    return opened.mapValues(\.feed)
  }

  /// Returns the numbers of a stream's sources, of which those that are not shown yet are taken in.
  ///
  /// - Parameter slots: their slots.
  func numbers(of stream: OpenedStream, slots: [Int]) -> [Int] {
    let feeds = stream.feeds.list
    let records = LiveSources.records(
      of: feeds,
      isPublicOnly: stream.isPublicOnly,
      stream.following.refreshMinutes
    )
    return zip(zip(feeds, records), slots).compactMap { source, slot in
      let name = source.0.subscription?.source.text
      if let known = name.flatMap({ opened[$0] }), sources.isShown(known.number) {
        return known.number
      }
      guard let number = sources.add(source.1, slot: slot) else { return nil }
      if let name { opened[name] = (source.0, number) }
      return number
    }
  }
}
