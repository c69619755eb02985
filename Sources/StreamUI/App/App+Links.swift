import CellGrid
import StreamModel

/// The way through the links of a page.
enum LinkStep: Sendable {
  case next
  case previous
}

/// The link cursor and what following a link means.
extension App {
  /// Goes to the next or previous link; a moving stream settles first.
  mutating func step(_ step: LinkStep) {
    pendingLinkSteps.append(step)
    comeToRest()
    continueLinkSteps()
  }

  /// Takes the pending steps, each once the rows that it needs are rich.
  mutating func continueLinkSteps() {
    while let step = pendingLinkSteps.first, visibleRowsAreRich() {
      if takeStep(step) {
        pendingLinkSteps.removeFirst()
      } else if revealLinks(beyond: step) {
        refillQueue()
        guard visibleRowsAreRich() else { return }
        pendingLinkSteps.removeFirst()
        _ = takeStep(step)
      } else {
        // Further ones of the same way find none either.
        pendingLinkSteps = Array(pendingLinkSteps.drop { $0 == step })
        say(step == .next ? "no more links below" : "no more links above")
      }
    }
  }

  /// The link in focus, if its row is rich.
  var focusedLink: RowLink? {
    guard let focus = page.list.focus, page.list.rich.contains(focus.row) else { return nil }
    let rows = rows
    guard let index = rows.index(of: focus.row) else { return nil }
    let links = rows.rich(at: index).links
    return links.indices.contains(focus.link) ? links[focus.link] : nil
  }

  /// The link that covers a cell of the screen, if its row is rich.
  func link(line: Int, column: Int) -> ListState.LinkFocus? {
    let rows = rows
    guard let seen = visibleRows().first(where: { ($0.top..<$0.top + $0.lines).contains(line) })
    else { return nil }
    let id = rows.id(at: seen.row)
    guard page.list.rich.contains(id) else { return nil }
    let lineInRow = seen.firstLine + line - seen.top
    let links = rows.rich(at: seen.row).links
    guard
      let index = links.firstIndex(where: { link in
        link.spots.contains { $0.line == lineInRow && $0.columns.contains(column) }
      })
    else { return nil }
    return ListState.LinkFocus(row: id, link: index)
  }

  /// Follows `link`: inside the viewer where it leads inside, else outside.
  ///
  /// - Parameter isShown: whether a frame has shown where it leads.
  mutating func follow(_ link: RowLink, isShown: Bool = true) -> [Effect] {
    switch link.kind {
    case .mention:
      push(.matches(MatchesContent(subject: .account(account(mentioned: link)))), first: .heading)
      return []
    case .hashtag:
      let tag = link.label.lowercased().trimmingPrefix("#")
      push(.matches(MatchesContent(subject: .tag(String(tag)))), first: .heading)
      return []
    case .link, .attachment:
      if let record = record(at: link.target) {
        visited.insert(link.target)
        openDetail(record)
        return []
      }
      return openOutside(link.target, label: link.label, isShown: isShown)
    }
  }

  /// Whether `link` was followed in this run; mentions and tags are pages, not places.
  func isVisited(_ link: RowLink) -> Bool {
    (link.kind == .link || link.kind == .attachment) && visited.contains(link.target)
  }

  /// Whether following `link` leaves the viewer.
  func leadsOutside(_ link: RowLink) -> Bool {
    switch link.kind {
    case .mention, .hashtag: false
    case .link, .attachment: record(at: link.target) == nil
    }
  }

  mutating func say(_ text: String) {
    message = Message(text: SafeText(sanitizing: text), isWarning: false)
  }

  mutating func warn(_ text: String) {
    message = Message(text: SafeText(sanitizing: text), isWarning: true)
  }

  /// Focuses the link that comes next in reading order among the rows that are seen.
  private mutating func takeStep(_ step: LinkStep) -> Bool {
    let rows = rows
    let visible = visibleRows()
    var candidates: [(focus: ListState.LinkFocus, row: Int, line: Int)] = []
    for seen in visible {
      let id = rows.id(at: seen.row)
      guard page.list.rich.contains(id) else { continue }
      for (index, link) in rows.rich(at: seen.row).links.enumerated() {
        guard let spot = link.spots.first else { continue }
        candidates.append((ListState.LinkFocus(row: id, link: index), seen.row, spot.line))
      }
    }
    let isSeen = { (row: Int, line: Int) -> Bool in
      visible.contains { $0.row == row && ($0.firstLine..<$0.firstLine + $0.lines).contains(line) }
    }
    let current = candidates.firstIndex { $0.focus == page.list.focus }
    let chosen: Int?
    switch (step, current) {
    case (.next, let current?): chosen = current + 1
    case (.previous, let current?): chosen = current - 1
    case (.next, nil): chosen = candidates.firstIndex { isSeen($0.row, $0.line) }
    case (.previous, nil): chosen = candidates.lastIndex { isSeen($0.row, $0.line) }
    }
    guard let chosen, candidates.indices.contains(chosen) else { return false }
    let link = candidates[chosen]
    page.list.selection = link.focus.row
    page.list.focus = link.focus
    if !isSeen(link.row, link.line) { reveal(line: link.line, of: link.row) }
    return true
  }

  /// Scrolls to the nearest row beyond the viewport that has links; false when none is near.
  private mutating func revealLinks(beyond step: LinkStep) -> Bool {
    let reach = 1000
    let rows = rows
    let visible = visibleRows()
    guard let first = visible.first, let last = visible.last else { return false }
    let way: [Int] =
      step == .next
      ? Array(last.row + 1..<max(last.row + 1, min(rows.count, last.row + reach)))
      : Array(max(0, first.row - reach)..<first.row).reversed()
    guard let row = way.first(where: { rows.laid(at: $0).isMarkedUp }) else { return false }
    reveal(row)
    return true
  }

  private mutating func reveal(line: Int, of row: Int) {
    let rows = rows
    let viewport = viewport(of: rows)
    let top = place(in: rows)
    let isAbove = row < top.row || (row == top.row && line < top.line)
    let target = Viewport.Place(row: row, line: line)
    setPlace(isAbove ? target : viewport.moved(target, by: 1 - pageLines), in: rows)
    settleViewport()
    refillQueue()
  }

  private func account(mentioned link: RowLink) -> AccountKey {
    if let index = rows.index(of: page.list.selection),
      let post = post(at: index),
      let mention = post.mentions.first(where: { $0.url == link.target })
    {
      return AccountKey(handle: mention.handle, url: mention.url)
    }
    return AccountKey(mention: link.target)
  }

  /// The record whose post has `target` as its address.
  private func record(at target: String) -> Int? {
    // A look at 64 MiB takes some ten milliseconds; what lies further on opens outside.
    let budget = 64 << 20
    let candidates = 20
    var from = 0
    let needle = Array(target.utf8)
    guard needle.count >= 8 else { return nil }
    for _ in 0..<candidates {
      guard case .found(let index) = feed.search(needle, from: from, bytes: budget) else { break }
      if case .post(let post) = feed.record(at: index), post.url == target { return index }
      from = index + 1
    }
    return nil
  }
}
