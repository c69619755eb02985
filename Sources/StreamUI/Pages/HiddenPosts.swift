import StreamModel

/// The posts of a timeline that the reader's rules hide.
struct HiddenPosts {
  /// The number of posts for each rule, the rules in the order of their names.
  let counts: [(rule: String, count: Int)]

  init(in feed: Timeline) {
    counts = feed.hiddenCounts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private var count: Int { counts.reduce(0) { $0 + $1.count } }

  /// The rule, or how many there are; nil without hidden posts.
  private var rules: String? {
    guard let first = counts.first else { return nil }
    return counts.count == 1 ? "the rule \(first.rule)" : "\(counts.count) rules"
  }

  /// The end of a status line: " · 12 hidden by the rule ads"; empty without hidden posts.
  var suffix: String { rules.map { " · \(count.grouped) hidden by \($0)" } ?? "" }

  /// The words where no other post is left: "all 60 posts are hidden by the rule ads (streamtui rules)".
  var wordsForAll: String? {
    rules.map { rules in
      let posts = count == 1 ? "the only post is" : "all \(count.grouped) posts are"
      return "\(posts) hidden by \(rules) (streamtui rules)"
    }
  }
}
