/// A kind of fact about the feed that a document states outside its records.
enum FeedFact: Equatable {
  case version
  case title
  /// A title in ActivityStreams' form: text, or texts by language.
  case names
  /// The description of the feed, which replaces a missing title.
  case summary
  case total
  case homePage
  case icon
  case language
  case author
  case authors
  case context
  case namedAccounts
  case namedStatuses

  /// The bytes of its value that are read at most.
  var limit: Int {
    switch self {
    case .namedAccounts, .namedStatuses: Limits.record
    default: Limits.text
    }
  }
}

/// The facts about the feed that a document states outside its records.
///
/// Records are decoded with them, so a fact after the list applies to all of them.
public struct FeedFacts: Equatable, Sendable {
  /// The description of the feed.
  public internal(set) var summary: String?
  /// The page that the feed belongs to.
  public internal(set) var homePage: String?
  /// The address of a picture for the feed.
  public internal(set) var icon: String?
  /// The language of records that state none, as a BCP 47 tag.
  public internal(set) var language: String?
  /// The author of records that name none.
  public internal(set) var author: Account?
  /// The address to which the publisher has moved the feed for good, as a permanent redirect would say.
  public internal(set) var newAddress: String?
  /// The minutes between two requests that the publisher asks for.
  public internal(set) var minutesToLive: Int?
  var authorIsListed = false
  var namedAccounts: [String: Account] = [:]
  var namedPosts: [String: Post] = [:]
  /// The number of changes that affect records since the first of them was found.
  var revision = 0
}
