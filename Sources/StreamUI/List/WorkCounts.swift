/// The work that showing rows has taken: counts, not times, so the same input and keys give the same
/// numbers on every machine.
///
/// Each is counted where the work is done. A row that the memo still holds costs no work.
package struct WorkCounts: Equatable, Sendable {
  /// Rows broken into lines and cells, also those that were measured ahead and never seen.
  package var rowsLaidOut = 0
  /// Rows that became rich, counted again each time they do.
  package var rowsEnriched = 0
  /// Rows whose spans and links were placed; the other enriched rows came from the memo.
  package var rowsStyled = 0
  /// Spans (bold text, code, headings) that were placed on cells of these rows.
  package var spansPlaced = 0
  package var linksPlaced = 0
  package var rowsCancelled = 0

  /// Creates counts of no work.
  package init() {}

  /// Creates the counts of the rows of `memo`, on pages with these counts of enrichment.
  init(_ memo: RowMemo, _ enrichment: Enrichment.Counts) {
    rowsLaidOut = memo.measuredCount
    rowsEnriched = enrichment.enriched
    rowsStyled = memo.styled.rows
    spansPlaced = memo.styled.spans
    linksPlaced = memo.styled.links
    rowsCancelled = enrichment.cancelled
  }

  /// Returns the work of both.
  package static func + (one: WorkCounts, other: WorkCounts) -> WorkCounts {
    var sum = one
    sum.rowsLaidOut += other.rowsLaidOut
    sum.rowsEnriched += other.rowsEnriched
    sum.rowsStyled += other.rowsStyled
    sum.spansPlaced += other.spansPlaced
    sum.linksPlaced += other.linksPlaced
    sum.rowsCancelled += other.rowsCancelled
    return sum
  }

  /// Returns the work of `whole` that came after `part`.
  package static func - (whole: WorkCounts, part: WorkCounts) -> WorkCounts {
    var rest = whole
    rest.rowsLaidOut -= part.rowsLaidOut
    rest.rowsEnriched -= part.rowsEnriched
    rest.rowsStyled -= part.rowsStyled
    rest.spansPlaced -= part.spansPlaced
    rest.linksPlaced -= part.linksPlaced
    rest.rowsCancelled -= part.rowsCancelled
    return rest
  }
}
