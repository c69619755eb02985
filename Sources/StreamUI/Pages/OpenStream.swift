package import StreamModel

/// A stream whose pages are on the stack.
package struct OpenStream {
  /// The state of a stream while the pages of another cover its own.
  struct Covered {
    let options: StreamOptions
    let configured: ViewOptions
    let keymap: Keymap
    var unread: UnreadCount
  }

  package let timeline: Timeline
  /// nil for the stream that is seen.
  var covered: Covered?
  /// The pages that lay over the first one when the reader left them for it, as for a mark.
  var departed: [Page] = []

  /// Takes the covered state out, so that a change of it copies nothing.
  mutating func uncover() -> Covered? {
    defer { covered = nil }
    return covered
  }
}

/// A stream that opens over the pages that are there; its first rows are scanned.
package struct StreamOpening {
  package let timeline: Timeline
  package let options: ViewOptions
  package let keymap: Keymap
  /// Whether it takes the place of the stream that is seen: there is no way back to that.
  package let replaces: Bool

  /// Asks for a stream to be opened.
  package init(
    _ timeline: Timeline,
    options: ViewOptions,
    keymap: Keymap,
    replaces: Bool = false
  ) {
    self.timeline = timeline
    self.options = options
    self.keymap = keymap
    self.replaces = replaces
  }
}

/// The state in which the reader leaves a stream.
package struct StreamEnding: Equatable, Sendable {
  /// nil where no post is on the screen, or it is still searched for.
  package let place: SavedPlace?
  package let tallies: [SourceTally]
  package var comments: [SeenConversation] = []
}
