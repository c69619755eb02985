/// What the reader sees and holds on one page: place, selection, link in focus, what is rich.
package struct ListState: Equatable, Sendable {
  /// A place that may not be known yet.
  package enum Destination: Equatable, Sendable {
    case end
    /// The row of this number, from 0, or the last one.
    case row(Int)
    /// So many hundredths of the way, from 0 to 100.
    case share(Int)
  }

  /// The top of the viewport.
  package struct Anchor: Equatable, Sendable {
    var row: RowID
    /// Lines of the row above the viewport.
    var line: Int
  }

  /// The link that keys act on.
  package struct LinkFocus: Equatable, Sendable {
    let row: RowID
    /// Index into the row's links.
    let link: Int
  }

  /// Where the reader is: what is at the top, and what is selected.
  package struct Place: Equatable, Sendable {
    let anchor: Anchor
    let selection: RowID

    /// The same place where rows have moved; the head of the page for rows that are gone.
    fileprivate func following(_ moved: (RowID) -> RowID?) -> Place {
      Place(
        anchor: Anchor(row: moved(anchor.row) ?? .post, line: anchor.line),
        selection: moved(selection) ?? .post
      )
    }
  }

  package var anchor: Anchor
  package var selection: RowID
  package var focus: LinkFocus?
  /// Rows that are drawn rich.
  package var rich = RowSet()
  /// Rows whose enrichment failed; they stay flat until they leave.
  var failed = RowSet()
  var folds: [RowID: PostRow.Folds] = [:]
  /// Where the reader asked to be, while that is not known yet.
  var destination: Destination?

  /// Places that have a letter.
  var marks: [Unicode.Scalar: Place] = [:]
  /// Where the last jump began.
  var before: Place?

  /// The place now.
  var place: Place { Place(anchor: anchor, selection: selection) }

  init(first: RowID) {
    anchor = Anchor(row: first, line: 0)
    selection = first
  }

  /// Follows rows to where they are now, as others came between them.
  mutating func follow(_ moved: (RowID) -> RowID?) {
    let now = place.following(moved)
    anchor = now.anchor
    selection = now.selection
    focus = focus.flatMap { focus in
      moved(focus.row).map { LinkFocus(row: $0, link: focus.link) }
    }
    rich = rich.following(moved)
    failed = failed.following(moved)
    folds = Dictionary(folds.compactMap { row, folds in moved(row).map { ($0, folds) } }) {
      first,
      _ in first
    }
    marks = marks.mapValues { $0.following(moved) }
    before = before?.following(moved)
  }
}
