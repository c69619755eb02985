import CellGrid
package import StreamModel

/// The older posts of a subscription, as the state of its requests names them: how far back its pages were read, and
/// how the last request for one went.
package struct OlderRecord: Equatable {
  package var trail: OlderTrail
  /// Where the posts before those that are stored are, while ``trail`` leads through posts that were missed between two
  /// refreshes; nil without such a gap.
  var beyond: OlderTrail?
  /// Whether the pages are those of a collection of ActivityStreams, for which other formats are no answer.
  package var isActivity = false
  /// The account whose posts the pages hold, which may state it by its address alone; nil for other feeds.
  package var author: Account?
  /// The time of the last request that the user made, nil before the first; the posts up to then are never pruned.
  package var asked: Timestamp?
  /// The time of the last request, and the sentence of its failure; nil after a success.
  package var tried: Timestamp?
  package var failure: String?

  init(_ trail: OlderTrail, isActivity: Bool = false, author: Account? = nil) {
    self.trail = trail
    self.isActivity = isActivity
    self.author = author
  }

  /// Reads the lines of a file by their keys; nil if there are none of older posts.
  init?(_ values: [Substring: String]) {
    guard let trail = values["older"].flatMap({ OlderTrail(line: $0) }) else { return nil }
    let time = { (key: Substring) in values[key].flatMap { Timestamp(rfc3339: $0) } }
    self.init(trail, isActivity: values["older-kind"] == "activity")
    if let url = values["older-author"] {
      author = Account(
        name: values["older-author-name"],
        handle: values["older-author-handle"],
        url: url
      )
    }
    beyond = values["older-beyond"].flatMap { OlderTrail(line: $0) }
    asked = time("older-asked")
    tried = time("older-tried")
    failure = values["older-failure"]
  }

  var lines: [(key: String, value: String?)] {
    [
      ("older", trail.line), ("older-beyond", beyond?.line),
      ("older-kind", isActivity ? "activity" : nil),
      ("older-author", author?.url), ("older-author-name", author?.name),
      ("older-author-handle", author?.handle), ("older-asked", asked?.rfc3339),
      ("older-tried", tried?.rfc3339), ("older-failure", failure),
    ]
  }

  /// Returns the older posts to which a new document leads.
  ///
  /// As long as no older page was read, the place is that of the newest document: the pages of an outbox that a
  /// refresh reads itself are behind it. Later it stays where the last page was, unless posts were missed: then it is
  /// that of the newest document until they are there.
  ///
  /// - Parameter hasGap: whether the document has none of the posts that are stored.
  func renewed(by other: OlderRecord, hasGap: Bool) -> OlderRecord {
    var record = self
    if trail.pages > 0 || beyond != nil {
      guard hasGap, other.trail.place != .first else { return self }
      record.beyond = beyond ?? trail
    } else if isActivity, other.isActivity, !hasGap, trail.place != .first {
      return self
    }
    record.trail = other.trail
    record.isActivity = other.isActivity
    record.author = other.author
    return record
  }

  /// Goes on behind the stored posts: no more are missing before them.
  mutating func closeGap() {
    guard let beyond else { return }
    trail = beyond
    self.beyond = nil
  }
}

package struct OlderSources {
  private let sources: [(subscription: Subscription, record: OlderRecord)]
  private let isAlone: Bool

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
    return ready.enumerated().sorted {
      ($0.element.record.tried ?? first, $0.offset) < ($1.element.record.tried ?? first, $1.offset)
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
    case .elsewhere(let address): .elsewhere(address.text, host: SafeText(sanitizing: address.host))
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
