/// The link that keys act on.
package struct LinkFocus: Equatable, Sendable {
  package let row: RowID
  /// The index into the row's links.
  package let link: Int
}
