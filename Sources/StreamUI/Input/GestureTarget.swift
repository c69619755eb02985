/// The thing under the mouse.
package struct GestureTarget: Equatable, Sendable {
  /// The number of the page on the screen.
  package let page: Int
  /// The row of the page; nil outside of rows.
  package let row: RowID?
  /// The link, if the row is rich; nil outside of links.
  package let link: LinkFocus?
  /// Whether the cell is part of "+N lines".
  package let isFold: Bool

  /// Makes a target.
  package init(
    page: Int,
    row: RowID? = nil,
    link: LinkFocus? = nil,
    isFold: Bool = false
  ) {
    self.page = page
    self.row = row
    self.link = link
    self.isFold = isFold
  }
}
