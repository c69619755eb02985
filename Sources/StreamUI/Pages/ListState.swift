/// What the reader sees and holds on one page: place, selection, link in focus, what is rich.
package struct ListState: Equatable, Sendable {
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

  package var anchor: Anchor
  package var selection: RowID
  package var focus: LinkFocus?
  /// Rows that are drawn rich.
  package var rich: Set<RowID> = []
  /// Rows whose enrichment failed; they stay flat until they leave.
  var failed: Set<RowID> = []
  var folds: [RowID: PostRow.Folds] = [:]
  /// Where the reader asked to be while the end is not known yet.
  var followsEnd = false

  init(first: RowID) {
    anchor = Anchor(row: first, line: 0)
    selection = first
  }
}
