/// A file that belongs to a post.
public struct Attachment: Equatable, Sendable {
  /// The type as the document names it: "image", "video", "audio", "gifv", or anything else.
  public let type: String?
  /// The address of the file.
  public let url: String?
  /// The description for readers who cannot see the file.
  public let alt: String?

  /// Makes an attachment of the known facts.
  public init(
    type: String?,
    url: String?,
    alt: String? = nil
  ) {
    self.type = type
    self.url = url
    self.alt = alt
  }
}
