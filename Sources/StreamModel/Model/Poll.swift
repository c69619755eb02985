/// A question with options and their votes.
public struct Poll: Equatable, Sendable {
  /// One answer to choose.
  public struct Option: Equatable, Sendable {
    /// The answer's words.
    public let title: String
    /// Nil where the document hides them.
    public let votes: Int?

    /// An answer with its votes, where they are known.
    public init(
      title: String,
      votes: Int? = nil
    ) {
      self.title = title
      self.votes = votes
    }
  }

  /// In document order.
  public let options: [Option]
  /// Votes of all options.
  public let votesCount: Int?
  /// Whether voting is over.
  public let isExpired: Bool
  /// When voting ends.
  public let expires: Timestamp?

  /// A poll with what is known of it.
  public init(
    options: [Option],
    votesCount: Int? = nil,
    isExpired: Bool = false,
    expires: Timestamp? = nil
  ) {
    self.options = options
    self.votesCount = votesCount
    self.isExpired = isExpired
    self.expires = expires
  }
}
