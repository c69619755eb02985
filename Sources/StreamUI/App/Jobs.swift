import StreamModel

/// Runs the job of the mode: one slice within the key that begins it, the others between keys.
///
/// The only place where a job goes on; ``Mode`` cancels it with any key, and the status line shows
/// ``Mode/announcement``.
enum Jobs {
  /// Begins a job; a small one ends at once, so that the next key acts on its outcome.
  static func begin(_ goal: Job.Goal, on desk: inout Desk, at moment: Moment) -> [Effect] {
    wait(for: goal, on: &desk, at: moment)
    return isWanted(on: desk) ? advance(on: &desk, at: moment).effects : []
  }

  /// Begins a job whose first slice comes later.
  static func wait(for goal: Job.Goal, on desk: inout Desk, at moment: Moment) {
    let job = Job(goal, in: desk.view.rows, from: desk.view.list.selection, at: moment)
    desk.mode.wait(for: .job(job))
  }

  /// Whether the job has work now.
  static func isWanted(on desk: Desk) -> Bool {
    guard let job = desk.mode.job else { return false }
    return job.hasWork(desk.view.list, in: rows(of: job, on: desk))
  }

  /// Takes the steps through the links that need not wait for rows to become rich.
  static func step(on desk: inout Desk, at moment: Moment) {
    guard desk.mode.job?.linkSteps != nil, isWanted(on: desk) else { return }
    _ = advance(on: &desk, at: moment)
  }

  /// Does a slice while no key waits; returns the effects, and whether the screen changes.
  static func advanceBetweenKeys(
    on desk: inout Desk,
    at moment: Moment
  ) -> (effects: [Effect], isSeen: Bool) {
    // A reload goes back to where the reader was: that is no way past the rows above.
    let isRelocation = if case .place? = desk.mode.job?.goal { true } else { false }
    let start = ReadingTracker.begin(on: &desk, at: moment)
    var outcome = advance(on: &desk, at: moment)
    outcome.effects = ReadingTracker.finish(
      start,
      outcome.effects,
      mayRead: !isRelocation,
      on: &desk,
      at: moment
    )
    return outcome
  }

  /// Does a slice; returns the effects, and whether the screen changes.
  ///
  /// - Parameter isEnd: whether the rows that are known are all there are for now.
  static func advance(
    on desk: inout Desk,
    at moment: Moment,
    isEnd: Bool = false
  ) -> (effects: [Effect], isSeen: Bool) {
    guard var job = desk.mode.job else { return ([], false) }
    let (anchor, words) = (desk.view.list.anchor, job.announcement)
    var budget = SliceBudget()
    let outcome = slice(of: &job, isEnd: isEnd, &budget, on: &desk)
    job.note(moment)
    let (effects, isDone) = take(outcome, of: &job, within: budget, on: &desk, at: moment)
    if !isDone { desk.mode.update(job) }
    return (effects, isDone || job.announcement != words || desk.view.list.anchor != anchor)
  }

  // A function of its own, because a copy of the flags of posts must end before the outcome changes them.
  private static func slice(
    of job: inout Job,
    isEnd: Bool,
    _ budget: inout SliceBudget,
    on desk: inout Desk
  ) -> Job.Outcome {
    desk.sliceCount += 1
    let rows = rows(of: job, on: desk)
    let (memory, feed) = (desk.view.memory, desk.view.feed)
    return desk.view.withList { list, _ in
      job.slice(&list, in: rows, isEnd: isEnd, &budget) { memory.isUnread($0, in: feed) }
    }
  }

  /// The rows that a job looks at: a text may be in one that is hidden.
  private static func rows(of job: Job, on desk: Desk) -> PageRows {
    if case .text = job.goal { desk.view.searchRows } else { desk.view.rows }
  }

  /// Acts on the outcome of a slice; returns the effects, and whether the job is done.
  ///
  /// - Parameter budget: the rest of the slice, for the page that opens.
  private static func take(
    _ outcome: Job.Outcome,
    of job: inout Job,
    within budget: SliceBudget,
    on desk: inout Desk,
    at moment: Moment
  ) -> (effects: [Effect], isDone: Bool) {
    switch (outcome, job.goal) {
    case (.goesOn, _): return ([], false)
    case (.posts(let ids, let isLast), .flags(var run)):
      defer { job.goal = .flags(run) }
      return FlagRunner.change(ids, isLast: isLast, of: &run, on: &desk)
    case (.links(let step, let isDone), _):
      if let step { desk.say(step == .next ? "No more links below" : "No more links above") }
      if isDone { desk.mode.leave() }
      return ([], isDone)
    case (_, .text(let search)):
      Searcher.take(outcome, of: search, on: &desk)
      return ([], true)
    default:
      desk.mode.leave()
      return (finish(job, outcome, within: budget, on: &desk, at: moment), true)
    }
  }

  /// Goes to the row or record of the outcome, or reports that there is none.
  private static func finish(
    _ job: Job,
    _ outcome: Job.Outcome,
    within budget: SliceBudget,
    on desk: inout Desk,
    at moment: Moment
  ) -> [Effect] {
    switch (job.goal, outcome) {
    case (.date(let date), .row(let position, let isExact)):
      desk.view.move(.to(.row(position)), at: moment)
      if !isExact { desk.say("No post of \(date.text) · this is the nearest") }
    case (.unread, .row(let position, _)):
      UnreadFollower.show(position, on: &desk, at: moment)
    case (.post, .record(let id)):
      return desk.carryOut(.goTo(.record(id)), isShown: false, .focus, at: moment)
    case (.parent, .record(let id)):
      desk.push(DetailPage(of: id, in: desk.view.feed, within: budget))
    case (.link(let lookup), _):
      return LinkFollower.finish(lookup, outcome, within: budget, on: &desk)
    case (.place(let relocation), .place(let place, let isExact)):
      PlaceFollower.show(place, isExact: isExact, of: relocation, on: &desk)
    default:
      if case .place(let relocation) = job.goal, relocation.occasion == .start {
        desk.openFirstPage()
      }
      if let words = job.refusal(isComplete: desk.view.rows.isComplete) { desk.say(words) }
    }
    return []
  }
}
