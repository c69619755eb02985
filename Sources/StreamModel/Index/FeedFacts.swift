/// Something that a document says of the feed, beside its records.
enum FeedFact: Equatable {
  case version
  case title
  /// A title in ActivityStreams' manner: text, or texts by language.
  case names
  /// What the feed says of itself; the title where it has none.
  case summary
  case total
  case homePage
  case icon
  case language
  /// The author of records that name none, in JSON Feed's manner.
  case author
  case authors
  /// A JSON-LD context, for its language.
  case context
}

/// What a document says of the feed, beside its records.
///
/// Records are decoded with it: a fact that stands behind the list counts for all of them.
public struct FeedFacts: Equatable, Sendable {
  /// What the feed says of itself.
  public internal(set) var summary: String?
  /// The page that the feed belongs to.
  public internal(set) var homePage: String?
  /// The address of a picture that stands for the feed.
  public internal(set) var icon: String?
  /// The language of records that state none, a BCP 47 tag.
  public internal(set) var language: String?
  /// The author of records that name none.
  public internal(set) var author: Account?
  /// Whether `author` is of a list of authors.
  var authorIsListed = false
  /// How often what matters to records has changed since the first of them was found.
  var revision = 0
}
