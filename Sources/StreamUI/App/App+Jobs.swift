import CellGrid
package import StreamModel

/// Runs the job of the mode: one slice within the key that begins it, the others between keys. Only here a job goes on;
/// ``Mode`` cancels it with any key, and the status line shows ``Mode/announcement``.
extension App {
  /// Slices that are done at once after a reload, which is no key: no frame shows other rows in between.
  private static let slicesAtOnce = 8

  /// Begins a job; a small one ends at once, so that the next key acts on its outcome.
  mutating func begin(_ goal: Job.Goal, at moment: Moment) -> [Effect] {
    mode.wait(for: .job(Job(goal, in: view.rows, from: view.list.selection, at: moment)))
    // Steps through links wait for a moving stream to settle.
    if mode.wantsLinks {
      view.comeToRest()
    } else if isJobWanted {
      return advanceJob(at: moment).effects
    }
    return []
  }

  mutating func stepThroughLinks(at moment: Moment) {
    guard mode.job?.linkSteps != nil, isJobWanted else { return }
    _ = advanceJob(at: moment)
  }

  /// Searches the stream, which has been reloaded, for the reader's place.
  mutating func resume(_ job: Job, at moment: Moment) {
    guard case .place(var relocation) = job.goal else { return }
    var job = job
    relocation.isReady = true
    job.goal = .place(relocation)
    mode.wait(for: .job(job))
    for _ in 0..<Self.slicesAtOnce where isJobWanted { _ = advanceJob(at: moment) }
  }

  /// Opens the pages over the timeline that wait until the reader's place is found, if an input is about to stop that
  /// search: it is meant for them.
  mutating func openWaitingPages(before input: Input, at moment: Moment) -> [Effect] {
    guard let job = mode.job, case .place(let relocation) = job.goal, relocation.isReady,
      !mode.leaves(input, toTheScreenBy: view.keymap)
    else { return [] }
    return carryOut(replies(over: relocation), at: moment)
  }

  /// Does a slice of the mode's work; returns the effects, whether the screen changes, and whether the work waits for
  /// something else to happen: it is not done, and spent nothing.
  package mutating func advanceMode(
    at moment: Moment
  ) -> (effects: [Effect], isSeen: Bool, isWaiting: Bool) {
    // A reload goes back to where the reader was: that is no way past the rows above.
    let isRelocation = if case .place? = mode.job?.goal { true } else { false }
    var (isSeen, isWaiting) = (false, false)
    let effects = tracking(mayRead: !isRelocation, at: moment) { app in
      let outcome = app.advanceJob(at: moment)
      (isSeen, isWaiting) = (outcome.isSeen, outcome.isWaiting)
      return outcome.effects
    }
    return (effects, isSeen, isWaiting)
  }

  /// Does a slice, as ``advanceMode(at:)``; `isEnd` where the rows that are known are all there are for now.
  mutating func advanceJob(
    at moment: Moment,
    isEnd: Bool = false
  ) -> (effects: [Effect], isSeen: Bool, isWaiting: Bool) {
    guard var job = mode.job else { return ([], false, false) }
    let (anchor, words) = (view.list.anchor, job.announcement)
    var budget = SliceBudget()
    let outcome = slice(of: &job, isEnd: isEnd, &budget)
    job.note(moment)
    let (replies, isDone) = take(outcome, of: &job, within: budget, at: moment)
    let effects = carryOut(replies, at: moment)
    if !isDone { mode.update(job) }
    let isSeen = isDone || job.announcement != words || view.list.anchor != anchor
    return (effects, isSeen, !isDone && budget.isUnspent(since: SliceBudget()))
  }

  // A function of its own, because a copy of the flags of posts must end before the outcome changes them.
  private mutating func slice(
    of job: inout Job,
    isEnd: Bool,
    _ budget: inout SliceBudget
  ) -> Job.Outcome {
    sliceCount += 1
    let rows = rows(of: job)
    let (memory, feed) = (view.memory, view.feed)
    let isRead = memory.isCountedRead(in: feed)
    return view.withList { list, _ in
      job.slice(&list, in: rows, isEnd: isEnd, &budget, isCountedRead: isRead) {
        memory.isUnread($0, in: feed)
      }
    }
  }

  func rows(of job: Job) -> PageRows {
    if case .text = job.goal { view.searchRows } else { view.rows }
  }

  /// Acts on the outcome of a slice, whose rest is for the page that opens; the replies, and whether the job is done.
  private mutating func take(
    _ outcome: Job.Outcome,
    of job: inout Job,
    within budget: SliceBudget,
    at moment: Moment
  ) -> (replies: [Reply], isDone: Bool) {
    switch (outcome, job.goal) {
    case (.goesOn, _): return ([], false)
    case (.posts(let ids, let isLast), .flags(var run)):
      defer { job.goal = .flags(run) }
      let change = reading.change(ids, isLast: isLast, of: &run, in: &view)
      if change.isDone { streams.listAgain() }
      return change
    case (.links(let step, let isDone), _):
      let words = step.map { $0 == .next ? "No more links below" : "No more links above" }
      return ((words.map { [.say($0)] } ?? []) + (isDone ? [.leave] : []), isDone)
    case (_, .text(let search)):
      guard let run = mode.search else { return ([], true) }
      return (self.search.take(outcome, of: search, run, in: &view), true)
    default:
      mode.leave()
      return (finish(job, outcome, within: budget, at: moment), true)
    }
  }

  private mutating func finish(
    _ job: Job,
    _ outcome: Job.Outcome,
    within budget: SliceBudget,
    at moment: Moment
  ) -> [Reply] {
    switch (job.goal, outcome) {
    case (.date(let date), .row(let position, let isExact)):
      view.move(.to(.row(position)), at: moment)
      return isExact ? [] : [.say("No post of \(date.text) · this is the nearest")]
    case (.unread(let post, let opens, let further), .row(let position, _)):
      show(position, at: moment)
      if further > 0 { return [.job(.unread(post, opens: opens, further: further - 1))] }
      guard opens, case .record(let id) = view.list.selection else { return [] }
      return [.push(DetailPage(of: id, in: view.feed, within: budget))]
    case (.post, .record(let id)): return [.goTo(.record(id))]
    case (.parent, .record(let id)):
      return [.push(DetailPage(of: id, in: view.feed, within: budget))]
    case (.link(let lookup), _): return links.finish(lookup, outcome, within: budget, in: view)
    case (.place(let relocation), .place(let place, let isExact)):
      let opensPost =
        isExact && !(relocation.occasion == .start && streams.beginsOverTimeline(in: view))
      let words = view.show(place, isExact: isExact, opensPost: opensPost, of: relocation)
      return replies(over: relocation) + [words]
    case (.place(let relocation), _) where relocation.occasion == .start:
      // The status line says that rules hide all posts.
      let areHidden = view.feed.recordCount == 0 && HiddenPosts(in: view.feed) != nil
      return replies(over: relocation) + (areHidden ? [] : refusal(of: job))
    case (.place(let relocation), _): return replies(over: relocation) + refusal(of: job)
    case (.unread(.next, opens: true, _), _) where view.rows.isComplete:
      return job.refusal(isComplete: true).map { [.openNextFeed(orSay: $0)] } ?? []
    default: return refusal(of: job)
    }
  }

  private func refusal(of job: Job) -> [Reply] {
    guard let words = job.refusal(isComplete: view.rows.isComplete) else { return [] }
    if case .unread(.next, opens: false, _) = job.goal, hasUnreadAbove {
      return [.sayKeys("\(words) · {previous-unread} leads to those above")]
    }
    return [.say(words)]
  }

  /// Whether posts above the selected one are unread, where none below is.
  private var hasUnreadAbove: Bool {
    guard view.pages.isFirst, view.tellsUnread, case .record(let id) = view.list.selection else {
      return false
    }
    return view.memory.unread.count > (view.memory.isUnread(id, in: view.feed) ? 1 : 0)
  }

  /// Selects a row that is seen; goes to another as a jump, so that there is a way back.
  mutating func show(_ position: Int, at moment: Moment) {
    let rows = view.rows
    let isSeen = view.list.visible(in: rows).contains { $0.row == position }
    if isSeen, let row = rows.row(at: position) {
      view.select(row, at: moment)
    } else {
      view.move(.to(.row(position)), at: moment)
    }
  }
}

/// The work between keys that no key waits for: the timeline is sorted, the page looks through the stream, matches
/// and unread posts are counted.
extension App {
  package var hasBackgroundWork: Bool {
    // New rows might move others from under their labels.
    mode.hints == nil
      && (view.hasBackgroundWork || searchWaitsForRows || countsMatches || countsUnread)
  }

  package mutating func workInBackground(at moment: Moment) -> Bool {
    reading.tracker.isStale = true
    if view.hasBackgroundWork {
      return view.feed.wantedOrder == nil ? lookFurther() : sort { $0.sortFurther() }
    }
    // The stream has nothing more for now.
    if searchWaitsForRows { return advanceJob(at: moment, isEnd: true).isSeen }
    let isMoving = view.list.enrichment.isMoving
    if countsMatches { return view.countMatches() && !isMoving }
    return view.memory.countFurther(in: view.feed) && !isMoving
  }

  private var searchWaitsForRows: Bool { mode.search?.job != nil && !isJobWanted }

  private var countsMatches: Bool {
    search.highlightsMatches && mode.search == nil
      && view.page.matches?.tally.hasWork(in: view.searchRows) ?? false
  }

  private var countsUnread: Bool { view.tellsUnread && view.memory.unread.hasWork(in: view.feed) }

  /// Whether the next slice in the background takes turns with the scan of the stream, whose bytes are at hand then: a page
  /// that looks through the stream, such as a filter, fills its first screen so; unread posts are counted.
  package var takesTurnsWithScan: Bool {
    guard mode.hints == nil else { return false }
    if view.hasBackgroundWork { return view.feed.wantedOrder == nil && !rowsFillScreen }
    // A job that waits for rows gets them first.
    return countsUnread && mode.job == nil && !searchWaitsForRows && !countsMatches
  }

  /// Whether rows are wanted that wait behind the first ones: the reader comes near them, or does more than to look at
  /// the first rows and to select among them.
  package var wantsRestingRows: Bool {
    guard feed.isResting else { return false }
    let pages = view.pages
    if case .place? = mode.job?.goal { return !isJobWanted }
    let isPlain =
      pages.streams.count == 1 && view.page.matches == nil
      && (pages.isFirst || pages.count == 2 && view.page.content.relisting == .unread)
    guard mode.isBrowsing, isPlain, feed.wantedOrder == nil else { return true }
    // The first rows are still looked through.
    guard view.memory.knowsFlags, !view.hasBackgroundWork else { return false }
    let last = view.list.visible(in: view.rows).last?.row ?? 0
    return last + Self.rowsAhead > view.rows.count
  }

  private static let rowsAhead = 200

  /// Whether all rows are there of which an earlier run knew, and those that the page lists are found.
  package var hasAllRows: Bool {
    feed.known == nil || feed.isIndexed && !view.hasBackgroundWork
  }

  /// Whether an input means rows that may not be there yet, so that it waits for all of them.
  package func needsAllRows(_ input: Input) -> Bool {
    guard feed.known != nil, !hasAllRows, case .key(let key) = input else { return false }
    if mode.prompt != nil { return key.code == .enter }
    if mode.count != nil {
      if case .character("0"..."9") = key.code { return false }
      return true
    }
    guard mode.isBrowsing || mode.job != nil,
      case .command(let command) = view.keymap.meaning(of: KeySequence(key))
    else { return false }
    return command.calls.contains { call in
      guard case .action(let action, let argument) = call else { return false }
      return argument != nil || [.last, .percent, .markAllRead].contains(action)
    }
  }

  package var rowsFillScreen: Bool { view.rows.count >= view.size.lines }

  private mutating func lookFurther() -> Bool {
    let isSeen = view.lookFurther()
    if isSeen { view.recallComments(isLate: false) }
    return isSeen
  }

  mutating func sort<Outcome>(_ sorting: (Timeline) -> Outcome) -> Outcome {
    // The row at the top stays there, unless only the blank line after it is on the screen, or the selected row would go.
    let line = view.selectionLine
    let isBlank = view.list.visible(in: view.rows).first.map(view.rows.isBlank) ?? false
    let outcome = sorting(view.feed)
    if view.feed.wantedOrder == nil {
      _ = view.takeInGrowth()
      if let line, isBlank || view.selectionLine == nil {
        view.withList { $0.keepSelection(onLine: line, in: $1) }
      }
      mode.tell(Message("Order: \(view.feed.order.name)"), coversWarnings: false)
    }
    return outcome
  }
}
