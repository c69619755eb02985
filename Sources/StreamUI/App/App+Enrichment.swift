import StreamModel

/// The scroll-idle strategy: who is rich when.
extension App {
  /// Called by every scroll: rows go flat as the strategy says, and the idle time starts anew.
  mutating func startMoving(at moment: Moment) {
    restDeadline = moment.advanced(byMilliseconds: idleDelay)
    pendingLinkStep = nil
    switch strategy {
    case .idle:
      page.list.rich.removeAll(keepingCapacity: true)
    case .sticky, .sync, .eager:
      keepRichNearViewport()
    case .flat:
      break
    }
    page.list.failed.removeAll(keepingCapacity: true)
    queue.replace(with: [])
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
    guard let work = queue.take() else { return [] }
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
    continueLinkStep()
  }

  /// Lines up the rows that are to become rich: visible ones from the selection outwards, then a
  /// screenful ahead, then half a screenful behind.
  mutating func refillQueue() {
    guard restDeadline == nil else { return }
    guard strategy != .flat || pendingLinkStep != nil else {
      queue.replace(with: [])
      return
    }
    keepRichNearViewport()
    let rows = rows
    let visible = viewport(of: rows).visible(from: place(in: rows))
    guard let first = visible.first, let last = visible.last else {
      queue.replace(with: [])
      return
    }
    let focus = rows.index(of: page.list.selection) ?? first.row
    var order = visible.map(\.row).sorted { abs($0 - focus) < abs($1 - focus) }
    let below = overscan(from: last.row, step: 1, lines: movesUp ? pageLines / 2 : pageLines, rows)
    let above = overscan(
      from: first.row,
      step: -1,
      lines: movesUp ? pageLines : pageLines / 2,
      rows
    )
    order += movesUp ? above + below : below + above
    queue.replace(
      with: order.compactMap { index in
        let id = rows.id(at: index)
        return wantsRich(id, at: index, rows)
          ? EnrichmentQueue.Entry(page: page.number, row: id) : nil
      }
    )
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
    return EnrichmentJob(token: work.token, row: rows.row(at: index), laid: rows.laid(at: index))
  }

  /// Rows beyond the viewport that `lines` lines reach.
  private func overscan(from row: Int, step: Int, lines: Int, _ rows: PageRows) -> [Int] {
    var result: [Int] = []
    var left = lines
    var index = row + step
    while left > 0, index >= 0, index < rows.count {
      result.append(index)
      left -= rows.height(at: index)
      index += step
    }
    return result
  }

  /// What is rich and has left the overscan is rich no more.
  private mutating func keepRichNearViewport() {
    guard !page.list.rich.isEmpty else { return }
    let rows = rows
    let visible = viewport(of: rows).visible(from: place(in: rows))
    guard let first = visible.first, let last = visible.last else { return }
    // A row has at least one line, so this many rows reach beyond the overscan.
    let near = (first.row - pageLines)...(last.row + pageLines)
    page.list.rich = page.list.rich.filter { id in
      rows.index(of: id).map(near.contains) ?? false
    }
  }
}
