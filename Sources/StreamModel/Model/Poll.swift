/// A question with options and their votes.
public struct Poll: Equatable, Sendable {
  /// One answer to choose.
  public struct Option: Equatable, Sendable {
    public let title: String
    public let votes: Int?
  }

  public let options: [Option]
  public let votesCount: Int?
  public let isExpired: Bool
  public let expires: Timestamp?
}
