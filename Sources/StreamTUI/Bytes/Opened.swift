import StreamModel

/// The result of opening a name: one feed, or the feeds inside an archive or folder.
struct Opened {
  /// At least one source; in the order of their names if there are several.
  ///
  /// For an account's export, this is its outbox.
  let sources: [OpenedSource]
  /// The export of an account; nil if the name is not one.
  let archive: AccountArchive?
  /// The sources that could not be opened or were skipped.
  let problems: [FeedError]

  /// The most feeds of an archive that are opened.
  static let mostSources = 1_000
}

extension Opened {
  /// Opens the feeds of an archive, which are recognized by their names.
  ///
  /// - Parameter faults: The problems of the archive's own wrapping.
  /// - Throws: ``FeedError`` if there are none.
  init(_ archive: Archive, name: String, faults: [String] = []) throws(FeedError) {
    var problems = (faults + archive.faults).map { FeedError.unreadable(name: name, reason: $0) }
    if let account = try AccountArchive(
      archive,
      name: name,
      room: Spool.Room(),
      problems: &problems
    ) {
      self.init(sources: [account.outbox], archive: account, problems: problems)
      return
    }
    let paths = archive.paths
    let feeds = paths.indices.filter { paths[$0].looksLikeFeed }
      .sorted { paths[$0].text < paths[$1].text }
    if feeds.count > Self.mostSources {
      let reason =
        "holds \(feeds.count) feeds; those after the first \(Self.mostSources) are left out"
      problems.append(.unreadable(name: name, reason: reason))
    }
    // All feeds share the memory limit.
    var room = Spool.Room()
    room.memory = max(64 << 10, min(room.memory, (64 << 20) / max(1, feeds.count)))
    var sources: [OpenedSource] = []
    for index in feeds.prefix(Self.mostSources) {
      do throws(FeedError) {
        sources.append(try archive.source(at: index, room: room))
      } catch {
        problems.append(error)
      }
    }
    guard !sources.isEmpty else {
      throw problems.first
        ?? .unreadable(
          name: name,
          reason: "holds no feed (expected names such as feed.json or feed.xml)"
        )
    }
    self.init(sources: sources, archive: nil, problems: problems)
  }
}
