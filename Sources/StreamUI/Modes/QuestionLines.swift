import CellGrid

/// Builds the lines of a question, or of a long message, from texts that break anywhere and words that stay whole.
struct QuestionLines {
  private(set) var lines: [CellLine] = []
  private let columns: Int
  private let role: Role
  private var column = QuestionLines.margin

  /// The blank columns on either side.
  private static let margin = 1

  init(columns: Int, role: Role = .statusWarning) {
    self.columns = columns
    self.role = role
    startLine()
  }

  /// Returns the columns for text on a line of `columns`.
  static func room(_ columns: Int) -> Int { max(0, columns - 2 * margin) }

  mutating func startLine() {
    lines.append(CellLine(columns: columns, role: role))
    column = Self.margin
  }

  /// Adds `text`, broken at any cluster.
  mutating func put(_ text: SafeText, emphasis: Emphasis = []) {
    var start = 0
    while start < text.count {
      let left = columns - Self.margin - column
      let end = ColumnWidth.prefix(of: text, in: start..<text.count, fitting: left)
      if end > start {
        column = lines[lines.count - 1]
          .put(text, start..<end, at: column, role: role, emphasis: emphasis)
        start = end
      } else {
        // A cluster wider than a whole line is dropped.
        guard column > Self.margin else { return }
        startLine()
      }
    }
  }

  /// Adds `text` after a blank, broken between words that fit on a line.
  mutating func putWords(_ text: SafeText) {
    for word in text.string.split(separator: " ") {
      let word = SafeText(sanitizing: word)
      let width = ColumnWidth.columns(of: word)
      let isFirst = column == Self.margin
      if !isFirst, width + 1 > columns - Self.margin - column, width <= Self.room(columns) {
        startLine()
      } else if !isFirst {
        put(" ")
      }
      put(word)
    }
  }

  /// Drops the lines after the first `count` and marks that there was more.
  mutating func limit(to count: Int) {
    guard lines.count > count, count > 0 else { return }
    lines.removeLast(lines.count - count)
    lines[count - 1].put("…", at: columns - Self.margin - 1, role: role)
  }
}
