/// A change of the rows of a page of sources; the selected row keeps its line on the screen.
enum FeedListChange {
  /// These are the subscriptions now.
  case entries([FeedEntry])
  /// These are the sources that were opened before.
  case recent([RecentSource])
  /// Opens or closes the folder that a row is or lies in.
  case folder(RowID)
  /// Opens all folders; closes them where all are open.
  case allFolders
  /// Hides subscriptions without unread posts, or shows them again.
  case hidden
  /// Lists only subscriptions that contain a text; empty for all.
  case filter(String)
  /// Another row was selected: one that stood there only because it was selected goes.
  case selection
}
