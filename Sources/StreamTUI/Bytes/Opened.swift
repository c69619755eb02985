import StreamModel

/// What a name on the command line stands for: one feed, or those inside an archive or folder.
struct Opened {
  /// At least one; in the order of their names where there are several.
  ///
  /// Of an account's export, its outbox.
  let sources: [OpenedSource]
  /// Set where it is the export of an account.
  let archive: AccountArchive?
  /// What could not be opened, or was left out.
  let problems: [FeedError]

  /// As many feeds of an archive are opened.
  static let mostSources = 1_000
}

extension Opened {
  /// The feeds of an archive that are told by their names.
  ///
  /// - Parameter faults: what is wrong with what the archive is wrapped in.
  /// - Throws: ``FeedError`` where there are none.
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
    // What is kept in memory is shared by all.
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
