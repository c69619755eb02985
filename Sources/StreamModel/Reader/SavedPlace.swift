/// Where the reader left a timeline, as it is kept from run to run: posts are named by their identities,
/// never by row numbers alone.
package struct SavedPlace: Equatable, Sendable {
  /// The mark of the place where other programs read on, which the server of an account keeps.
  package static let elsewhere: Unicode.Scalar = "@"

  /// A post by its identity and by the place of its source among those of the stream, counted from 0: slots mean
  /// nothing to a later run.
  package struct PostName: Hashable, Sendable {
    package let source: Int
    package let identity: PostIdentity

    package init(source: Int, identity: PostIdentity) {
      self.source = source
      self.identity = identity
    }
  }

  /// A post that can be found again.
  package struct PostReference: Equatable, Sendable {
    package let name: PostName
    /// The time of the post in seconds since 1970; nil where it states none.
    package let time: Int64?
    /// The number of the record in its source, where the search begins; it may be another post by now.
    package let number: Int

    package init(name: PostName, time: Int64?, number: Int) {
      self.name = name
      self.time = time
      self.number = number
    }

    /// Where the search begins.
    package var start: (time: Int64?, number: Int) { (time, number) }
  }

  /// A row of the page of a post.
  package enum PageRow: Equatable, Sendable {
    case post, likers, resharers, more
    case comment(PostIdentity)
    case ancestor(Int)
    /// A place where the post is discussed, counted from 0.
    case place(Int)
  }

  /// The reader's place on the page of the selected post.
  package struct OpenedPost: Equatable, Sendable {
    package let top: PageRow
    /// Lines of the top row above the viewport.
    package let line: Int
    package let selection: PageRow
    /// The comments of the screen whose replies are collapsed: what is hidden is part of the place.
    package let collapsed: [PostIdentity]

    package init(top: PageRow, line: Int, selection: PageRow, collapsed: [PostIdentity] = []) {
      self.top = top
      self.line = line
      self.selection = selection
      self.collapsed = collapsed
    }
  }

  /// A row of the screen that the reader has unfolded, wholly or its content warning only.
  package struct UnfoldedRow: Equatable, Sendable {
    package let name: PostName
    /// ``PostFlags/expanded`` and ``PostFlags/uncovered``.
    package let flags: PostFlags

    package init(name: PostName, flags: PostFlags) {
      self.name = name
      self.flags = flags
    }
  }

  /// A place on the timeline that a letter names.
  package struct Mark: Equatable, Sendable {
    package let letter: Unicode.Scalar
    package let top: PostReference
    /// Lines of the top row above the viewport.
    package let line: Int
    package let selection: PostReference

    package init(letter: Unicode.Scalar, top: PostReference, line: Int, selection: PostReference) {
      self.letter = letter
      self.top = top
      self.line = line
      self.selection = selection
    }
  }

  package let top: PostReference
  /// Lines of the top row above the viewport.
  package let line: Int
  package let selection: PostReference
  package let order: Timeline.Order
  /// Whether a key chose the order, so that it goes before that of the configuration.
  package let isOrderChosen: Bool
  package let density: Density
  package let isDensityChosen: Bool
  /// The rows of the screen that were unfolded: their heights are part of the place.
  package let unfolded: [UnfoldedRow]
  /// The place on the page of the selected post; nil where that page was not open.
  package let opened: OpenedPost?
  package let marks: [Mark]

  package init(
    top: PostReference,
    line: Int = 0,
    selection: PostReference? = nil,
    order: Timeline.Order,
    isOrderChosen: Bool = false,
    density: Density,
    isDensityChosen: Bool = false,
    unfolded: [UnfoldedRow] = [],
    opened: OpenedPost? = nil,
    marks: [Mark] = []
  ) {
    self.top = top
    self.line = line
    self.selection = selection ?? top
    self.marks = marks
    self.order = order
    self.isOrderChosen = isOrderChosen
    self.density = density
    self.isDensityChosen = isDensityChosen
    self.unfolded = unfolded
    self.opened = opened
  }
}

extension SavedPlace.PostReference {
  /// Nil for a record that is no post.
  package init?(_ id: RecordID, in feed: Timeline) {
    guard let name = SavedPlace.PostName(id, in: feed), case .post(let post) = feed.record(id)
    else { return nil }
    self.init(name: name, time: SavedPlace.time(of: post), number: id.number)
  }
}

extension SavedPlace {
  /// The time of a post by which its neighbours are found, in seconds since 1970.
  package static func time(of post: Post) -> Int64? { post.rankTime(at: nil)?.secondsSinceEpoch }
}

extension SavedPlace.PostName {
  package init?(_ id: RecordID, in feed: Timeline) {
    guard let key = feed.key(of: id), let index = feed.slots.firstIndex(of: key.source) else {
      return nil
    }
    self.init(source: index, identity: key.identity)
  }

  package func hasSource(of key: Timeline.SourceKey, in feed: Timeline) -> Bool {
    feed.slot(at: source) == key.source
  }
}

/// A conversation as it is kept from run to run: the comments that the reader has seen, and where it was left.
package struct SeenConversation: Equatable, Sendable {
  package let name: Timeline.SourceKey
  package let comments: SeenComments
  /// The place on the page, without its collapsed comments; nil where it was left as it opens.
  package let place: SavedPlace.OpenedPost?

  package init(
    name: Timeline.SourceKey,
    comments: SeenComments,
    place: SavedPlace.OpenedPost? = nil
  ) {
    self.name = name
    self.comments = comments
    self.place = place
  }
}

/// The comments that a reader has seen of a conversation, by hashes of their ids: four bytes each.
///
/// A new one among 3,000 comments has the hash of another with a probability of 1 in 1,400,000: it shows no sign then.
package struct SeenComments: Equatable, Sendable {
  private static let most = 20_000

  /// In ascending order.
  package let hashes: [UInt32]

  /// Takes in all that were seen; nil if they are too many.
  package init?(_ identities: some Sequence<PostIdentity>, and before: SeenComments?) {
    let hashes = Set(identities.map(Self.hash)).union(before?.hashes ?? [])
    guard hashes.count <= Self.most else { return nil }
    self.hashes = hashes.sorted()
  }

  /// Takes in what ``bytes`` gave; nil for other bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count % 4 == 0, bytes.count / 4 <= Self.most else { return nil }
    hashes = stride(from: 0, to: bytes.count, by: 4).map { start in
      bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }.sorted()
  }

  /// The hashes, four bytes each, the lowest first.
  package var bytes: [UInt8] {
    hashes.flatMap { hash in (0..<4).map { UInt8(truncatingIfNeeded: hash >> ($0 * 8)) } }
  }

  package func contains(_ identity: PostIdentity) -> Bool {
    let hash = Self.hash(identity)
    let place = hashes.partitioningIndex { $0 >= hash }
    return place < hashes.count && hashes[place] == hash
  }

  private static func hash(_ identity: PostIdentity) -> UInt32 {
    UInt32(truncatingIfNeeded: identity.id ^ identity.id >> 32)
  }
}

/// The amount of each post that is shown.
package enum Density: UInt8, CaseIterable, Sendable, Hashable {
  /// One line per post: author, time and the beginning of the text.
  case compact
  /// Long texts are cut after a few lines.
  case normal
  case full
}
