import CellGrid
import StreamUI

/// Updates the terminal from one frame to the next: ncurses writes the cells, and hyperlinks (OSC
/// 8) are written around its output.
///
/// ncurses writes the cells of a hyperlink like all others, but a second time, after the frame,
/// while the link is open. So colours, fallbacks, widths and the cursor position are what ncurses
/// assumes, on every terminal.
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
    encoder = CellEncoder(
      ncurses: ncurses,
      theme: theme,
      forms: forms,
      standIns: encoder.standIns
    )
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
      : screen.hyperlinks.map { link in
        drawn(screen, link.line)?.moved(link) ?? link
      }
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
    // Place the cursor first: while moving it, ncurses may write cells that are not part of the
    // link.
    ncurses.place(line: link.line, column: link.columns.lowerBound)
    ncurses.write(ControlBytes.hyperlink(to: link.target.text, id: link.identity.text))
    ncurses.forget(line: link.line, columns: link.columns)
    ncurses.update()
    ncurses.write(ControlBytes.hyperlinkEnd)
  }
}
