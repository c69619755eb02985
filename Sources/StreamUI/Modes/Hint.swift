import Addresses
import CellGrid

/// A link on the screen with the label that follows it.
struct Hint: Equatable {
  /// The thing that the label follows.
  enum Subject: Equatable {
    /// A link of a rich row.
    case link(RowLink)
    /// A row that is a link as a whole, as on the page of links.
    case entry(RowLink)
  }

  let subject: Subject
  let row: RowID
  /// The cells that the label covers, with the line counted in the row.
  let spot: RowLink.Spot
  /// The columns from the start of these cells to the next link or the edge.
  let room: Int
  /// The complete target; nil if it is inside the viewer or missing.
  let target: LinkTarget?
  /// The text of the first cells that the label covers.
  var covered = ""
  var label = ""
  /// Whether a label leads elsewhere on the same host: the end of the target tells them apart.
  var isAmbiguous = false

  /// The columns of the end of a target that is told from others on its host.
  private static let tailColumns = 14

  var link: RowLink {
    switch subject {
    case .link(let link), .entry(let link): link
    }
  }

  /// The columns of the label and a blank after it.
  private var labelColumns: Int { label.unicodeScalars.count + 1 }

  /// Whether the text or the address of the link has a text.
  ///
  /// The scheme counts only with what follows it: nearly every address begins with "https". A mention or hashtag
  /// leads to a page of the viewer, so its text alone counts.
  func matches(_ wanted: SearchText) -> Bool {
    guard !wanted.matches(link.label) else { return true }
    guard ![.mention, .hashtag].contains(link.kind) else { return false }
    let address = link.target
    let end = wanted.text.contains("://") ? nil : address.firstRange(of: "://")?.upperBound
    return wanted.matches(String(address[(end ?? address.startIndex)...]))
  }

  /// Whether the screen shows the external target; the label of a mention does not.
  var namesTarget: Bool {
    if case .entry = subject { return true }
    return target != nil && showsTarget
  }

  /// Whether the target is visible after the label, at least to the end of its host.
  var showsTarget: Bool {
    guard case .link = subject, let target else { return true }
    return labelColumns + target.columnsToItsHost <= max(spot.columns.count, room)
  }

  /// Whether the cells below a label say the same as the label, so that its colour alone would tell it.
  func isHidden(as label: String) -> Bool {
    guard case .link = subject, !showsTarget || target == nil else { return false }
    return covered.lowercased().hasPrefix(label)
  }

  /// Draws the label, and the target if there is room; letters in `typed` are faint.
  ///
  /// A target longer than its link covers the following text, up to the end of the host, while the
  /// labels are shown: the user must see the target before following a link.
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
    let host = target.columnsToItsHost
    let tail = isAmbiguous ? "/…".count + Self.tailColumns : 0
    // With a blank or "…" after it if there is room.
    let wanted = labelColumns + host + tail + 1
    let columns = max(spot.columns.count, min(room, wanted))
    let first = spot.columns.lowerBound + labelColumns
    let end = spot.columns.lowerBound + columns
    line.fill(columns: spot.columns.lowerBound..<end, role: .hintTarget)
    if isAmbiguous, text.count > end - first, end - first >= host + tail {
      var column = line.put(text, 0..<host, at: first, role: .hintTarget)
      column = line.put("/…", at: column, role: .hintTarget)
      let from = text.count - (end - column)
      line.put(text, max(host, from)..<text.count, at: column, role: .hintTarget)
      return
    }
    guard text.count > end - first, columns > wanted - tail - 1 else {
      line.put(text, 0..<min(text.count, end - first), at: first, role: .hintTarget)
      return
    }
    line.put(text, 0..<(end - first - 1), at: first, role: .hintTarget)
    line.put("…", at: end - 1, role: .hintTarget)
  }
}
