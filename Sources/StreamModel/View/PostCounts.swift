import Addresses

/// The number of posts for each value of a field, such as each author.
package struct PostCounts {
  /// The fields by which posts can be counted.
  package enum Key: String, CaseIterable, Sendable {
    case author, tag, host, day, feed, kind

    package var asksBodies: Bool { self == .tag || self == .host }
  }

  /// A value and its posts.
  package struct Row: Equatable, Sendable {
    package let value: String
    package let count: Int
    /// The filter that shows these posts; nil where none does.
    package let filter: Filter?
  }

  package let key: Key
  package private(set) var total = 0
  package private(set) var without = 0
  private var counts: [String: Int] = [:]

  package init(by key: Key) {
    self.key = key
  }

  package mutating func add(_ post: Post, _ facts: FilterFacts) {
    total += 1
    let values = Self.values(of: key, post, facts)
    if values.isEmpty { without += 1 }
    for value in values { counts[value, default: 0] += 1 }
  }

  /// The values, those with most posts first, and of equal ones in the order of the alphabet; days in their own order.
  package var rows: [Row] {
    counts.sorted { one, other in
      key != .day && one.value != other.value ? one.value > other.value : one.key < other.key
    }
    .map { Row(value: $0.key, count: $0.value, filter: filter($0.key)) }
  }

  private func filter(_ value: String) -> Filter? {
    switch key {
    case .author: TextTest(value).map { Filter(.text(.author, .whole, Choices($0))) }
    case .tag: TextTest(value).map { Filter(.text(.tag, .usual, Choices($0))) }
    case .host: TextTest(value).map { Filter(.text(.host, .whole, Choices($0))) }
    case .feed: TextTest(value).map { Filter(.source(.feed, .whole, Choices($0))) }
    case .kind: Activity.Kind(rawValue: value).map { Filter(.kind(Choices($0))) }
    case .day:
      CalendarDate(value).flatMap { DatePeriod(from: .date($0), to: .date($0)) }
        .map { Filter(.date(.during(Choices($0)))) }
    }
  }

  /// The values of a post, each once.
  private static func values(of key: Key, _ post: Post, _ facts: FilterFacts) -> Set<String> {
    switch key {
    case .author:
      let author = post.author
      return Set([author?.handle ?? author?.name ?? author?.url].compactMap(\.self))
    case .kind: return [post.activity.kind.rawValue]
    case .feed: return Set(facts.feed.prefix(1))
    case .day:
      // Beyond the year 9999 there is no day.
      let day = post.rankTime(at: nil).flatMap {
        CalendarDate(secondsSinceEpoch: $0.secondsSinceEpoch)
      }
      return Set([day?.description].compactMap(\.self))
    case .tag, .host:
      var values: Set<String> = []
      var reading = PostReading(post)
      // A test that no value passes sees them all.
      _ = reading.has(key == .tag ? .tag : .host) { value in
        if !value.isEmpty { values.insert(value.lowercased()) }
        return false
      }
      return values
    }
  }
}
