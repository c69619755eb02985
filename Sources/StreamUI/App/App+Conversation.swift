import CellGrid
import StreamModel

/// Drilling down into a post, and the ways through its comments.
extension App {
  /// Opens the page of a record.
  mutating func openDetail(_ record: Int) {
    let content = DetailContent(
      record: record,
      entry: feed.record(at: record),
      revision: feed.revision(at: record),
      known: feed.isIndexed ? feed.recordCount : nil
    )
    push(.detail(content), first: .post)
  }

  /// The post behind the row at `index` of the page on top.
  func post(at index: Int) -> Post? {
    switch (page.content, rows.id(at: index)) {
    case (.timeline, .record(let record)), (.matches, .record(let record)):
      guard case .post(let post) = feed.record(at: record) else { return nil }
      return post
    case (.detail(let detail), .post), (.detail(let detail), .likers),
      (.detail(let detail), .resharers):
      return detail.post
    default: return nil
    }
  }

  /// Everybody who wrote something here, in the order of the conversation.
  mutating func showParticipants() {
    guard case .detail(let detail) = page.content, !detail.participants.isEmpty else {
      say(
        isTimeline ? "a conversation has participants (Enter opens one)" : "nobody is named here"
      )
      return
    }
    var people = PeopleContent(
      title: "In this conversation",
      accounts: detail.participants,
      statedCount: nil
    )
    people.notes = detail.participantNotes
    push(.people(people), first: .entry(0))
  }

  mutating func collapse() {
    guard case .detail(let detail) = page.content, case .comment(let comment) = page.list.selection
    else { return }
    guard detail.nodes[comment].descendantCount > 0 else {
      say("nobody has answered this")
      return
    }
    var collapsed = detail.collapsed
    if collapsed.remove(comment) == nil { collapsed.insert(comment) }
    setCollapsed(collapsed)
  }

  mutating func collapseAll() {
    guard case .detail(let detail) = page.content else { return }
    guard detail.collapsed.isEmpty else {
      setCollapsed([])
      return
    }
    setCollapsed(Set(detail.nodes.indices.filter { detail.nodes[$0].descendantCount > 0 }))
  }

  mutating func goToParent(at moment: Moment) {
    guard case .detail(let detail) = page.content, case .comment(let comment) = page.list.selection
    else { return }
    go(to: detail.nodes[comment].parent.map { RowID.comment($0) } ?? .post, at: moment)
  }

  mutating func goToSibling(by step: Int, at moment: Moment) {
    guard case .detail(let detail) = page.content, case .comment(let comment) = page.list.selection
    else { return }
    let parent = detail.nodes[comment].parent
    goToComment(from: comment, by: step, at: moment) { detail.nodes[$0].parent == parent }
  }

  mutating func goToThread(by step: Int, at moment: Moment) {
    guard case .detail(let detail) = page.content else { return }
    var comment = step > 0 ? -1 : 0
    if case .comment(let selected) = page.list.selection { comment = selected }
    goToComment(from: comment, by: step, at: moment) { detail.nodes[$0].parent == nil }
  }

  private mutating func goToComment(
    from comment: Int,
    by step: Int,
    at moment: Moment,
    where fits: (Int) -> Bool
  ) {
    guard case .detail(let detail) = page.content else { return }
    var index = comment + step
    while detail.nodes.indices.contains(index) {
      if fits(index), detail.position(of: .comment(index)) != nil {
        go(to: .comment(index), at: moment)
        return
      }
      index += step
    }
    say(step > 0 ? "no further comment" : "no earlier comment")
  }

  private mutating func go(to row: RowID, at moment: Moment) {
    guard let index = rows.index(of: row) else { return }
    select(index, at: moment)
  }

  private mutating func setCollapsed(_ collapsed: Set<Int>) {
    guard case .detail(var detail) = page.content else { return }
    detail.setCollapsed(collapsed)
    page.content = .detail(detail)
    keepVisible(in: detail)
    page.list.focus = nil
    page.list.rich.removeAll()
    settleViewport()
    refillQueue()
  }

  /// What was collapsed away hands selection and anchor to the nearest comment above it.
  private mutating func keepVisible(in detail: DetailContent) {
    let nearest = { (row: RowID) -> RowID in
      guard case .comment(let comment) = row else { return row }
      var current: Int? = comment
      while let index = current, detail.nodes.indices.contains(index) {
        if detail.position(of: .comment(index)) != nil { return .comment(index) }
        current = detail.nodes[index].parent
      }
      return .post
    }
    page.list.selection = nearest(page.list.selection)
    let anchor = nearest(page.list.anchor.row)
    if anchor != page.list.anchor.row { page.list.anchor = ListState.Anchor(row: anchor, line: 0) }
  }
}
