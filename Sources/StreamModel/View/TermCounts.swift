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
  ///
  /// - Parameters:
  ///   - total: the posts that were looked at.
  ///   - number: writes a number as people read it.
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
