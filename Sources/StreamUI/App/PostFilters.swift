import Configuration
import StreamModel

/// Filters that the reader types: the prompt, the list that follows each key, and the texts of earlier ones.
struct PostFilters {
  private var history = PromptHistory()
  private static let known: FilterNeeds = [.post, .flags, .clock, .feed, .volume]

  private static var refusal: Reply {
    .sayKeys("No posts or comments to filter here ({leave} goes back)")
  }

  // MARK: Asking

  /// Asks for a filter of the posts that the page lists; where the subscriptions were told, their tags can be asked for.
  func ask(_ feeds: [FeedEntry]?, in view: PageView) -> [Reply] {
    guard view.page.content.isFilterable else { return [Self.refusal] }
    // The line begins empty, as in less; `Up` recalls the filter in force.
    let prompt = prompt(history.walk(first: view.page.content.typedFilter))
    return tellFeeds(feeds, in: view) + [.wait(.filter(FilterTyping(prompt)))]
  }

  private func prompt(_ history: PromptHistory.Walk) -> Prompt {
    Prompt(.filter, "&", enter: "keeps it", escape: "goes back", history: history)
  }

  /// Offers filters that pass the post that the reader stands on: by its author first.
  mutating func askLikeThis(_ feeds: [FeedEntry]?, in view: inout PageView) -> [Reply] {
    guard view.page.content.isFilterable else { return [Self.refusal] }
    let choices = FilterNames.choices(like: view.page, view.focusedLink)
    guard !choices.isEmpty else {
      return [.say("This post names no author, hashtag, host or feed")]
    }
    let typed = view.page.content.typedFilter
    var prompt = prompt(history.walk)
    prompt.offer(choices.map { View.line(typed, narrowedBy: $0) })
    let replies = tellFeeds(feeds, in: view)
    return replies + list(FilterTyping(prompt, isOffer: true), feeds, in: &view)
  }

  /// Asks for the subscriptions, whose names and tags filters know.
  private func tellFeeds(_ feeds: [FeedEntry]?, in view: PageView) -> [Reply] {
    guard feeds == nil, view.options.stream.refreshes else { return [] }
    return [.effect(.listFeeds(view.memory.tallies(of: view.feed, sharing: true)))]
  }

  // MARK: Typing

  mutating func take(
    _ step: FilterTyping.Step,
    of typing: FilterTyping,
    _ feeds: [FeedEntry]?,
    in view: inout PageView
  ) -> [Reply] {
    var typing = typing
    switch step {
    case .clears: return end(typing, in: &view)
    case .explains: return [.leave, .push(FilterHelpPage())]
    case .completes(let step):
      let origin = view.pages.ofStream.last { $0.content.typedFilter == nil }
      let names = FilterNames(
        of: origin ?? view.page,
        feeds ?? [],
        views: view.options.views.map(\.name)
      )
      typing.prompt.complete(by: step, names.lines)
      return list(typing, feeds, in: &view)
    case .typed(.typing): return list(typing, feeds, in: &view)
    case .typed(.left):
      if typing.hasList { _ = view.pop() }
      return [.leave]
    case .typed(.entered(let text)):
      guard !text.allSatisfy(\.isWhitespace) else { return end(typing, in: &view) }
      // Its problem stands behind the text.
      guard typing.problem == nil else { return [.wait(.filter(typing))] }
      history.add(text)
      // The list takes the place of the one whose filter was changed.
      if typing.hasList, view.pages.fromTop(1)?.content.typedFilter != nil {
        view.pages.dropPageBelow()
      }
      view.comeToRest()
      return [.leave]
    }
  }

  private func end(_ typing: FilterTyping, in view: inout PageView) -> [Reply] {
    if typing.hasList { _ = view.pop() }
    while view.page.content.typedFilter != nil, view.pop() {}
    return [.leave]
  }

  /// Lists the posts of the text as it stands; a text that does not read leaves the list as it is.
  private func list(
    _ typing: FilterTyping,
    _ feeds: [FeedEntry]?,
    in view: inout PageView
  ) -> [Reply] {
    var typing = typing
    let text = typing.prompt.text
    guard text != typing.listed else { return [.wait(.filter(typing))] }
    typing.listed = text
    typing.problem = nil
    guard !text.allSatisfy(\.isWhitespace) else {
      if typing.hasList { _ = view.pop() }
      typing.hasList = false
      return [.wait(.filter(typing))]
    }
    let below = typing.hasList ? 1 : 0
    switch Self.page(of: text, feeds, below: below, in: view) {
    case .success(let page):
      view.list(page, inPlace: typing.hasList, onLine: view.selectionLine(below: below))
      typing.hasList = true
    case .failure(let problem): typing.problem = (problem.words, problem.hint)
    }
    return [.wait(.filter(typing))]
  }

  /// Lists the posts that pass now, where unread ones or those of a filter are listed: others stayed until then.
  func listAgain(_ feeds: [FeedEntry]?, in view: inout PageView) -> [Reply] {
    if view.page.content.relisting == .unread { view.listUnread(inPlace: true) }
    guard let text = view.page.content.typedFilter else { return [] }
    return Self.list(text, feeds, below: 0, in: &view)
  }

  // MARK: Counting

  func count(by key: PostCounts.Key, _ feeds: [FeedEntry]?, in view: PageView) -> Reply {
    guard view.page.content.listsPosts else {
      return .sayKeys("Works on lists of posts only ({leave} goes back)")
    }
    let (page, facts) = (view.page.content, Self.facts(of: view, feeds ?? []))
    return .push(CountPage(by: key, typed: page.typedFilter, page.condition?.filter, facts))
  }

  // MARK: Saved views

  /// The saved views with the looks for their unread posts, where the stream that is seen has all of them.
  static func tallies(_ feeds: [FeedEntry], in view: PageView) -> [ViewTally] {
    let isCounted =
      view.tellsUnread && view.page.content.relisting == .feeds
      && feeds.allSatisfy { $0.shownSource != nil }
    let facts = isCounted ? facts(of: view, feeds) : StreamFacts()
    let path = view.options.configReport?.path
    return view.options.views.map { saved in
      let edited = path.map { ($0, saved.place.line) }
      guard isCounted, saved.view.condition?.unmet(by: known.union(.feedTags)) == nil else {
        return ViewTally(name: saved.name, line: saved.line, edited: edited)
      }
      let walk = FilterWalk(
        View(.all, saved.view.condition),
        besides: Filter(.state(Choices(.unread))),
        from: nil,
        facts,
        in: view.feed
      )
      return ViewTally(name: saved.name, line: saved.line, edited: edited, walk: walk)
    }
  }

  func save(as name: String, in view: PageView) -> Reply {
    guard let text = view.page.content.typedFilter else {
      return .sayKeys("Filter the posts first ({filter}), then :view save NAME saves the filter")
    }
    return view.options.views.reply(saving: text, as: name)
  }

  // MARK: Pages

  private struct Problem: Error {
    let words: String
    /// The same for a narrow line.
    let hint: String

    init(_ words: String) {
      self.words = words
      hint = words
    }

    init(_ error: ViewError) {
      words = error.description
      hint = error.expected.map { "column \(error.column): expected \($0)" } ?? words
    }
  }

  /// Lists posts by a filter that did not come from the keys just now; why nothing is listed, and nothing where it is.
  ///
  /// So many pages (`below`) lie over the one that is filtered, and stay below the list.
  static func list(
    _ text: String,
    _ feeds: [FeedEntry]?,
    below: Int,
    in view: inout PageView
  ) -> [Reply] {
    guard view.pages.fromTop(below)?.content.isFilterable == true else { return [Self.refusal] }
    switch page(of: text, feeds, below: below, in: view) {
    case .success(let page) where below > 0:
      view.list(page, inPlace: false, onLine: nil)
      return []
    case .success(let page):
      let line = view.selectionLine
      // The reader stood on this post in the list; where that goes, a post on the screen is selected.
      if line == nil { view.withList { list, _ in list.standpoint.select(list.anchor.row) } }
      // Another filter leads back to this one; the same one is listed anew.
      view.list(page, inPlace: view.page.content.typedFilter == page.typedFilter, onLine: line)
      return []
    case .failure(let problem): return [.warn("Not filtered: \(problem.words)")]
    }
  }

  /// The page of the posts of a page that a filter passes; `below` pages lie over that.
  private static func page(
    of text: String,
    _ feeds: [FeedEntry]?,
    below: Int,
    in view: PageView
  ) -> Result<any PageContent, Problem> {
    let filtered = view.pages.fromTop(below)
    let conversation = filtered?.content.filteredConversation
    let wanted: View
    let canonical: String
    do throws(ViewError) {
      wanted = try view.options.views.view(text)
      canonical = try View(text).description
    } catch {
      return .failure(Problem(error))
    }
    let tellsTags = feeds != nil || view.options.stream.sources.contains { $0.tags != nil }
    var known = tellsTags ? known.union(.feedTags) : known
    if view.feed.findsCopies { known.insert(.duplicate) }
    if conversation != nil { known = [.post, .clock] }
    if let missing = wanted.condition?.unmet(by: known) { return .failure(Problem(missing)) }
    if let conversation {
      return .success(
        FilteredCommentsPage(of: wanted, canonical, in: conversation, at: view.rows.context.now)
      )
    }
    let list = filtered?.content.condition
    return .success(
      StreamPage(
        wanted,
        canonical,
        besides: filtered?.content.typedFilter == nil ? list?.filter : list?.base,
        from: filtered.flatMap { $0.content.record(of: $0.list.selection) } ?? list?.origin,
        facts(of: view, feeds ?? []),
        in: view.feed
      )
    )
  }

  static func facts(of view: PageView, _ feeds: [FeedEntry]) -> StreamFacts {
    let feed = view.feed
    let begun = view.options.stream.sources
    let entries = Dictionary(feeds.map { ($0.shownSource, $0) }) { first, _ in first }
    var facts: [Int: FilterFacts] = [:]
    for (index, slot) in feed.slots.enumerated() {
      guard let number = feed.number(ofSlot: slot), let source = feed.records(ofSource: number)
      else { continue }
      // A subscription may have another name or other tags by now, and one that was added was not there.
      let (first, entry) = (begun.indices.contains(index) ? begun[index] : nil, entries[slot])
      var known = FilterFacts(now: view.now)
      known.feed =
        [source.title, entry?.name].compactMap(\.self) + (first?.names ?? [])
        + [entry?.key, source.name].compactMap(\.self)
      known.feedTags = entry?.tags ?? first?.tags ?? []
      facts[number] = known
    }
    return StreamFacts(facts, at: view.now)
  }
}

extension [SavedView] {
  /// Saves a filter as a view: views that would name each other are refused before a question is asked.
  fileprivate func reply(saving filter: String, as name: String) -> Reply {
    let known = first { $0.name == name }
    if known?.line == filter || filter == FilterNames.text(ofView: name) {
      return .say("View \(name) has this filter already")
    }
    if let circle = circle(saving: filter, as: name) {
      return .warn(
        "View \(name) is not saved: \(circle). "
          + ":view save \(freeName(like: name)) saves the filter under a name of its own"
      )
    }
    guard let known else { return .effect(.saveView(name: name, filter: filter)) }
    let question = Question(
      "There is a view \(name): \(known.line).",
      .none,
      because: "y replaces it (other keys cancel)",
      refused: "Not saved",
      noun: "question",
      yes: .effect(.saveView(name: name, filter: filter, inPlaceOf: known.line))
    )
    return .ask(question)
  }

  /// The views that would name each other, in words; nil if none do.
  private func circle(saving filter: String, as name: String) -> String? {
    // A filter that does not read without it, either, has another problem.
    guard (try? view(filter)) != nil else { return nil }
    do throws(ViewError) {
      _ = try View(FilterNames.text(ofView: name)).expanded { other in
        other == name ? filter : first { $0.name == other }?.line
      }
      return nil
    } catch { return error.problem }
  }

  private func freeName(like name: String) -> String {
    let names = Set(map(\.name))
    for number in 2...(names.count + 2) {
      let end = "-\(number)"
      let free = name.prefix(SavedView.longestName - end.count) + end
      if !names.contains(String(free)) { return String(free) }
    }
    return name
  }

  /// The wish to list the posts of the view of a name, or why that cannot be.
  func reply(opening name: String) -> Reply {
    if contains(where: { $0.name == name }) { return .filter(FilterNames.text(ofView: name)) }
    let names = map(\.name).joined(separator: ", ")
    return .warn(
      "No view \"\(name)\". "
        + (isEmpty ? ":view save NAME saves the filter of the list" : "Views: \(names)")
    )
  }
}
