/// The state that a row's lines depend on.
struct RowShape: Equatable {
  var folds = PostRow.Folds()
  var isCollapsed = false
  /// Grows when later records add to the row's post.
  var revision = 0
  /// The wall clock's minute, for "5m"; 0 where the row shows no age.
  var minute: Int64 = 0
  var density = Density.normal
  /// Whether the lines are those of the side panel about the row.
  var isPanel = false
  /// Whether pictures have lines.
  var drawsPictures = false
}
