/// A preview of a page that a post links to.
public struct Card: Equatable, Sendable {
  /// The headline of the page.
  public let title: String?
  /// What the page says of itself.
  public let summary: String?
  /// The page.
  public let url: String?

  /// A card with what is known of it.
  public init(
    title: String?,
    summary: String? = nil,
    url: String? = nil
  ) {
    self.title = title
    self.summary = summary
    self.url = url
  }
}
