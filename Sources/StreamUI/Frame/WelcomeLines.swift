import CellGrid

/// The lines over the sample when a user starts the program for the first time: what it can do, with the keys for it.
struct WelcomeLines {
  private struct Entry {
    let keys: String
    let meaning: String
    /// The meaning where the window is narrow.
    let short: String
  }

  private static let wideColumns = 80
  /// Columns of a wide window before the meanings.
  private static let meaningColumn = 16
  /// Lines of the sample that stay to be seen, as far as the window has them.
  private static let linesBelow = 2

  /// From top to bottom; fewer where the window has no room for them.
  let lines: [CellLine]

  init(_ keymap: PageKeymap, columns: Int, most: Int) {
    let isWide = columns >= Self.wideColumns
    let entries = Self.entries(keymap)
    var lines = [Self.line(columns, bold: isWide ? Self.title : Self.shortTitle)]
    let column =
      isWide ? Self.meaningColumn : 3 + (entries.map { Self.width($0.keys) }.max() ?? 0)
    lines += entries.map { entry in
      var line = Self.line(columns, bold: entry.keys)
      let meaning = SafeText(sanitizing: isWide ? entry.meaning : entry.short)
      _ = line.put(meaning, at: column, role: .status)
      return line
    }
    let room = max(0, most)
    if isWide, lines.count + 1 + Self.linesBelow <= room {
      lines.append(Self.line(columns, Self.other))
    }
    self.lines = Array(lines.prefix(room))
  }

  private static let title = "Welcome to streamtui. This is a built-in sample; any key reads on."
  private static let shortTitle = "Welcome. A sample; any key reads on."
  private static let other =
    "In the shell, streamtui import FILE takes over OPML and newsboat's urls."

  private static func entries(_ keymap: PageKeymap) -> [Entry] {
    [
      Entry(
        keys: keymap.fill("{line-down} {line-up} {page-down}"),
        meaning: "scroll: text is plain while it moves, and has styles at rest",
        short: "scroll"
      ),
      Entry(
        keys: keymap.fill("{next-link} {enter}"),
        meaning: "go to a link and follow it, or open a post with its comments",
        short: "follow links, open posts"
      ),
      Entry(
        keys: ":add ADDRESS",
        meaning: "subscribe to a feed, or to the feed that a web page offers",
        short: "subscribe to a feed"
      ),
      Entry(
        keys: ":open FILE",
        meaning: "read a file, archive or address; without FILE, list earlier ones",
        short: "read a file or address"
      ),
      Entry(
        keys: keymap.fill("{help}"),
        meaning: "list the keys of the page that you are on",
        short: "list all keys"
      ),
      Entry(keys: keymap.fill("{leave}"), meaning: "go back, and from here quit", short: "quit"),
    ]
  }

  private static func width(_ text: String) -> Int {
    ColumnWidth.columns(of: SafeText(sanitizing: text))
  }

  private static func line(
    _ columns: Int,
    bold keys: String = "",
    _ text: String = ""
  ) -> CellLine {
    var line = CellLine(columns: columns, role: .status)
    let isBold = !keys.isEmpty
    let shown = SafeText(sanitizing: isBold ? keys : text)
    _ = line.put(shown, at: 1, role: .status, emphasis: isBold ? .bold : [])
    return line
  }
}
