import StreamModel

/// The posts of a timeline that the reader's rules hide.
struct HiddenPosts {
  let counts: [(rule: String, count: Int)]

  /// Nil where none are hidden, as on most timelines: every key asks.
  init?(in feed: Timeline) {
    let counts = feed.hiddenCounts
    guard !counts.isEmpty else { return nil }
    self.counts = counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private var count: Int { counts.reduce(0) { $0 + $1.count } }

  private var rules: String {
    counts.count == 1 ? "the rule \(counts[0].rule)" : "\(counts.count) rules"
  }

  /// The end of a status line: " · 12 hidden by the rule ads".
  var suffix: String { " · \(count.grouped) hidden by \(rules)" }

  /// The words where no other post is left: "all 60 posts are hidden by the rule ads (streamtui rules)".
  var wordsForAll: String {
    let posts = count == 1 ? "the only post is" : "all \(count.grouped) posts are"
    return "\(posts) hidden by \(rules) (streamtui rules)"
  }
}
