/// A file that belongs to a post.
public struct Attachment: Equatable, Sendable {
  /// As the document names it: "image", "video", "audio", "gifv", or anything else.
  public let type: String?
  /// Where the file is.
  public let url: String?
  /// The description for those who cannot see it.
  public let alt: String?

  /// An attachment with what is known of it.
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
