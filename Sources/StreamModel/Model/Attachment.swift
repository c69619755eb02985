/// A file that belongs to a post.
public struct Attachment: Equatable, Sendable {
  /// The type as the document names it: "image", "video", "audio", "gifv", or anything else.
  public internal(set) var type: String?
  /// The address of the file.
  public internal(set) var url: String?
  /// The description for readers who cannot see the file.
  public internal(set) var alt: String?
  /// The size of the picture or film; nil if the document does not state it.
  public internal(set) var size: PixelSize?
  /// Whether the document asks that the file is not shown before the reader wants that.
  public internal(set) var isSensitive = false
}

extension Attachment {
  package init(enclosure url: String, mediaType: String?) {
    self.init(type: MediaType.kind(of: mediaType), url: url)
  }
}

extension [Attachment] {
  /// Marks all of them as sensitive: many formats state it of the post.
  mutating func markSensitive() { for index in indices { self[index].isSensitive = true } }
}

/// The width and the height of a picture in pixels.
public struct PixelSize: Equatable, Hashable, Sendable {
  /// The number of pixels in a line, from 1 to 65,535.
  public let width: Int
  /// The number of lines of pixels, from 1 to 65,535.
  public let height: Int

  /// Makes a size; nil unless both numbers are known and from 1 to 65,535.
  ///
  /// Documents write 0 for a size that they do not know.
  public init?(width: Int?, height: Int?) {
    guard let width, let height, Self.range.contains(width), Self.range.contains(height) else {
      return nil
    }
    self.width = width
    self.height = height
  }

  private static let range = 1...65_535
}

/// A preview of a page that a post links to.
public struct Card: Equatable, Sendable {
  /// The headline of the page.
  public internal(set) var title: String?
  /// The description of the page.
  public internal(set) var summary: String?
  /// The address of the page.
  public internal(set) var url: String?
}

/// A mention of an account, with the address that the text links to.
public struct Mention: Equatable, Sendable {
  /// The handle with a leading "@".
  public internal(set) var handle: String?
  /// The page of the account.
  public internal(set) var url: String?
}

/// Maps media types to the values of ``Attachment/type``.
enum MediaType {
  /// Returns "image", "video" or "audio", otherwise the media type itself.
  static func kind(of mediaType: String?) -> String? {
    guard let mediaType else { return nil }
    let top = mediaType.split(separator: "/").first.map { $0.lowercased() } ?? ""
    return ["image", "video", "audio"].contains(top) ? top : mediaType
  }

  static func isMedia(_ mediaType: String) -> Bool {
    mediaType.contains("/") && kind(of: mediaType) != mediaType
  }
}

/// A question with options and their votes.
public struct Poll: Equatable, Sendable {
  /// One choice.
  public struct Option: Equatable, Sendable {
    /// The text of the choice.
    public let title: String
    /// The number of votes; nil if the document hides it.
    public internal(set) var votes: Int?
  }

  /// The choices in document order.
  public internal(set) var options: [Option] = []
  /// The votes of all choices together; nil if unknown.
  public internal(set) var votesCount: Int?
  /// The people who voted, where the document counts them: each may have chosen several; nil if unknown.
  public internal(set) var votersCount: Int?
  /// Whether voting is over.
  public internal(set) var isExpired = false
  /// The time when voting ends; nil if unknown.
  public internal(set) var expires: Timestamp?

  /// The votes that are counted at most, so that their sums and products fit.
  private static let mostVotes = 1 << 40

  /// The votes of all choices together, stated or added up.
  public var total: Int {
    let counted = { (votes: Int) in min(max(0, votes), Self.mostVotes) }
    return votesCount.map(counted)
      ?? counted(options.reduce(0) { min($0 + counted($1.votes ?? 0), Self.mostVotes) })
  }

  /// The people who voted, where that is another number than that of the votes; nil if it is not.
  public var voters: Int? {
    guard let votersCount, votersCount > 0, votersCount != votesCount else { return nil }
    return min(votersCount, Self.mostVotes)
  }

  /// The votes of an option, and how many that is of a hundred; nil where the votes are hidden or there are none.
  ///
  /// Where people may choose several options, the percentage is that of the people, as Mastodon has it.
  public func result(of option: Option) -> (votes: Int, percentage: Int)? {
    guard let stated = option.votes else { return nil }
    guard total > 0 || options.contains(where: { $0.votes ?? 0 > 0 }) else { return nil }
    let votes = min(max(0, stated), Self.mostVotes)
    let all = max(1, voters ?? total)
    return (votes, (votes * 200 + all) / (all * 2))
  }
}
