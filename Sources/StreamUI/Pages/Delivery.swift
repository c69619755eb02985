import StreamModel

/// Everything that comes to pages besides keys and the changes of their stream: answers from outside, and other rows to list.
///
/// An answer is addressed to the page that asked, by its number; others go to every page, which takes what
/// concerns it.
enum Delivery {
  /// The output of the page's program so far, or all of it.
  case output(CommandOutput)
  /// Shows the menus and margins around the page's article, or hides them again.
  case wholePage
  /// The answer of a place where the page's post is discussed.
  case discussion(DiscussionPlace, DiscussionAnswer, at: Timestamp)
  /// The posts before the first one of the stream, and whether records of it are still to be scanned.
  case older(OlderPosts?, isComing: Bool)
  /// The links that were followed last.
  case visits([VisitedLink])

  // The selected row keeps its line on the screen as these are listed.

  /// These are the subscriptions now.
  case entries([FeedEntry])
  /// These are the saved views now, of whose unread posts nothing is known yet.
  case views([ViewTally])
  /// These are the sources that were opened before.
  case recent([RecentSource])
  /// Nothing is saved of the source with this stable name any more.
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
  /// Lists the comments of the page in another order.
  case commentOrder(CommentOrder)
  /// Another row was selected: one that stood there only because it was selected goes.
  case selection

  /// Whether it concerns the list of subscriptions.
  var isOfFeeds: Bool {
    switch self {
    case .entries, .views, .folder, .allFolders, .hidden, .filter, .reveal, .selection: true
    case .output, .discussion, .older, .wholePage, .visits, .recent, .forgotten,
      .commentOrder:
      false
    }
  }

  /// Whether the page that asked keeps its place by the row at the top, and not by the selected one.
  var isAnswer: Bool {
    switch self {
    case .output, .discussion, .older, .visits: true
    default: false
    }
  }
}

/// A saved view on the page of subscriptions, and the look for its unread posts.
struct ViewTally {
  let name: String
  /// The filter as the reader wrote it.
  let line: String
  /// The file and line of the configuration that state it; nil where the run reads none.
  let edited: (path: String, line: Int)?
  /// The look through the stream; nil where that does not show all subscriptions, or does not tell unread posts.
  var walk: FilterWalk?

  /// The number of unread posts; nil before they are counted.
  var unread: Int? { walk.flatMap { $0.wasThrough ? $0.count : nil } }
}
