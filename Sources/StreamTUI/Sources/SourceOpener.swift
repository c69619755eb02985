import Glibc
import StreamModel

/// Opens the sources of the command line.
enum SourceOpener {
  /// The name of standard input in messages.
  static let standardInput = "standard input"

  /// Opens a file, a pipe, or "-" for standard input, as one feed.
  ///
  /// It does not wait for a pipe, so an archive in one is treated as a feed; nor for an address.
  ///
  /// - Parameter mayFetch: Whether a name that is no file may be an address, which is fetched later.
  /// - Throws: ``FeedError`` with the operating system's message.
  static func open(_ name: String, mayFetch: Bool = false) throws(FeedError) -> OpenedSource {
    let opened = try openAll(name, waits: false, mayFetch: mayFetch)
    let sources = opened.exports.map(\.outbox) + opened.sources
    guard sources.count == 1 else {
      throw .unreadable(name: name, reason: "holds \(sources.count) feeds (expected one)")
    }
    return sources[0]
  }

  /// Opens a file, a pipe, "-", a folder, or an archive (zip or tar, with or without gzip).
  ///
  /// - Parameters:
  ///   - waits: Whether to wait for a pipe's first bytes, which identify an archive, and for the whole
  ///     archive. The bytes of an address are never waited for.
  ///   - mayFetch: Whether a name that is no file may be an address, which is fetched later.
  ///   - keepsCopies: Whether a copy of its document is kept, and the last one read.
  /// - Throws: ``FeedError`` if nothing can be read.
  static func openAll(
    _ name: String,
    waits: Bool = true,
    mayFetch: Bool = true,
    keepsCopies: Bool = true
  ) throws(FeedError) -> Opened {
    if name == "-" {
      // Keys never come from here, so the descriptor may be set to non-blocking.
      return try opened(
        standardInput,
        fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3),
        isNamed: false,
        waits: waits
      )
    }
    let descriptor = RawArguments.withPath(name) { path in
      Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    }
    guard descriptor >= 0 else {
      let code = errno
      let cache = keepsCopies ? CacheFolder() : nil
      if code == ENOENT,
        let web = try WebSource(name, mayFetch: mayFetch, usesCopy: !waits, cache: cache)
      {
        return Opened(exports: [], sources: [try OpenedSource(arriving: web)], problems: [])
      }
      throw .unreadable(name: name, reason: SystemError.text(code))
    }
    return try opened(name, descriptor, waits: waits)
  }
}

extension SourceOpener {
  private static func opened(
    _ name: String,
    _ descriptor: Int32,
    isNamed: Bool = true,
    waits: Bool
  ) throws(FeedError) -> Opened {
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      throw .unreadable(name: name, reason: SystemError.text(errno))
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      let count = Int(status.st_size)
      let file = FileBytes(name: name, descriptor: descriptor, count: count)
      return try looked(into: OpenedSource(unwrapping: file), name)
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
      return try looked(into: source, name)
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
      return try Opened(
        .zip(ZipArchive(source.bytes)),
        name: name,
        faults: source.bytes.faults
      )
    }
    // Feeds begin with one of these bytes, and file names in a tar archive hardly ever do.
    if let first = start.first, [0x7B, 0x5B, 0x3C, 0x20, 0x0A, 0xEF].contains(first) { return one }
    while source.bytes.count < TarHeader.size, try source.advance() {}
    guard TarHeader(try source.bytes.bytes(in: 0..<TarHeader.size)) != nil else { return one }
    while try source.advance() {}
    return try Opened(.tar(TarArchive(source.bytes)), name: name, faults: source.bytes.faults)
  }
}
