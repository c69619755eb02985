import CellGrid
import StreamModel

/// A post with its conversation: the posts that it answers above it, the comments below.
struct DetailPage: PageContent {
  /// Bytes of records that are read for the conversation between two looks for keys.
  private static let sliceBytes = 256 << 10

  private let record: RecordID
  private var entry: Feed.Record
  private var revision: Int
  private var thread = CommentThread()
  private var search: ConversationSearch?
  /// Comments that came while the page was open.
  private var news: Set<Post.ID> = []
  /// Grows with every change of the conversation.
  private var version = 0

  /// Opens a record of `feed`.
  init(of record: RecordID, in feed: Timeline) {
    self.record = record
    entry = feed.record(record)
    revision = feed.revision(of: record)
    search = post.map { ConversationSearch(of: $0, record: record, in: feed) }
    // A small feed is searched at once: its page opens as it stays.
    for _ in 0..<2 { _ = search?.advance(feed, bytes: Self.sliceBytes) }
    rebuild()
  }

  let name = "detail"
  let firstRow = RowID.post
  let restingRow: RowID? = RowID.post
  var opened: RecordID? { record }

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
    var state = RowState(revision: revision &+ version &<< 32, showsAge: true)
    if case .comment(let number) = row { state.isCollapsed = thread.collapsed.contains(number) }
    if let id = shownRecord(of: row) { state.revision &+= feed.revision(of: id) }
    return state
  }

  func text(of row: RowID, _ folds: PostRow.Folds, in context: RowContext) -> Row {
    switch (entry, row) {
    case (.problem(let problem), _): return context.posts.row(problem)
    case (.post, .ancestor(let distance)): return ancestorRow(distance, folds, context)
    case (.post(let post), .likers): return AccountRow.summary("Liked by", post.likes)
    case (.post(let post), .resharers): return AccountRow.summary("Reshared by", post.reshares)
    case (.post, .more): return ElsewhereRow.more(leftOut, next: search?.limit ?? 0)
    case (.post, .comment(let number)): return commentRow(number, folds, context)
    case (.post(let post), _):
      return context.posts.fullRow(
        post,
        sources: context.feed.sources(of: record),
        commentCount: counts.known,
        voice: thread.voice(of: post.author)
      )
    }
  }

  func subject(of row: RowID, in feed: Timeline) -> RowSubject {
    switch row {
    case .post, .likers, .resharers: return post.map { .post($0) } ?? .nothing
    case .ancestor(let distance):
      if let id = shownRecord(of: row) { return feed.subject(of: id) }
      guard case .elsewhere(let name)? = ancestor(distance) else { return .nothing }
      let address = ElsewhereRow.address(name)
      return .comment(Comment(id: Post.ID(name), url: address, kind: .reference))
    case .comment(let number):
      if let id = shownRecord(of: row) { return feed.subject(of: id) }
      return thread.node(number).map { .comment($0.comment) } ?? .nothing
    default: return .nothing
    }
  }

  func record(of row: RowID) -> RecordID? { shownRecord(of: row) ?? record }

  var openedPost: RecordID? { record }
  func savedRow(of row: RowID) -> SavedPlace.PageRow? { thread.savedRow(of: row) }
  func row(savedAs row: SavedPlace.PageRow) -> RowID? { thread.row(savedAs: row) }

  func link(of row: RowID) -> RowLink? {
    switch row {
    case .comment(let number):
      return thread.node(number).flatMap { ElsewhereRow.link(of: $0.comment) }
    case .ancestor(let distance):
      guard case .elsewhere(let name)? = ancestor(distance) else { return nil }
      return ElsewhereRow.address(name).map { ElsewhereRow.link(to: $0, label: $0) }
    default: return nil
    }
  }

  func foldsWarning(of row: RowID, in feed: Timeline) -> Bool {
    shownRecord(of: row).flatMap { feed.subject(of: $0).post?.contentWarning } != nil
  }

  /// The record of a post above or a comment that is a post of the timeline.
  private func shownRecord(of row: RowID) -> RecordID? {
    switch row {
    case .ancestor(let distance):
      if case .post(let id)? = ancestor(distance) { id } else { nil }
    case .comment(let number):
      thread.node(number).flatMap { search?.record(of: $0.comment.id) }
    default: nil
    }
  }

  private func ancestor(_ distance: Int) -> ConversationSearch.Ancestor? {
    search?.ancestors.dropFirst(distance).first
  }

  private func ancestorRow(_ distance: Int, _ folds: PostRow.Folds, _ context: RowContext) -> Row {
    switch ancestor(distance) {
    case .elsewhere(let name): return ElsewhereRow.parent(name)
    case .post(let id):
      let record = context.feed.record(id)
      guard case .post(let post) = record, !folds.isExpanded else {
        return context.posts.row(record, folds: folds)
      }
      let mark = [MetaLine.Run("↑ ", .commentMark)]
      return CompactRow(now: context.now, zone: context.zone)
        .row(post, feedTitle: nil, mark: mark)
    case nil: return Row(before: [])
    }
  }

  private func commentRow(_ number: Int, _ folds: PostRow.Folds, _ context: RowContext) -> Row {
    guard let node = thread.node(number) else { return Row(before: []) }
    if let row = ElsewhereRow.row(node, density: context.density) { return row }
    let id = search?.record(of: node.comment.id)
    return CommentRow(now: context.now, zone: context.zone).row(
      node,
      post: id.flatMap { context.feed.subject(of: $0).post },
      isCollapsed: thread.collapsed.contains(number),
      isNew: news.contains(node.comment.id),
      voice: thread.voice(of: node.comment.author),
      folds: folds,
      density: context.density
    )
  }

  // MARK: Keys

  mutating func enter(_ row: RowID, in feed: Timeline) -> PageReply {
    if let link = link(of: row) { return .visit(link) }
    switch row {
    case .likers: return post.map { .push(.likers(of: $0)) } ?? .nothing
    case .resharers: return post.map { .push(.resharers(of: $0)) } ?? .nothing
    case .comment(let number): return toggle(number)
    case .ancestor where shownRecord(of: row) != nil: return .toggleFold
    case .more:
      search?.extend()
      // The further ones come in below.
      return thread.rows.dropLast().last.map { .select($0) } ?? .nothing
    default: return .nothing
    }
  }

  mutating func perform(_ action: Action, on row: RowID, in feed: Timeline) -> PageReply? {
    switch (action, row) {
    case (.participants, _):
      guard !thread.participants.isEmpty else { return .say("The feed names nobody here") }
      return .push(.participants(of: thread, author: post?.author))
    case (.collapse, .comment(let number)): return toggle(number)
    case (.collapseAll, _):
      return thread.hasReplies ? .reshaped(thread.toggleAll()) : .say("No replies to collapse")
    case (.parent, .comment(let number)):
      return thread.parent(of: number).map { .select($0.map { .comment($0) } ?? .post) }
    case (.parent, .ancestor(let distance)): return goUp(from: distance)
    case (.parent, _): return goUp(from: -1)
    case (.nextSibling, .comment(let number)):
      return go(thread.sibling(of: number, by: 1), or: "No next reply here")
    case (.previousSibling, .comment(let number)):
      return go(thread.sibling(of: number, by: -1), or: "No previous reply here")
    case (.nextThread, _):
      return go(thread.topLevel(from: row, by: 1), or: "No next comment on the post itself")
    case (.previousThread, _):
      return go(thread.topLevel(from: row, by: -1), or: "No previous comment on the post itself")
    case (.collapse, _), (.nextSibling, _), (.previousSibling, _):
      return .say("Select a comment first")
    default: return nil
    }
  }

  private mutating func toggle(_ number: Int) -> PageReply {
    guard thread.node(number).map({ $0.descendantCount > 0 }) == true else {
      return .say("Nobody has replied to this")
    }
    return .reshaped(thread.toggle(number))
  }

  /// To the post that the post, or one above it, replies to.
  private func goUp(from distance: Int) -> PageReply {
    if ancestor(distance + 1) != nil { return .select(.ancestor(distance + 1)) }
    if search?.knowsAncestors == false { return .say("Still searching for the parent post") }
    return .say("This is the first post of the conversation")
  }

  private func go(_ number: Int?, or refusal: String) -> PageReply {
    number.map { .select(.comment($0)) } ?? .say(refusal)
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
    // Rows that came or went may belong to the conversation, whatever was known of them before.
    if !changes.isEmpty { search?.refresh() }
    let newRevision = feed.revision(of: record)
    guard newRevision != revision, feed.row(of: record) != nil else { return .nothing }
    let before = Set(thread.commentIDs)
    entry = feed.record(record)
    revision = newRevision
    if let post { search?.list(post.comments) }
    rebuild()
    if search?.marksNews == true {
      news.formUnion(thread.commentIDs.filter { !before.contains($0) })
    }
    return .changed
  }

  func hasWork(in feed: Timeline) -> Bool { search?.hasWork(in: feed) ?? false }

  mutating func work(in feed: Timeline) -> PageGrowth {
    guard search?.advance(feed, bytes: Self.sliceBytes) == true else { return .nothing }
    rebuild()
    return .changed
  }

  func status(of row: RowID, in feed: Timeline) -> String {
    let new = news.isEmpty ? "" : " · \(news.count.grouped) new"
    let searching = hasWork(in: feed) ? ", searching" : ""
    let ancestorCount = search?.ancestors.count ?? 0
    let parents = PostRow.count(ancestorCount, "parent", "parents").map { " · \($0)" } ?? ""
    switch row {
    case .comment(let number):
      guard let place = thread.ordinal(of: number) else {
        return "comments that are not in the feed\(searching)"
      }
      return "comment \(place.grouped) of \(thread.commentCount.grouped)\(new)\(searching)"
    case .ancestor(let distance):
      return "parent \((distance + 1).grouped) of \(ancestorCount.grouped)\(searching)"
    default: return "post\(parents) · \(counts.text)\(new)\(searching)"
    }
  }

  private var counts: CommentCounts {
    CommentCounts(stated: post?.knownCommentsCount, of: thread, leftOut: leftOut)
  }

  /// The replies of the feed beyond those that are rows.
  private var leftOut: Int { search?.leftOut ?? 0 }

  private mutating func rebuild() {
    version &+= 1
    let above = search?.ancestors.indices.reversed().map { RowID.ancestor($0) } ?? []
    guard let post else { return thread.rebuild(head: [.post], comments: [], author: nil) }
    var head = above + [RowID.post]
    if !post.likes.isEmpty { head.append(.likers) }
    if !post.reshares.isEmpty { head.append(.resharers) }
    thread.rebuild(
      head: head,
      comments: search?.comments ?? [],
      tail: leftOut > 0 ? [.more] : [],
      author: post.author
    )
    if let search { news.formUnion(search.news) }
  }
}
