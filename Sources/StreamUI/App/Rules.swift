import StreamModel

extension PageView {
  /// Whether the reader is on the timeline or a filter of it, so that no other page names records of the stream.
  var isOnTimeline: Bool {
    pages.isFirst || page.content.typedFilter != nil && pages.ofStream.count == 2
  }

  /// Has the records of the stream chosen by the rules as they are now, where they have changed; the place is kept as by
  /// a reload.
  ///
  /// It waits until the reader is on the timeline, a filter of it or its unread posts: pages above name records, which
  /// have other names then.
  mutating func takeUpRules(isBrowsing: Bool) -> [Reply] {
    guard options.stream.rules != nil, isBrowsing else { return [] }
    // The list of what it hides was left: the way back leads to where it was asked for.
    var left: [Relocation.Listing] = []
    if let lifted = options.stream.liftedRule, pages.isFirst {
      left = lifted.below
      options.stream.liftedRule = nil
    }
    guard options.stream.rules != rulesInForce else { return [] }
    switch page.content.relisting {
    case nil where pages.isFirst && page.content.listsPosts: return chooseRecords(listing: left)
    case .unread? where pages.ofStream.count == 2, .filter? where pages.ofStream.count == 2:
      return chooseRecords(listing: page.content.relisting.map { [$0] } ?? [])
    case .feeds?: return listingBelow.map { chooseRecords(listing: $0 + [.feeds]) } ?? []
    default: return []
    }
  }

  /// The list between the timeline and the page of subscriptions; nil where other pages lie there.
  private var listingBelow: [Relocation.Listing]? {
    let between = pages.ofStream.dropFirst().dropLast()
    guard let only = between.first else { return [] }
    guard between.count == 1, let listing = only.content.relisting, listing != .rules else {
      return nil
    }
    return [listing]
  }

  /// Lists the unread posts, `inPlace` of such a list; the selected one, or the nearest to it, keeps its line on the screen.
  mutating func listUnread(inPlace: Bool = false) {
    let start = page.content.record(of: list.selection)
    list(StreamPage.unread(from: start, in: feed), inPlace: inPlace, onLine: selectionLine)
  }

  private var rulesInForce: [PostRule] {
    guard let lifted = options.stream.liftedRule else { return options.rules }
    return options.rules.filter { $0.name != lifted.name }
  }

  /// - Parameter listing: the lists that are to lie over the timeline afterwards, the lowest first.
  private mutating func chooseRecords(listing: [Relocation.Listing]) -> [Reply] {
    options.stream.rules = rulesInForce
    // The page of subscriptions has no posts: the list below it has the place.
    let below = listing.last == .feeds ? 1 : 0
    let row = pages.fromTop(below)?.list.selection
    let relocation = Relocation(
      of: pages.ofStream.count == below + 1 ? place : row.flatMap { place(selecting: $0) },
      for: .rules,
      listing: listing,
      selectionLine: selectionLine(below: below)
    )
    return [
      .job(.place(relocation)), .effect(.takeUpRules(without: options.stream.liftedRule?.name)),
    ]
  }

  mutating func list(postsOf rule: PostRule, _ feeds: [FeedEntry]?) -> [Reply] {
    guard rule.actions.contains(.hide), options.stream.rules?.contains(rule) == true else {
      // Over the page of rules, to which the way back leads.
      let above = pages.ofStream.reversed().prefix { !$0.isFirst || !$0.content.listsPosts }.count
      guard above > 0, above < pages.ofStream.count else {
        depart()
        return [.filter(rule.line)]
      }
      return PostFilters.list(rule.line, feeds, below: above, in: &self)
    }
    // Pages above the timeline name records, which have other names then; lists of them are made anew.
    let below = pages.ofStream.dropFirst().compactMap { $0.content.relisting }.filter {
      $0 != .feeds
    }
    popToFirst()
    options.stream.liftedRule = LiftedRule(name: rule.name, below: below)
    return chooseRecords(listing: [.filter(rule.line)])
  }

  func allRules(_ feeds: [FeedEntry]?) -> Reply {
    guard !options.rules.isEmpty else {
      let file = options.configReport.map { " in \($0.name)" } ?? ""
      return .say("There are no rules; [rules.NAME]\(file) makes one")
    }
    return .show(
      RulesPage(options.rules, options.configReport?.name, PostFilters.facts(of: self, feeds ?? []))
    )
  }

  func rulesOfPost(_ feeds: [FeedEntry]?) -> Reply {
    guard let id = page.content.record(of: list.selection), var post = subject.post else {
      return .say("Works on posts only")
    }
    // Rules do not see what other rules show.
    post.drop(tags: feed.additions(of: id)?.tags ?? [])
    var facts = PostFilters.facts(of: self, feeds ?? [])
    let known = facts.about(id, in: feed, [])
    let matching = options.rules.filter {
      $0.isInForce(at: now) && $0.condition.matches(post, known)
    }
    guard !matching.isEmpty else { return .say("No rule matches this post") }
    return .show(RulesPage(matching, options.configReport?.name, nil))
  }
}

extension App {
  /// Opens what is to lie over the place once it is found: at the start the first page, else the lists that lay there.
  mutating func replies(over relocation: Relocation) -> [Reply] {
    if relocation.occasion == .start { return streams.openFirstPage(in: view) }
    return relocation.listing.flatMap { listing -> [Reply] in
      switch listing {
      case .filter(let text): [.filter(text)]
      case .unread: [.listUnread]
      case .feeds: streams.open(in: view)
      case .rules: [view.allRules(streams.feeds)]
      }
    }
  }
}
