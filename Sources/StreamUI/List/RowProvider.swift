import CellGrid
import StreamModel

/// The rows of a page, as the list sees them: which there are, and what each says.
///
/// The list knows no page; a page knows no line of the screen.
protocol RowProvider: Sendable {
  /// The number of rows that are known now.
  func rowCount(in feed: Timeline) -> Int
  /// The row at a position from 0; nil where there is none.
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
  /// The texts of `row`, ready to be laid out.
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

/// The things that rows depend on besides their page.
struct RowContext {
  let feed: Timeline
  let now: Timestamp
  let zone: TimeZoneRules
  var density: Density
  /// The number of lines of a text at normal density before "+N lines".
  let bodyLimit: Int
  let keymap: PageKeymap
  /// How a picture is drawn that has a page of its own; nil where none is.
  var pagePictures: PictureGrid?
  var drawsPictures = false
  var size = Size(columns: 0, lines: 0)

  var foldKey: () -> String {
    let keymap = keymap
    return { keymap.name(of: .toggleFold) }
  }

  var posts: PostRow {
    PostRow(
      now: now,
      zone: zone,
      feedTitle: feed.feedTitle,
      bodyLimit: bodyLimit,
      pictures: drawsPictures ? pagePictures : nil,
      foldKey: foldKey
    )
  }
}

/// The part of a row's state that only its page knows.
struct RowState {
  var revision = 0
  var isCollapsed = false
  var showsAge = false
  var fillsPage = false
}
