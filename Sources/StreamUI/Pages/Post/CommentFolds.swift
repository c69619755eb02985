import StreamModel

/// The comments of an open post as they are listed, and which of them are collapsed.
///
/// Comments come in slices, and so do the flags of earlier runs: each comment is looked at once, and those that the
/// reader collapsed or expanded meanwhile stay as they are.
struct CommentFolds {
  private(set) var thread = CommentThread()
  private let record: RecordID
  /// Comments with replies of which it is settled whether they begin collapsed.
  private var settled: Set<Int> = []
  /// Comments that were collapsed when the page was left in this run, or on the screen of an earlier one.
  private var left: Set<PostIdentity> = []

  init(of record: RecordID) { self.record = record }

  /// The name of a comment that is kept from run to run: its identity, with the source of the post.
  func name(of number: Int, in feed: Timeline) -> Timeline.SourceKey? {
    guard let slot = feed.slot(of: record.source), let identity = thread.identity(of: number) else {
      return nil
    }
    return Timeline.SourceKey(source: slot, identity: identity)
  }

  mutating func relist(_ change: (inout CommentThread) -> Void) { change(&thread) }

  /// Collapses or expands comments as `change` does; rows that are hidden now, with those that stand for them.
  mutating func change(
    in feed: Timeline,
    _ change: (inout CommentThread) -> [RowID: RowID]
  ) -> Reply {
    let before = thread.collapsed
    let replaced = change(&thread)
    settled.formUnion(before.union(thread.collapsed))
    let changed = before.symmetricDifference(thread.collapsed).compactMap { number in
      name(of: number, in: feed).map {
        CollapsedComment(name: $0, isCollapsed: thread.collapsed.contains(number))
      }
    }
    return .reshaped(replaced, changed)
  }

  /// Shows a comment, with those that were expanded for that.
  mutating func show(_ row: RowID, in feed: Timeline) -> Reply {
    guard case .comment(let number) = row else { return .nothing }
    let expanded = thread.expand(toShow: number)
    settled.formUnion(expanded)
    let changed = expanded.compactMap { name(of: $0, in: feed) }
    return .reveal(row, changed.map { CollapsedComment(name: $0, isCollapsed: false) })
  }

  mutating func expand(toShow row: RowID) -> [RowID] {
    guard let number = row.comment else { return [] }
    return thread.expand(toShow: number).map { .comment($0) }
  }

  /// Collapses what a search has expanded; hidden rows and those that stand for them.
  mutating func collapse(_ rows: [RowID]) -> [RowID: RowID] {
    thread.collapse(rows.compactMap(\.comment))
  }

  mutating func expandAll() -> Bool {
    guard !thread.collapsed.isEmpty else { return false }
    thread.expandAll()
    return true
  }

  /// Whether comments that were collapsed when the page was left may come yet.
  var mayRecall: Bool { !left.isEmpty }

  mutating func recall(_ collapsed: some Sequence<PostIdentity>) { left.formUnion(collapsed) }

  /// Collapses the comments that were collapsed in earlier runs, or when the page was left; each is looked at once.
  ///
  /// None is hidden that is on the screen, and where the comments have been there for longer (`isLate`) none of those
  /// changes.
  mutating func recall(
    _ states: PostStates?,
    sparing shown: Set<RowID>,
    isLate: Bool,
    in feed: Timeline
  ) -> PageGrowth {
    // Most readers have collapsed nothing: the keys of a thousand comments are not hashed for that.
    guard states?.hasCollapsed == true || !left.isEmpty else { return .nothing }
    let found = thread.collapsible.filter { settled.insert($0).inserted }.filter { number in
      if thread.identity(of: number).map(left.contains) == true { return true }
      guard let states else { return false }
      return name(of: number, in: feed).map { states.flags(of: $0).contains(.collapsed) } ?? false
    }
    let wanted = found.filter { number in
      !(isLate && shown.contains(.comment(number))) && !thread.hasDescendant(of: number, in: shown)
    }
    guard !wanted.isEmpty else { return .nothing }
    return PageGrowth(hasChanged: true, replaced: thread.collapse(wanted))
  }
}
