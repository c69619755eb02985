import CellGrid
import StreamModel

/// The comments of an opened conversation with a text, collapsed ones included, one line each.
///
/// They are those that the conversation had when the page was opened.
struct CommentMatchesPage: PageContent {
  let keyPage = KeyPage.matches
  let firstRow = RowID.heading
  private let text: SearchText
  private let conversation: OpenedConversation
  /// All comments in reading order.
  private let comments: [RowID]
  /// The number of comments that were looked at.
  private var lookedAt = 0
  private var found: [RowID] = []
  private var places: [RowID: Int] = [:]
  private let now: Timestamp
  private let zone: TimeZoneRules

  /// - Parameter context: the time and time zone of the rows, whose ages a search finds, too.
  init(of text: SearchText, in conversation: OpenedConversation, _ context: RowContext) {
    self.text = text
    var whole = conversation
    _ = whole.expandAll()
    self.conversation = whole
    comments = whole.thread.rows.filter { if case .comment = $0 { true } else { false } }
    now = context.now
    zone = context.zone
  }

  private var title: String { "“\(text.text)”" }

  // MARK: Rows

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
    return ConversationRows(conversation).text(of: row, folds, in: context)
  }

  func state(of row: RowID, in feed: Timeline) -> RowState { RowState(showsAge: true) }

  func subject(of row: RowID, in feed: Timeline) -> RowSubject {
    row == .heading
      ? .heading(nil) : ConversationRows(conversation).subject(of: row, in: feed)
  }

  func record(of row: RowID) -> RecordID? {
    conversation.shownRecord(of: row) ?? conversation.record
  }

  func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String {
    let isAll = lookedAt == comments.count
    guard let place = places[row] else {
      guard let count = PostRow.count(found.count, "comment", "comments") else {
        return isAll ? "no comment has \(title)" : "looking for \(title)"
      }
      return "\(title) · \(count)" + (isAll ? "" : " so far")
    }
    return "\(title) \(place.grouped) of \(found.count.grouped)" + (isAll ? "" : " so far")
  }

  // MARK: Keys

  func enter(_ row: RowID, in feed: Timeline) -> Reply {
    row == .heading ? .nothing : .goToComment(row)
  }

  // MARK: Looking

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
    let rows = ConversationRows(conversation)
    let before = found.count
    var budget = SliceBudget()
    while !budget.isSpent, lookedAt < comments.count {
      let row = comments[lookedAt]
      lookedAt += 1
      let words = RowText(rows.text(of: row, .unfolded, in: context))
      budget.spend(on: .reading, bytes: words.count)
      guard !text.matches(in: words, limit: 1).isEmpty else { continue }
      found.append(row)
      places[row] = found.count
    }
    return found.count > before ? .changed : .nothing
  }
}
