/// The records of a feed without the posts that not everybody may read, as far as that is known.
///
/// Records keep the numbers that they have in the feed. A post whose format says nothing about readers
/// stays; one without the statement that its format always makes does not.
public final class PublicRecords {
  private let feed: Feed
  /// The numbers of the records that stay, ascending.
  private var kept = ChunkedList<UInt32>()
  /// The number of records of the feed that were looked at.
  private var looked = 0
  private var reported = 0
  /// The number of posts that were left out so far.
  public private(set) var leftOutCount = 0

  /// Bytes that a look costs besides those of the record.
  private static let lookCost = 64

  /// Wraps a feed that nobody else advances.
  public init(_ feed: Feed) {
    self.feed = feed
  }

  private func look(bytes budget: Int) {
    var left = max(1, budget)
    while left > 0, looked < feed.recordCount {
      if feed.isPublic(looked) {
        kept.append(UInt32(clamping: looked))
      } else {
        leftOutCount += 1
      }
      left -= feed.byteCount(ofNumber: looked) &+ Self.lookCost
      looked += 1
    }
  }

  private func isKept(_ number: Int) -> Bool { position(ofNumber: number) != nil }
}

extension PublicRecords: RecordSource {
  /// The name of the feed.
  public var name: String { feed.name }
  /// The title of the feed.
  public var title: String? { feed.title }
  /// The number of records that stay.
  public var recordCount: Int { kept.count }
  /// The number of records that were looked at.
  public var numberLimit: Int { looked }
  /// As the feed says.
  public var isSettled: Bool { feed.isSettled }
  /// Whether every record was found and looked at.
  public var isIndexed: Bool { feed.isIndexed && looked == feed.recordCount }
  /// The feed's estimate less the posts that were left out.
  public var estimatedCount: Int { max(kept.count, feed.estimatedCount - leftOutCount) }
  /// The problems of the feed.
  public var problems: [FeedProblem] { feed.problems }
  /// As the feed counts.
  public var decodeCount: Int { feed.decodeCount }
  /// As the feed says.
  public var owner: Account? { feed.owner }
  /// As the feed says.
  public var comparesTexts: Bool { feed.comparesTexts }
  /// As the feed says.
  public var hasSettledRelations: Bool { feed.hasSettledRelations }
  /// As the feed says.
  public var wantsConversations: Bool { feed.wantsConversations }

  /// The number of the record at a position; nil where there is none.
  public func number(at position: Int) -> Int? {
    kept.indices.contains(position) ? Int(kept[position]) : nil
  }

  /// The position of a record; nil if it was left out.
  public func position(ofNumber number: Int) -> Int? {
    let position = kept.partitioningIndex { Int($0) >= number }
    return position < kept.count && Int(kept[position]) == number ? position : nil
  }

  /// The record without comments that state that not everybody may read them.
  public func record(number: Int) -> Feed.Record {
    isKept(number) ? publicly(feed.record(number: number), number) : refused(number)
  }

  /// As ``record(number:)``; a record that cannot be read joins ``problems``.
  public func inspect(number: Int) -> Feed.Record {
    isKept(number) ? publicly(feed.inspect(number: number), number) : refused(number)
  }

  /// As the feed says; nothing of a post that was left out.
  public func relations(ofNumber number: Int) -> PostRelations {
    guard isKept(number), !feed.hidesNow(number) else { return .none }
    let relations = feed.relations(ofNumber: number)
    guard !relations.listed.isEmpty, case .post(let post) = record(number: number) else {
      return relations
    }
    return PostRelations(post)
  }

  /// As the feed says.
  public func revision(ofNumber number: Int) -> Int { feed.revision(ofNumber: number) }

  /// The size of the record in bytes.
  public func byteCount(ofNumber number: Int) -> Int { feed.byteCount(ofNumber: number) }

  /// Whether the bytes of a record that stays hold `needle`.
  public func holds(_ needle: [UInt8], number: Int, ignoringCase: Bool) -> Bool {
    isKept(number) && feed.holds(needle, number: number, ignoringCase: ignoringCase)
  }

  /// Searches as the feed does; the caller skips records that are not rows.
  public func search(
    _ needle: [UInt8],
    fromNumber: Int,
    bytes: Int,
    ignoringCase: Bool
  ) -> Feed.Search {
    feed.search(needle, fromNumber: fromNumber, bytes: bytes, ignoringCase: ignoringCase)
  }

  /// Whether the bytes of a record that stays may show the word of `needle`.
  public func mayShow(_ needle: TextNeedle, number: Int) -> Bool {
    isKept(number) && feed.mayShow(needle, number: number)
  }

  /// Searches as the feed does; the caller skips records that are not rows.
  public func search(_ needle: TextNeedle, fromNumber: Int, bytes: Int) -> Feed.Search {
    feed.search(needle, fromNumber: fromNumber, bytes: bytes)
  }

  /// Scans the feed further, and looks at the records that it found.
  public func advance(bytes: Int) throws(FeedError) -> Feed.Progress {
    look(bytes: bytes)
    guard looked == feed.recordCount else { return .more }
    let progress = try feed.advance(bytes: bytes)
    look(bytes: bytes)
    return looked == feed.recordCount ? progress : .more
  }

  /// Records that were found at the end, and whether others may say more.
  public func takeChanges() -> [SourceChange] {
    var taken = feed.takeChanges().filter { change in
      switch change {
      case .updatedAll: true
      case .revised(let number), .updated(let number): isKept(number)
      case .inserted, .removed: false
      }
    }
    if kept.count > reported { taken.insert(.inserted(positions: reported..<kept.count), at: 0) }
    reported = kept.count
    return taken
  }

  /// As the feed does.
  public func resume() -> Bool { feed.resume() }

  /// As the feed does.
  public func clearCaches() {
    feed.clearCaches()
  }

  private func refused(_ number: Int) -> Feed.Record {
    .problem(
      FeedProblem(
        source: name,
        line: nil,
        column: nil,
        path: "",
        message: "record \(number) is left out: it is not public"
      )
    )
  }

  private func publicly(_ record: Feed.Record, _ number: Int) -> Feed.Record {
    guard case .post(let post) = record else { return record }
    // An update may have made it private since it was looked at.
    guard post.isPublic else { return refused(number) }
    return .post(post.withPublicComments())
  }
}

extension Post {
  /// Whether everybody may read it, as far as the feed states that.
  public var isPublic: Bool { Filter.isPublic.matches(self, flags: []) }

  /// Returns the post without comments that state that not everybody may read them.
  public func withPublicComments() -> Post {
    let isOpen = { (comment: Comment) in (comment.visibility ?? .public) == .public }
    return comments.allSatisfy(isOpen) ? self : with(comments: comments.filter(isOpen))
  }
}

extension Timeline {
  /// The sources of `feeds`, without posts that are not public where those are to be left out.
  public static func sources(_ feeds: [Feed], isPublicOnly: Bool) -> [any RecordSource] {
    isPublicOnly ? feeds.map { PublicRecords($0) } : feeds
  }
}
