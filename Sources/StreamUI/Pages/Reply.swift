import StreamModel

/// The wish of a page, or of an owner of the app's state, in answer to a key or an event; `App` carries it out.
///
/// Neither knows `App`: what one of them wants done elsewhere comes to pass through this list alone.
enum Reply {
  case nothing
  case say(String)
  /// Says a text in which names of actions in braces stand for their keys.
  case sayKeys(String)
  case warn(String)

  // MARK: Pages

  case push(any PageContent)
  /// Opens another page above it, unless it is one of that kind itself.
  case show(any PageContent)
  case openComment(PostIdentity, in: RecordID)
  /// Opens the selected row, whatever link has the focus.
  case open
  case openNeighbour(Job.UnreadPost)
  /// Opens the first unread post of the next feed in the list that the stream was opened from; where there is none, the
  /// open post stays with these words.
  case openNextFeed(orSay: String)
  case select(RowID)
  /// Selects a row that was shown by expanding these comments.
  case reveal(RowID, [CollapsedComment])
  /// Shows the selected row whole, or folded again; its content warning stays as it is.
  case toggleFold
  /// Rows were hidden or shown, which others stand for now; so were the replies to these comments.
  case reshaped([RowID: RowID], [CollapsedComment])
  case narrowed
  /// Lists other rows of the page; the selected one keeps its line on the screen.
  case relist(Delivery)
  case filter(String)
  /// Lists the unread posts; the selected one, or the nearest of them, keeps its line on the screen.
  case listUnread
  case filterBelow(String)
  /// Goes back to the first page of the stream, and lists the posts that a rule means, those that it hides among them.
  case listRuled(PostRule)
  case goToFirstPage
  /// Opens the conversation below once more over the list of its comments, at one that is expanded where it was hidden.
  case goToComment(RowID)
  case goTo(RowID)

  // MARK: Links

  /// Goes back to the page below and follows a link; without a visit it is followed as the key asked.
  case follow(RowLink, LinkVisit?)
  case visit(RowLink)
  case fetchDiscussion(DiscussionPlace, goTo: RowID? = nil)
  case fetchOlder(OlderPosts)
  /// Fetches the web page of the link in focus; where none has the focus, does something else.
  indirect case fetchFocused(orElse: Reply)
  case trust(TrustedHost)
  case distrust(String)
  case openAll([RowLink])

  case judge(CommandCall, [String])

  // MARK: Modes

  /// Begins a job; a small one ends with the key, so that the next one acts on its outcome.
  case job(Job.Goal)
  case slice
  case wait(Mode.Wait)
  case ask(Question)
  /// Opens the command line with the start of a line.
  case typeCommand(String)
  case leave
  case leaveSilently

  // MARK: Outside

  case effect(Effect)
  /// Asks for something for the page.
  case request(Request.Wish)
  case readFeeds(FeedChoice)
  /// Asks for what an action needs to change a subscription.
  case editFeed(FeedEntry, Action)
}

/// A summary of the feed's report.
struct FeedGrowth {
  let isEmpty: Bool
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
  var isReordered = false

  static let nothing = PageGrowth()
  static let changed = PageGrowth(hasChanged: true)
}

/// A comment whose replies a key has collapsed or expanded, as it is kept from run to run.
struct CollapsedComment {
  let name: Timeline.SourceKey
  let isCollapsed: Bool
}
