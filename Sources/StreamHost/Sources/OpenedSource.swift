package import StreamModel

/// The bytes of a feed and the means to get more of them.
package struct OpenedSource {
  /// The bytes; a ``FileBytes`` if a file is read directly, which may grow, or a ``TailedFile`` if it
  /// is followed by its name.
  package let bytes: any ByteSource
  /// The spool if the bytes come through a pipe; otherwise nil.
  package private(set) var spool: SpoolBytes?
  package private(set) var web: WebSource?
  package private(set) var program: ProgramSource?
  package let location: FeedLocation
  private var wrapper: UnwrappedBytes?

  package init(bytes: any ByteSource, spool: SpoolBytes? = nil, location: FeedLocation = .alone) {
    self.bytes = bytes
    self.spool = spool
    self.location = location
  }

  init(arriving web: WebSource) throws(FeedError) {
    try self.init(arriving: web.bytes)
    self.web = web
  }

  init(arriving program: ProgramSource) throws(FeedError) {
    try self.init(arriving: program.bytes)
    self.program = program
  }

  /// The wrapping of the bytes is not known before they arrive.
  private init(arriving source: any ByteSource) throws(FeedError) {
    let unwrapped = try UnwrappedBytes(source)
    self.init(bytes: unwrapped)
    wrapper = unwrapped
  }

  /// Unwraps `source`; a source without wrapping is used directly.
  package init(
    unwrapping source: any ByteSource,
    room: Spool.Room = Spool.Room(),
    location: FeedLocation = .alone
  ) throws(FeedError) {
    let unwrapped = try UnwrappedBytes(source, room: room)
    self.init(
      bytes: unwrapped.isPlain ? source : unwrapped,
      spool: source as? SpoolBytes,
      location: location
    )
    wrapper = unwrapped
  }

  /// Returns the same source followed by its name, if it is a file of lines that is read directly.
  ///
  /// - Parameter isWhole: Whether its last line may be a record although it has no end.
  func followed(hint: FormatHint?, isWhole: Bool = true) -> OpenedSource {
    guard let file = bytes as? FileBytes, let tail = TailedFile(file, hint: hint, isWhole: isWhole)
    else { return self }
    return OpenedSource(bytes: tail, location: location)
  }

  /// The layers unwrapped so far, such as "gzip", outermost first.
  package var notes: [String] { wrapper?.notes ?? [] }

  /// The reason why bytes are missing at the end, as far as it is known; nil if none are.
  var cut: String? { wrapper?.cut }

  /// Whether no file, or another one, has the name of the file that is read.
  package var isGone: Bool {
    let change = (bytes as? FileBytes)?.change()
    return change == .gone || change == .replaced
  }

  /// Scans `feed`, which reads these bytes, to its end; waits for a pipe.
  ///
  /// - Parameter isEnough: whether to stop, asked before each slice.
  /// - Throws: ``FeedError`` if the bytes cannot be read, or are of no known format.
  package func scan(_ feed: Feed, until isEnough: (Feed) -> Bool = { _ in false }) throws(FeedError)
  {
    while !isEnough(feed) {
      if try scanSlice(of: feed) { return }
    }
  }

  /// Scans a slice of `feed`, which reads these bytes; returns whether that was the last.
  ///
  /// - Throws: ``FeedError`` if the bytes cannot be read, or are of no known format.
  func scanSlice(of feed: Feed) throws(FeedError) -> Bool {
    switch try feed.advance(bytes: SliceBudget.bytes) {
    case .done: return true
    case .more: return false
    case .waiting:
      if try !advance() { feed.finish() }
      return false
    }
  }

  /// Makes more bytes available, waiting for a pipe if necessary; returns false if no more will come.
  package func advance() throws(FeedError) -> Bool {
    if bytes.isComplete { return false }
    if try bytes.pull() { return true }
    guard let spool, !spool.isComplete else { return !bytes.isComplete }
    _ = try spool.fillBlocking()
    return true
  }
}

/// Where a feed was found, which decides whether files beside it can be opened.
package enum FeedLocation: Equatable {
  /// In the opened folder `root`; `folder` is its own folder there, empty for the root itself.
  case folder(root: String, folder: String)
  /// Inside an archive, which is not unpacked; `folder` is its own folder there, empty at the top.
  case archive(ArchiveFiles, folder: String)
  /// A file or pipe that was opened for itself.
  case alone
}
