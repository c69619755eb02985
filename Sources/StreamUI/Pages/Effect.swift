package import Addresses
package import StreamModel

/// A wish of the app for the outside; a value, carried out by the shell around it.
package enum Effect: Equatable, Sendable {
  case quit
  case suspend
  /// Draw every cell, because the screen of the terminal may show anything.
  case redraw
  /// Hand a checked target to the user's browser; answered by a message, and by ``Event/notOpened(_:)`` where that fails.
  case open(LinkTarget)
  /// Hand a file beside a feed to the program for files, if it may be opened; answered as ``open(_:)`` is.
  case openFile(FileTarget)
  case copy(String)
  /// Read the sources of the timeline again; answered by ``Event/reloaded(_:)``.
  case reload
  /// Choose the records by the rules as they are now, but for the rule of a name; answered by ``Event/reloaded(_:)``.
  case takeUpRules(without: String?)
  /// Read the configuration file again; answered by ``Event/configured(_:_:)``.
  case reloadConfig
  /// Save a view in the configuration, in place of that filter if the view still has it; answered by
  /// ``Event/configured(_:_:)`` and a message, or by a message that says why not.
  case saveView(name: String, filter: String, inPlaceOf: String? = nil)
  /// Show a line of a file in the user's editor, which has the terminal meanwhile.
  case edit(path: String, line: Int)
  /// Write into a new file, as the next two do; never over one that is there.
  case save(path: String, text: String)
  case savePost(path: String, text: String, SavedThing)
  case savePicture(path: String, PictureTarget)
  /// Show a text in the user's editor, which has the terminal meanwhile; changes of it are lost.
  case read(text: String)
  /// Run a program without a page; answered by a message.
  case run(CommandCall)
  case keepPlace(SavedPlace)
  /// Keep a place under a capital letter, for this source and all others.
  case setMark(Unicode.Scalar, SavedPlace)
  /// Go to the place of a capital letter: ``Event/mark(_:)`` if it is in the stream that is seen, else
  /// ``Event/opened(_:)`` with the stream that it is in.
  case findMark(Unicode.Scalar)
  case remember([PostState])
  /// Name the posts of a source by ``PostIdentity/fallback`` in all that is kept; answered by
  /// ``Event/namedByFallback(_:)`` and its flags.
  case nameByFallback(Int)
  case rememberComments([SeenConversation])
  case keep(KeptPost)
  case unkeep(KeptPost)
  /// Draw in the theme of this name from now on, `auto` included; answered by a message.
  case useTheme(String)
  /// Open a stream over the one that is seen; answered by ``Event/opened(_:)``, or by a message.
  case openStream(StreamChoice)
  case listPaths(String)
  /// Remove all that is saved of a source; answered by ``Event/forgotten(_:)``.
  case forget(String)
  case visit(FollowedLink)
  case unvisit(String)
  /// Keep a host for later runs: its addresses open without a question, or its pictures come.
  case trust(TrustedHost)
  case distrust(String)
  /// List the subscriptions; the tallies are those of the sources that are shown. Answered by ``Event/feeds(_:)``.
  case listFeeds([SourceTally])
  /// Say why the stream that is seen cannot be read; answered by a message.
  case explain(FeedError)
  /// The reader went back from a stream to the one below: its state is to be kept, and its sources are let go.
  case closeStream(StreamEnding)
  /// Change the list of subscriptions; answered by ``Event/feeds(_:)`` and ``Event/feedChanged(_:undoneBy:)``, by
  /// ``Event/feedDoubted(_:)``, or by a message.
  case changeFeeds(FeedChange)
  /// Edit the subscriptions as text, from the line of the one with this key on; answered as ``changeFeeds(_:)`` is.
  case editFeeds(String?)
  /// The reader has opened a post of a served feed, in this slot.
  case noteOpened(slot: Int)
  /// Fetch the new posts of subscriptions, nil for those that the timeline shows; ``Event/refreshing(_:)`` tells how far
  /// that is.
  case refreshFeeds(FeedChoice?)
  /// Answered by ``Event/answer(_:to:)``.
  case ask(Request)
  /// Nobody waits for the answer to the request with this token any more.
  case cancel(Int)
  /// Fetch the next page of older posts, also from another host that the gate has let through; answered by
  /// ``Event/older(_:)``.
  case fetchOlder(LinkTarget?)
  /// Give the terminal these pictures, until a key comes, and take those from it that are far away.
  case wantPictures(PictureWishes)

  /// The start of the message where secure mode forbids it; nil for effects that are allowed.
  var refusal: String? {
    switch self {
    case .open, .openFile, .read: "Not opened"
    case .copy: "Not copied"
    case .save, .savePost, .savePicture: "Not saved"
    case .edit, .editFeeds: "No editor is started"
    case .run: "Not run"
    case .changeFeeds: "The subscriptions stay as they are"
    case .refreshFeeds, .fetchOlder: "Not fetched"
    default: nil
    }
  }

  static func secure(_ refusal: String) -> String {
    "\(refusal): secure mode is on (STREAMTUI_SECURE)"
  }
}

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
  /// Opens the first unread post of the next feed in the list of subscriptions; where there is none, says these words.
  case openNextFeed(orSay: String)
  case select(RowID)
  case reveal(RowID, [CollapsedComment])
  /// Shows the selected row whole, or folded again; its content warning stays as it is.
  case toggleFold
  /// Rows were hidden or shown, which others stand for now; so were the replies to these comments.
  case reshaped([RowID: RowID], [CollapsedComment])
  case narrowed
  /// Lists other rows of the page; the selected one keeps its line on the screen.
  case relist(Delivery)
  /// Lists the posts that a filter passes; so many pages (`below`), to which the way back leads, lie over the one filtered.
  case filter(String, below: Int = 0)
  /// Lists the unread posts; the selected one, or the nearest of them, keeps its line on the screen.
  case listUnread
  /// Lists the posts that a rule means: over the page that is seen, or from the first page of the stream where it hides them.
  case listRuled(PostRule)
  case goToFirstPage
  /// Opens the conversation below once more over the list of its comments, at one that is expanded where it was hidden.
  case goToComment(RowID)
  /// Leaves all pages but the first of the stream, and goes to a row of that one.
  case goTo(RowID)

  // MARK: Links

  /// Goes back to the page below and follows a link; without a visit it is followed as the key asked.
  case follow(RowLink, LinkVisit?)
  case visit(RowLink)
  case openTarget(LinkTarget, LinkVisit)
  case openFile(FileTarget, LinkVisit)
  case fetchPage(LinkTarget)
  case start(CommandCall)
  case run(KeyCommand, count: Int?)
  case fetchDiscussion(DiscussionPlace, goTo: RowID? = nil)
  case fetchOlder(OlderPosts)
  /// Fetches the web page of the link in focus; where none has the focus, does something else.
  indirect case fetchFocused(orElse: Reply)
  case trust(TrustedHost)
  case distrust(String)

  case judge(CommandCall, [String])

  // MARK: Modes

  /// Begins a job; a small one ends with the key, so that the next one acts on its outcome.
  case job(Job.Goal)
  case slice
  indirect case wait(Mode.Wait)
  indirect case ask(Question)
  case typeCommand(String)
  case leave
  case leaveSilently

  // MARK: Outside

  case effect(Effect)
  case request(Request.Wish)
  case readFeeds([FeedEntry])
  case editFeed(FeedEntry, Action)
  case unsubscribe(FeedEntry)
}

/// The reason why a key does nothing, in words in which names of actions in braces stand for their keys.
struct Refusal: Error {
  private let words: String
  var reply: Reply { .sayKeys(words) }

  init(_ words: String) { self.words = words }
}

struct PageGrowth {
  /// Whether rows were added, removed or say something else.
  var hasChanged = false
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
