/// A mention of an account, with the address that the text links to.
public struct Mention: Equatable, Sendable {
  /// The handle with a leading "@".
  public let handle: String?
  /// The page of the account.
  public let url: String?

  /// Makes a mention of the known facts.
  public init(
    handle: String?,
    url: String? = nil
  ) {
    self.handle = handle
    self.url = url
  }
}
