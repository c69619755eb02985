package import Addresses
package import StreamModel

/// A page's request to the outside, answered as long as the page is open.
package struct Request: Equatable, Sendable {
  /// Unique in the run, among the numbers of pages, too; an answer bears it.
  package let token: Int
  package let wish: Wish

  package enum Wish: Equatable, Sendable {
    /// Fetch a web page, whose address the reader has seen.
    case article(LinkTarget)
    /// Fetch the comments of a place, or the names of those who did something with a post, from an address that the
    /// gate has let through.
    case discussion(DiscussionPlace, LinkTarget)
    case keptDiscussions([DiscussionPlace])
    case output(CommandCall)
    /// List at most this many of the links that were followed last.
    case visits(limit: Int)

    /// The start of the message where secure mode forbids it; nil where it is allowed.
    var refusal: String? {
      switch self {
      case .article, .discussion: "Not fetched"
      case .output: "Not run"
      case .keptDiscussions, .visits: nil
      }
    }
  }
}

package enum Answer {
  case asked(Request.Wish)
  case article(ArticleText)
  case discussion(DiscussionPlace, DiscussionAnswer)
  case keptDiscussions([(DiscussionPlace, DiscussionAnswer)])
  case output(CommandOutput)
  /// The last one first.
  case visits([VisitedLink])

  var isLast: Bool {
    switch self {
    case .asked, .discussion(_, .copy): false
    case .output(let output): output.outcome != nil
    case .article, .discussion, .keptDiscussions, .visits: true
    }
  }
}

/// The requests that are not answered to their ends, each with the number of the page that asked.
struct Requests {
  private var askers: [Int: Int] = [:]
  var areOpen: Bool { !askers.isEmpty }

  mutating func begin(_ request: Request, for page: Int) -> Effect {
    askers[request.token] = page
    return .ask(request)
  }

  /// The page that an answer is for; nil where nobody waits for it.
  mutating func asker(of token: Int, for answer: Answer) -> Int? {
    answer.isLast ? askers.removeValue(forKey: token) : askers[token]
  }

  mutating func cancelGone(from pages: PageStack) -> [Effect] {
    let gone = askers.filter { !pages.has($0.value) }.keys.sorted()
    for token in gone { askers[token] = nil }
    return gone.map { .cancel($0) }
  }
}

/// News for a page that is no key, no answer and no change of its stream.
enum Delivery {
  case wholePage
  /// The posts before the first one of the stream, and whether records of it are still to be scanned.
  case older(OlderPosts?, isComing: Bool)

  // The selected row keeps its line on the screen as these are listed.

  /// Why there is no post so far.
  case failure(StreamOptions.Failure)
  case entries([FeedEntry])
  /// These are the saved views now, of whose unread posts nothing is known yet.
  case views([ViewTally])
  case recent([RecentSource])
  case forgotten(String)
  case folder(RowID)
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
  /// This row is at the top of the viewport now.
  case top(RowID, in: Timeline)
  /// An undo has changed flags: posts that were not listed may be again.
  case undone

  /// Whether pages keep their places by the row at the top, and not by the selected one.
  var keepsTop: Bool { if case .older = self { true } else { false } }
}

/// A saved view on the page of subscriptions, and the look for its unread posts.
struct ViewTally {
  let name: String
  let line: String
  /// The file and line of the configuration that state it; nil where the run reads none.
  let edited: (path: String, line: Int)?
  /// The look through the stream; nil where that does not show all subscriptions, or does not tell unread posts.
  var walk: FilterWalk?

  var unread: Int? { walk.flatMap { $0.wasThrough ? $0.count : nil } }
}
