import CellGrid

/// Tracks which cells of the terminal are hyperlinks, and what a frame must change about them.
///
/// ncurses does not know hyperlinks. On a line that it updates, it may rewrite unchanged cells,
/// move over cells by writing them, and shift cells. Rewritten cells are no longer a link, and
/// shifted cells are a link in another place. Therefore no link on a changed line is assumed to be
/// intact, and every old link there is overwritten.
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
  mutating func clear() {
    links = []
  }

  /// Moves the links of the first `lines` lines up by `distance`, down if negative; new lines have
  /// none.
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
