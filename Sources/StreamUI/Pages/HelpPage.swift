import CellGrid
import StreamModel

/// The help page, made from the action table and the keymap.
struct HelpPage: PageContent {
  /// Columns of the keys before the text, with the blanks around them.
  private static let keyColumns = 28

  private let lines: [KeyListing.Line]

  /// Lists the keys of the page below.
  init(_ keymap: PageKeymap) {
    lines = KeyListing(keymap).lines
  }

  let keyPage = KeyPage.help
  let firstRow = RowID.entry(0)
  let hasPanel = false

  func rowCount(in feed: Timeline) -> Int { lines.count }

  func row(at position: Int, in feed: Timeline) -> RowID? {
    lines.indices.contains(position) ? .entry(position) : nil
  }

  func position(of row: RowID, in feed: Timeline) -> Int? {
    guard case .entry(let entry) = row else { return nil }
    return lines.indices.contains(entry) ? entry : nil
  }

  func text(of row: RowID, _ folds: PostRow.Folds, in context: RowContext) -> Row {
    guard case .entry(let entry) = row, lines.indices.contains(entry) else {
      return Row(before: [])
    }
    switch lines[entry] {
    case .heading(let text):
      let run = MetaLine.Run(SafeText(sanitizing: text), .title, .bold)
      return Row(before: [MetaLine([.init("", .text)]), MetaLine([run])], endsWithGap: false)
    case .command(let command, let keys, let help):
      let names = keys.isEmpty ? command.text : keys.map(\.text).joined(separator: "  ")
      return Row(
        before: [
          MetaLine(
            [
              .init(SafeText(sanitizing: "  \(names)  "), .helpKey),
              .init(SafeText(sanitizing: help), .text),
            ],
            overflow: .entry(column: Self.keyColumns)
          )
        ],
        endsWithGap: false
      )
    }
  }

  func state(of row: RowID, in feed: Timeline) -> RowState { RowState() }
  func subject(of row: RowID, in feed: Timeline) -> RowSubject { .nothing }
  func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String {
    "help · \(keymap.name(of: .leave)) goes back"
  }
}
