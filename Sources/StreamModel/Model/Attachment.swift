/// A file that belongs to a post.
public struct Attachment: Equatable, Sendable {
  /// As the document names it: "image", "video", "audio", "gifv", or anything else.
  public let type: String?
  public let url: String?
  /// The description for those who cannot see it.
  public let alt: String?
}
