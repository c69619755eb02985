/// The memory of one run of the viewer, from key to key.
struct Session {
  /// Addresses that were opened in this run.
  private(set) var visited: Set<String> = []
  /// The last action that can be repeated, and its count.
  var lastAct: (action: Action, count: Int?)?
  /// The text that was last searched for.
  var lastSearch: SearchText?
  /// Whether the last search went backward: the next match is the one before then.
  var searchesBackward = false
  /// The texts that were entered at prompts.
  var history = PromptHistory()
  /// Whether matches of it are highlighted wherever they are seen.
  var highlightsMatches = false

  /// The text whose matches are highlighted; nil for none.
  var highlighted: SearchText? { highlightsMatches ? lastSearch : nil }

  mutating func visit(_ addresses: some Sequence<String>) {
    visited.formUnion(addresses)
  }

  /// Whether `link` was followed in this run; mentions and tags are pages, not places.
  func hasVisited(_ link: RowLink) -> Bool {
    (link.kind == .link || link.kind == .attachment) && visited.contains(link.target)
  }
}
