import StreamModel

/// The result of opening a name: one feed, or the feeds inside an archive or folder.
struct Opened {
  /// The exports of accounts in it, in the order of their folders.
  let exports: [AccountArchive]
  /// The other sources, in the order of their names if there are several.
  let sources: [OpenedSource]
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
    let paths = archive.paths
    let outboxes = AccountArchive.outboxes(in: paths)
    var exports: [AccountArchive] = []
    for outbox in outboxes {
      do throws(FeedError) {
        exports.append(
          try AccountArchive(
            archive,
            outbox: outbox,
            name: name,
            room: Spool.Room(),
            problems: &problems
          )
        )
      } catch {
        problems.append(error)
      }
    }
    let folders = outboxes.map { AccountArchive.folder(of: paths[$0].text) }
    let feeds = paths.indices.filter { index in
      paths[index].looksLikeFeed && !folders.contains { paths[index].text.hasPrefix($0) }
    }
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
    guard !sources.isEmpty || !exports.isEmpty else {
      throw problems.first
        ?? .unreadable(
          name: name,
          reason: "holds no feed (expected names such as feed.json or feed.xml)"
        )
    }
    self.init(exports: exports, sources: sources, problems: problems)
  }
}
