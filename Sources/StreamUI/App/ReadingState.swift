import StreamModel

/// The memory of reading in one run: what stands on the pages, and how flags were changed.
struct ReadingState {
  /// The rows that stand on each page that lists posts, by the number of the page.
  var standing: [Int: Standing] = [:]
  /// Whether rows may have come or changed without an event since they were looked at.
  var isStale = true
  /// Whether the terminal has the focus, as far as it says.
  var hasFocus = true
  /// Whether the program was stopped and has not gone on yet.
  var isSuspended = false
  /// The evidence on the ids of the sources, while flags of earlier runs come in.
  var evidence: NamingEvidence?
  /// Posts that a key marked unread in this run: only a key or opening them reads them again.
  var keptUnread: Set<Timeline.SourceKey> = []
  /// The changes that keys made, the last one last.
  var changes: [FlagChange] = []
  /// Whether rows are on the screen, which nothing but the reader moves.
  var hasFrames = false
  /// Whether nothing is saved although it should be, such as on a full disk.
  var isStateOff = false
  /// Whether the reader has done something, so that the viewer moves no more by itself.
  var hasBegun = false
}
