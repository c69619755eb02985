/// Where the reader left a timeline, as it is kept from run to run: posts are named by their identities,
/// never by row numbers alone.
package struct SavedPlace: Equatable, Sendable {
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
  }

  /// A row of the page of a post.
  package enum PageRow: Equatable, Sendable {
    case post, likers, resharers, more
    case comment(PostIdentity)
    /// A post above, by its distance.
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

    package init(
      top: PageRow,
      line: Int,
      selection: PageRow,
      collapsed: [PostIdentity] = []
    ) {
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

    package init(
      letter: Unicode.Scalar,
      top: PostReference,
      line: Int,
      selection: PostReference
    ) {
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
    line: Int,
    selection: PostReference,
    order: Timeline.Order,
    isOrderChosen: Bool = false,
    density: Density,
    isDensityChosen: Bool = false,
    unfolded: [UnfoldedRow],
    opened: OpenedPost?,
    marks: [Mark] = []
  ) {
    self.top = top
    self.line = line
    self.selection = selection
    self.marks = marks
    self.order = order
    self.isOrderChosen = isOrderChosen
    self.density = density
    self.isDensityChosen = isDensityChosen
    self.unfolded = unfolded
    self.opened = opened
  }
}

extension SavedPlace.PostName {
  /// The name of a record's post; nil where the record is no post of the stream.
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
