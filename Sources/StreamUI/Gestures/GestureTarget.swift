/// What lies under the mouse.
package struct GestureTarget: Equatable, Sendable {
  /// The number of the page that was seen.
  package let page: Int
  /// The row of the page; nil outside of rows.
  package let row: RowID?
  /// The link, where the row is rich.
  package let link: ListState.LinkFocus?
  /// Whether "+N lines" stands there.
  package let isFold: Bool

  package init(
    page: Int,
    row: RowID? = nil,
    link: ListState.LinkFocus? = nil,
    isFold: Bool = false
  ) {
    self.page = page
    self.row = row
    self.link = link
    self.isFold = isFold
  }
}
