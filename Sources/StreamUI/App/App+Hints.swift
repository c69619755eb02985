import Addresses
import CellGrid

/// Labels over the links of the screen: two keys to any of them.
extension App {
  /// Puts labels over all links that are seen; a moving stream settles first.
  mutating func showHints(_ purpose: Hints.Purpose) {
    hints = Hints(purpose)
    comeToRest()
    continueHints()
  }

  /// Shows the labels once the rows that are seen are rich.
  mutating func continueHints() {
    guard var hints, !hints.isReady, visibleRowsAreRich() else { return }
    let links = linksInSight()
    guard !links.isEmpty else {
      self.hints = nil
      say("no links on the screen")
      return
    }
    hints.begin(with: links)
    self.hints = hints
    if links.count > HintLabels.limit { say("only \(HintLabels.limit) links have labels") }
  }

  /// A key for the labels; nil where it is for the page.
  mutating func takeHint(_ input: Input, at moment: Moment) -> [Effect]? {
    guard var hints else { return nil }
    guard case .key(let key) = input else {
      // A paste says nothing; the mouse has its own way to links.
      if case .mouse = input { self.hints = nil }
      return nil
    }
    // What is for the screen and the shell is so wherever it is pressed.
    if Self.isForTheScreen(input) { return nil }
    message = nil
    let outcome = hints.take(key)
    self.hints = hints
    switch outcome {
    case .typing: return []
    case .left:
      self.hints = nil
      return []
    case .notMine:
      self.hints = nil
      return nil
    case .unknown(let label):
      say("no link has the label \(label)")
      return []
    case .chosen(let hint, let isCopied):
      self.hints = nil
      return isCopied ? copy(hint.link.target) : follow(hint, wasSeen: hints.wasSeen)
    case .collected:
      self.hints = nil
      guard !hints.collection.isEmpty else {
        say("no link was taken")
        return []
      }
      return openTogether(
        hints.collection.map(\.hint.link),
        isShown: hints.collection.allSatisfy(\.wasSeen)
      )
    }
  }

  /// Plays what was typed before the labels were there.
  mutating func takeEarlyKeys(at moment: Moment) -> [Effect] {
    guard let hints, hints.isReady, !hints.early.isEmpty else { return [] }
    var effects: [Effect] = []
    self.hints?.forgetEarlyKeys()
    for key in hints.early { effects += takeHint(.key(key), at: moment) ?? [] }
    return effects
  }

  /// Draws the labels over the links that they belong to; no cell moves.
  func drawHints(_ rows: PageRows, _ visible: [Viewport.Visible], on screen: inout Screen) {
    guard let hints else { return }
    for hint in hints.candidates {
      guard let index = rows.index(of: hint.row),
        let seen = visible.first(where: { $0.row == index })
      else { continue }
      let line = seen.top + hint.spot.line - seen.firstLine
      guard (seen.top..<seen.top + seen.lines).contains(line) else { continue }
      var cells = screen.lines[line]
      hint.draw(on: &cells, typed: hints.typed)
      if hints.isCollected(hint) {
        cells.restyle(columns: hint.spot.columns, role: .linkFocused, adding: [])
      }
      screen.set(line: line, to: cells)
    }
  }

  /// What the status line says while labels are shown.
  var hintText: (text: SafeText, role: Role)? {
    guard let hints else { return nil }
    guard hints.isReady else { return ("looking for links …", .status) }
    if hints.isFiltering, let filter = hints.filter {
      let count = hints.shown.count
      let text = "/\(filter)▏ \(count) \(count == 1 ? "link" : "links")"
      return (SafeText(sanitizing: text), .status)
    }
    let candidates = hints.candidates
    if candidates.count == 1, let only = candidates.first, hints.purpose == .follow {
      return (SafeText(sanitizing: only.link.target), .statusTarget)
    }
    switch hints.purpose {
    case .follow:
      return ("a follows, A copies · / narrows · Esc leaves", .status)
    case .collect:
      guard let last = hints.collection.last else {
        return ("letters take links · Enter opens them together", .status)
      }
      let text = "\(hints.collection.count) · \(last.hint.link.target)"
      return (SafeText(sanitizing: text), .statusTarget)
    }
  }

  private mutating func follow(_ hint: Hint, wasSeen: Bool) -> [Effect] {
    switch hint.subject {
    case .link(let link):
      setSelection(hint.row)
      return follow(link, isShown: wasSeen && hint.showsTarget)
    case .entry(let link):
      _ = pop()
      return follow(link, isShown: wasSeen)
    }
  }

  /// The links of the rows that are seen, nearest to the selection first.
  private func linksInSight() -> [Hint] {
    let rows = rows
    let visible = visibleRows()
    var found: [(distance: Int, hint: Hint)] = []
    let selected = rows.index(of: page.list.selection) ?? visible.first?.row ?? 0
    for seen in visible {
      for hint in hints(of: seen, rows) { found.append((abs(seen.row - selected), hint)) }
    }
    // Stable: among links equally far the reading order stays.
    return found.enumerated()
      .sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
      .map(\.element.hint)
  }

  private func hints(of seen: Viewport.Visible, _ rows: PageRows) -> [Hint] {
    let id = rows.id(at: seen.row)
    let lines = seen.firstLine..<(seen.firstLine + seen.lines)
    if case .links(let sheet) = page.content, case .entry(let entry) = id {
      guard let link = sheet.link(at: entry) else { return [] }
      let spot = RowLink.Spot(line: lines.lowerBound, columns: 0..<RowLayout.gutter)
      return [Hint(subject: .entry(link), row: id, spot: spot, room: 0, target: nil)]
    }
    guard page.list.rich.contains(id) else { return [] }
    let links = rows.rich(at: seen.row).links
    let edges = Dictionary(grouping: links.flatMap(\.spots), by: \.line)
    return links.compactMap { link in
      // The part of it that is seen with the most room behind it.
      let parts = link.spots.filter { lines.contains($0.line) }.map { spot in
        let next = (edges[spot.line] ?? []).map(\.columns.lowerBound)
          .filter { $0 > spot.columns.lowerBound }.min()
        return (spot: spot, room: (next.map { $0 - 1 } ?? size.columns) - spot.columns.lowerBound)
      }
      guard let first = parts.first else { return nil }
      let best = parts.dropFirst().reduce(first) { $1.room > $0.room ? $1 : $0 }
      return Hint(
        subject: .link(link),
        row: id,
        spot: best.spot,
        room: best.room,
        target: Self.target(of: link)
      )
    }
  }

  /// Where a link leads outside, as the gate would hand it on.
  private static func target(of link: RowLink) -> LinkTarget? {
    switch link.kind {
    case .mention, .hashtag: return nil
    case .link, .attachment:
      switch LinkGate.judge(link.target, label: link.label) {
      case .open(let target), .ask(let target, _): return target
      case .refuse: return nil
      }
    }
  }
}
