/// A question with options and their votes.
public struct Poll: Equatable, Sendable {
  /// One answer to choose.
  public struct Option: Equatable, Sendable {
    public let title: String
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

  public let options: [Option]
  public let votesCount: Int?
  public let isExpired: Bool
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
