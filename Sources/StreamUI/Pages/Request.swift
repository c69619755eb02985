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
    /// Fetch the comments of a place, from an address that the gate has let through.
    case discussion(DiscussionPlace, LinkTarget)
    /// Look for the comments of these places that earlier visits have kept; nobody is asked.
    case keptDiscussions([DiscussionPlace])
    /// Fetch the names of those who did something with a post, from an address that the gate has let through.
    case people(DiscussionPlace, LinkTarget)
    /// Run a program.
    case output(CommandCall)
    /// List at most this many of the links that were followed last.
    case visits(limit: Int)

    /// The start of the message where secure mode forbids it; nil where it is allowed.
    var refusal: String? {
      switch self {
      case .article, .discussion, .people: "Not fetched"
      case .output: "Not run"
      case .keptDiscussions, .visits: nil
      }
    }
  }
}

/// An answer to a request.
package enum Answer {
  /// The request has gone out.
  case asked(Request.Wish)
  case article(ArticleText)
  /// The comments that a place sent; those of a copy come first.
  case discussion(DiscussionPlace, DiscussionAnswer)
  /// The copies of the places that have one.
  case keptDiscussions([(DiscussionPlace, DiscussionAnswer)])
  /// The names of a place; those of a copy come before others.
  case people(DiscussionPlace, DiscussionAnswer)
  /// The output so far; each begins with the bytes of the one before, and the last one has an outcome.
  case output(CommandOutput)
  /// The last one first.
  case visits([VisitedLink])

  /// Whether no other answer to the request follows.
  var isLast: Bool {
    switch self {
    case .asked, .discussion(_, .copy), .people(_, .copy): false
    case .output(let output): output.outcome != nil
    case .article, .discussion, .keptDiscussions, .people, .visits: true
    }
  }
}

/// The requests that are not answered to their ends, each with the number of the page that asked.
struct Requests {
  private var askers: [Int: Int] = [:]

  mutating func begin(_ request: Request, for page: Int) -> Effect {
    askers[request.token] = page
    return .ask(request)
  }

  /// The page that an answer is for; nil where nobody waits for it.
  mutating func asker(of token: Int, for answer: Answer) -> Int? {
    answer.isLast ? askers.removeValue(forKey: token) : askers[token]
  }

  /// Cancels what pages wait for that are gone.
  mutating func cancelGone(from pages: PageStack) -> [Effect] {
    guard !askers.isEmpty else { return [] }
    let gone = askers.filter { !pages.has($0.value) }.keys.sorted()
    for token in gone { askers[token] = nil }
    return gone.map { .cancel($0) }
  }
}
