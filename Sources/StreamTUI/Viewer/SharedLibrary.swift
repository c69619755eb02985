import StreamHost
import StreamModel

/// The sources of a viewer, of which streams of subscriptions share the logs.
final class SharedLibrary {
  let sources = Library()
  let slots = SourceSlots()
  /// The logs that were opened, by the texts of their subscriptions' sources.
  private var opened: [String: (feed: OpenedFeed, number: Int, shown: ShownRecords)] = [:]

  /// The logs that streams show now, but those whose files are gone: a feed that was subscribed to again has another.
  var logs: [String: OpenedFeed] {
    opened = opened.filter { sources.isShown($0.value.number) && !$0.value.feed.source.isGone }
    return opened.mapValues(\.feed)
  }

  /// Returns the numbers of a stream's sources, of which those that are not shown yet are taken in.
  ///
  /// - Parameter slots: their slots.
  func numbers(of stream: OpenedStream, slots: [Int]) -> [Int] {
    let shown = stream.shown(in: stream.configuration)
    return zip(stream.feeds.list, slots).compactMap { number(of: $0, in: stream, shown, slot: $1) }
  }

  /// Returns the number of a source of a stream, which is taken in unless it is shown already; nil if there are too many.
  func number(
    of feed: OpenedFeed,
    in stream: OpenedStream,
    _ shown: ShownRecords,
    slot: Int
  ) -> Int? {
    let name = feed.subscription?.source.text
    if let known = name.flatMap({ opened[$0] }), sources.isShown(known.number),
      known.shown == shown, known.feed.feed === feed.feed
    {
      return known.number
    }
    let records = shown.records(of: [feed])
    guard let number = records.first.flatMap({ sources.add($0, slot: slot) }) else { return nil }
    if let name { opened[name] = (feed, number, shown) }
    return number
  }
}

/// The slots by which all that is remembered of sources is found; see ``Library/slot(of:)``.
///
/// Those of named sources are numbers of ``StateKeeper``. Others are counted; those of kept posts are the ones of
/// ``KeptPosts/name(of:)``.
final class SourceSlots {
  /// The number of sources so far of which nothing is remembered.
  private(set) var unnamedCount = 0

  /// Returns the slots of the first stream, in the order of the names in its memory.
  func ofFirst(_ stream: OpenedStream) -> [Int] {
    let isNamed = !stream.memory.names.isEmpty
    return stream.feeds.list.indices.map { isNamed ? $0 : unnamed() }
  }

  /// Returns the slots of a further stream, and the events that recall flags of sources not shown before.
  func of(_ stream: OpenedStream, _ keeper: StateKeeper) -> (slots: [Int], events: [LoopEvent]) {
    var events: [LoopEvent] = []
    let names = stream.memory.names
    let slots = stream.feeds.list.indices.map { index in
      guard names.indices.contains(index) else { return unnamed() }
      let known = slot(of: names[index], in: stream.memory.folder, keeper)
      events += known.events
      return known.slot
    }
    return (slots, events)
  }

  /// Returns the slot of the last feed, which joined the others of a stream, and the events that recall its flags.
  func ofLast(
    of feeds: [OpenedFeed],
    in stream: OpenedStream,
    _ keeper: StateKeeper
  ) -> (slot: Int, events: [LoopEvent]) {
    guard let name = stream.memory.name(ofLastOf: feeds) else { return (unnamed(), []) }
    return slot(of: name, in: stream.memory.folder, keeper)
  }

  private func slot(
    of name: SourceName,
    in folder: StateFolder?,
    _ keeper: StateKeeper
  ) -> (slot: Int, events: [LoopEvent]) {
    if let slot = keeper.slot(of: name) { return (slot, []) }
    let events = keeper.add(name, in: folder)
    return (keeper.slot(of: name) ?? unnamed(), events)
  }

  private func unnamed() -> Int {
    unnamedCount += 1
    return Library.slot(ofUnnamed: unnamedCount - 1)
  }
}
