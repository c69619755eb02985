import CellGrid
import StreamModel

/// The help page, made from the action table and the keymap.
struct HelpPage: MenuPage {
  /// Columns of the keys before the text, with the blanks around them.
  private static let keyColumns = 28

  private let lines: [KeyListing.Line]
  let menu: Menu

  /// Lists the keys of the page below.
  init(_ keymap: PageKeymap) {
    lines = KeyListing(keymap).lines
    menu = Menu(count: lines.count)
  }

  let keyPage = KeyPage.help

  func text(of row: RowID, _ folds: PostRow.Folds, in context: RowContext) -> Row {
    guard let entry = menu.entry(of: row) else { return Row(before: []) }
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

  func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String {
    "help · \(keymap.name(of: .leave)) goes back"
  }
}
