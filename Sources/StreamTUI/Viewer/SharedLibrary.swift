import StreamModel
import StreamSources
import StreamUI

/// The sources of a viewer, of which streams of subscriptions share the logs.
final class SharedLibrary {
  let sources = Library()
  /// The logs that were opened, by the texts of their subscriptions' sources.
  private var opened: [String: (feed: OpenedFeed, number: Int)] = [:]

  /// The logs that streams show now.
  var logs: [String: OpenedFeed] {
    opened = opened.filter { sources.isShown($0.value.number) }
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
