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
  /// The most exports of an archive that are opened.
  static let mostExports = 100
}

extension Opened {
  /// Opens the feeds of an archive, which are recognized by their names.
  ///
  /// - Parameter faults: The problems of the archive's own wrapping.
  /// - Throws: ``FeedError`` if there are none.
  init(_ archive: Archive, name: String, faults: [String] = []) throws(FeedError) {
    let faults = (faults + archive.faults).map { FeedError.unreadable(name: name, reason: $0) }
    var problems = faults
    let paths = archive.paths
    let (accounts, others) = AccountArchive.split(paths)
    let feeds = others.filter { paths[$0].looksLikeFeed }
      .sorted { paths[$0].text < paths[$1].text }
    for (count, most, things) in [
      (accounts.count, Self.mostExports, "exports"), (feeds.count, Self.mostSources, "feeds"),
    ] where count > most {
      let reason = "holds \(count) \(things); those after the first \(most) are left out"
      problems.append(.unreadable(name: name, reason: reason))
    }
    // All sources share the memory limit; an export has up to four.
    var room = Spool.Room()
    let sourceCount = 4 * min(accounts.count, Self.mostExports) + min(feeds.count, Self.mostSources)
    room.memory = max(64 << 10, min(room.memory, (64 << 20) / max(1, sourceCount)))
    var exports: [AccountArchive] = []
    for files in accounts.prefix(Self.mostExports) {
      do throws(FeedError) {
        exports.append(
          try AccountArchive(archive, files, name: name, room: room, problems: &problems)
        )
      } catch {
        problems.append(error)
      }
    }
    var sources: [OpenedSource] = []
    for index in feeds.prefix(Self.mostSources) {
      do throws(FeedError) {
        sources.append(try archive.source(at: index, room: room))
      } catch {
        problems.append(error)
      }
    }
    guard !sources.isEmpty || !exports.isEmpty else {
      // The failure of a file says more than that of the archive around it.
      throw problems.dropFirst(faults.count).first ?? problems.first
        ?? .unreadable(
          name: name,
          reason: "holds no feed (expected names such as feed.json or feed.xml)"
        )
    }
    self.init(exports: exports, sources: sources, problems: problems)
  }
}
