import StreamModel

/// The request of a page in answer to a key.
enum PageReply {
  case nothing
  case say(String)
  /// Says a text in which names of actions in braces stand for their keys.
  case sayKeys(String)
  /// Opens another page above it.
  case push(any PageContent)
  /// Selects a row of the page and scrolls to it.
  case select(RowID)
  /// Shows the selected row whole, or folded again; its content warning stays as it is.
  case toggleFold
  /// Rows were hidden or shown, which others stand for now; so were the replies to these comments.
  case reshaped([RowID: RowID], [CollapsedComment])
  /// Rows were narrowed to some, or widened to all.
  case narrowed
  /// Goes back to the page below and follows a link.
  case follow(RowLink)
  /// Follows a link from the page, which stays below.
  case visit(RowLink)
  /// Searches the feed for the post of an id or address that a record of `source` states.
  case lookUpParent(String, source: Int)
  /// Searches the timeline for a post and goes back to it there; names the source where it is gone.
  case lookUpPost(Timeline.SourceKey, sourceName: String)
  /// Goes back to the timeline, to a record of it.
  case goTo(RowID)
  case prompt(Prompt)
  /// Shows a line of a file in the user's editor.
  case edit(path: String, line: Int)
  case ask(Question)
  /// Leaves for a source that was opened before, by its stable name; nil for the built-in sample.
  case openSource(String?)
  /// Leaves for the posts of subscriptions.
  case openFeeds(FeedChoice)
  /// Fetches new posts of subscriptions.
  case refreshFeeds(FeedChoice)
  /// Marks all posts of subscriptions read.
  case readFeeds(FeedChoice)
  /// Lists other rows of the page; the selected one keeps its line on the screen.
  case relist(FeedListChange)
  /// Asks about opening these links.
  case openAll([RowLink])
}

/// A summary of the feed's report.
struct FeedGrowth {
  let isEmpty: Bool
  /// Whether rows changed that were there before, or others came in between.
  let isReshaped: Bool
  /// The position of the first row that came in.
  let firstInserted: Int?
}

/// The effect of new records on a page's rows.
struct PageGrowth {
  /// Whether rows were added, removed or say something else.
  var hasChanged = false
  /// Rows that are gone, each with the one that stands for it now.
  var replaced: [RowID: RowID] = [:]
  /// Whether all rows have other places.
  var isReordered = false

  static let nothing = PageGrowth()
  static let changed = PageGrowth(hasChanged: true)
}
