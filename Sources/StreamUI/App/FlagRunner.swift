import StreamModel

/// Carries out the keys that change flags: of one post, of all above, of all, and back again.
enum FlagRunner {
  /// Marks the post of the selected row, or of the page, read or unread.
  static func toggleRead(on desk: inout Desk) -> [Effect] {
    guard canMark(on: &desk), let (id, flags) = target(on: &desk) else { return [] }
    let isRead = !flags.contains(.read)
    let parts = FlagKeeper.set(.read, isRead, of: [id], on: &desk)
    if !isRead { desk.reading.keptUnread.formUnion(parts.map(\.key)) }
    desk.reading.changes.append(FlagChange(.read, isRead, parts))
    say(isRead ? "Marked read" : "Marked unread", on: &desk)
    return FlagKeeper.remember(parts, on: &desk)
  }

  /// Keeps the post of the selected row, or of the page, or lets it go.
  static func toggleKept(on desk: inout Desk) -> [Effect] {
    guard desk.view.options.stream.remembersPosts else {
      desk.say("Not kept: nothing is remembered from run to run")
      return []
    }
    guard !desk.reading.isStateOff else {
      desk.warn("Not kept: the state is off, so nothing is saved in this run")
      return []
    }
    guard isRecalled(on: &desk), let (id, flags) = target(on: &desk),
      case .post(let post) = desk.view.feed.record(id)
    else { return [] }
    let isKept = !flags.contains(.kept)
    let keys = desk.view.feed.keys(of: id)
    let kept = KeptPost(keys: keys, post: post)
    let parts = FlagKeeper.set(.kept, isKept, of: [id], on: &desk)
    desk.reading.changes.append(FlagChange(.kept, isKept, parts, of: kept))
    desk.say(isKept ? "Kept" : "No longer kept")
    return FlagKeeper.remember(parts, on: &desk) + keeping(kept, isSet: isKept)
  }

  /// Marks the rows of the page read: up to the selected one, or all that are known.
  static func readAll(isToSelection: Bool, on desk: inout Desk, at moment: Moment) -> [Effect] {
    guard canMark(on: &desk), listsPosts(on: &desk) else { return [] }
    guard let last = isToSelection ? desk.view.selectedRow : desk.view.lastRow else {
      desk.say("No posts")
      return []
    }
    desk.reading.changes.append(FlagChange(.read, true))
    return Jobs.begin(.flags(FlagRun(.read(to: last))), on: &desk, at: moment)
  }

  /// Marks all posts of subscriptions read, as far as the timeline shows them.
  static func readFeeds(
    _ choice: FeedChoice,
    on desk: inout Desk,
    at moment: Moment
  ) -> [Effect] {
    guard canMark(on: &desk) else { return [] }
    let feed = desk.view.feed
    let chosen = (desk.session.feeds ?? []).filter(choice.contains)
    let sources = chosen.compactMap { $0.shownSource.flatMap(feed.number(ofSlot:)) }
    guard !sources.isEmpty else {
      desk.say(desk.keymap.fill("Its posts are not on the timeline: {enter} opens them"))
      return []
    }
    desk.reading.changes.append(FlagChange(.read, true))
    let run = FlagRun(.readSources(sources, absent: chosen.count - sources.count))
    return Jobs.begin(.flags(run), on: &desk, at: moment)
  }

  /// Undoes the last change that a key has made.
  static func undo(on desk: inout Desk, at moment: Moment) -> [Effect] {
    while desk.reading.changes.last?.count == 0 { desk.reading.changes.removeLast() }
    guard let change = desk.reading.changes.last else {
      desk.say("Nothing to undo")
      return []
    }
    return Jobs.begin(.flags(FlagRun(.undo(of: change.count))), on: &desk, at: moment)
  }

  /// Goes to the next or previous unread post.
  static func goToUnread(_ post: Job.UnreadPost, on desk: inout Desk, at moment: Moment) {
    guard canMark(on: &desk), listsPosts(on: &desk) else { return }
    _ = Jobs.begin(.unread(post), on: &desk, at: moment)
  }

  /// Changes the posts of a slice; returns the effects, and whether the run is done.
  static func change(
    _ ids: [RecordID],
    isLast: Bool,
    of run: inout FlagRun,
    on desk: inout Desk
  ) -> (effects: [Effect], isDone: Bool) {
    guard var change = desk.reading.changes.popLast() else {
      desk.mode.leave()
      return ([], true)
    }
    var effects: [Effect]
    let parts: [FlagChange.Part]
    var isDone = isLast
    if case .undo = run.work {
      parts = change.takeLast()
      run.note(left: change.count)
      isDone = change.count == 0
      effects = FlagKeeper.put(change.flag, !change.isSet, parts, on: &desk)
    } else {
      parts = FlagKeeper.set(.read, true, of: ids, on: &desk)
      change.add(parts)
      effects = FlagKeeper.remember(parts, on: &desk)
    }
    run.changedCount += Set(parts.map(\.row)).count
    if change.count > 0 || !isDone { desk.reading.changes.append(change) }
    guard isDone else { return (effects, false) }
    desk.mode.leave()
    if desk.session.feeds != nil { desk.session.wantsFeeds = true }
    let undoKey = desk.keymap.name(of: .undo)
    say(run.report(of: change.flag, isSet: change.isSet, undoKey: undoKey), on: &desk)
    effects += keeping(change.post, isSet: !change.isSet)
    return (effects, true)
  }

  /// The effects that keep a post, or let it go.
  private static func keeping(_ post: KeptPost?, isSet: Bool) -> [Effect] {
    post.map { [isSet ? .keep($0) : .unkeep($0)] } ?? []
  }

  /// Tells a change, and that it ends with this run where nothing is saved.
  private static func say(_ text: String, on desk: inout Desk) {
    guard desk.reading.isStateOff else { return desk.say(text) }
    desk.warn("\(text), for this run only: the state is off")
  }

  // MARK: Refusing

  /// The post that a key acts on: that of the page, else that of the selected row.
  private static func target(on desk: inout Desk) -> (RecordID, PostFlags)? {
    let view = desk.view
    guard let id = view.page.content.opened ?? view.linkedRecord,
      let flags = view.memory.flags(of: id, in: view.feed)
    else {
      desk.say("There is no post here")
      return nil
    }
    return (id, flags)
  }

  /// Whether posts are told apart by whether they were read, and those that were are known.
  private static func canMark(on desk: inout Desk) -> Bool {
    guard desk.view.options.stream.tracksReading else {
      desk.say("Not marked: this feed is shown without read and unread posts")
      return false
    }
    return isRecalled(on: &desk)
  }

  private static func isRecalled(on desk: inout Desk) -> Bool {
    guard desk.view.memory.states.isComplete else {
      desk.say("Still reading which posts were read and kept. Try again.")
      return false
    }
    return true
  }

  private static func listsPosts(on desk: inout Desk) -> Bool {
    guard desk.view.page.content.listsPosts else {
      desk.say("Works on lists of posts only (\(desk.keymap.name(of: .leave)) goes back)")
      return false
    }
    return true
  }
}
