import CellGrid

/// Which cells of the terminal are hyperlinks now, and what a frame must change about it.
///
/// ncurses knows nothing of hyperlinks. On a line that it touches it may write cells anew that did
/// not change, move over cells by writing them, and shift them: what is written is no link any more,
/// what is shifted is one at another place. So of a line that changed no link is taken to be still
/// there, and none that was there is left unwritten.
struct HyperlinkPlane {
  /// What is to be done around ncurses' update of a frame.
  struct Changes: Equatable {
    /// Cells that the update must write in any case, which makes them plain.
    var stale: [Hyperlink] = []
    /// Links to write after it, in reading order.
    var fresh: [Hyperlink] = []
  }

  /// In reading order.
  private(set) var links: [Hyperlink] = []

  var isEmpty: Bool { links.isEmpty }

  /// Nothing is a link: the terminal was cleared.
  mutating func clear() {
    links = []
  }

  /// The first `lines` lines moved up by `distance`, down if negative; what comes in is plain.
  mutating func scroll(lines: Int, by distance: Int) {
    links = links.compactMap { link in
      guard link.line < lines else { return link }
      let line = link.line - distance
      return (0..<lines).contains(line) ? link.moved(to: line) : nil
    }
  }

  /// Takes over what the frame wants; returns what makes the terminal so.
  ///
  /// - Parameter isChanged: whether the frame's cells of a line differ from the terminal's.
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
