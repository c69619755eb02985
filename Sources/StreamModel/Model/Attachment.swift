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

/// Maps media types to the values of ``Attachment/type``.
enum MediaType {
  /// Returns "image", "video" or "audio", otherwise the media type itself.
  static func kind(of mediaType: String?) -> String? {
    guard let mediaType else { return nil }
    let top = mediaType.split(separator: "/").first.map { $0.lowercased() } ?? ""
    return ["image", "video", "audio"].contains(top) ? top : mediaType
  }
}

/// A question with options and their votes.
public struct Poll: Equatable, Sendable {
  /// One choice.
  public struct Option: Equatable, Sendable {
    /// The text of the choice.
    public let title: String
    /// The number of votes; nil if the document hides it.
    public let votes: Int?

    /// Makes a choice.
    public init(
      title: String,
      votes: Int? = nil
    ) {
      self.title = title
      self.votes = votes
    }
  }

  /// The choices in document order.
  public let options: [Option]
  /// The votes of all choices together; nil if unknown.
  public let votesCount: Int?
  /// Whether voting is over.
  public let isExpired: Bool
  /// The time when voting ends; nil if unknown.
  public let expires: Timestamp?

  /// Makes a poll of the known facts.
  public init(
    options: [Option],
    votesCount: Int? = nil,
    isExpired: Bool = false,
    expires: Timestamp? = nil
  ) {
    self.options = options
    self.votesCount = votesCount
    self.isExpired = isExpired
    self.expires = expires
  }
}
