import StreamModel

/// The conversation of an opened post: the posts above it, its comments, and the search for both.
struct OpenedConversation {
  let record: RecordID
  private(set) var entry: Feed.Record
  private(set) var revision: Int
  var folds: CommentFolds
  private(set) var search: ConversationSearch?
  private(set) var discussions: OpenDiscussions
  /// The comments that are new.
  private(set) var news: Set<Post.ID> = []
  /// The comments that were there when the page was left; nil where all are as good as new.
  private var seen: SeenComments?
  /// The number of comments that the sources hold, those that they only count included.
  private var heldCount = 0
  private(set) var order = CommentOrder.document
  private(set) var version = 0

  init(of record: RecordID, in feed: Timeline, within budget: SliceBudget) {
    self.record = record
    folds = CommentFolds(of: record)
    entry = feed.record(record)
    revision = feed.revision(of: record)
    discussions = OpenDiscussions(of: [])
    discussions = OpenDiscussions(of: posts(in: feed))
    search = post.map { ConversationSearch(of: $0, record: record, in: feed) }
    // A small feed is searched at once: its page opens as it stays.
    var budget = budget
    _ = search?.advance(feed, within: &budget)
    rebuild()
  }

  // MARK: Looking

  var thread: CommentThread { folds.thread }
  var post: Post? { if case .post(let post) = entry { post } else { nil } }

  /// The replies of the feed beyond those that are rows.
  var leftOut: Int { search?.leftOut ?? 0 }

  private var knownCount: Int? {
    Tally.known(stated: post?.knownCommentsCount, listed: thread.listedCount + leftOut)
  }

  /// " · 5 comments"; " · 12 comments, 5 in the feed" where the feed lacks some, "5 shown" where it has more; empty where
  /// it neither has comments nor says how many there are.
  var countWords: String {
    guard let known = knownCount else { return "" }
    guard known != 0 else { return " · no comments" }
    let all = known == 1 ? " · 1 comment" : " · \(known.grouped) comments"
    let shown = thread.commentCount
    guard shown < known else { return all }
    if leftOut > 0 || !discussions.discussions.isEmpty { return "\(all), \(shown.grouped) shown" }
    return "\(all), \(shown == 0 ? "none" : "\(shown.grouped)") in the feed"
  }

  /// The number of comments in the row of the post.
  ///
  /// Those that a place sends stand in the row of the place alone where the feed knows of none: a line that came in with
  /// them would move the rows below.
  var countInRow: Int? {
    let isFirstHeard = !discussions.discussions.isEmpty && post?.knownCommentsCount ?? 0 == 0
    return isFirstHeard ? heldCount : knownCount
  }

  func ancestor(_ distance: Int) -> ConversationSearch.Ancestor? {
    search?.ancestors.dropFirst(distance).first
  }

  /// The record of a post above or a comment that is a post of the timeline.
  func shownRecord(of row: RowID) -> RecordID? {
    switch row {
    case .ancestor(let distance): if case .post(let id)? = ancestor(distance) { id } else { nil }
    case .comment(let number): thread.node(number).flatMap { search?.record(of: $0.comment.id) }
    default: nil
    }
  }

  func name(in feed: Timeline) -> Timeline.SourceKey? {
    guard let post, let slot = feed.slot(of: record.source) else { return nil }
    return Timeline.SourceKey(source: slot, identity: PostIdentity(post))
  }

  func comment(of row: RowID, in feed: Timeline) -> Timeline.SourceKey? {
    row.comment.flatMap { folds.name(of: $0, in: feed) }
  }

  /// The conversation for an export, with the comments that are collapsed, and those beyond the rows of the page.
  func dumped(in feed: Timeline) -> DumpedReplies {
    guard let post, let search else { return DumpedReplies([]) }
    let known = DumpedReplies(found: search, in: feed)
    guard leftOut > 0 || search.hasWork(in: feed), !feed.hasConversationWork,
      discussions.discussions.isEmpty
    else { return known }
    return DumpedReplies(below: post, record, in: feed, reach: .whole).below(known.parents)
  }

  func hasWork(in feed: Timeline) -> Bool { search?.hasWork(in: feed) ?? false }

  // MARK: Opening again

  /// The same for another page, which no answer reaches that this one waits for.
  var atRest: OpenedConversation {
    var rest = self
    rest.discussions = discussions.atRest
    return rest
  }

  /// Restores the order and the collapsed comments of a conversation that was left, and marks those that are new.
  mutating func resume(_ left: LeftConversation) {
    seen = left.seen
    if let view = left.view {
      order = view.order
      folds.recall(view.collapsed)
      search?.extend(to: view.limit)
      if let discussions = view.discussions {
        self.discussions = discussions
        for (place, discussion) in discussions.discussions { take(discussion, of: place) }
      }
    }
    rebuild()
  }

  /// Takes in the comments that were seen in earlier runs, unless the page knows better.
  mutating func recall(_ seen: SeenComments) -> PageGrowth {
    guard self.seen == nil else { return .nothing }
    self.seen = seen
    rebuild()
    return .changed
  }

  /// The wish to go to a comment, and to expand those that hide it; nil where it is not there.
  mutating func show(_ comment: PostIdentity, in feed: Timeline) -> Reply? {
    thread.number(savedAs: comment).map { folds.show(.comment($0), in: feed) }
  }

  /// The comments to remember when the page is left: those that are listed, with those of earlier times.
  func seenComments(in feed: Timeline) -> SeenComments? {
    // Comments that are still to be found would be new the next time.
    guard !hasWork(in: feed) else { return seen }
    return SeenComments(thread.identities.values, and: seen)
  }

  mutating func sort(by order: CommentOrder) -> Bool {
    guard order != self.order else { return false }
    self.order = order
    rebuild()
    return true
  }

  func reply(sortingBy order: Timeline.Order) -> Reply {
    CommentOrder(rawValue: order.rawValue).map(reply(sortingBy:))
      ?? .say("Comments have the orders document, oldest, newest and likes")
  }

  /// Lists the comments in another order, which the status line names unless it is the usual one.
  func reply(sortingBy order: CommentOrder) -> Reply {
    guard thread.commentCount > 1 else { return .say("No comments to sort") }
    guard order != self.order else { return .say("The order is \(order.name) already") }
    return .relist(.commentOrder(order))
  }

  /// Goes to the first comment of a time, else to the nearest.
  mutating func go(to date: DateText, in feed: Timeline) -> [Reply] {
    guard let (number, isExact) = thread.comment(of: date.period) else {
      return [.say(thread.commentCount == 0 ? "No comments here" : "No comment here has a date")]
    }
    let more = hasWork(in: feed) ? " so far" : ""
    return [folds.show(.comment(number), in: feed)]
      + (isExact ? [] : [.say("No comment of \(date.text)\(more) · this is the nearest")])
  }

  // MARK: Discussions

  /// The places with a row of which nothing was asked, and nothing came.
  var unaskedPlaces: [DiscussionPlace] {
    thread.rows.compactMap { row in
      guard case .place(let place) = row, let entry = discussions.entry(place), !entry.isTouched
      else { return nil }
      return entry.place
    }
  }

  /// The place on the server that the post came from, through an account.
  var ownPlace: DiscussionPlace? { discussions.entries.map(\.place).first { $0.account != nil } }

  /// Looks for places where the post is discussed by the reader's own lines, too, and through the account that it came
  /// through.
  mutating func look(
    at lines: [DiscussionLine],
    through account: StreamAccount?,
    in feed: Timeline
  ) {
    guard !discussions.entries.contains(where: \.isTouched) else { return }
    let own = account.flatMap { account in
      post.flatMap { DiscussionPlace(of: $0, through: account) }
    }
    discussions = OpenDiscussions(of: posts(in: feed), first: own, also: lines)
    rebuild()
  }

  private func posts(in feed: Timeline) -> [Post] {
    post.map { [$0] + feed.copies(of: record) } ?? []
  }

  /// Takes in the answer of a place; comments that are gone, each with the row that stands for it.
  ///
  /// Nil if it is not awaited.
  mutating func take(
    _ answer: DiscussionAnswer,
    from place: DiscussionPlace,
    at now: Timestamp
  ) -> [RowID: RowID]? {
    guard let (index, isRenewed) = discussions.take(answer, from: place, at: now) else {
      return nil
    }
    let rows = thread.rows
    let known = Set(thread.commentIDs)
    let whole = discussions.entry(index)?.whole ?? index
    if answer.discussion != nil, let discussion = discussions.discussion(of: whole) {
      take(discussion, of: whole)
    }
    rebuild()
    if isRenewed { news.formUnion(thread.commentIDs.filter { !known.contains($0) }) }
    let before = Set(rows)
    return rows.enumerated().reduce(into: [:]) { replaced, row in
      guard case .comment = row.element, thread.position(of: row.element) == nil else { return }
      // The comments of a part stand where their stub was.
      let next = thread.rows.indices.contains(row.offset) ? thread.rows[row.offset] : nil
      replaced[row.element] = next.flatMap { before.contains($0) ? nil : $0 } ?? .place(whole)
    }
  }

  func part(of row: RowID) -> OpenDiscussions.Entry? {
    guard case .comment(let number) = row, let comment = thread.node(number)?.comment,
      case .stub = comment.kind, let page = comment.url
    else { return nil }
    return discussions.part(at: page)
  }

  /// Lists the part that a row stands for among the places that are asked.
  mutating func add(_ part: OpenDiscussions.Entry) {
    discussions.add(part)
    version &+= 1
  }

  private mutating func take(_ discussion: Discussion, of place: Int) {
    guard let entry = discussions.entry(place) else { return }
    search?.take(discussion, of: place, at: entry.place.page)
  }

  // MARK: Growth

  /// Lists further comments, which were there before.
  mutating func extend() {
    seen = nil
    search?.extend()
  }

  mutating func take(_ changes: TimelineChanges, in feed: Timeline) -> PageGrowth {
    // Rows that came or went may belong to the conversation, whatever was known of them before.
    if !changes.isEmpty { search?.refresh() }
    let newRevision = feed.revision(of: record)
    guard newRevision != revision, feed.row(of: record) != nil else { return .nothing }
    let before = Set(thread.commentIDs)
    entry = feed.record(record)
    revision = newRevision
    if let post { search?.list(post.comments) }
    rebuild()
    if search?.marksNews == true { news.formUnion(Set(thread.commentIDs).subtracting(before)) }
    return .changed
  }

  mutating func work(in feed: Timeline) -> PageGrowth {
    var budget = SliceBudget()
    guard search?.advance(feed, within: &budget) == true else { return .nothing }
    // By now the number of comments may be known.
    entry = feed.record(record)
    revision = feed.revision(of: record)
    rebuild()
    return .changed
  }

  private mutating func rebuild() {
    version &+= 1
    let above = search?.ancestors.indices.reversed().map { RowID.ancestor($0) } ?? []
    guard let post else {
      return folds.relist { $0.rebuild(head: [.post], comments: [], author: nil) }
    }
    var head = above + [RowID.post]
    if !post.likes.isEmpty { head.append(.likers) }
    if !post.reshares.isEmpty { head.append(.resharers) }
    let comments = search?.comments ?? []
    let starts = search?.starts(ofPlaces: discussions.entries.count) ?? []
    let own = Array(comments[..<(starts.first ?? comments.count)])
    heldCount = own.listedCount + leftOut
    let places = discussions.listed(besides: own, leftOut).compactMap { place in
      starts.indices.contains(place) ? (row: RowID.place(place), start: starts[place]) : nil
    }
    let (order, tail) = (order, leftOut > 0 ? [RowID.more] : [])
    folds.relist {
      $0.rebuild(
        head: head,
        comments: comments,
        tail: tail,
        places: places,
        author: post.author,
        order: order
      )
    }
    if let search { news.formUnion(search.news) }
    noteUnseen()
  }

  /// Notes the comments that were not there when the page was left, nor came with parts of discussions.
  private mutating func noteUnseen() {
    guard let seen else { return }
    var unseen = Set(thread.unseen(by: seen))
    // The first comments of a place are no news: nobody has looked there before.
    for comments in search?.fetched ?? [] where comments.allSatisfy({ unseen.contains($0.id) }) {
      unseen.subtract(comments.map(\.id))
    }
    unseen.subtract(discussions.opened)
    // Ids that change with every fetch say nothing.
    guard seen.hashes.isEmpty || unseen.count < thread.identities.count else { return }
    news.formUnion(unseen)
  }
}
