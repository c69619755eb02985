import StreamModel
import StreamUI

/// The slots by which all that is remembered of sources is found; see ``Library/slot(of:)``.
///
/// Those of named sources are the numbers that ``StateKeeper`` gives; others are negative.
final class SourceSlots {
  /// The number of sources so far of which nothing is remembered.
  private var unnamedCount = 0

  /// The slots of the first stream: their order is that of the names in its memory.
  func ofFirst(_ stream: OpenedStream) -> [Int] {
    let isNamed = !stream.memory.names.isEmpty
    return stream.feeds.list.indices.map { isNamed ? $0 : unnamed() }
  }

  /// The slots of a further stream, and what is remembered of sources that were not shown before.
  func of(
    _ stream: OpenedStream,
    _ keeper: StateKeeper
  ) -> (slots: [Int], events: [TerminalEvent]) {
    var events: [TerminalEvent] = []
    let names = stream.memory.names
    let slots = stream.feeds.list.indices.map { index in
      guard names.indices.contains(index) else { return unnamed() }
      let known = slot(of: names[index], in: stream.memory.folder, keeper)
      events += known.events
      return known.slot
    }
    return (slots, events)
  }

  /// The slot of the last feed, which came to those of a stream, and what is remembered of it.
  func ofLast(
    of feeds: [OpenedFeed],
    in stream: OpenedStream,
    _ keeper: StateKeeper
  ) -> (slot: Int, events: [TerminalEvent]) {
    guard let name = stream.memory.name(ofLastOf: feeds) else { return (unnamed(), []) }
    return slot(of: name, in: stream.memory.folder, keeper)
  }

  private func slot(
    of name: SourceName,
    in folder: StateFolder?,
    _ keeper: StateKeeper
  ) -> (slot: Int, events: [TerminalEvent]) {
    if let slot = keeper.slot(of: name) { return (slot, []) }
    let events = keeper.add(name, in: folder)
    return (keeper.slot(of: name) ?? unnamed(), events)
  }

  private func unnamed() -> Int {
    unnamedCount += 1
    return KeptPosts.slot(ofFeed: unnamedCount - 1)
  }
}
