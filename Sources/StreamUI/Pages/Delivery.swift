import StreamModel

/// News for a page that is no key, no answer and no change of its stream.
enum Delivery {
  /// Shows the menus and margins around the page's article, or hides them again.
  case wholePage
  /// The posts before the first one of the stream, and whether records of it are still to be scanned.
  case older(OlderPosts?, isComing: Bool)

  // The selected row keeps its line on the screen as these are listed.

  case entries([FeedEntry])
  /// These are the saved views now, of whose unread posts nothing is known yet.
  case views([ViewTally])
  case recent([RecentSource])
  case forgotten(String)
  /// Opens or closes the folder that a row is or lies in.
  case folder(RowID)
  /// Opens all folders; closes them where all are open.
  case allFolders
  /// Hides subscriptions without unread posts, or shows them again.
  case hidden
  /// Lists only subscriptions that contain a text; empty for all.
  case filter(String)
  /// Lists a subscription, whatever folder or text hides it.
  case reveal(String)
  case commentOrder(CommentOrder)
  /// Another row was selected: one that stood there only because it was selected goes.
  case selection

  var isOfFeeds: Bool {
    switch self {
    case .entries, .views, .folder, .allFolders, .hidden, .filter, .reveal, .selection: true
    case .older, .wholePage, .recent, .forgotten, .commentOrder:
      false
    }
  }

  /// Whether pages keep their places by the row at the top, and not by the selected one.
  var keepsTop: Bool {
    if case .older = self { true } else { false }
  }
}

/// A saved view on the page of subscriptions, and the look for its unread posts.
struct ViewTally {
  let name: String
  let line: String
  /// The file and line of the configuration that state it; nil where the run reads none.
  let edited: (path: String, line: Int)?
  /// The look through the stream; nil where that does not show all subscriptions, or does not tell unread posts.
  var walk: FilterWalk?

  /// The number of unread posts; nil before they are counted.
  var unread: Int? { walk.flatMap { $0.wasThrough ? $0.count : nil } }
}
