/// The memory of one run of the viewer, from key to key.
struct Session {
  /// An action as it was asked for.
  struct Act {
    let action: Action
    let argument: String?
    let count: Int?
  }

  /// The links that were followed, in this run and in earlier ones.
  private(set) var visited = VisitedLinks()
  /// The last action that can be repeated.
  var lastAct: Act?
  /// The text that was last searched for.
  var lastSearch: SearchText?
  /// Whether the last search went backward: the next match is the one before then.
  var searchesBackward = false
  /// The texts that were entered at prompts.
  var history = PromptHistory()
  /// The numbers of the calls whose pages wait for output.
  var runningCalls: Set<Int> = []
  /// The calls so far.
  var callCount = 0
  /// The subscriptions as they were told last; nil before.
  var feeds: [FeedEntry]?
  /// Whether the subscriptions are to be listed as soon as nothing is left to count.
  var wantsFeeds = false
  /// How far a refresh of subscriptions is; nil where none runs.
  var refresh: RefreshProgress?
  /// The numbers of the fetches of web pages that were not answered yet.
  var fetches: Set<Int> = []
  /// The fetches of web pages so far.
  var fetchCount = 0
  /// Whether matches of it are highlighted wherever they are seen.
  var highlightsMatches = false

  /// The text whose matches are highlighted; nil for none.
  var highlighted: SearchText? { highlightsMatches ? lastSearch : nil }

  mutating func visit(_ address: String) {
    visited.insert(address)
  }

  /// Takes in the hashes of addresses that were followed in earlier runs.
  mutating func recall(_ hashes: [UInt64]) {
    for hash in hashes { visited.insert(hash) }
  }

  /// Whether `link` was followed; mentions and tags are pages, not places.
  func hasVisited(_ link: RowLink) -> Bool {
    (link.kind == .link || link.kind == .attachment) && visited.contains(link.target)
  }
}
