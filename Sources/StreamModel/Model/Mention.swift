/// An account that a post addresses, with the address its text links to.
public struct Mention: Equatable, Sendable {
  /// With a leading "@".
  public let handle: String?
  /// The page of the account.
  public let url: String?

  /// A mention with what is known of it.
  public init(
    handle: String?,
    url: String? = nil
  ) {
    self.handle = handle
    self.url = url
  }
}
