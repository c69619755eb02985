import Glibc
package import StreamModel

package struct SourceOpener {
  package static let standardInput = "standard input"

  var hint: FormatHint?
  /// Whether to wait for a pipe's first bytes, which identify an archive, and for the whole archive; commands
  /// wait for all bytes of pipes, programs and addresses.
  package var waits = true
  /// Whether files of lines are followed by their names; see ``TailedFile``.
  var follows = false
  /// Whether a name that is no file may be an address, which is fetched later.
  var mayFetch = true
  /// Whether a copy of its document is kept, and the last one read.
  var keepsCopies = true

  package init(
    hint: FormatHint? = nil,
    waits: Bool = true,
    follows: Bool = false,
    mayFetch: Bool = true,
    keepsCopies: Bool = true
  ) {
    self.hint = hint
    self.waits = waits
    self.follows = follows
    self.mayFetch = mayFetch
    self.keepsCopies = keepsCopies
  }

  /// Opens a file, a pipe, or "-" for standard input, as one feed.
  ///
  /// It does not wait for a pipe, so an archive in one is treated as a feed; nor for an address.
  ///
  /// - Throws: ``FeedError`` with the operating system's message.
  package static func open(_ name: String, mayFetch: Bool = false) throws(FeedError) -> OpenedSource
  {
    let opened = try SourceOpener(waits: false, mayFetch: mayFetch).openAll(name)
    let sources = opened.exports.map(\.outbox) + opened.sources
    guard sources.count == 1 else {
      throw .unreadable(name: name, reason: "holds \(sources.count) feeds (expected one)")
    }
    return sources[0]
  }

  /// Opens a file, a pipe, "-", a folder, or an archive (zip or tar, with or without gzip).
  ///
  /// The bytes of an address are never waited for.
  func openAll(_ name: String) throws(FeedError) -> Opened {
    if name == "-" {
      // Keys never come from here, so the descriptor may be set to non-blocking.
      let descriptor = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
      return try opened(Self.standardInput, descriptor, isNamed: false)
    }
    let descriptor = RawArguments.withPath(name) { path in
      Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    }
    guard descriptor >= 0 else {
      let code = errno
      let cache = keepsCopies ? CacheFolder() : nil
      if code == ENOENT,
        let named = try NamedAddress(name)
      {
        let web = try WebSource(named, mayFetch: mayFetch, cache: cache)
        return Opened(exports: [], sources: [try OpenedSource(arriving: web)], problems: [])
      }
      throw .unreadable(name: name, reason: SystemError.text(code))
    }
    return try opened(name, descriptor)
  }

  private func opened(
    _ name: String,
    _ descriptor: Int32,
    isNamed: Bool = true
  ) throws(FeedError) -> Opened {
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      throw .unreadable(name: name, reason: SystemError.text(errno))
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      let count = Int(status.st_size)
      let file = FileBytes(name: name, descriptor: descriptor, count: count)
      return try Self.looked(into: OpenedSource(unwrapping: file), name)
    case S_IFDIR:
      close(descriptor)
      // A folder is listed by its name, which standard input does not have.
      guard isNamed else { throw .unreadable(name: name, reason: SystemError.text(EISDIR)) }
      // A folder may hold more than a thousand feeds, all open at once.
      _ = DescriptorLimit.room(for: 8_192)
      return try Opened(.folder(FolderArchive(name)), name: name)
    default:
      let source = try OpenedSource(unwrapping: SpoolBytes(name: name, pipe: descriptor))
      guard waits else { return Opened(exports: [], sources: [source], problems: []) }
      return try Self.looked(into: source, name)
    }
  }

  /// Returns the feeds of an archive, or the source itself if it is a feed.
  private static func looked(into source: OpenedSource, _ name: String) throws(FeedError) -> Opened
  {
    let one = Opened(exports: [], sources: [source], problems: [])
    while source.bytes.count < 4, try source.advance() {}
    let start = try source.bytes.bytes(in: 0..<4)
    if start.starts(with: [0x50, 0x4B, 3, 4]) || start.starts(with: [0x50, 0x4B, 5, 6]) {
      while try source.advance() {}
      return try Opened(.zip(ZipArchive(source.bytes)), name: name, faults: source.bytes.faults)
    }
    // Feeds begin with one of these bytes, and file names in a tar archive hardly ever do.
    if let first = start.first, [0x7B, 0x5B, 0x3C, 0x20, 0x0A, 0xEF].contains(first) { return one }
    while source.bytes.count < TarHeader.size, try source.advance() {}
    guard TarHeader(try source.bytes.bytes(in: 0..<TarHeader.size)) != nil else { return one }
    while try source.advance() {}
    return try Opened(.tar(TarArchive(source.bytes)), name: name, faults: source.bytes.faults)
  }
}

/// The result of opening a name: one feed, or the feeds inside an archive or folder.
struct Opened {
  let exports: [AccountArchive]
  let sources: [OpenedSource]
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
    let files = archive.files(name: name)
    let (accounts, others) = AccountArchive.split(paths)
    let feeds = others.filter { paths[$0].looksLikeFeed }.sorted { paths[$0].text < paths[$1].text }
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
    for account in accounts.prefix(Self.mostExports) {
      do throws(FeedError) {
        exports.append(
          try AccountArchive(archive, account, in: files, room: room, problems: &problems)
        )
      } catch {
        problems.append(error)
      }
    }
    var sources: [OpenedSource] = []
    for index in feeds.prefix(Self.mostSources) {
      do throws(FeedError) {
        sources.append(try archive.source(at: index, in: files, room: room))
      } catch {
        problems.append(error)
      }
    }
    guard !sources.isEmpty || !exports.isEmpty else {
      // The failure of a file says more than that of the archive around it.
      throw problems.dropFirst(faults.count).first ?? problems.first
        ?? .unreadable(name: name, reason: archive.emptiness)
    }
    self.init(exports: exports, sources: sources, problems: problems)
  }
}
