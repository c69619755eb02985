import StreamModel

/// A look through the whole feed, in slices between keys, that goes on with what comes in.
struct FeedSweep {
  /// Records looked at between two looks for keys, and bytes of records that end a slice.
  private static let sliceRecords = 32
  private static let sliceBytes = 256 << 10

  /// Records of a slice that are not decoded, and bytes that a look at one takes at most.
  private static let sliceIDs = 256
  private static let idBytes = 4_096

  /// The record that was looked at last, in storage order.
  private var last: RecordID?
  /// Records to look at again, or that came in before that one.
  private var late: [RecordID] = []

  /// Whether records are left to look at.
  func hasWork(in feed: Timeline) -> Bool {
    !late.isEmpty || feed.nextStored(after: last) != nil
  }

  /// How far the look has come: the words before the counts on a status line.
  func progress(in feed: Timeline) -> String {
    if hasWork(in: feed) { return "searching" }
    return feed.isIndexed ? "whole feed" : "so far"
  }

  /// The posts of the next slice.
  mutating func slice(of feed: Timeline) -> [(id: RecordID, post: Post)] {
    var posts: [(id: RecordID, post: Post)] = []
    var left = Self.sliceBytes
    for _ in 0..<Self.sliceRecords {
      guard left > 0, let id = next(in: feed) else { break }
      left -= feed.byteCount(of: id)
      if case .post(let post) = feed.uncounted(id) { posts.append((id, post)) }
    }
    return posts
  }

  /// The records of the next slice, for looks that need not decode them.
  mutating func ids(of feed: Timeline) -> [RecordID] {
    var ids: [RecordID] = []
    var left = Self.sliceBytes
    while ids.count < Self.sliceIDs, left > 0, let id = next(in: feed) {
      left -= min(Self.idBytes, feed.byteCount(of: id))
      ids.append(id)
    }
    return ids
  }

  /// Takes in what the feed reports.
  mutating func take(_ changes: TimelineChanges, in feed: Timeline) {
    guard !changes.isReordered else {
      // Copies may have become rows.
      self = FeedSweep()
      return
    }
    guard let last else { return }
    for position in changes.inserted.joined() {
      if let id = feed.id(at: position), id <= last { late.append(id) }
    }
    late += changes.updated.filter { $0 <= last }.sorted()
  }

  private mutating func next(in feed: Timeline) -> RecordID? {
    while let id = late.popLast() {
      if feed.row(of: id) != nil { return id }
    }
    guard let id = feed.nextStored(after: last) else { return nil }
    last = id
    return id
  }
}
