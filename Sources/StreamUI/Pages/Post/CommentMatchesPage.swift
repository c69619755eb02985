import CellGrid
import StreamModel

/// The comments of an opened conversation with a text, or that a filter passes, collapsed ones included, one line each.
///
/// They are those that the conversation had when the page was opened.
struct CommentMatchesPage: PageContent {
  let keyPage = KeyPage.matches
  let firstRow = RowID.heading
  private enum Test {
    case text(SearchText)
    case filter(View, String, FilterFacts)
  }

  private let test: Test
  /// The page has no ``conversation`` of its own, whose comments would collapse here.
  private let whole: OpenedConversation
  /// All comments of the feed in reading order, without those that it only names or counts.
  private let comments: [RowID]
  private var lookedAt = 0
  private var found: [RowID] = []
  private var places: [RowID: Int] = [:]
  private var passages: [RowID: RowText.Passage] = [:]
  private let now: Timestamp
  private let zone: TimeZoneRules

  /// - Parameter context: the time and time zone of the rows, whose ages a search finds, too.
  init(of text: SearchText, in conversation: OpenedConversation, _ context: RowContext) {
    self.init(.text(text), in: conversation, context)
  }

  /// - Parameters:
  ///   - text: the canonical form of the typed filter.
  ///   - context: the time and time zone of the rows, and the time from which ages count.
  init(of view: View, _ text: String, in conversation: OpenedConversation, _ context: RowContext) {
    self.init(.filter(view, text, FilterFacts(now: context.now)), in: conversation, context)
  }

  private init(_ test: Test, in conversation: OpenedConversation, _ context: RowContext) {
    self.test = test
    var whole = conversation
    _ = whole.folds.expandAll()
    self.whole = whole
    comments = whole.thread.rows.filter { row in
      guard case .comment(let number) = row else { return false }
      return whole.thread.ordinal(of: number) != nil
    }
    now = context.now
    zone = context.zone
  }

  private var title: String {
    switch test {
    case .text(let text): "\"\(text.text)\""
    case .filter(_, let text, _): "&\(text)"
    }
  }

  private var typedFilter: String? { if case .filter(_, let text, _) = test { text } else { nil } }

  var condition: ListCondition? {
    ListCondition(title: SafeText(sanitizing: title), typed: typedFilter, comments: whole)
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
    let line = ConversationRows(whole).text(of: row, folds, in: context)
    guard line.oneLine != nil, let passage = passages[row] else { return line }
    return line.cut(around: passage)
  }

  func state(of row: RowID, in feed: Timeline) -> RowState {
    // The page keeps its number while its filter is typed.
    row == .heading
      ? RowState(revision: Int(truncatingIfNeeded: stableHash(of: title)))
      : RowState(showsAge: true)
  }

  func subject(of row: RowID, in feed: Timeline) -> RowSubject {
    row == .heading
      ? .heading(nil) : ConversationRows(whole).subject(of: row, in: feed)
  }

  func record(of row: RowID) -> RecordID? { whole.shownRecord(of: row) ?? whole.record }

  func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String {
    let isAll = lookedAt == comments.count
    guard let place = places[row] else {
      guard let count = PostRow.count(found.count, "comment", "comments") else {
        guard isAll else { return "looking for \(title)" }
        return typedFilter == nil ? "no comment has \(title)" : "no comment passes \(title)"
      }
      return "\(title) · \(count)" + (isAll ? "" : " so far")
    }
    return "\(title) \(place.grouped) of \(found.count.grouped)" + (isAll ? "" : " so far")
  }

  func enter(_ row: RowID, in feed: Timeline) -> Reply {
    // A list that was just opened stands on its heading: the comment below it is meant.
    guard row == .heading else { return .goToComment(row) }
    return found.first.map { .goToComment($0) } ?? .nothing
  }

  func hasWork(in feed: Timeline, _ memory: PostMemory) -> Bool { lookedAt < comments.count }

  mutating func work(in feed: Timeline, _ memory: PostMemory) -> PageGrowth {
    let context = RowContext(
      feed: feed,
      now: now,
      zone: zone,
      density: .normal,
      bodyLimit: PostRow.bodyLimit,
      keymap: Keymap.standard.on(keyPage)
    )
    let rows = ConversationRows(whole)
    let before = found.count
    var budget = SliceBudget()
    var laps = SliceLaps()
    while laps.goOn(budget), lookedAt < comments.count {
      let row = comments[lookedAt]
      lookedAt += 1
      guard passes(row, rows, context, &budget) else { continue }
      found.append(row)
      places[row] = found.count
    }
    return found.count > before ? .changed : .nothing
  }

  private mutating func passes(
    _ row: RowID,
    _ rows: ConversationRows,
    _ context: RowContext,
    _ budget: inout SliceBudget
  ) -> Bool {
    switch test {
    case .text(let text):
      let words = RowText(rows.text(of: row, .unfolded, in: context))
      budget.spend(on: .reading, bytes: words.count)
      passages[row] = text.matches(in: words, of: [.body], limit: 1).first
      return passages[row] != nil
        || !text.matches(in: words, of: [.head, .tail], limit: 1).isEmpty
    case .filter(let view, _, let facts):
      budget.spend(on: .reading, bytes: 0)
      switch rows.subject(of: row, in: context.feed) {
      case .comment(let comment): return view.condition?.matches(comment.asPost, facts) ?? true
      case .post(let post): return view.condition?.matches(post, facts) ?? true
      default: return false
      }
    }
  }

  func finding(from selection: RowID) -> TypedFinding {
    guard typedFilter != nil else { return TypedFinding(note: "") }
    let isAll = lookedAt == comments.count
    guard isAll || !found.isEmpty else { return TypedFinding(note: "  looking") }
    let count = PostRow.count(found.count, "comment", "comments") ?? "no comments"
    return TypedFinding(note: "  \(count)\(isAll ? "" : " so far")")
  }
}

extension Row {
  private static let lead = 16
  /// More characters than any line has.
  private static let most = 1_000

  fileprivate func cut(around passage: RowText.Passage) -> Row {
    let text = RowText(self).body
    let start = passage.range.lowerBound
    guard start > Self.lead, passage.range.upperBound <= text.count else { return self }
    var before = text.string(in: 0..<start).suffix(Self.lead)
    // Words are whole.
    if let blank = before.firstIndex(where: \.isWhitespace) {
      before = before[blank...].dropFirst()
    }
    let words = String(before) + text.string(in: start..<text.count).prefix(Self.most)
    let line = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return Row(
      indent: indent,
      before: self.before,
      oneLine: [.init(SafeText(sanitizing: "…" + line), .text)],
      signs: signs,
      endsWithGap: endsWithGap
    )
  }
}
