import CellGrid
import StreamModel

/// The help page: the keys that a reader needs first, and all of them on a second press of its key.
struct HelpPage: MenuPage {
  private let brief: [Row]
  private let all: [Row]
  private var showsAll = false
  private(set) var menu: Menu

  init(_ keymap: PageKeymap) {
    let note = "Another feed: streamtui FILE or ADDRESS; streamtui add ADDRESS subscribes."
    brief =
      BriefKeys(keymap).lines.map { Self.row("  \($0.keys)  ", $0.text, column: 20) }
      + ["", note].map { Row.lines(MetaLine(sanitizing: $0, .text)) }
    all = KeyListing(keymap).lines.map { line -> Row in
      switch line {
      case .heading(let text):
        return .lines(MetaLine(sanitizing: "", .text), MetaLine(sanitizing: text, .title, .bold))
      case .command(let command, let keys, let help):
        let names = keys.isEmpty ? command.text : keys.map(\.text).joined(separator: "  ")
        return Self.row("  \(names)  ", help, column: 28)
      }
    }
    menu = Menu(count: brief.count)
  }

  let keyPage = KeyPage.help

  private var lines: [Row] { showsAll ? all : brief }

  mutating func perform(_ action: Action, on row: RowID, in feed: Timeline) -> Reply? {
    guard action == .help else { return nil }
    showsAll.toggle()
    menu = Menu(count: lines.count)
    return .reshaped([row: firstRow], [])
  }

  func text(of row: RowID, _ folds: PostRow.Folds, in context: RowContext) -> Row {
    menu.entry(of: row).map { lines[$0] } ?? Row(before: [])
  }

  func state(of row: RowID, in feed: Timeline) -> RowState {
    // The entries are other lines then.
    RowState(revision: showsAll ? 1 : 0)
  }

  fileprivate static func row(_ keys: String, _ text: String, column: Int) -> Row {
    let runs: [MetaLine.Run] = [.init(sanitizing: keys, .helpKey), .init(sanitizing: text, .text)]
    return .lines(MetaLine(runs, overflow: .entry(column: column)))
  }

  func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String {
    let help = keymap.name(of: .help)
    return "help · \(help) \(showsAll ? "shows fewer keys" : "lists all keys") · "
      + "\(keymap.name(of: .leave)) goes back"
  }
}

/// The page about filters: how one is written, and the fields that it may name.
struct FilterHelpPage: MenuPage {
  /// A way to write a part of a filter, and its meaning.
  private typealias Line = (form: String, meaning: String)

  private static let forms: [Line] = [
    ("water ice", "both words, in the text, the title, the author or a hashtag"),
    ("\"thin ice\"", "these words in this order"),
    ("/wat[ae]r/", "an expression (PCRE)"),
    ("ice or snow", "one of both; (ice or snow) water groups them"),
    ("-ice", "posts without it, also before a field"),
    ("#lakes @olga", "a hashtag, an author"),
    ("author:olga,ben", "one of several values"),
  ]

  private static let fields = FieldEntry.all.filter { !$0.help.isEmpty }

  /// The forms, then the fields, those first that are typed most.
  private let lines: [Line] =
    forms
    + fields.map { field -> Line in
      let values = field.values.joined(separator: ", ")
      return ("\(field.name):", values.isEmpty ? field.help : values)
    }

  private(set) var menu = Menu(count: forms.count + fields.count)
  let keyPage = KeyPage.help

  func text(of row: RowID, _ folds: PostRow.Folds, in context: RowContext) -> Row {
    guard let entry = menu.entry(of: row) else { return Row(before: []) }
    return HelpPage.row("  \(lines[entry].form)  ", lines[entry].meaning, column: 20)
  }

  func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String {
    "filters · \(keymap.name(of: .filter)) in a list writes one · \(keymap.name(of: .leave)) goes back"
  }
}
