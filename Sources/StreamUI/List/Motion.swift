enum Motion {
  /// Lines to scroll, down if positive.
  case lines(Int)
  case rows(Int)
  case to(Destination)
  case place(ScreenPart)
  /// Selects a row on the screen: the one of this number, from 1, counted from its part's edge.
  case onScreen(ScreenPart, Int)

  /// Repetitions beyond this take long and lead nowhere new; for places there is a jump.
  static let mostTimes = 10_000

  init?(_ action: Action, count: Int?, lines: Int) {
    let times = min(count ?? 1, Self.mostTimes)
    let half = max(1, lines / 2) * times
    let whole = max(1, lines - 2) * times
    switch action {
    case .lineDown: self = .lines(times)
    case .lineUp: self = .lines(-times)
    case .halfPageDown: self = .lines(half)
    case .halfPageUp: self = .lines(-half)
    case .pageDown: self = .lines(whole)
    case .pageUp: self = .lines(-whole)
    case .rowDown: self = .rows(times)
    case .rowUp: self = .rows(-times)
    case .first: self = .to(count.map { .number($0) } ?? .row(0))
    case .last: self = .to(count.map { .number($0) } ?? .end)
    case .selectionToTop: self = .place(.top)
    case .selectionToMiddle: self = .place(.middle)
    case .selectionToBottom: self = .place(.bottom)
    case .firstOnScreen: self = .onScreen(.top, times)
    case .middleOnScreen: self = .onScreen(.middle, times)
    case .lastOnScreen: self = .onScreen(.bottom, times)
    case .percent:
      guard let count else { return nil }
      self = .to(.percentage(min(100, count)))
    default: return nil
    }
  }
}

/// A place of a page that may not be known yet.
package enum Destination: Equatable, Sendable {
  case end
  /// The row of this number, from 0, or the last one.
  case row(Int)
  /// The post or comment of this number, from 1, as the page numbers them, or the last one.
  case number(Int)
  /// A percentage of the way, from 0 to 100.
  case percentage(Int)

  func isKnown(in rows: PageRows) -> Bool {
    // The end of a file that grows is never known: who goes there follows it.
    if rows.isComplete { return self != .end || !rows.mayGrow }
    switch self {
    case .row(let row): return row < rows.count
    case .number(let number): return rows.position(ofNumber: number) < rows.count
    case .end, .percentage: return false
    }
  }

  func position(in rows: PageRows) -> Int? {
    guard rows.count > 0 else { return nil }
    let target: Int
    switch self {
    case .end: target = rows.count - 1
    case .row(let row): target = row
    case .number(let number): target = rows.position(ofNumber: number)
    case .percentage(let percentage):
      let total = rows.estimatedCount
      target =
        Int(clamping: UInt64(clamping: total) / 100 &* UInt64(clamping: percentage))
        + total % 100 * percentage / 100
    }
    return max(0, min(target, rows.count - 1))
  }
}

enum ScreenPart {
  case top, middle, bottom

  /// The line, from 0, on which a row of `height` lines begins that stands in this part of `lines`; less
  /// than 0 where its end stands at the bottom and its beginning above the screen.
  func line(ofHeight height: Int, in lines: Int) -> Int {
    switch self {
    case .top: 0
    case .middle: max(0, (lines - height) / 2)
    case .bottom: lines - height
    }
  }

  /// The row of `visible` in this part; nil where none is seen.
  ///
  /// Rows that begin above the screen count only where no other is seen.
  ///
  /// - Parameter number: the number of the row, from 1, counted from the edge; the middle has one.
  func row(_ number: Int, of visible: [Viewport.Visible]) -> Int? {
    let beginning = visible.filter { $0.firstLine == 0 }
    let rows = beginning.isEmpty ? visible : beginning
    guard let first = rows.first, let last = rows.last else { return nil }
    switch self {
    case .top: return rows[min(max(1, number), rows.count) - 1].row
    case .bottom: return rows[rows.count - min(max(1, number), rows.count)].row
    case .middle:
      let middle = (last.top + last.lines) / 2
      return rows.last { $0.top <= middle }?.row ?? first.row
    }
  }
}

/// The way of the focus through the links of the visible rows, in reading order.
struct LinkCursor {
  private struct Candidate {
    let focus: LinkFocus
    let position: Int
    /// First line of the link in its row.
    let line: Int
  }

  private let visible: [Viewport.Visible]
  private let candidates: [Candidate]
  /// The position of the selected row, from which a first step goes; nil where it is not seen.
  private let start: Int?
  private let rows: PageRows

  init(_ list: List, in rows: PageRows) {
    self.rows = rows
    visible = list.visible(in: rows)
    var found: [Candidate] = []
    for seen in visible {
      guard let row = rows.row(at: seen.row), list.enrichment.isRich(row) else { continue }
      for (index, link) in rows.rich(row).links.enumerated() {
        guard let spot = link.spots.first else { continue }
        let focus = LinkFocus(row: row, link: index)
        found.append(Candidate(focus: focus, position: seen.row, line: spot.line))
      }
    }
    candidates = found
    let selected = rows.position(of: list.selection)
    start = visible.contains { $0.row == selected } ? selected : nil
  }

  func step(_ step: LinkStep, _ list: inout List) -> Bool {
    let current = candidates.firstIndex { $0.focus == list.focus }
    let chosen: Int?
    switch (step, current) {
    case (.next, let current?): chosen = current + 1
    case (.previous, let current?): chosen = current - 1
    case (.next, nil):
      chosen =
        candidates.firstIndex { isSeen($0) && $0.position >= start ?? .min }
        ?? candidates.firstIndex(where: isBelow)
    case (.previous, nil):
      chosen =
        candidates.lastIndex { isSeen($0) && $0.position <= start ?? .max }
        ?? candidates.lastIndex(where: isAbove)
    }
    guard let chosen, candidates.indices.contains(chosen) else { return false }
    let link = candidates[chosen]
    list.standpoint.focus(on: link.focus)
    if !isSeen(link) { list.standpoint.reveal(line: link.line, ofRowAt: link.position, in: rows) }
    return true
  }

  /// Whether the link stands further down in the last row that is seen.
  private func isBelow(_ candidate: Candidate) -> Bool {
    visible.last.map {
      $0.row == candidate.position && candidate.line >= $0.firstLine + $0.lines
    } ?? false
  }

  /// Whether the link stands further up in the first row that is seen.
  private func isAbove(_ candidate: Candidate) -> Bool {
    visible.first.map { $0.row == candidate.position && candidate.line < $0.firstLine } ?? false
  }

  private func isSeen(_ candidate: Candidate) -> Bool {
    visible.contains { seen in
      seen.row == candidate.position
        && (seen.firstLine..<seen.firstLine + seen.lines).contains(candidate.line)
    }
  }
}

/// How pages share the screen.
package enum ScreenLayout: String, CaseIterable, Sendable {
  case auto
  case list
  /// Side by side, unless the screen is narrower than the fewest columns of panes.
  case split
}
