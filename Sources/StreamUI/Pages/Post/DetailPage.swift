import StreamModel

/// A post with its conversation: the posts that it answers above it, the comments below.
struct DetailPage: PageContent {
  private var shown: OpenedConversation

  init(of record: RecordID, in feed: Timeline, within budget: SliceBudget = SliceBudget()) {
    shown = OpenedConversation(of: record, in: feed, within: budget)
  }

  let keyPage = KeyPage.detail
  let firstRow = RowID.post
  let restingRow: RowID? = RowID.post

  var conversation: OpenedConversation? {
    get { shown }
    set { if let newValue { shown = newValue } }
  }

  private var thread: CommentThread { shown.thread }

  func rowCount(in feed: Timeline) -> Int { thread.rows.count }

  func row(at position: Int, in feed: Timeline) -> RowID? {
    thread.rows.indices.contains(position) ? thread.rows[position] : nil
  }

  func position(of row: RowID, in feed: Timeline) -> Int? { thread.position(of: row) }
  func position(ofNumber number: Int) -> Int { thread.position(ofOrdinal: number) }

  func position(by steps: Int, from position: Int) -> Int {
    thread.position(by: steps, from: position)
  }

  func state(of row: RowID, in feed: Timeline) -> RowState {
    let revision = shown.revision &+ shown.version &<< 32
    var state = RowState(revision: revision, showsAge: true)
    if case .comment(let number) = row { state.isCollapsed = thread.collapsed.contains(number) }
    if let id = shown.shownRecord(of: row) { state.revision &+= feed.revision(of: id) }
    return state
  }

  func text(of row: RowID, _ folds: PostRow.Folds, in context: RowContext) -> Row {
    shown.text(of: row, folds, in: context)
  }

  func subject(of row: RowID, in feed: Timeline) -> RowSubject { shown.subject(of: row, in: feed) }
  func record(of row: RowID) -> RecordID? { shown.shownRecord(of: row) ?? shown.record }
  func link(of row: RowID) -> RowLink? { shown.link(of: row) }

  func foldsWarning(of row: RowID, in feed: Timeline) -> Bool {
    if let record = shown.shownRecord(of: row) {
      return feed.subject(of: record).post?.isFoldable ?? false
    }
    guard case .comment(let number) = row, let comment = thread.node(number)?.comment else {
      // The text of the post itself is not folded on its page, but quotes with a warning and spoilers are.
      return row == .post
        && (shown.post?.quotations?.warning != nil || shown.post?.body.folds == true)
    }
    return (shown.search?.fetchedPost(comment.id) ?? comment.asPost).isFoldable
  }

  func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String {
    shown.status(of: row, in: feed, keymap)
  }

  mutating func enter(_ row: RowID, in feed: Timeline) -> Reply {
    if let part = shown.part(of: row) { return fetch(part) }
    if let link = link(of: row) { return .visit(link) }
    let post = shown.post
    switch row {
    case .likers: return people(post.flatMap { .likers(.post($0), at: shown.ownPlace) })
    case .resharers: return people(post.flatMap { .resharers(.post($0), at: shown.ownPlace) })
    case .comment(let number): return toggle(number, in: feed)
    case .place(let place): return fetchComments(of: place)
    case .post: return fetchOfferedComments()
    case .ancestor(let distance):
      if case .elsewhere? = shown.ancestor(distance) { return .nothing }
      return .toggleFold
    case .more:
      shown.extend()
      // The further ones come in below.
      return thread.rows.dropLast().last.map { .select($0) } ?? .nothing
    default: return .nothing
    }
  }

  mutating func perform(_ action: Action, on row: RowID, in feed: Timeline) -> Reply? {
    switch (action, row) {
    case (.reload, .place(let place)): return fetchComments(of: place)
    case (.reload, _) where shown.part(of: row)?.isTouched == true:
      return shown.part(of: row).map { fetch($0) }
    case (.reload, _):
      // Comments that were fetched here are asked for again; elsewhere the key is the stream's.
      return shown.discussions.discussions.first.map { fetchComments(of: $0.0) }
    case (.cycleOrder, _): return shown.reply(sortingBy: shown.order.next)
    case (.nextUnread, _): return goToNew(from: row, by: 1, in: feed)
    case (.previousUnread, _): return goToNew(from: row, by: -1, in: feed)
    case (.collapse, .comment(let number)): return toggle(number, in: feed)
    case (.collapseAll, _):
      guard thread.hasReplies else { return .say("No replies to collapse") }
      return shown.folds.change(in: feed) { $0.toggleAll() }
    case (.parent, .comment(let number)):
      return thread.parent(of: number).map { .select($0.map { .comment($0) } ?? .post) }
    case (.parent, .ancestor(let distance)): return goUp(from: distance)
    case (.parent, _): return goUp(from: -1)
    case (.nextSibling, .comment(let number)):
      return go(thread.sibling(of: number, by: 1), or: "No next reply here")
    case (.previousSibling, .comment(let number)):
      return go(thread.sibling(of: number, by: -1), or: "No previous reply here")
    // The keys lead to other feeds where a post has no comments.
    case (.nextSibling, _) where thread.commentCount == 0,
      (.previousSibling, _) where thread.commentCount == 0:
      return nil
    case (.nextSibling, .post), (.nextSibling, .place):
      return go(thread.topLevel(from: row, by: 1), or: "No next reply here")
    case (.previousSibling, .place):
      return go(thread.topLevel(from: row, by: -1), or: "No previous reply here")
    case (.collapse, _), (.nextSibling, _), (.previousSibling, _):
      return .say("Select a comment first")
    default: return nil
    }
  }

  private func fetchComments(of place: Int) -> Reply {
    guard let entry = shown.discussions.entry(place) else { return .nothing }
    guard !entry.isAsked else { return .say("The comments are being fetched") }
    return .fetchDiscussion(entry.place)
  }

  /// Fetches the comments that the first row of a place offers, for its words name the key and not where to press it.
  private func fetchOfferedComments() -> Reply {
    for row in thread.rows {
      guard case .place(let place) = row, let entry = shown.discussions.entry(place) else {
        continue
      }
      return entry.isTouched ? .select(row) : .fetchDiscussion(entry.place, goTo: row)
    }
    return .nothing
  }

  private mutating func fetch(_ part: OpenDiscussions.Entry) -> Reply {
    guard !part.isAsked else { return .say("The replies are being fetched") }
    shown.add(part)
    return .fetchDiscussion(part.place)
  }

  private func people(_ section: PeoplePage.Section?) -> Reply {
    section.map { .push(PeoplePage([$0])) } ?? .nothing
  }

  private mutating func toggle(_ number: Int, in feed: Timeline) -> Reply {
    guard thread.node(number).map({ $0.descendantCount > 0 }) == true else {
      return .say("Nobody has replied to this")
    }
    return shown.folds.change(in: feed) { $0.toggle(number) }
  }

  /// To the post that the post, or one above it, replies to.
  private func goUp(from distance: Int) -> Reply {
    if shown.ancestor(distance + 1) != nil { return .select(.ancestor(distance + 1)) }
    if shown.search?.knowsAncestors == false { return .say("Still searching for the parent post") }
    return .say("This is the first post of the conversation")
  }

  private mutating func goToNew(from row: RowID, by step: Int, in feed: Timeline) -> Reply {
    let news = shown.news
    if let number = thread.next(from: row, by: step, where: { news.contains($0.id) }) {
      return shown.folds.show(.comment(number), in: feed)
    }
    guard !news.isEmpty else { return .say("No new comments") }
    return .say("No new comments \(step < 0 ? "above" : "below")")
  }

  private func go(_ number: Int?, or refusal: String) -> Reply {
    number.map { .select(.comment($0)) } ?? .say(refusal)
  }

  mutating func take(_ delivery: Delivery, selection: RowID) -> [RowID: RowID]? {
    guard case .commentOrder(let order) = delivery, shown.sort(by: order) else { return nil }
    return [:]
  }

  mutating func take(_ answer: Answer, at now: Timestamp) -> [RowID: RowID]? {
    switch answer {
    case .asked(.discussion(let place, _)): return shown.take(.asked, from: place, at: now)
    case .discussion(let place, let answer): return shown.take(answer, from: place, at: now)
    case .keptDiscussions(let copies):
      var rows: [RowID: RowID]?
      for (place, answer) in copies {
        guard let replaced = shown.take(answer, from: place, at: now) else { continue }
        rows = (rows ?? [:]).mapValues { replaced[$0] ?? $0 }.merging(replaced) { old, _ in old }
      }
      return rows
    default: return nil
    }
  }

  mutating func take(_ changes: TimelineChanges, top: RowID, in feed: Timeline) -> PageGrowth {
    shown.take(changes, in: feed)
  }

  func hasWork(in feed: Timeline, _: PostMemory) -> Bool { shown.hasWork(in: feed) }
  mutating func work(in feed: Timeline, _: PostMemory) -> PageGrowth { shown.work(in: feed) }
}
