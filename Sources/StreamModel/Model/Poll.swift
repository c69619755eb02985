/// A question with options and their votes.
public struct Poll: Equatable, Sendable {
  /// One choice.
  public struct Option: Equatable, Sendable {
    /// The text of the choice.
    public let title: String
    /// The number of votes; nil if the document hides it.
    public let votes: Int?

    /// Makes a choice.
    public init(
      title: String,
      votes: Int? = nil
    ) {
      self.title = title
      self.votes = votes
    }
  }

  /// The choices in document order.
  public let options: [Option]
  /// The votes of all choices together; nil if unknown.
  public let votesCount: Int?
  /// Whether voting is over.
  public let isExpired: Bool
  /// The time when voting ends; nil if unknown.
  public let expires: Timestamp?

  /// Makes a poll of the known facts.
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
