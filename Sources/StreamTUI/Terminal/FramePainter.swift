import CellGrid
import StreamUI

/// Updates the terminal from one frame to the next: ncurses writes the cells, and hyperlinks (OSC
/// 8) are written around its output.
///
/// ncurses writes the cells of a hyperlink like all others, but a second time, after the frame, while the link is open.
/// So colours, fallbacks, widths and the cursor position are what ncurses assumes, on every terminal.
struct FramePainter {
  private let ncurses: Ncurses
  private var encoder: CellEncoder
  private var shown: Screen?
  private var theme: Theme
  private var forms: ClusterForms
  private var plane = HyperlinkPlane()

  init(ncurses: Ncurses, theme: Theme, forms: ClusterForms = .usual) {
    self.ncurses = ncurses
    self.theme = theme
    self.forms = forms
    encoder = CellEncoder(ncurses: ncurses, theme: theme, forms: forms)
  }

  /// Draws in other colours from now on.
  ///
  /// - Returns: The screen to paint again; nil if nothing has been painted.
  mutating func change(to theme: Theme) -> Screen? {
    self.theme = theme
    renewEncoder()
    // The terminal keeps its links: those that the next frame lacks must still be removed.
    defer { shown = nil }
    return shown
  }

  /// Draws clusters in the forms that the terminal has.
  ///
  /// - Returns: The screen to paint again; nil if it has no such cluster.
  mutating func change(to forms: ClusterForms) -> Screen? {
    let changed = forms.symmetricDifference(self.forms)
    guard !changed.isEmpty else { return nil }
    self.forms = forms
    renewEncoder()
    guard let screen = shown, screen.lines.contains(where: { shows(changed, in: $0) }) else {
      return nil
    }
    // Signs that were drawn side by side have moved what follows them.
    if forms.isSuperset(of: .usual) { shown = nil } else { forget() }
    return screen
  }

  private func shows(_ forms: ClusterForms, in line: CellLine) -> Bool {
    if forms.contains(.spacingMarks), AttachedLine(line) != nil { return true }
    return line.cells.contains { cell in
      guard cell.columns > 1 else { return false }
      if forms.contains(.newEmoji), ncurses.width(of: cell.scalar(at: 0)) < 0 { return true }
      return (1..<cell.scalarCount).contains { index in
        switch cell.scalar(at: index) {
        case 0x200D: forms.contains(.joined)
        case 0x1F3FB...0x1F3FF: forms.contains(.skinTones)
        case 0x1F1E6...0x1F1FF: forms.contains(.flags)
        default: false
        }
      }
    }
  }

  private mutating func renewEncoder() {
    encoder = CellEncoder(ncurses: ncurses, theme: theme, forms: forms, standIns: encoder.standIns)
  }

  /// Returns the column of the frame that the terminal shows at `column` of `line`.
  func frameColumn(line: Int, column: Int) -> Int {
    guard !forms.contains(.spacingMarks), let lines = shown?.lines, lines.indices.contains(line)
    else { return column }
    return AttachedLine(lines[line])?.frameColumn(column) ?? column
  }

  /// Returns the part of a frame for the terminal, where spacing marks may have no column.
  private func drawn(_ screen: Screen, _ line: Int) -> AttachedLine? {
    forms.contains(.spacingMarks) ? nil : AttachedLine(screen.lines[line])
  }

  /// Passes the bytes that ncurses has written to `receive`, as the terminal is sent them.
  func take(from frames: FrameFile, _ receive: (UnsafeRawBufferPointer) -> Void) {
    frames.take { bytes in
      guard let resolved = encoder.standIns.resolved(bytes) else { return receive(bytes) }
      resolved.withUnsafeBytes(receive)
    }
  }

  /// Writes the bytes that make the terminal show `screen`.
  mutating func paint(_ screen: Screen) {
    paintCells(screen)
    guard let cursor = screen.cursor else { return }
    let isInside = screen.lines.indices.contains(cursor.line)
    let line = isInside ? drawn(screen, cursor.line) : nil
    ncurses.place(line: cursor.line, column: line?.column(cursor.column) ?? cursor.column)
  }

  private mutating func paintCells(_ screen: Screen) {
    if encoder.standIns.isNearlyFull(for: screen.size) {
      forget()
      encoder.standIns = StandIns()
    }
    var old = shown?.size == screen.size ? shown?.lines : nil
    if let lines = old, let distance = ScrollDistance.between(lines, screen.lines),
      ncurses.scroll(lines: lines.count - 1, by: distance)
    {
      old = ScrollDistance.moved(lines, by: distance)
      plane.scroll(lines: lines.count - 1, by: distance)
    }
    for index in screen.lines.indices where old?[index] != screen.lines[index] {
      encoder.write(drawn(screen, index)?.line ?? screen.lines[index], at: index)
    }
    shown = screen
    guard !plane.isEmpty || !screen.hyperlinks.isEmpty else {
      ncurses.update()
      return
    }
    let links =
      forms.contains(.spacingMarks)
      ? screen.hyperlinks
      : screen.hyperlinks.map { link in drawn(screen, link.line)?.moved(link) ?? link }
    let changes = plane.change(to: links) { old?[$0] != screen.lines[$0] }
    for link in changes.stale { ncurses.forget(line: link.line, columns: link.columns) }
    ncurses.update()
    for link in changes.fresh { write(link) }
  }

  /// Forgets the contents of the terminal; the next frame is written whole.
  mutating func forget() {
    ncurses.clear()
    plane.clear()
    shown = nil
  }

  private func write(_ link: Hyperlink) {
    // Place the cursor first: while moving it, ncurses may write cells that are not part of the link.
    ncurses.place(line: link.line, column: link.columns.lowerBound)
    ncurses.write(ControlBytes.hyperlink(to: link.target.text, id: link.identity.text))
    ncurses.forget(line: link.line, columns: link.columns)
    ncurses.update()
    ncurses.write(ControlBytes.hyperlinkEnd)
  }
}

/// Finds out how far the page scrolled between two frames; the status line stays in place.
enum ScrollDistance {
  /// Returns the number of lines that the page moved up, negative for down; nil if it did not scroll.
  ///
  /// Lines are compared by their storage first, which scrolled lines share, so the comparison is cheap.
  static func between(_ old: [CellLine], _ new: [CellLine]) -> Int? {
    let lines = old.count - 1
    guard lines > 2, new.count == old.count, old[1] != new[1] || old[0] != new[0] else {
      return nil
    }
    let limit = lines / 2
    for distance in 1...max(1, limit) {
      if matches(old, new, distance, lines) { return distance }
      if matches(new, old, distance, lines) { return -distance }
    }
    return nil
  }

  /// Returns `lines` after the move; new lines are blank.
  static func moved(_ lines: [CellLine], by distance: Int) -> [CellLine] {
    let count = lines.count - 1
    let blank = CellLine(columns: lines.first?.cells.count ?? 0)
    return lines.indices.map { index in
      guard index < count else { return lines[index] }
      let source = index + distance
      return (0..<count).contains(source) ? lines[source] : blank
    }
  }

  /// Whether most of the lines that stay are the same; the selection bar may differ.
  private static func matches(
    _ from: [CellLine],
    _ to: [CellLine],
    _ distance: Int,
    _ lines: Int
  ) -> Bool {
    let middle = (lines - distance) / 2
    guard from[middle + distance] == to[middle] else { return false }
    var same = 0
    for index in 0..<(lines - distance) where from[index + distance] == to[index] { same += 1 }
    return same * 4 > (lines - distance) * 3
  }
}

/// Tracks which cells of the terminal are hyperlinks, and what a frame must change about them.
///
/// ncurses does not know hyperlinks. On a line that it updates, it may rewrite unchanged cells, move over cells by
/// writing them, and shift cells. Rewritten cells are no longer a link, and shifted cells are a link in another place.
/// Therefore no link on a changed line is assumed to be intact, and every old link there is overwritten.
struct HyperlinkPlane {
  /// The changes around ncurses' update of a frame.
  struct Changes: Equatable {
    /// The cells that the update must write in any case, which removes their links.
    var stale: [Hyperlink] = []
    var fresh: [Hyperlink] = []
  }

  private(set) var links: [Hyperlink] = []

  var isEmpty: Bool { links.isEmpty }

  /// Records that the terminal was cleared and has no links.
  mutating func clear() { links = [] }

  /// Moves the links of the first `lines` lines up by `distance`, down if negative; new lines have none.
  mutating func scroll(lines: Int, by distance: Int) {
    links = links.compactMap { link in
      guard link.line < lines else { return link }
      let line = link.line - distance
      return (0..<lines).contains(line) ? link.moved(to: line) : nil
    }
  }

  /// Records the links of a frame and returns the changes that make the terminal show them.
  ///
  /// - Parameter isChanged: Whether the frame's cells on a line differ from the terminal's.
  mutating func change(to wanted: [Hyperlink], isChanged: (Int) -> Bool) -> Changes {
    var changes = Changes()
    var old = links[...]
    var new = wanted[...]
    while let line = [old.first?.line, new.first?.line].compactMap(\.self).min() {
      let had = old.prefix { $0.line == line }
      let wants = new.prefix { $0.line == line }
      old = old[had.endIndex...]
      new = new[wants.endIndex...]
      guard isChanged(line) || had != wants else { continue }
      changes.stale += had
      changes.fresh += wants
    }
    links = wanted
    return changes
  }
}

/// The choice of whether links are written as hyperlinks of the terminal (OSC 8).
enum HyperlinkChoice: String {
  /// Only on terminals that identify themselves and are known to support them.
  case auto
  case always
  case never

  /// Whether to write hyperlinks in the environment whose variables `value` returns.
  ///
  /// This is a function, not a dictionary: making the type's metadata takes longer than the lookups.
  func holds(_ value: (String) -> String?) -> Bool {
    switch self {
    case .auto: Self.isKnown(value)
    case .always: true
    case .never: false
    }
  }

  private static func isKnown(_ value: (String) -> String?) -> Bool {
    let name = value("TERM") ?? ""
    let program = value("TERM_PROGRAM")
    // A multiplexer in between hides the terminal, whose other variables are still set.
    if value("TMUX") != nil || name.hasPrefix("tmux") || name.hasPrefix("screen") {
      return program == "tmux" && isAtLeast(3, 4, value)
    }
    guard value("STY") == nil, !["", "dumb", "linux"].contains(name), !name.hasPrefix("vt") else {
      return false
    }
    if knownTypes.contains(where: { name == $0 || name.hasPrefix($0 + "-") }) { return true }
    switch program {
    case "WezTerm", "ghostty", "contour": return true
    case "iTerm.app": return isAtLeast(3, 1, value)
    case "vscode": return isAtLeast(1, 72, value)
    case "Apple_Terminal": return false
    default: break
    }
    // VTE 0.50.0 crashes on its first hyperlink.
    if let vte = value("VTE_VERSION").flatMap({ Int($0) }) { return vte > 5000 }
    if let konsole = value("KONSOLE_VERSION").flatMap({ Int($0) }) { return konsole >= 201_200 }
    return ["KITTY_WINDOW_ID", "ALACRITTY_WINDOW_ID", "WT_SESSION"].contains {
      value($0)?.isEmpty == false
    }
  }

  /// The terminal types with a description of their own that have supported hyperlinks for years.
  private static let knownTypes = [
    "xterm-kitty", "foot", "alacritty", "wezterm", "xterm-ghostty", "ghostty", "contour",
  ]

  /// Whether the terminal has at least this version.
  ///
  /// The first two numbers of versions such as "3.5a", "next-3.6" and "1.95.2" count.
  private static func isAtLeast(_ major: Int, _ minor: Int, _ value: (String) -> String?) -> Bool {
    let version = value("TERM_PROGRAM_VERSION") ?? ""
    let numbers = version.split { !("0"..."9").contains($0) }.compactMap { Int($0) }
    guard let first = numbers.first else { return false }
    return (first, numbers.count > 1 ? numbers[1] : 0) >= (major, minor)
  }
}
