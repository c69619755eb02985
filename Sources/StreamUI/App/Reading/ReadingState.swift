import CellGrid
import StreamModel

/// The posts that the reader has read, kept and unfolded: keys, the changes that can be undone, and the rows that have
/// been on the screen for long enough.
///
/// The flags themselves lie in ``PageView/memory``, since rows are drawn by them.
struct ReadingState {
  var tracker = ReadingTracker()
  /// Posts that a key marked unread in this run: only a key or opening them reads them again.
  private var keptUnread: Set<Timeline.SourceKey> = []
  private var changes: [FlagChange] = []
  /// The posts that opening them has read, which no key undoes.
  private var opened: Set<RecordID> = []
  /// The pages on which posts were read by scrolling past them, which no key undoes.
  private var passedOn: Set<Int> = []
  private var evidence: NamingEvidence?
  /// Whether nothing is saved although it should be, such as on a full disk.
  var isStateOff = false

  // MARK: Reading without a key for it

  mutating func finish(
    _ start: Int,
    _ effects: [Effect],
    mayRead: Bool,
    in view: inout PageView,
    isTyping: Bool,
    at moment: Moment
  ) -> [Effect] {
    let (opened, passed) = tracker.finish(
      start,
      effects,
      mayRead: mayRead,
      in: &view,
      isTyping: isTyping,
      at: moment
    )
    guard !opened.isEmpty || !passed.isEmpty else { return effects }
    self.opened.formUnion(opened)
    return effects + read(opened, in: &view) + pass(passed, in: &view)
  }

  mutating func pressOn(in view: inout PageView, at moment: Moment) -> [Effect] {
    pass(tracker.pressOn(in: &view, at: moment), in: &view)
  }

  private mutating func pass(_ rows: [RowID], in view: inout PageView) -> [Effect] {
    // No copy of the view: the flags are changed in place only while nobody else holds them.
    let ids = rows.compactMap(\.record).filter {
      keptUnread.isDisjoint(with: view.memory.keys.keys(of: $0, in: view.feed))
    }
    if !ids.isEmpty { passedOn.insert(view.page.number) }
    return read(ids.sorted(), in: &view)
  }

  private func read(_ records: [RecordID], in view: inout PageView) -> [Effect] {
    guard !records.isEmpty else { return [] }
    return view.remember(view.set(.read, true, of: records).map(\.key))
  }

  // MARK: One post

  /// Does an action that reads, keeps or answers posts, or goes to the unread one of a number; nil for other actions.
  mutating func perform(_ action: Action, count: Int?, in view: inout PageView) -> [Reply]? {
    do throws(Refusal) {
      switch action {
      case .nextUnread, .previousUnread:
        try checkMarking(in: view)
        try checkList(in: view)
        let post: Job.UnreadPost = action == .previousUnread ? .previous : .next
        return [.job(.unread(post, opens: false, further: max(1, count ?? 1) - 1))]
      case .markRead: return try toggleRead(in: &view)
      case .markReadAbove: return [try readAll(isToSelection: true, in: view)]
      case .markAllRead: return [try readAll(isToSelection: false, in: view)]
      case .keep: return try toggleKept(in: &view)
      case .vote:
        _ = try poll(in: view)
        return [.wait(.letter(.vote))]
      default:
        guard let deed = action.deed else { return nil }
        return try toggle(deed, in: &view)
      }
    } catch {
      return [error.reply]
    }
  }

  private mutating func toggleRead(in view: inout PageView) throws(Refusal) -> [Reply] {
    try checkMarking(in: view)
    let (id, flags) = try target(in: view)
    let isRead = !flags.contains(.read)
    let parts = view.set(.read, isRead, of: [id])
    if !isRead { keptUnread.formUnion(parts.map(\.key)) }
    changes.append(FlagChange(.read, isRead, parts))
    return [say(isRead ? "Marked read" : "Marked unread")]
      + view.remember(parts.map(\.key)).map(Reply.effect)
  }

  private mutating func toggleKept(in view: inout PageView) throws(Refusal) -> [Reply] {
    let endsWithRun = view.options.stream.marksEndWithRun
    guard view.options.stream.remembersPosts || endsWithRun else {
      return [.say("Not kept: pipes, --no-state and state = false remember nothing")]
    }
    guard !isStateOff else {
      return [.warn("Not kept: the state is off, so nothing is saved in this run")]
    }
    try checkRecall(in: view)
    let (id, flags) = try target(in: view)
    guard case .post(var post) = view.feed.record(id) else { return [] }
    // A tag that a rule shows goes with the rule, and is not kept.
    post.drop(tags: view.feed.additions(of: id)?.tags ?? [])
    let isKept = !flags.contains(.kept)
    let kept = KeptPost(keys: view.feed.keys(of: id), post: post)
    let parts = view.set(.kept, isKept, of: [id])
    changes.append(FlagChange(.kept, isKept, parts, of: kept))
    let scope = isKept && endsWithRun ? ", until the program ends: the sample saves nothing" : ""
    return [.say((isKept ? "Kept" : "No longer kept") + scope)]
      + view.remember(parts.map(\.key)).map(Reply.effect) + Self.keeping(kept, isSet: isKept)
  }

  /// Does something to a post on the server of its account, or takes it back.
  private mutating func toggle(
    _ deed: PostDeed,
    in view: inout PageView
  ) throws(Refusal) -> [Reply] {
    let (id, flags, post) = try answered(in: view)
    let isDone = !flags.contains(deed.flag)
    if deed.isAboutAuthor, post.isNotice {
      throw Refusal("Not done: the post is yours; follow or mute people at a post of theirs")
    }
    if isDone, deed == .boost, let reason = Self.reasonNotToBoost(post) {
      throw Refusal("Not boosted: \(reason)")
    }
    if lacked(in: view).contains(deed) {
      throw Refusal("Not done: the server of this post cannot \(deed.shown.request)")
    }
    let parts = view.set(deed.flag, isDone, of: [id])
    changes.append(FlagChange(deed.flag, isDone, parts))
    let name = post.author.map { $0.name ?? $0.handle ?? "" } ?? "the author"
    return [.say(deed.words(isDone, name))] + view.remember(parts.map(\.key)).map(Reply.effect)
  }

  /// The post that a key answers, if the server of its account can be told.
  private func answered(in view: PageView) throws(Refusal) -> (RecordID, PostFlags, Post) {
    let id = try answeredRecord(in: view)
    guard let flags = view.memory.flags(of: id, in: view.feed) else { throw Self.noPost }
    let keys = view.memory.keys.keys(of: id, in: view.feed)
    guard keys.contains(where: { view.account(ofSource: $0.source) != nil }),
      case .post(let post) = view.feed.record(id)
    else {
      throw Refusal(
        "Not done: the post is of no account on the fediverse (streamtui login @you@host)"
      )
    }
    guard post.statusID != nil else { throw Refusal("Not done: this is about no post") }
    guard !isStateOff else {
      throw Refusal("Not done: the state is off, so nothing is saved in this run")
    }
    try checkRecall(in: view)
    return (id, flags, post)
  }

  /// The deeds for which no server of the selected post has a call.
  func lacked(in view: PageView) -> Set<PostDeed> {
    guard let id = try? answeredRecord(in: view) else { return [] }
    let keys = view.memory.keys.keys(of: id, in: view.feed)
    let accounts = keys.compactMap { view.account(ofSource: $0.source) }
    return accounts.dropFirst().reduce(accounts.first?.lacks ?? []) { $0.intersection($1.lacks) }
  }

  /// The selected post, also among the comments and the posts above.
  private func answeredRecord(in view: PageView) throws(Refusal) -> RecordID {
    let content = view.page.content
    guard let opened = content.opened else { return try target(in: view).0 }
    switch view.list.selection {
    case .comment, .ancestor:
      let id = content.record(of: view.list.selection)
      guard let id, id != opened else {
        throw Refusal(
          "Not done: this is in no stream of yours ({open} opens it in the browser)"
        )
      }
      return id
    default: return opened
    }
  }

  // MARK: Polls

  /// Votes for the option of a digit, in place of another one that the server has not heard of.
  mutating func vote(_ key: Key, in view: inout PageView) -> [Reply] {
    do throws(Refusal) {
      let (id, flags, options) = try poll(in: view)
      guard case .character(let digit) = key.code,
        let option = Int(String(digit)).map({ $0 == 0 ? 9 : $0 - 1 }), option < options.count
      else { throw Refusal("Not voted: type the number of an option") }
      var keys: [Timeline.SourceKey] = []
      if let other = flags.vote, other != option {
        keys = view.set(.vote(other), false, of: [id]).map(\.key)
      }
      let isDone = flags.vote != option
      let parts = view.set(.vote(option), isDone, of: [id])
      changes.append(FlagChange(.vote(option), isDone, parts))
      let words = isDone ? "You vote for \(options[option].title)" : "You do not vote"
      return [.say(words)] + view.remember(keys + parts.map(\.key)).map(Reply.effect)
    } catch {
      return [error.reply]
    }
  }

  private func poll(in view: PageView) throws(Refusal) -> (RecordID, PostFlags, [Poll.Option]) {
    let (id, flags, post) = try answered(in: view)
    guard let poll = post.poll else { throw Refusal("There is no poll here") }
    guard !poll.isExpired else { throw Refusal("Not voted: the poll is over") }
    guard flags.vote == nil || flags.contains(PostFlags.votes.waiting) else {
      throw Refusal("Not voted: you have voted, and a vote stays")
    }
    return (id, flags, poll.options)
  }

  private static func reasonNotToBoost(_ post: Post) -> String? {
    switch post.visibility {
    case .public?, .unlisted?, nil: nil
    case .followers?: "the post is for followers"
    case .direct?: "the post is for those who are mentioned"
    case .unknown?: "the post does not say whom it is for"
    }
  }

  // MARK: Many posts

  /// Marks the rows of the page read: up to the selected one, or all that are known; in a stream of many subscriptions
  /// the key marks the feed of the selected post, and all feeds if it is pressed again there.
  private mutating func readAll(isToSelection: Bool, in view: PageView) throws(Refusal) -> Reply {
    try checkMarking(in: view)
    if !isToSelection, let (source, name) = feedOfPost(in: view), source != changes.last?.source {
      changes.append(FlagChange(.read, true, source: source))
      return .job(.flags(FlagRun(.readSources([source], absent: 0), of: name)))
    }
    try checkList(in: view)
    let lastRow = view.page.content.row(at: view.rows.count - 1, in: view.feed)
    guard let last = isToSelection ? view.selectedRow : lastRow else { return .say("No posts") }
    changes.append(FlagChange(.read, true))
    return .job(.flags(FlagRun(.read(to: last))))
  }

  private func feedOfPost(in view: PageView) -> (source: Int, name: String)? {
    guard view.options.stream.refreshes, view.feed.numbers.count > 1,
      view.page.content.typedFilter == nil, let (id, _) = try? target(in: view)
    else { return nil }
    return (id.source, view.feed.sources(of: id).first ?? "this feed")
  }

  /// Marks all posts of subscriptions read, as far as the timeline shows them.
  mutating func readFeeds(_ chosen: [FeedEntry], in view: PageView) -> Reply {
    do throws(Refusal) {
      try checkMarking(in: view)
      let sources = chosen.compactMap { $0.shownSource.flatMap(view.feed.number(ofSlot:)) }
      guard !sources.isEmpty else {
        return .sayKeys("Its posts are not on the timeline: {enter} opens them")
      }
      changes.append(FlagChange(.read, true))
      return .job(.flags(FlagRun(.readSources(sources, absent: chosen.count - sources.count))))
    } catch {
      return error.reply
    }
  }

  /// Undoes the last change by a key; where there is none, names the posts here that were read without one.
  mutating func undo(in view: PageView) -> Reply {
    while changes.last?.count == 0 { changes.removeLast() }
    if changes.last?.isRefused(view.memory) == true {
      changes.removeLast()
      return .say("Nothing to undo: the server has not done it")
    }
    if let change = changes.last { return .job(.flags(FlagRun(.undo(of: change.count)))) }
    if let (id, flags) = try? target(in: view), opened.contains(id), flags.contains(.read) {
      return .sayKeys(
        "Nothing to undo: the post was read by opening it; {mark-read} marks it unread"
      )
    }
    guard passedOn.contains(view.page.number) else { return .say("Nothing to undo") }
    return .sayKeys(
      "Nothing to undo: posts were read by scrolling past them; {mark-read} marks one unread"
    )
  }

  var hasChanges: Bool { changes.contains { $0.count > 0 } }

  mutating func change(
    _ ids: [RecordID],
    isLast: Bool,
    of run: inout FlagRun,
    in view: inout PageView
  ) -> (replies: [Reply], isDone: Bool) {
    guard var change = changes.popLast() else { return ([.leave], true) }
    let parts: [FlagChange.Part]
    var isDone = isLast
    var namesFeed = change.source != nil
    if case .undo = run.work {
      namesFeed = false
      parts = change.takeLast()
      run.note(left: change.count)
      isDone = change.count == 0
      view.put(change.flag, !change.isSet, parts)
    } else {
      parts = view.set(.read, true, of: ids.filter { isUnread($0, in: view) })
      change.add(parts)
    }
    var replies = view.remember(parts.map(\.key)).map(Reply.effect)
    run.changedCount += Set(parts.map(\.row)).count
    // A feed that had no unread posts is remembered, too: the same key then means all feeds.
    if change.count > 0 || !isDone || namesFeed { changes.append(change) }
    guard isDone else { return (replies, false) }
    let undoKey = view.keymap.name(of: .undo)
    let title = change.post.flatMap { PostTitle.shown($0.post, bodyIsFolded: true)?.string }
    let report = run.report(
      of: change.flag,
      isSet: change.isSet,
      undoKey: undoKey,
      againKey: view.keymap.name(of: .markAllRead),
      title: title
    )
    replies += [.leave, say(report)]
    return (replies + Self.keeping(change.post, isSet: !change.isSet), true)
  }

  /// Whether a post is to be marked with many others: one that a rule shows as read would be unread after an undo.
  private func isUnread(_ id: RecordID, in view: PageView) -> Bool {
    !view.feed.countsAsRead(id) || view.memory.isUnread(id, in: view.feed)
  }

  func stop(_ run: FlagRun, in view: PageView) -> Reply {
    let undoKey = view.keymap.name(of: .undo)
    return say(run.reportOfStop(isSet: changes.last?.isSet ?? true, undoKey: undoKey))
  }

  private static func keeping(_ post: KeptPost?, isSet: Bool) -> [Reply] {
    post.map { [.effect(isSet ? .keep($0) : .unkeep($0))] } ?? []
  }

  /// Tells a change, and that it ends with this run where nothing is saved.
  private func say(_ text: String) -> Reply {
    isStateOff ? .warn("\(text), for this run only: the state is off") : .say(text)
  }

  // MARK: Unread posts

  func listUnread(in view: PageView) -> Reply {
    guard view.options.stream.tracksReading else {
      return .say("Not listed: this feed is shown without read and unread posts")
    }
    return .show(.unread)
  }

  // MARK: Earlier runs

  /// Takes in flags of earlier runs, `isLate` where rows are on the screen; the effects, and whether all flags are known now
  /// that were not before.
  mutating func recall(
    _ states: [PostState],
    isLate: Bool,
    in view: inout PageView
  ) -> (effects: [Effect], isComplete: Bool) {
    let wasComplete = view.memory.states.isComplete
    let shown = isLate ? view.shownFolds : []
    view.memory.states.recall(states)
    view.keep(shown)
    // Any row may have been read.
    if !states.isEmpty, wasComplete { view.memory.unread = UnreadCount() }
    let renamed = wasComplete ? [] : evidence(in: states, view)
    guard view.memory.states.isComplete, !wasComplete else { return ([], false) }
    view.recallComments(isLate: isLate)
    return (view.rememberWaiting() + renamed.map { .nameByFallback($0) }, true)
  }

  /// Takes in what flags tell of the ids of their sources; the sources whose ids change, once all flags
  /// are known.
  private mutating func evidence(in states: [PostState], _ view: PageView) -> [Int] {
    guard !states.isEmpty else {
      defer { evidence = nil }
      let known = view.memory.states.fallbackSources
      return evidence?.changing.filter { !known.contains($0) } ?? []
    }
    var evidence = evidence ?? NamingEvidence(in: view)
    evidence.take(states)
    self.evidence = evidence
    return []
  }

  // MARK: Refusing

  /// The post that a key acts on: that of the page, else that of the selected row.
  private func target(in view: PageView) throws(Refusal) -> (RecordID, PostFlags) {
    guard let id = view.page.content.opened ?? view.linkedRecord,
      let flags = view.memory.flags(of: id, in: view.feed)
    else { throw Self.noPost }
    return (id, flags)
  }

  private static var noPost: Refusal { Refusal("There is no post here") }

  /// Posts must be told apart by whether they were read, and those that were must be known.
  private func checkMarking(in view: PageView) throws(Refusal) {
    guard view.options.stream.tracksReading else {
      throw Refusal("Not marked: this feed is shown without read and unread posts")
    }
    try checkRecall(in: view)
  }

  private func checkRecall(in view: PageView) throws(Refusal) {
    guard view.memory.knowsFlags else {
      throw Refusal("Still reading which posts were read and kept. Try again.")
    }
  }

  private func checkList(in view: PageView) throws(Refusal) {
    guard view.page.content.listsPosts else {
      throw Refusal("Works on lists of posts only ({leave} goes back)")
    }
  }
}
