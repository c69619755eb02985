/// A preview of a page that a post links to.
public struct Card: Equatable, Sendable {
  public let title: String?
  public let summary: String?
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
