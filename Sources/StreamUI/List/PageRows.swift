import CellGrid
import StreamModel

/// The rows of one page, measured on demand at one width.
///
/// A class: closures that ask for heights would each copy the page otherwise.
final class PageRows {
  let context: RowContext
  let policy: EnrichmentPolicy
  private let layout: RowLayout
  private let provider: any RowProvider
  private let page: Int
  private let folds: [RowID: PostRow.Folds]
  private let remembered: ((RowID) -> PostRow.Folds?)?
  private let deeds: ((RowID) -> PostFlags)?
  private let memo: RowMemo
  private let usualFolds: PostRow.Folds
  let count: Int
  /// The rows that were asked for lately, each at its position modulo their number: one key asks several times for those
  /// on the screen.
  ///
  /// Not checked for overlapping accesses, as those of ``Timeline``.
  @exclusivity(unchecked) private var recent: [Recent] = []
  /// The rows of ``recent``, in the order in which they were asked for first.
  @exclusivity(unchecked) private var recentRows: [LaidRow] = []

  /// Without the row itself, so that those that were not asked for cost nothing.
  private struct Recent {
    var position = -1
    var height = 0
    /// The place in ``recentRows``.
    var row = 0
  }

  /// At least as many as a page shows rows; more only cost time to make.
  private static let recentCount = 32

  /// - Parameters:
  ///   - page: a number that no other page of the run has.
  ///   - folds: what the reader folded or unfolded on it.
  ///   - remembered: the folds of other rows from earlier; nil where none are remembered.
  ///   - deeds: the flags of ``PostDeed`` of a row's post; nil where no post has any.
  init(
    _ provider: any RowProvider,
    page: Int,
    folds: [RowID: PostRow.Folds],
    remembered: ((RowID) -> PostRow.Folds?)? = nil,
    deeds: ((RowID) -> PostFlags)? = nil,
    context: RowContext,
    policy: EnrichmentPolicy,
    memo: RowMemo,
    edge: (column: Int, columns: Int)? = nil
  ) {
    self.provider = provider
    self.page = page
    self.folds = folds
    self.remembered = remembered
    self.deeds = deeds
    self.context = context
    self.policy = policy
    self.memo = memo
    // A blank stands between a row and the line to its right.
    let columns = edge == nil ? context.size.columns : context.size.columns - 1
    layout = RowLayout(columns: columns, edge: edge, numbersText: true)
    usualFolds = provider.usualFolds(in: context)
    count = provider.rowCount(in: context.feed)
  }

  /// The lines of the screen over these rows.
  var viewport: Viewport {
    let resting = provider.restingRow.flatMap { position(of: $0) } ?? 0
    return Viewport(lines: lines, count: count, resting: resting, height: height)
  }

  var columns: Int { context.size.columns }
  var lines: Int { context.size.lines }
  var measuredCount: Int { memo.measuredCount }
  var isComplete: Bool { provider.isComplete(in: context.feed) }
  var mayGrow: Bool { provider.mayGrow(in: context.feed) }
  var estimatedCount: Int { provider.estimatedCount(in: context.feed) }

  func position(ofNumber number: Int) -> Int { provider.position(ofNumber: number) }

  func position(by steps: Int, from position: Int) -> Int {
    provider.position(by: steps, from: position)
  }

  func row(at position: Int) -> RowID? { provider.row(at: position, in: context.feed) }
  func position(of row: RowID) -> Int? { provider.position(of: row, in: context.feed) }

  func byteCount(of row: RowID) -> Int { row.record.map { context.feed.byteCount(of: $0) } ?? 0 }

  func height(at position: Int) -> Int { measured(at: position)?.height ?? 0 }

  func isBlank(_ seen: Viewport.Visible) -> Bool {
    laid(at: seen.row).flat.dropFirst(seen.firstLine).allSatisfy { line in
      line.cells.allSatisfy { $0 == .blank }
    }
  }

  func laid(at position: Int) -> LaidRow {
    measured(at: position).map { recentRows[$0.row] } ?? .empty
  }

  /// The row at a position, measured where that is still to be done; nil if there is none.
  private func measured(at position: Int) -> Recent? {
    guard position >= 0 else { return nil }
    if recent.isEmpty { recent = Array(repeating: Recent(), count: Self.recentCount) }
    let place = position % Self.recentCount
    let known = recent[place]
    if known.position == position { return known }
    guard let row = row(at: position) else { return nil }
    let laid = laid(row)
    let isFirst = known.position < 0
    let asked = Recent(
      position: position,
      height: laid.height,
      row: isFirst ? recentRows.count : known.row
    )
    if isFirst { recentRows.append(laid) } else { recentRows[asked.row] = laid }
    recent[place] = asked
    return asked
  }

  func known(at position: Int) -> LaidRow? {
    guard position >= 0, let row = row(at: position) else { return nil }
    return memo.knownRow(key(of: row))
  }

  func laid(_ row: RowID) -> LaidRow {
    memo.laidRow(key(of: row)) { layout.lay(text(of: row)) }
  }

  func rich(_ row: RowID) -> RichRow {
    memo.richRow(key(of: row), laid(row), make: RowEnricher.enrich)
  }

  /// Where the links of `row` may lead without a question, as `make` judges them.
  func targets(of row: RowID, _ make: () -> [Hyperlink.Target?]) -> [Hyperlink.Target?] {
    memo.targets(key(of: row), laid(row), make: make)
  }

  func text(of row: RowID) -> Row {
    let text = provider.text(of: row, folds(of: row), in: context)
    return deeds.map { text.extended(by: $0(row)) } ?? text
  }

  /// The parts of `row` that are unfolded: as the reader left it on the page, else as it was left before.
  func folds(of row: RowID) -> PostRow.Folds {
    if let folds = folds[row] { return folds }
    let known = remembered?(row) ?? PostRow.Folds()
    return known == PostRow.Folds() ? usualFolds : known
  }

  func searchText(of row: RowID) -> RowText {
    let shown = text(of: row)
    let isFolded = shown.bodyIsFolded || shown.hidesQuotes || shown.foldHint != nil
    guard isFolded || shown.oneLine != nil else { return RowText(shown) }
    let whole = RowText(provider.text(of: row, .unfolded, in: context))
    // A fold says how it is opened; a row of one line says less than the whole row.
    return shown.oneLine == nil ? whole.replacingHead(by: shown.before) : whole
  }

  /// The words of `row` as one line, where it is one; it may join what the whole row says apart.
  func lineText(of row: RowID) -> RowText? {
    let shown = text(of: row)
    return shown.oneLine.map { rest in
      RowText.empty.replacingHead(by: [MetaLine((shown.before.first?.runs ?? []) + rest)])
    }
  }

  func links(of row: RowID) -> [RowLink] {
    // One line has room for few, or stands for a title.
    let isCompact = context.density == .compact
    guard isCompact || laid(row).isCut else { return rich(row).links }
    var normal = context
    normal.density = .normal
    let text =
      isCompact ? provider.text(of: row, folds(of: row), in: normal) : text(of: row)
    return RowEnricher.enrich(RowLayout(columns: columns, enoughTextBytes: .max).lay(text)).links
  }

  func hasLinks(at position: Int) -> Bool {
    guard let row = row(at: position) else { return false }
    if let known = memo.knownRow(key(of: row)) { return known.hasLinks }
    return layout.hasLinks(text(of: row))
  }

  private func key(of row: RowID) -> RowMemo.Key {
    let state = provider.state(of: row, in: context.feed)
    var shape = RowShape()
    shape.density = context.density
    shape.folds = folds(of: row)
    shape.deeds = deeds?(row) ?? []
    shape.revision = state.revision
    shape.isCollapsed = state.isCollapsed
    shape.drawsPictures = context.drawsPictures
    // A row that fills its page is another one in a window of other lines.
    if state.fillsPage { shape.revision = state.revision &+ lines &<< 16 }
    // Minutes are enough to tell any two "5m" apart.
    if state.showsAge { shape.minute = context.now.secondsSinceEpoch / 60 }
    return RowMemo.Key(page: page, row: row, columns: columns, shape: shape)
  }
}

/// The rows of a page, as the list sees them: which there are, and what each says.
///
/// The list knows no page; a page knows no line of the screen.
protocol RowProvider: Sendable {
  func rowCount(in feed: Timeline) -> Int
  func row(at position: Int, in feed: Timeline) -> RowID?
  /// Where `row` stands now; nil when it is not on the page, or hidden.
  func position(of row: RowID, in feed: Timeline) -> Int?
  /// Where the post or comment of a number, from 1, stands, or would; one that is hidden is stood for by another.
  func position(ofNumber number: Int) -> Int
  /// Where keys that go from row to row lead: as many rows on from `position`, back if negative.
  func position(by steps: Int, from position: Int) -> Int
  /// A row that may stand at the top though less than a screenful follows it; nil for the first row.
  ///
  /// Rows that come in above it do not move it then.
  var restingRow: RowID? { get }
  /// Whether no further rows can come by the feed's being scanned.
  func isComplete(in feed: Timeline) -> Bool
  /// The estimated number of rows once the feed is scanned.
  func estimatedCount(in feed: Timeline) -> Int
  /// Whether rows may come after the last although all are known.
  func mayGrow(in feed: Timeline) -> Bool
  func text(of row: RowID, _ folds: PostRow.Folds, in context: RowContext) -> Row
  /// The parts of a row that are unfolded where neither the reader nor an earlier run has folded or unfolded it.
  func usualFolds(in context: RowContext) -> PostRow.Folds
  /// The state that the texts depend on besides folds, density and width.
  func state(of row: RowID, in feed: Timeline) -> RowState
}

extension RowProvider {
  var restingRow: RowID? { nil }
  func position(ofNumber number: Int) -> Int { number - 1 }
  func position(by steps: Int, from position: Int) -> Int { position + steps }
  func isComplete(in feed: Timeline) -> Bool { true }
  func mayGrow(in feed: Timeline) -> Bool { false }
  func estimatedCount(in feed: Timeline) -> Int { rowCount(in: feed) }
  func usualFolds(in context: RowContext) -> PostRow.Folds { PostRow.Folds() }
}

/// The values from which a page makes the texts of a row.
///
/// A value that changes them is part of `RowMemo.Key`, or its change clears the memo.
struct RowContext {
  let feed: Timeline
  let now: Timestamp
  let zone: TimeZoneRules
  var density: Density
  /// The number of lines of a text at normal density before "+N lines".
  let foldLines: Int
  let keymap: PageKeymap
  let pagePictures: PictureGrid?
  let drawsPictures: Bool
  let size: Size

  var clock: RowClock { RowClock(now: now, zone: zone) }

  var foldKey: () -> String {
    let keymap = keymap
    return { keymap.name(of: .toggleFold) }
  }

  var posts: PostRow {
    PostRow(
      now: now,
      zone: zone,
      feedTitle: feed.feedTitle,
      foldLines: foldLines,
      pictures: drawsPictures ? pagePictures : nil,
      foldKey: foldKey
    )
  }
}

struct RowState {
  var revision = 0
  var isCollapsed = false
  var showsAge = false
  var fillsPage = false
}
