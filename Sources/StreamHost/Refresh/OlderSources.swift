import CellGrid
package import StreamModel

/// The subscriptions of a stream, with the states of their older posts.
package struct OlderSources {
  private let sources: [(subscription: Subscription, record: OlderRecord)]
  private let isAlone: Bool

  /// - Parameter all: the subscriptions of the stream, with the state of their older posts.
  package init(_ all: [(Subscription, OlderRecord?)]) {
    isAlone = all.count == 1
    sources = all.compactMap { subscription, record in record.map { (subscription, $0) } }
  }

  /// Those whose next page can be asked for without a question.
  private var ready: [(subscription: Subscription, record: OlderRecord)] {
    sources.filter { if case .page = $0.record.trail.place { true } else { false } }
  }

  package var count: Int { isAlone ? 1 : ready.count }

  /// Returns at most `most` sources to fetch now: those that were asked longest ago.
  package func next(_ most: Int) -> [Subscription] {
    guard !isAlone else { return sources.map(\.subscription) }
    let first = Timestamp(secondsSinceEpoch: 0)
    return ready.enumerated()
      .sorted {
        ($0.element.record.tried ?? first, $0.offset) < (
          $1.element.record.tried ?? first, $1.offset
        )
      }
      .prefix(most).map(\.element.subscription)
  }

  /// The line below the last post; nil where no source leads to older posts.
  package var posts: OlderPosts? {
    guard isAlone else {
      guard let first = ready.first else { return nil }
      let failures = ready.compactMap(\.record.failure)
      guard failures.count == ready.count, let failure = failures.first else {
        return OlderPosts(.more, sources: ready.count)
      }
      return OlderPosts(Self.failed(failure, first.record), sources: ready.count)
    }
    return sources.first.flatMap { Self.state(of: $0.record) }.map { OlderPosts($0) }
  }

  package static func state(of record: OlderRecord) -> OlderPosts.State? {
    switch record.trail.place {
    case .page:
      record.failure.map { failed($0, record) } ?? (record.beyond == nil ? .more : .missed)
    case .elsewhere(let address):
      .elsewhere(address.text, host: SafeText(sanitizing: address.host))
    case .refused(let text):
      failed("The next page is at an address that is not fetched: \(text)", record)
    // A feed that leads nowhere has no end of which something could be said.
    case .first: record.trail.pages > 0 ? .first : nil
    case .circle: failed("The last page leads back to one that was read.", record)
    }
  }

  private static func failed(_ text: String, _ record: OlderRecord) -> OlderPosts.State {
    .failed(
      SafeText(sanitizing: text),
      at: record.tried ?? record.asked ?? Timestamp(secondsSinceEpoch: 0)
    )
  }
}
