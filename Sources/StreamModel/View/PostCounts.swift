/// The number of posts for each value of a field, such as each author.
package struct PostCounts {
  package enum Key: String, CaseIterable, Sendable {
    case author, tag, host, day, feed, kind

    package var asksBodies: Bool { self == .tag || self == .host }
  }

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

  package init(by key: Key) { self.key = key }

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

/// How many posts a filter would pass without each of its terms: what is shown instead of an empty list.
///
/// All terms are evaluated for each post, so this is for a second pass, after one that found nothing.
package struct TermCounts {
  private static let mostNamed = 4

  private let terms: [Filter]
  /// For each term, the posts that all others pass.
  private var without: [Int]

  package init(_ filter: Filter) {
    terms = filter.terms
    without = Array(repeating: 0, count: terms.count)
  }

  /// Whether a second pass can say more than that there is nothing.
  package var saysMore: Bool { terms.count > 1 }

  package mutating func add(_ post: Post, _ facts: FilterFacts) {
    guard saysMore else { return }
    var reading = PostReading(post)
    var failed: Int?
    for (index, term) in terms.enumerated() where !term.matches(&reading, facts) {
      guard failed == nil else { return }
      failed = index
    }
    if let failed { without[failed] += 1 }
  }

  /// The sentence: "0 of 60,000. Without is:unread: 12."
  package func sentence(of total: Int, _ number: (Int) -> String) -> String {
    let none = "0 of \(number(total))."
    guard saysMore else { return none }
    let found = zip(terms, without).filter { $0.1 > 0 }.sorted { $0.1 > $1.1 }
    guard !found.isEmpty || total == 0 else {
      return "\(none) Still none if any one of its terms is left out."
    }
    guard !found.isEmpty else { return none }
    let named = found.prefix(Self.mostNamed).map { term, count in
      let text = ViewText.text(of: term, isAlone: false)
      return "without \(text): \(number(count))"
    }
    let list = named.joined(separator: ", ")
    return "\(none) W\(list.dropFirst())."
  }
}
