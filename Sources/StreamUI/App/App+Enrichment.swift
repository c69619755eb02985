import StreamModel

/// The scroll-idle strategy: who is rich when.
extension App {
  /// Called by every scroll: rows go flat as the strategy says, and the idle time starts anew.
  mutating func startMoving(at moment: Moment) {
    restDeadline = moment.advanced(byMilliseconds: idleDelay)
    pendingLinkSteps = []
    hints = nil
    switch strategy {
    case .idle:
      page.list.rich.removeAll()
    case .sticky, .sync, .eager:
      keepRichNearViewport()
    case .flat:
      break
    }
    page.list.failed.removeAll()
    queue.replace(with: [])
    overscan = []
    beginPreparation()
  }

  /// Ends the movement at once and lines up what is to become rich.
  mutating func comeToRest() {
    restDeadline = nil
    refillQueue()
  }

  /// The deadline has come: either the stream is at rest now, or the next row has its turn.
  mutating func comeDue(at moment: Moment) -> [Effect] {
    if let deadline = restDeadline {
      guard moment >= deadline else { return [] }
      comeToRest()
      return []
    }
    guard let work = queue.take() ?? nextInOverscan().flatMap({ queue.take($0) }) else { return [] }
    return job(work).map { [.enrich($0)] } ?? []
  }

  /// A row that must be enriched before the next frame is shown, under the strategies that do so.
  package mutating func jobForFrame() -> EnrichmentJob? {
    guard strategy == .eager || (strategy == .sync && isMoving), queue.inWork == nil else {
      return nil
    }
    let rows = rows
    for visible in viewport(of: rows).visible(from: place(in: rows)) {
      let id = rows.id(at: visible.row)
      guard wantsRich(id, at: visible.row, rows) else { continue }
      let entry = EnrichmentQueue.Entry(page: page.number, row: id)
      return queue.take(entry).flatMap { job($0) }
    }
    return nil
  }

  /// Takes a result in: the row is rich from now on, if it is still wanted.
  mutating func finish(_ token: EnrichmentToken, _ outcome: EnrichmentOutcome) {
    var failed = false
    if case .failed = outcome { failed = true }
    guard let entry = queue.finish(token, failed: failed), entry.page == page.number else {
      return
    }
    switch outcome {
    case .done(let rich):
      if let index = rows.index(of: entry.row) { memo.keep(rich, for: rows.key(at: index)) }
      page.list.rich.insert(entry.row)
    case .failed:
      page.list.failed.insert(entry.row)
    }
    continueLinkSteps()
    continueHints()
  }

  /// Lines up what is to become rich: the visible rows, and behind them a screenful ahead and half
  /// a screenful behind, each when its turn has come.
  mutating func refillQueue() {
    guard restDeadline == nil else { return }
    overscan = []
    overscanIsShort = false
    guard let rows = lineUpVisible() else { return }
    let ahead = pageLines
    let behind = pageLines / 2
    let above = Overscan(next: rows.lowerBound - 1, step: -1, linesLeft: movesUp ? ahead : behind)
    let below = Overscan(next: rows.upperBound + 1, step: 1, linesLeft: movesUp ? behind : ahead)
    overscan = movesUp ? [above, below] : [below, above]
  }

  /// Lines up the visible rows that are to become rich, from the selection outwards.
  ///
  /// - Returns: the visible rows; nil where none is to become rich by itself.
  @discardableResult
  mutating func lineUpVisible() -> ClosedRange<Int>? {
    guard restDeadline == nil else { return nil }
    let rows = rows
    let visible = viewport(of: rows).visible(from: place(in: rows))
    guard strategy != .flat || waitsForLinks, let first = visible.first,
      let last = visible.last
    else {
      queue.replace(with: [])
      return nil
    }
    keepRichNearViewport()
    let focus = rows.index(of: page.list.selection) ?? first.row
    let order = visible.map(\.row).sorted { abs($0 - focus) < abs($1 - focus) }
    queue.replace(
      with: order.compactMap { index in
        let id = rows.id(at: index)
        return wantsRich(id, at: index, rows)
          ? EnrichmentQueue.Entry(page: page.number, row: id) : nil
      }
    )
    return first.row...last.row
  }

  /// The next row beyond the viewport that is to become rich.
  ///
  /// At most one row is measured on the way, for a key may be waiting: nil then, and where there is
  /// none left.
  private mutating func nextInOverscan() -> EnrichmentQueue.Entry? {
    guard queue.inWork == nil else { return nil }
    let rows = rows
    let measured = memo.measuredCount
    while let way = overscan.first, memo.measuredCount == measured {
      guard way.linesLeft > 0, way.next >= 0, way.next < rows.count else {
        overscanIsShort = overscanIsShort || (way.linesLeft > 0 && way.next > 0)
        overscan.removeFirst()
        continue
      }
      overscan[0].linesLeft -= rows.height(at: way.next)
      overscan[0].next += way.step
      let id = rows.id(at: way.next)
      if wantsRich(id, at: way.next, rows) {
        return EnrichmentQueue.Entry(page: page.number, row: id)
      }
    }
    return nil
  }

  /// Whether what is done when ``Event/due`` comes can change what is seen.
  package var dueIsSeen: Bool {
    restDeadline != nil || queue.hasWork || waitsForLinks || showsHUD
  }

  /// Whether a key waits for the links of the rows that are seen.
  private var waitsForLinks: Bool {
    !pendingLinkSteps.isEmpty || hints.map { !$0.isReady } ?? false
  }

  /// Whether every visible row that can be rich is.
  package func visibleRowsAreRich() -> Bool {
    let rows = rows
    return viewport(of: rows).visible(from: place(in: rows)).allSatisfy { visible in
      !wantsRich(rows.id(at: visible.row), at: visible.row, rows)
    }
  }

  private func wantsRich(_ id: RowID, at index: Int, _ rows: PageRows) -> Bool {
    !page.list.rich.contains(id) && !page.list.failed.contains(id)
      && rows.laid(at: index).isMarkedUp
  }

  private func job(
    _ work: (token: EnrichmentToken, entry: EnrichmentQueue.Entry)
  ) -> EnrichmentJob? {
    let rows = rows
    guard work.entry.page == page.number, let index = rows.index(of: work.entry.row) else {
      return nil
    }
    return EnrichmentJob(token: work.token, laid: rows.laid(at: index))
  }

  /// What is rich and has left the overscan is rich no more.
  private mutating func keepRichNearViewport() {
    guard !page.list.rich.isEmpty else { return }
    let rows = rows
    let visible = viewport(of: rows).visible(from: place(in: rows))
    guard let first = visible.first, let last = visible.last else { return }
    // A row has at least one line, so this many rows reach beyond the overscan.
    let near = (first.row - pageLines)...(last.row + pageLines)
    page.list.rich.keep { rows.index(of: $0).map(near.contains) ?? false }
  }
}

/// A way along the rows beyond the viewport, as far as its lines reach.
struct Overscan {
  /// The row that comes next.
  var next: Int
  /// 1 for down, -1 for up.
  let step: Int
  var linesLeft: Int
}
