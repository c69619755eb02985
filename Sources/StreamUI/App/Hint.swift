import Addresses
import CellGrid

/// Something on the screen that can be followed, and the label that does.
struct Hint: Equatable {
  /// What the label is for.
  enum Subject: Equatable {
    /// A link of a rich row.
    case link(RowLink)
    /// A row that is a link as a whole, as on a sheet of links.
    case entry(RowLink)
  }

  let subject: Subject
  let row: RowID
  /// The cells that it is drawn over; the line is the row's.
  let spot: RowLink.Spot
  /// Columns from the first of these to the next link or the edge.
  let room: Int
  /// Where it leads, in full; nil where that is inside the viewer or nowhere.
  let target: LinkTarget?
  var label = ""

  var link: RowLink {
    switch subject {
    case .link(let link), .entry(let link): link
    }
  }

  /// Columns of the label and a blank behind it.
  private var labelColumns: Int { label.unicodeScalars.count + 1 }

  /// Whether where it leads outside the viewer is seen: a mention's label does not say it.
  var namesTarget: Bool {
    if case .entry = subject { return true }
    return target != nil && showsTarget
  }

  /// Whether the target is seen behind the label, at least to the end of its host.
  var showsTarget: Bool {
    guard case .link = subject, let target else { return true }
    return labelColumns + target.columnsToItsHost <= max(spot.columns.count, room)
  }

  /// Draws the label, and where the link leads if there is room for it; `typed` letters are faint.
  ///
  /// A target that is longer than the link covers what follows it to the end of the host, for as
  /// long as the labels are there: who follows a link must have seen where it leads.
  func draw(on line: inout CellLine, typed: String) {
    let start = min(
      spot.columns.lowerBound,
      max(0, line.cells.count - label.unicodeScalars.count)
    )
    if case .link = subject, showsTarget, let target { draw(target, on: &line) }
    let column = line.put(SafeText(sanitizing: typed), at: start, role: .hintTyped)
    let rest = label.unicodeScalars.dropFirst(typed.unicodeScalars.count)
    line.put(SafeText(sanitizing: String(String.UnicodeScalarView(rest))), at: column, role: .hint)
  }
  private func draw(_ target: LinkTarget, on line: inout CellLine) {
    let text = SafeText(sanitizing: target.text)
    // With a blank or dots behind it, where there is room.
    let wanted = labelColumns + target.columnsToItsHost + 1
    let columns = max(spot.columns.count, min(room, wanted))
    let first = spot.columns.lowerBound + labelColumns
    let end = spot.columns.lowerBound + columns
    line.fill(columns: spot.columns.lowerBound..<end, role: .hintTarget)
    guard text.count > end - first, columns > wanted - 1 else {
      line.put(text, 0..<min(text.count, end - first), at: first, role: .hintTarget)
      return
    }
    line.put(text, 0..<(end - first - 1), at: first, role: .hintTarget)
    line.put("…", at: end - 1, role: .hintTarget)
  }
}
