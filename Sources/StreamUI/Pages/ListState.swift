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

  package var anchor: Anchor
  package var selection: RowID
  package var focus: LinkFocus?
  /// Rows that are drawn rich.
  package var rich: Set<RowID> = []
  /// Rows whose enrichment failed; they stay flat until they leave.
  var failed: Set<RowID> = []
  var folds: [RowID: PostRow.Folds] = [:]
  /// Where the reader asked to be, while that is not known yet.
  var destination: Destination?

  init(first: RowID) {
    anchor = Anchor(row: first, line: 0)
    selection = first
  }
}
