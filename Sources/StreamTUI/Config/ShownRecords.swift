import StreamHost
import StreamModel

/// Which records of its feeds a stream shows: what settings and rules say.
struct ShownRecords: Equatable {
  var isPublicOnly = false
  var rules: [PostRule] = []

  /// Returns the choice among the records of a feed.
  ///
  /// - Parameter now: the time from which ages count.
  func choice(for opened: OpenedFeed, at now: Timestamp) -> RecordChoice {
    RecordChoice(
      isPublicOnly: isPublicOnly,
      rules: rules.isEmpty ? nil : Self.rules(rules, for: opened, at: now)
    )
  }

  /// Returns the records of feeds that are shown now.
  func records(of feeds: [OpenedFeed]) -> [any RecordSource] {
    let now = SystemTime().wall
    return feeds.map { choice(for: $0, at: now).records(of: $0.feed) }
  }

  private static func rules(
    _ rules: [PostRule],
    for opened: OpenedFeed,
    at now: Timestamp
  ) -> RecordRules {
    let facts = FilterFacts(of: opened, title: nil, at: now)
    return RecordRules(
      names: rules.map(\.name),
      tags: rules.compactMap(\.tag),
      mayMean: { names in
        let literals = rules.map { RequiredLiterals($0.condition, besides: names) }
        return { mayShow in literals.contains { $0.mayMatch(mayShow) } }
      },
      verdict: { post, title in
        var known = facts
        if let title { known.feed.append(title) }
        var verdict = RecordRules.Verdict()
        for (index, rule) in rules.enumerated() where rule.condition.matches(post, known) {
          if rule.actions.contains(.hide) { return RecordRules.Verdict(hider: index) }
          verdict.isRead = verdict.isRead || rule.actions.contains(.read)
          verdict.additions.colour = verdict.additions.colour ?? rule.colour
          if let tag = rule.tag, !verdict.additions.tags.contains(tag) {
            verdict.additions.tags.append(tag)
          }
        }
        return verdict == RecordRules.Verdict() ? nil : verdict
      }
    )
  }
}

extension FilterFacts {
  /// The facts about the posts of a feed that was opened.
  ///
  /// - Parameters:
  ///   - title: its own title; nil where it is not known yet.
  ///   - now: the time from which ages count.
  init(of opened: OpenedFeed, title: String?, at now: Timestamp) {
    self.init(now: now)
    feed = [title, opened.subscription?.name, opened.origin, opened.feed.name].compactMap(\.self)
    feedTags = opened.subscription?.tags ?? []
  }
}

extension OpenedFeed {
  /// Calls `body` with each post of the feed, the facts about it, and its row; posts that were found before a failure are
  /// among them.
  ///
  /// - Parameter now: the time from which ages count.
  /// - Throws: ``FeedError`` if the feed cannot be read to its end.
  func forEachPost(
    at now: Timestamp,
    _ body: (Post, FilterFacts, _ row: Int) -> Void
  ) throws(FeedError) {
    var failure: FeedError?
    do throws(FeedError) { try source.scan(feed) } catch { failure = error }
    let facts = FilterFacts(of: self, title: feed.title, at: now)
    for row in 0..<feed.recordCount {
      if case .post(let post) = feed.record(at: row) { body(post, facts, row) }
    }
    if let failure { throw failure }
  }
}
