import CellGrid
import StreamModel

/// The help page: the keys that a reader needs first, and all of them on a second press of its key.
struct HelpPage: MenuPage {
  /// A line of the page.
  private enum Line {
    case brief(BriefKeys.Line)
    case listed(KeyListing.Line)
    case note(String)
  }

  private let brief: [Line]
  private let all: [Line]
  private var showsAll = false
  private(set) var menu: Menu

  /// Lists the keys of the page below.
  init(_ keymap: PageKeymap) {
    brief =
      BriefKeys(keymap).lines.map { .brief($0) } + [
        .note(""),
        .note("Another feed: streamtui FILE or ADDRESS; streamtui add ADDRESS subscribes."),
      ]
    all = KeyListing(keymap).lines.map { .listed($0) }
    menu = Menu(count: brief.count)
  }

  let keyPage = KeyPage.help

  private var lines: [Line] { showsAll ? all : brief }

  mutating func perform(_ action: Action, on row: RowID, in feed: Timeline) -> Reply? {
    guard action == .help else { return nil }
    showsAll.toggle()
    menu = Menu(count: lines.count)
    return .reshaped([row: firstRow], [])
  }

  func text(of row: RowID, _ folds: PostRow.Folds, in context: RowContext) -> Row {
    guard let entry = menu.entry(of: row) else { return Row(before: []) }
    switch lines[entry] {
    case .brief(let line): return Self.row("  \(line.keys)  ", line.text, column: 20)
    case .note(let text): return Row(before: [Self.line(text, .text)], endsWithGap: false)
    case .listed(.heading(let text)):
      let run = MetaLine.Run(SafeText(sanitizing: text), .title, .bold)
      return Row(before: [Self.line("", .text), MetaLine([run])], endsWithGap: false)
    case .listed(.command(let command, let keys, let help)):
      let names = keys.isEmpty ? command.text : keys.map(\.text).joined(separator: "  ")
      return Self.row("  \(names)  ", help, column: 28)
    }
  }

  func state(of row: RowID, in feed: Timeline) -> RowState {
    // The entries are other lines then.
    RowState(revision: showsAll ? 1 : 0)
  }

  /// Keys, and the text about them from a column on.
  private static func row(_ keys: String, _ text: String, column: Int) -> Row {
    let runs: [MetaLine.Run] = [
      .init(SafeText(sanitizing: keys), .helpKey), .init(SafeText(sanitizing: text), .text),
    ]
    return Row(before: [MetaLine(runs, overflow: .entry(column: column))], endsWithGap: false)
  }

  private static func line(_ text: String, _ role: Role) -> MetaLine {
    MetaLine([.init(SafeText(sanitizing: text), role)])
  }

  func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String {
    let help = keymap.name(of: .help)
    return "help · \(help) \(showsAll ? "shows fewer keys" : "lists all keys") · "
      + "\(keymap.name(of: .leave)) goes back"
  }
}
