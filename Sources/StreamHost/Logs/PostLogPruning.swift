package import StreamModel

extension PostLog {
  /// Removes old posts and replaced texts if they are more than a quarter of the log.
  ///
  /// The log is replaced in one step. Lines that this program did not write stay.
  ///
  /// - Parameters:
  ///   - kept: the posts that stay for ever: those that the reader keeps.
  ///   - listed: the posts that the feed still lists, which would be appended as new ones.
  ///   - read: the ids of the posts that the user has read, of a stream whose unread ones stay, whatever their number: after
  ///     an absence nobody else has them; nil for a feed, which most people do not read to its end.
  ///   - asked: when the user last asked for older posts: those up to then stay, and do not count among the latest.
  ///     Nil if never.
  ///   - retention: how long the others stay.
  /// - Returns: Whether the log was replaced.
  /// - Throws: ``StateError`` if it cannot be read or written; it is then as it was.
  @discardableResult
  package func prune(
    keeping kept: Set<PostIdentity>,
    listed: Set<PostIdentity> = [],
    read: Set<UInt64>? = nil,
    asked: Timestamp? = nil,
    _ retention: Retention = Retention(),
    now: Timestamp
  ) throws(StateError) -> Bool {
    guard let feeds = try PrivateFolder.opened(Self.folderName, in: folder, creates: false),
      let file = try feeds.lock(name, creates: false)
    else { return false }
    let bytes = try PrivateFolder.bytes(of: file.descriptor, named: name, limit: Self.limit)
    let index = PostLogIndex(bytes)
    // The store knows the posts of some sources by their fallbacks alone.
    let ids = Set(kept.map(\.id)).union(listed.map(\.id))
    let fallbacks = Set(kept.map(\.fallback))
    let oldest = now.advanced(by: -retention.seconds)
    var superfluous: [Range<Int>] = []
    // The posts that the user asked for are no part of the latest ones, wherever their lines stand.
    let ages = index.entries.map { PostLogLine.age(in: bytes, at: $0.line) }
    let wasAsked = ages.map { age in
      guard let asked else { return false }
      return age.map { $0 <= asked } ?? true
    }
    var latest = wasAsked.count { !$0 }
    for (number, entry) in index.entries.enumerated() {
      let isLate = latest > retention.posts && read?.contains(entry.identity.id) != false
      if !wasAsked[number] { latest -= 1 }
      let stays =
        wasAsked[number] || ids.contains(entry.identity.id)
        || fallbacks.contains(entry.identity.fallback)
        || !(isLate || ages[number].map { $0 < oldest } ?? false)
      // The text before the last one shows what that has changed.
      superfluous += stays ? entry.updates.dropLast(2) : [entry.line] + entry.updates
    }
    let size = superfluous.reduce(bytes.count - index.end) { $0 + $1.count }
    guard size > bytes.count / 4 else { return false }
    var rest: [UInt8] = []
    rest.reserveCapacity(bytes.count - size)
    var at = 0
    for range in superfluous.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      rest += bytes[at..<range.lowerBound]
      at = range.upperBound
    }
    rest += bytes[at..<max(at, index.end)]
    // Still locked: nothing is appended to a file that is about to lose its name.
    return try withExtendedLifetime(file) { () throws(StateError) in
      LibraryTable(in: folder, creates: false)?.forget(name)
      try feeds.replace(name, with: rest)
      return true
    }
  }
}

/// How long the posts of a subscription stay that its feed has dropped.
package struct Retention: Equatable {
  /// The number of the latest posts that stay.
  package var posts: Int
  /// The days after their time for which posts stay; those without a time stay.
  package var days: Int

  package init(posts: Int = 1_000, days: Int = 90) {
    self.posts = posts
    self.days = days
  }

  var seconds: Int64 { Int64(days) * 86_400 }
}
