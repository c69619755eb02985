/// The words of a dump about a post or comment that a further dump repeats as they are.
///
/// The rest of the program reads the post that is made of them.
public final class Recorded: Equatable, Sendable {
  /// A link as a dump lists it.
  public struct Link: Equatable, Sendable {
    /// The text of the link.
    public let text: String?
    /// The target.
    public let url: String?
    /// The word for the kind: link, mention, hashtag or attachment.
    public let kind: String?

    package init(text: String?, url: String?, kind: String?) {
      self.text = text
      self.url = url
      self.kind = kind
    }
  }

  /// The id of the comment, which others may have, too.
  public let id: String?
  /// The text, whose layout no markup can state exactly.
  public let text: String?
  /// The links in their order.
  public let links: [Link]
  /// The place of the first record: FILE:LINE:COLUMN.
  public let source: String?
  /// The name of the post's feed.
  public let feed: String?
  let title: String?
  let edited: Timestamp?
  let contentWarning: String?

  init(
    id: String?,
    text: String?,
    links: [Link],
    source: String?,
    feed: String?,
    title: String?,
    edited: Timestamp?,
    contentWarning: String?
  ) {
    self.id = id
    self.text = text
    self.links = links
    self.source = source
    self.feed = feed
    self.title = title
    self.edited = edited
    self.contentWarning = contentWarning
  }

  /// Whether both say the same.
  public static func == (one: Recorded, other: Recorded) -> Bool {
    one === other
      || one.id == other.id && one.text == other.text && one.links == other.links
        && one.source == other.source && one.feed == other.feed && one.title == other.title
        && one.edited == other.edited
        && one.contentWarning == other.contentWarning
  }
}
