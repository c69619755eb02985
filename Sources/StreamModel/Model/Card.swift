/// A preview of a page that a post links to.
public struct Card: Equatable, Sendable {
  /// The headline of the page.
  public let title: String?
  /// The description of the page.
  public let summary: String?
  /// The address of the page.
  public let url: String?

  /// Makes a card of the known facts.
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
