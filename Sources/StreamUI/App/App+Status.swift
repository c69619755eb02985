import Addresses
import CellGrid
import StreamModel

/// The last line of the screen, which content never reaches.
extension App {
  func statusLine(_ rows: PageRows, _ visible: [Viewport.Visible]) -> CellLine {
    let (text, role) = statusText(rows)
    var line = CellLine(columns: size.columns, role: role)
    line.fill(columns: 0..<size.columns, role: role)
    // Where a key leads is never cut for the figures.
    let showsHUD = showsHUD && question == nil && focusedLink == nil && hints == nil
    let hint: SafeText =
      if let count {
        SafeText(sanitizing: "\(count) ")
      } else if hints != nil {
        "Esc leaves "
      } else if prompt != nil {
        "Enter goes, Esc leaves "
      } else {
        showsHUD ? SafeText(sanitizing: hudText(visible, rows)) : "? help "
      }
    let hintWidth = ColumnWidth.columns(of: hint)
    let width = ColumnWidth.columns(of: text)
    let fits = width + hintWidth + 2 <= size.columns
    let room = showsHUD && !fits ? max(0, size.columns - hintWidth - 2) : size.columns
    if width + 1 <= room {
      _ = line.put(text, at: 1, role: role)
    } else if room > 2 {
      let end = ColumnWidth.prefix(of: text, in: 0..<text.count, fitting: room - 2)
      let column = line.put(text, 0..<end, at: 1, role: role)
      _ = line.put("…", at: column, role: role)
    }
    if fits || showsHUD {
      _ = line.put(hint, at: max(0, size.columns - hintWidth), role: role)
    }
    return line
  }

  private func statusText(_ rows: PageRows) -> (SafeText, Role) {
    if let prompt {
      return (SafeText(sanitizing: "\(prompt.sign)\(prompt.text)▏\(promptNote)"), .status)
    }
    if let search {
      return (SafeText(sanitizing: "looking for \(search.wanted.text) · Esc stops"), .status)
    }
    if message == nil, let hintText { return hintText }
    if let message { return (message.text, message.isWarning ? .statusWarning : .status) }
    if let link = focusedLink {
      if let named = LinkGate.otherHost(in: link.label, than: link.target) {
        let text = "\(link.target)  (the text says \(named))"
        return (SafeText(sanitizing: text), .statusWarning)
      }
      return (SafeText(sanitizing: link.target), .statusTarget)
    }
    return (SafeText(sanitizing: placeText(rows)), .status)
  }

  /// Where the reader is: "post 3 of 60", or "of ≥ 60" while the end is not known.
  private func placeText(_ rows: PageRows) -> String {
    let index = rows.index(of: page.list.selection) ?? 0
    switch page.content {
    case .timeline:
      guard rows.count > 0 else {
        return feed.isIndexed ? "no posts" : "waiting for posts"
      }
      let estimate = feed.estimatedCount
      let total =
        feed.isIndexed
        ? "\(rows.count)" : estimate > rows.count ? "about \(estimate)" : "≥ \(rows.count)"
      let problems = feed.problems.count
      let lost = problems == 0 ? "" : " · \(problems) \(problems == 1 ? "problem" : "problems")"
      let title = feed.title.map { "\($0) · " } ?? ""
      return "\(title)post \(index + 1) of \(total)\(lost)"
    case .detail(let detail):
      guard !detail.nodes.isEmpty else {
        let counted = PostRow.count(detail.post?.commentsCount, "comment", "comments")
        return "post · \(counted.map { "\($0), none in the feed" } ?? "no comments")"
      }
      let news = detail.news.isEmpty ? "" : " · \(detail.news.count) new"
      if case .comment(let comment) = page.list.selection {
        return "comment \(comment + 1) of \(detail.nodes.count)\(news)"
      }
      let count = detail.nodes.count
      return "post · \(count) \(count == 1 ? "comment" : "comments")\(news)"
    case .matches(let matches):
      let searching = matches.next < feed.recordCount ? ", searching" : ""
      let count = matches.found.count
      return index == 0
        ? "\(count) \(count == 1 ? "post" : "posts")\(searching)"
        : "post \(index) of \(count)\(searching)"
    case .people(let people): return "\(max(1, index)) of \(people.accounts.count)"
    case .links(let sheet): return sheet.placeText(index)
    case .help: return "help · q goes back"
    }
  }

  /// The strategy's live figures.
  private func hudText(_ visible: [Viewport.Visible], _ rows: PageRows) -> String {
    let rich = visible.count { page.list.rich.contains(rows.id(at: $0.row)) }
    let micros = lastFrameNanoseconds / 1000
    return " \(strategy.rawValue) \(isMoving ? "moving" : "rest") flat \(visible.count - rich)"
      + " rich \(rich) queued \(queue.waiting.count) cancelled \(queue.cancelledCount)"
      + " dropped \(queue.thrownAwayCount) decoded \(feed.decodeCount)"
      + " measured \(memo.measuredCount) \(micros)µs "
  }
}
