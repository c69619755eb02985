import CellGrid
import StreamModel

extension App {
  /// Whether one of the first `count` rows of the page has markup, so that strategies can differ.
  package func hasMarkup(inFirst count: Int) -> Bool {
    let rows = view.rows
    return (0..<min(count, rows.count)).contains { rows.laid(at: $0).isMarkedUp }
  }
}

/// The live figures of the enrichment strategy, the most important first, with their meanings.
struct StrategyFigures {
  /// A figure as the status line shows it, and as the legend explains it.
  struct Figure: Equatable {
    let text: String
    let meaning: String
  }

  let list: [Figure]

  private static let separator = " · "
  /// Columns of the legend before the meanings.
  private static let meaningColumn = 18

  init(_ app: App, _ rows: PageRows, _ visible: [Viewport.Visible]) {
    let view = app.view
    let enrichment = view.list.enrichment
    let work = view.workCounts
    let markedUp = visible.filter { rows.laid(at: $0.row).isMarkedUp }
    let rich = markedUp.count { rows.row(at: $0.row).map { enrichment.isRich($0) } ?? false }
    let delay = view.options.idleDelay
    let pictures: [(String, String)] =
      view.options.drawsPictures
      ? [
        (
          "pictures \(app.pictures.traffic.pictures.grouped)",
          "pictures sent to the terminal so far"
        ),
        (
          "\(app.pictures.bytesWhileMoving.grouped) B moving",
          "bytes of pictures that were sent while rows moved"
        ),
      ] : []
    let figures: [(String, String)] = [
      (
        "\(view.options.strategy): \(app.isMoving ? "moving" : "at rest")",
        "the strategy; rest begins \(delay) ms after the last scroll"
      ),
      ("rich \(rich)/\(markedUp.count)", "visible rows that are rich, of those with markup"),
      ("laid out \(work.rowsLaidOut.grouped)", "rows broken into lines so far"),
      (
        "spans \(work.spansPlaced.grouped)", "bold text, code and other spans placed on rows so far"
      ),
      ("links \(work.linksPlaced.grouped)", "links placed on rows so far"),
    ]
    let rest: [(String, String)] = [
      (CostText.time(app.lastFrameNanoseconds), "time that the last frame took"),
      ("queued \(enrichment.waiting.count)", "visible rows that become rich next"),
      (
        "cancelled \(work.rowsCancelled.grouped)",
        "rows that left the queue before they became rich"
      ),
    ]
    list = (figures + pictures + rest).map { Figure(text: $0.0, meaning: $0.1) }
  }

  /// The figures from the first on that fit into `columns`, with a blank after them.
  func line(fitting columns: Int) -> SafeText {
    var line = ""
    for figure in list {
      let longer = line.isEmpty ? figure.text : line + Self.separator + figure.text
      guard longer.count < columns else { break }
      line = longer
    }
    return line.isEmpty ? .empty : SafeText(sanitizing: line + " ")
  }

  /// Lines that say what each figure means, and which key hides them.
  func legend(columns: Int, key: String) -> [CellLine] {
    var lines = list.map { figure in
      var line = Self.blank(columns)
      line.put(SafeText(sanitizing: figure.text), at: 1, role: .status, emphasis: .bold)
      let room = columns - Self.meaningColumn - 1
      let meaning =
        figure.meaning.count <= room
        ? figure.meaning : figure.meaning.prefix(max(0, room - 1)) + "…"
      line.put(SafeText(sanitizing: meaning), at: Self.meaningColumn, role: .status)
      return line
    }
    var last = Self.blank(columns)
    last.put(SafeText(sanitizing: "\(key) hides the figures"), at: 1, role: .status)
    lines.append(last)
    return lines
  }

  private static func blank(_ columns: Int) -> CellLine {
    CellLine(columns: columns, role: .status)
  }
}
