import CellGrid
import StreamModel

/// A post with its conversation.
struct DetailPage: PageContent {
  /// Bytes of the feed that are searched for replies between two looks for keys.
  private static let replySlice = 1 << 20

  private let record: RecordID
  private var entry: Feed.Record
  private var revision: Int
  private var thread = CommentThread()
  private var search: ReplySearch?
  /// Comments that came while the page was open.
  private var news: Set<Post.ID> = []
  /// Whether comments that come now are new: the feed was read to its end when the page was opened.
  private let marksNews: Bool

  /// Opens a record of `feed`.
  init(of record: RecordID, in feed: Timeline) {
    self.record = record
    entry = feed.record(record)
    revision = feed.revision(of: record)
    marksNews = feed.isIndexed
    search = post.map { ReplySearch(of: $0) }
    rebuild()
  }

  let name = "detail"
  let firstRow = RowID.post

  private var post: Post? {
    if case .post(let post) = entry { post } else { nil }
  }

  // MARK: Rows

  func rowCount(in feed: Timeline) -> Int { thread.rows.count }

  func row(at position: Int, in feed: Timeline) -> RowID? {
    thread.rows.indices.contains(position) ? thread.rows[position] : nil
  }

  func position(of row: RowID, in feed: Timeline) -> Int? { thread.position(of: row) }

  func state(of row: RowID, in feed: Timeline) -> RowState {
    var state = RowState(
      revision: revision &+ (search?.found.count ?? 0) &<< 32,
      showsAge: true
    )
    if case .comment(let number) = row { state.isCollapsed = thread.collapsed.contains(number) }
    return state
  }

  func text(of row: RowID, _ folds: PostRow.Folds, in context: RowContext) -> Row {
    switch (entry, row) {
    case (.problem(let problem), _): return context.posts.row(problem)
    case (.post(let post), .likers): return AccountRow.summary("Liked by", post.likes)
    case (.post(let post), .resharers): return AccountRow.summary("Reshared by", post.reshares)
    case (.post, .comment(let number)):
      guard let node = thread.node(number) else { return Row(before: []) }
      return CommentRow(now: context.now).row(
        node,
        isCollapsed: thread.collapsed.contains(number),
        isNew: news.contains(node.comment.id),
        voice: thread.voice(of: node.comment.author),
        folds: folds,
        density: context.density
      )
    case (.post(let post), _):
      return context.posts.fullRow(
        post,
        sources: context.feed.sources(of: record),
        voice: thread.voice(of: post.author)
      )
    }
  }

  func subject(of row: RowID, in feed: Timeline) -> RowSubject {
    switch row {
    case .post, .likers, .resharers: post.map { .post($0) } ?? .nothing
    case .comment(let number): thread.node(number).map { .comment($0.comment) } ?? .nothing
    default: .nothing
    }
  }

  // MARK: Keys

  mutating func enter(_ row: RowID, in feed: Timeline) -> PageReply {
    switch row {
    case .likers: post.map { .push(.likers(of: $0)) } ?? .nothing
    case .resharers: post.map { .push(.resharers(of: $0)) } ?? .nothing
    case .comment(let number): toggle(number)
    default: .nothing
    }
  }

  mutating func perform(_ action: Action, on row: RowID, in feed: Timeline) -> PageReply? {
    switch (action, row) {
    case (.participants, _): return participants()
    case (.collapse, .comment(let number)): return toggle(number)
    case (.collapseAll, _):
      return thread.hasReplies ? .reshaped(thread.toggleAll()) : .say("no replies to collapse")
    case (.parent, .comment(let number)):
      return thread.parent(of: number).map { .select($0.map { .comment($0) } ?? .post) }
    case (.nextSibling, .comment(let number)): return go(thread.sibling(of: number, by: 1), by: 1)
    case (.previousSibling, .comment(let number)):
      return go(thread.sibling(of: number, by: -1), by: -1)
    case (.nextThread, _): return go(thread.topLevel(from: row, by: 1), by: 1)
    case (.previousThread, _): return go(thread.topLevel(from: row, by: -1), by: -1)
    default: return nil
    }
  }

  private mutating func toggle(_ number: Int) -> PageReply {
    guard thread.node(number).map({ $0.descendantCount > 0 }) == true else {
      return .say("nobody has answered this")
    }
    return .reshaped(thread.toggle(number))
  }

  private func go(_ number: Int?, by step: Int) -> PageReply {
    number.map { .select(.comment($0)) }
      ?? .say(step > 0 ? "no further comment" : "no earlier comment")
  }

  /// Everybody who wrote something here, in the order of the conversation.
  private func participants() -> PageReply {
    guard !thread.participants.isEmpty else { return .say("nobody is named here") }
    return .push(
      PeoplePage(
        title: "In this conversation",
        accounts: thread.participants,
        notes: thread.participantNotes(author: post?.author)
      )
    )
  }

  // MARK: Searching

  func expanded() -> (any PageContent)? {
    guard !thread.collapsed.isEmpty else { return nil }
    var page = self
    _ = page.thread.toggleAll()
    return page
  }

  mutating func expand(toShow row: RowID) -> [RowID] {
    guard case .comment(let number) = row else { return [] }
    return thread.expand(toShow: number).map { .comment($0) }
  }

  mutating func collapse(_ rows: [RowID]) -> [RowID: RowID] {
    thread.collapse(rows.compactMap { if case .comment(let number) = $0 { number } else { nil } })
  }

  // MARK: Growth

  mutating func take(_ changes: TimelineChanges, top: RowID, in feed: Timeline) -> PageGrowth {
    if marksNews, search != nil {
      for position in changes.inserted.joined() {
        if let id = feed.id(at: position) { search?.add(id) }
      }
    }
    let newRevision = feed.revision(of: record)
    guard newRevision != revision, feed.row(of: record) != nil else { return .nothing }
    let before = Set(thread.commentIDs)
    entry = feed.record(record)
    revision = newRevision
    rebuild()
    if marksNews { news.formUnion(thread.commentIDs.filter { !before.contains($0) }) }
    return .changed
  }

  func hasWork(in feed: Timeline) -> Bool { search?.hasWork ?? false }

  mutating func work(in feed: Timeline) -> PageGrowth {
    guard search?.advance(feed, bytes: Self.replySlice) == true else { return .nothing }
    if let search { news.formUnion(search.news) }
    rebuild()
    return .changed
  }

  func status(of row: RowID, in feed: Timeline) -> String {
    let count = thread.commentCount
    guard count > 0 else {
      let counted = PostRow.count(post?.commentsCount, "comment", "comments")
      return "post · \(counted.map { "\($0), none in the feed" } ?? "no comments")"
    }
    let new = news.isEmpty ? "" : " · \(news.count) new"
    if case .comment(let number) = row, let place = thread.index(of: number) {
      return "comment \(place + 1) of \(count)\(new)"
    }
    return "post · \(count) \(count == 1 ? "comment" : "comments")\(new)"
  }

  private mutating func rebuild() {
    guard let post else {
      thread.rebuild(head: [.post], comments: [], author: nil)
      return
    }
    var head = [RowID.post]
    if !post.likes.isEmpty { head.append(.likers) }
    if !post.reshares.isEmpty { head.append(.resharers) }
    thread.rebuild(
      head: head,
      comments: post.comments + (search?.found ?? []),
      author: post.author
    )
  }
}

extension PageContent where Self == PeoplePage {
  /// The page of those who like a post.
  static func likers(of post: Post) -> PeoplePage {
    PeoplePage(title: "Liked by", accounts: post.likes, statedCount: post.likesCount)
  }

  /// The page of those who reshared a post.
  static func resharers(of post: Post) -> PeoplePage {
    PeoplePage(title: "Reshared by", accounts: post.reshares, statedCount: post.resharesCount)
  }
}
