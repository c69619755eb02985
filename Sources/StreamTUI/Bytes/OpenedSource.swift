import StreamModel

/// The bytes of a feed and the means to get more of them.
struct OpenedSource {
  /// The bytes; a ``FileBytes`` if a file is read directly, which may grow.
  let bytes: any ByteSource
  /// The spool if the bytes come through a pipe; otherwise nil.
  let spool: SpoolBytes?
  /// Where it was found.
  let location: FeedLocation
  private let wrapper: UnwrappedBytes?

  init(bytes: any ByteSource, spool: SpoolBytes? = nil) {
    self.bytes = bytes
    self.spool = spool
    location = .alone
    wrapper = nil
  }

  /// Unwraps `source`; a source without wrapping is used directly.
  ///
  /// - Throws: ``FeedError`` if it cannot be read or converted.
  init(
    unwrapping source: any ByteSource,
    room: Spool.Room = Spool.Room(),
    location: FeedLocation = .alone
  ) throws(FeedError) {
    self.location = location
    let unwrapped = try UnwrappedBytes(source, room: room)
    bytes = unwrapped.isPlain ? source : unwrapped
    spool = source as? SpoolBytes
    wrapper = unwrapped
  }

  /// The layers unwrapped so far, such as "gzip", outermost first.
  var notes: [String] { wrapper?.notes ?? [] }

  /// Makes more bytes available, waiting for a pipe if necessary; returns false if no more will
  /// come.
  ///
  /// - Throws: ``FeedError`` if no bytes can be read at all.
  func advance() throws(FeedError) -> Bool {
    if bytes.isComplete { return false }
    if try bytes.pull() { return true }
    guard let spool, !spool.isComplete else { return !bytes.isComplete }
    _ = try spool.fillBlocking()
    return true
  }
}
