import StreamModel

/// A feed's bytes with what is needed to keep them coming.
struct OpenedSource {
  /// A ``FileBytes`` where a file is read as it is, which may grow.
  let bytes: any ByteSource
  /// Set where the bytes come through a pipe.
  let spool: SpoolBytes?
  private let wrapper: UnwrappedBytes?

  init(bytes: any ByteSource, spool: SpoolBytes? = nil) {
    self.bytes = bytes
    self.spool = spool
    wrapper = nil
  }

  /// What is inside `source`; what is as it is stays the source itself.
  ///
  /// - Throws: ``FeedError`` when it cannot be read, or not be converted.
  init(unwrapping source: any ByteSource, room: Spool.Room = Spool.Room()) throws(FeedError) {
    let unwrapped = try UnwrappedBytes(source, room: room)
    bytes = unwrapped.isPlain ? source : unwrapped
    spool = source as? SpoolBytes
    wrapper = unwrapped
  }

  /// What was unwrapped so far, such as "gzip", outermost first.
  var notes: [String] { wrapper?.notes ?? [] }

  /// Makes more bytes ready, waiting for a pipe; false when no more will come.
  ///
  /// - Throws: ``FeedError`` when nothing at all can be had.
  func advance() throws(FeedError) -> Bool {
    if bytes.isComplete { return false }
    if try bytes.pull() { return true }
    guard let spool, !spool.isComplete else { return !bytes.isComplete }
    _ = try spool.fillBlocking()
    return true
  }
}
