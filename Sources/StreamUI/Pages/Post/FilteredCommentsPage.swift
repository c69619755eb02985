import CellGrid
import StreamModel

/// The comments of an opened conversation that a filter passes, collapsed ones included, one line each.
///
/// They are those that the conversation had when the page was opened.
struct FilteredCommentsPage: PageContent {
  let keyPage = KeyPage.matches
  let firstRow = RowID.heading
  private let filter: View
  /// The canonical form of the typed filter.
  private let typed: String
  private let facts: FilterFacts
  /// The page has no ``conversation`` of its own, whose comments would collapse here.
  private let whole: OpenedConversation
  /// All comments of the feed in reading order, without those that it only names or counts.
  private let comments: [RowID]
  private var lookedAt = 0
  private var found: [RowID] = []
  private var places: [RowID: Int] = [:]

  /// - Parameter text: the canonical form of the typed filter; ages count from `now`.
  init(of filter: View, _ text: String, in conversation: OpenedConversation, at now: Timestamp) {
    self.filter = filter
    typed = text
    facts = FilterFacts(now: now)
    var whole = conversation
    _ = whole.folds.expandAll()
    self.whole = whole
    comments = whole.thread.rows.filter { $0.comment.flatMap(whole.thread.ordinal) != nil }
  }

  private var title: String { "&\(typed)" }

  var condition: ListCondition? {
    ListCondition(title: SafeText(sanitizing: title), typed: typed, comments: whole)
  }

  func rowCount(in feed: Timeline) -> Int { found.count + 1 }

  func row(at position: Int, in feed: Timeline) -> RowID? {
    if position == 0 { return .heading }
    return found.indices.contains(position - 1) ? found[position - 1] : nil
  }

  func position(of row: RowID, in feed: Timeline) -> Int? { row == .heading ? 0 : places[row] }
  func position(ofNumber number: Int) -> Int { number }

  func text(of row: RowID, _ folds: PostRow.Folds, in context: RowContext) -> Row {
    guard row != .heading else {
      let words = SafeText(sanitizing: "Comments with \(title)")
      return Row(before: [MetaLine([MetaLine.Run(words, .title, .bold)])])
    }
    var context = context
    context.density = .compact
    return whole.text(of: row, folds, in: context)
  }

  func state(of row: RowID, in feed: Timeline) -> RowState {
    // The page keeps its number while its filter is typed.
    row == .heading
      ? RowState(revision: Int(truncatingIfNeeded: stableHash(of: title)))
      : RowState(showsAge: true)
  }

  func subject(of row: RowID, in feed: Timeline) -> RowSubject {
    row == .heading ? .heading(nil) : whole.subject(of: row, in: feed)
  }

  func record(of row: RowID) -> RecordID? { whole.shownRecord(of: row) ?? whole.record }

  func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String {
    let rest = lookedAt == comments.count ? "" : " so far"
    if let place = places[row] {
      return "\(title) \(place.grouped) of \(found.count.grouped)\(rest)"
    }
    guard let count = PostRow.count(found.count, "comment", "comments") else {
      return rest.isEmpty ? "no comment passes \(title)" : "looking for \(title)"
    }
    return "\(title) · \(count)\(rest)"
  }

  func enter(_ row: RowID, in feed: Timeline) -> Reply {
    // A list that was just opened stands on its heading: the comment below it is meant.
    guard row == .heading else { return .goToComment(row) }
    return found.first.map { .goToComment($0) } ?? .nothing
  }

  func hasWork(in feed: Timeline, _ memory: PostMemory) -> Bool { lookedAt < comments.count }

  mutating func work(in feed: Timeline, _ memory: PostMemory) -> PageGrowth {
    let before = found.count
    var budget = SliceBudget()
    var laps = SliceLaps()
    while laps.goOn(budget), lookedAt < comments.count {
      let row = comments[lookedAt]
      lookedAt += 1
      budget.spend(on: .reading, bytes: 0)
      guard let post = whole.subject(of: row, in: feed).written,
        filter.condition?.matches(post, facts) ?? true
      else { continue }
      found.append(row)
      places[row] = found.count
    }
    return found.count > before ? .changed : .nothing
  }

  func finding(from selection: RowID) -> TypedFinding {
    let isAll = lookedAt == comments.count
    guard isAll || !found.isEmpty else { return TypedFinding(note: "  looking") }
    let count = PostRow.count(found.count, "comment", "comments") ?? "no comments"
    return TypedFinding(note: "  \(count)\(isAll ? "" : " so far")")
  }
}
