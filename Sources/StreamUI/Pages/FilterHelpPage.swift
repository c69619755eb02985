import CellGrid
import StreamModel

/// The page about filters: how one is written, and the fields that it may name.
struct FilterHelpPage: MenuPage {
  /// A way to write a part of a filter, and its meaning.
  private struct Line {
    let form: String
    let meaning: String
  }

  private static let forms = [
    Line(form: "water ice", meaning: "both words, in the text, the title, the author or a hashtag"),
    Line(form: "\"thin ice\"", meaning: "these words in this order"),
    Line(form: "/wat[ae]r/", meaning: "an expression (PCRE)"),
    Line(form: "ice or snow", meaning: "one of both; (ice or snow) water groups them"),
    Line(form: "-ice", meaning: "posts without it, also before a field"),
    Line(form: "#lakes @olga", meaning: "a hashtag, an author"),
    Line(form: "author:olga,ben", meaning: "one of several values"),
  ]

  private static let fields = FieldEntry.all.filter { !$0.help.isEmpty }

  /// The forms, then the fields, those first that are typed most.
  private let lines: [Line] =
    forms
    + fields.map { field in
      let values = field.values.joined(separator: ", ")
      return Line(form: "\(field.name):", meaning: values.isEmpty ? field.help : values)
    }

  private(set) var menu = Menu(count: forms.count + fields.count)
  let keyPage = KeyPage.help

  func text(of row: RowID, _ folds: PostRow.Folds, in context: RowContext) -> Row {
    guard let entry = menu.entry(of: row) else { return Row(before: []) }
    let runs: [MetaLine.Run] = [
      .init(SafeText(sanitizing: "  \(lines[entry].form)  "), .helpKey),
      .init(SafeText(sanitizing: lines[entry].meaning), .text),
    ]
    return Row(before: [MetaLine(runs, overflow: .entry(column: 20))], endsWithGap: false)
  }

  func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String {
    "filters · \(keymap.name(of: .filter)) in a list writes one · \(keymap.name(of: .leave)) goes back"
  }
}
