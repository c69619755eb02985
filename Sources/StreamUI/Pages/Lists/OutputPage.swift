import CellGrid
import StreamModel

/// The output of a program as rows of plain text, a line each, with the links found in it.
struct OutputPage: PageContent {
  private let title: String
  private let timeout: Int?
  private var lines = OutputLines()
  private var isCut = false
  /// Nil while the program runs.
  private var outcome: String?

  init(_ call: CommandCall) {
    title = call.name
    timeout = call.timeout
  }

  let keyPage = KeyPage.output
  let firstRow = RowID.heading

  func rowCount(in feed: Timeline) -> Int { lines.count + 1 }
  func mayGrow(in feed: Timeline) -> Bool { outcome == nil }

  func row(at position: Int, in feed: Timeline) -> RowID? {
    if position == 0 { return .heading }
    return position > 0 && position <= lines.count ? .entry(position - 1) : nil
  }

  func position(of row: RowID, in feed: Timeline) -> Int? {
    switch row {
    case .heading: 0
    case .entry(let entry) where entry >= 0 && entry < lines.count: entry + 1
    default: nil
    }
  }

  func text(of row: RowID, _ folds: PostRow.Folds, in context: RowContext) -> Row {
    guard case .entry(let entry) = row, entry >= 0, entry < lines.count else {
      let name = SafeText(sanitizing: title)
      let state = SafeText(sanitizing: " · \(state)")
      return Row(before: [MetaLine([.init(name, .title, .bold), .init(state, .faint)])])
    }
    let line = lines[entry]
    guard line.contains(where: { $0 != " " }) else {
      return .lines(MetaLine([.init("", .text)]))
    }
    // Blanks stay as they are in preformatted text only.
    return Row(before: [], body: .html("<pre>\(PostHTML.escaped(line))</pre>"), endsWithGap: false)
  }

  func state(of row: RowID, in feed: Timeline) -> RowState {
    // The last line may grow while the program runs.
    if case .entry(let entry) = row { return RowState(revision: lines.length(of: entry)) }
    return RowState(revision: (outcome == nil ? 0 : 1) + (isCut ? 2 : 0))
  }

  mutating func take(_ answer: Answer, at now: Timestamp) -> [RowID: RowID]? {
    guard case .output(let output) = answer else { return nil }
    lines.read(output.bytes)
    isCut = output.isCut
    outcome = output.outcome
    return [:]
  }

  func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String {
    let leave = keymap.name(of: .leave)
    let number = position(of: row, in: feed) ?? 0
    let count = lines.count
    let place =
      count == 0
      ? "no output"
      : number == 0
        ? "\(count.grouped) \(count == 1 ? "line" : "lines")"
        : "line \(number.grouped) of \(count.grouped)"
    guard outcome == nil else { return "\(title) · \(place) · \(leave) goes back" }
    let soFar = count == 0 ? "" : ", \(place) so far"
    return "\(title): running\(soFar) (\(leave) stops it)"
  }

  private var state: String {
    let running = timeout.map { "running, at most \($0.grouped) s" } ?? "running"
    return (outcome ?? running) + (isCut ? ", cut after 4 MiB" : "")
  }
}
