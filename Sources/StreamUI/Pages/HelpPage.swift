import CellGrid
import StreamModel

/// The help page, made from the action table and the keymap.
struct HelpPage: PageContent {
  private enum Line {
    case heading(String)
    case action(Action)
  }

  /// Columns of the keys before the text, with the blanks around them.
  private static let keyColumns = 28

  private static let lines: [Line] = Action.Group.allCases.flatMap { group in
    [Line.heading(group.rawValue)]
      + Action.allCases.filter { $0.group == group && !Keymap.standard.keys(of: $0).isEmpty }
      .map { Line.action($0) }
  }

  let name = "help"
  let firstRow = RowID.entry(0)
  let hasPanel = false

  func rowCount(in feed: Timeline) -> Int { Self.lines.count }

  func row(at position: Int, in feed: Timeline) -> RowID? {
    Self.lines.indices.contains(position) ? .entry(position) : nil
  }

  func position(of row: RowID, in feed: Timeline) -> Int? {
    guard case .entry(let entry) = row else { return nil }
    return Self.lines.indices.contains(entry) ? entry : nil
  }

  func text(of row: RowID, _ folds: PostRow.Folds, in context: RowContext) -> Row {
    guard case .entry(let entry) = row, Self.lines.indices.contains(entry) else {
      return Row(before: [])
    }
    switch Self.lines[entry] {
    case .heading(let text):
      let run = MetaLine.Run(SafeText(sanitizing: text), .title, .bold)
      return Row(before: [MetaLine([.init("", .text)]), MetaLine([run])], endsWithGap: false)
    case .action(let action):
      let names = context.keymap.keys(of: action).map(KeyName.text).joined(separator: "  ")
      return Row(
        before: [
          MetaLine(
            [
              .init(SafeText(sanitizing: "  \(names)  "), .helpKey),
              .init(SafeText(sanitizing: action.help), .text),
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
  func status(of row: RowID, in feed: Timeline) -> String { "help · q goes back" }
}
