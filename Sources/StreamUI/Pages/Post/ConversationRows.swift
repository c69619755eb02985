import CellGrid
import StreamModel

/// The rows of a conversation: their texts, what they show, and the status at each.
extension OpenedConversation {
  func text(of row: RowID, _ folds: PostRow.Folds, in context: RowContext) -> Row {
    let key = context.keymap.name(of: .listPeople)
    switch (entry, row) {
    case (.problem(let problem), _): return context.posts.row(problem)
    case (.post, .ancestor(let distance)): return ancestorRow(distance, folds, context)
    case (.post(let post), .likers):
      return AccountRow.summary("♥ ", "Liked by", post.likes, of: post.knownLikesCount, key: key)
    case (.post(let post), .resharers):
      return AccountRow.summary(
        "↻ ",
        post.reshareTerm.by,
        post.reshares,
        of: post.knownResharesCount,
        key: key
      )
    case (.post, .more):
      return ElsewhereRow.more(
        leftOut,
        next: search?.limit ?? 0,
        key: context.keymap.name(of: .enter)
      )
    case (.post, .comment(let number)): return commentRow(number, folds, context)
    case (.post, .place(let place)):
      guard let entry = discussions.entry(place) else { return Row(before: []) }
      return entry.row(showing: discussions.discussion(of: place), context)
    case (.post(let post), _):
      let row = context.posts.fullRow(
        post,
        sources: context.feed.sources(of: record),
        folds: folds,
        commentCount: countInRow,
        voice: thread.voice(of: post.author)
      )
      return context.extended(row, record)
    }
  }

  func subject(of row: RowID, in feed: Timeline) -> RowSubject {
    switch row {
    case .post, .likers, .resharers: return post.map { .post($0) } ?? .nothing
    case .ancestor(let distance):
      if let id = shownRecord(of: row) { return feed.subject(of: id) }
      switch ancestor(distance) {
      case .elsewhere(let name):
        return .comment(Comment(named: name, at: ElsewhereRow.address(name)))
      case .fetched(let post): return .post(post)
      case .post, nil: return .nothing
      }
    case .comment(let number):
      if let id = shownRecord(of: row) { return feed.subject(of: id) }
      return thread.node(number).map { .comment($0.comment) } ?? .nothing
    case .place(let place):
      guard let page = discussions.entry(place)?.place.page else { return .nothing }
      return .comment(Comment(named: page, at: page))
    default: return .nothing
    }
  }

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

  private func ancestorRow(_ distance: Int, _ folds: PostRow.Folds, _ context: RowContext) -> Row {
    switch ancestor(distance) {
    case .elsewhere(let name): return ElsewhereRow.parent(name)
    case .fetched(let post):
      return folds.isExpanded
        ? context.posts.row(.post(post), folds: folds) : ElsewhereRow.parent(post, context.clock)
    case .post(let id):
      let record = context.feed.record(id)
      guard case .post(let post) = record, !folds.isExpanded else {
        return context.extended(context.posts.row(record, folds: folds), id)
      }
      return ElsewhereRow.parent(post, context.clock)
    case nil: return Row(before: [])
    }
  }

  private func commentRow(_ number: Int, _ folds: PostRow.Folds, _ context: RowContext) -> Row {
    guard let node = thread.node(number) else { return Row(before: []) }
    if let part = part(of: .comment(number)) {
      let indent = min(node.depth, CommentRow.deepest) * CommentRow.step
      return part.row(showing: nil, indent: indent, context)
    }
    let key = context.keymap.name(of: .enter)
    if let row = ElsewhereRow.row(node, density: context.density, key: key) { return row }
    let id = search?.record(of: node.comment.id)
    let rows = CommentRow(context.clock, foldLines: context.foldLines, foldKey: context.foldKey)
    let row = rows.row(
      node,
      post: id.flatMap { context.feed.subject(of: $0).post }
        ?? search?.fetchedPost(node.comment.id),
      isCollapsed: thread.collapsed.contains(number),
      isNew: news.contains(node.comment.id),
      voice: thread.voice(of: node.comment.author),
      folds: folds,
      density: context.density
    )
    return id.map { context.extended(row, $0) } ?? row
  }

  func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String {
    let new = news.isEmpty ? "" : " · \(news.count.grouped) new"
    let order = order == .document ? "" : " · \(order.name)"
    let searching = hasWork(in: feed) ? ", searching" : ""
    let changed = feed.noteOfChange(keymap)
    let ancestorCount = search?.ancestors.count ?? 0
    let parents = PostRow.count(ancestorCount, "parent", "parents").map { " · \($0)" } ?? ""
    switch row {
    case .comment(let number):
      guard let place = thread.ordinal(of: number) else {
        return "comments that are not in the feed\(searching)"
      }
      return "comment \(place.grouped) of \(thread.commentCount.grouped)\(new)\(order)\(searching)"
        + changed
    case .place(let place):
      let host = discussions.entry(place)?.place.host ?? ""
      return "discussion on \(host)\(countWords)\(new)\(order)"
    case .ancestor(let distance):
      return "parent \((distance + 1).grouped) of \(ancestorCount.grouped)\(searching)"
    default:
      return "post\(parents)\(countWords)\(new)\(edit(in: feed, keymap))\(order)\(searching)"
        + changed
    }
  }

  /// The key for what the last edit has changed, where an earlier text is known.
  private func edit(in feed: Timeline, _ keymap: PageKeymap) -> String {
    guard let post = post, post.state == .updated || post.edited != nil,
      feed.former(of: record) != nil
    else { return "" }
    return " · edited (\(keymap.name(of: .changes)))"
  }
}

extension CommentOrder {
  var name: String {
    switch self {
    case .document: Timeline.Order.document.name
    case .oldest: Timeline.Order.oldest.name
    case .newest: Timeline.Order.newest.name
    case .likes: Timeline.Order.likes.name
    }
  }
}
