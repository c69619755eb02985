import StreamHost

/// The state of the feeds that are shown, kept from run to run: its names, and its folder.
struct Memory {
  /// Nil where nothing is kept.
  let folder: StateFolder?
  let names: [SourceName]
  let place: PlaceKeeper
  /// The places that capital letters name; nil where none are kept.
  let marks: MarkKeeper?
  /// The kept posts, where they are the feeds.
  let kept: KeptPosts?
  private let given: String?

  /// The state of kept posts: theirs alone, without a place, which would outlive a source that is
  /// forgotten.
  init(of kept: KeptPosts) {
    names = []
    folder = StateFolder()
    place = PlaceKeeper(nil, in: "")
    marks = nil
    self.kept = kept
    given = nil
  }

  /// Finds the state of feeds.
  ///
  /// - Parameters:
  ///   - isOff: whether nothing is to be kept.
  ///   - name: the name that the user has given for all of them together.
  ///   - placeName: the name under which the place is kept; nil for those of the feeds, which change with
  ///     each feed that comes or goes.
  init(of feeds: [OpenedFeed], isOff: Bool, named name: String?, placed placeName: String? = nil) {
    let names = isOff ? nil : SourceName.names(of: feeds, named: name)
    self.names = names ?? []
    folder = names == nil ? nil : StateFolder()
    let source = placeName ?? self.names.map(\.key).joined(separator: "\n")
    let title = self.names.count == 1 ? self.names[0].title : "\(self.names.count) feeds"
    place = PlaceKeeper(folder.map { PlaceFile(of: source, in: $0) }, in: title)
    marks = folder.map { MarkKeeper(of: source, in: $0) }
    kept = nil
    given = name
  }

  var isKept: Bool { folder != nil }

  /// The name of a feed that came to the others, the last of `feeds`; nil where nothing is kept.
  func name(ofLastOf feeds: [OpenedFeed]) -> SourceName? {
    isKept ? SourceName.names(of: feeds, named: given)?.last : nil
  }
}
