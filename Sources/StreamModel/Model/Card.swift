/// A preview of a page that a post links to.
public struct Card: Equatable, Sendable {
  public let title: String?
  public let summary: String?
  public let url: String?
}
