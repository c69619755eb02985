import Glibc
package import StreamModel

/// A folder whose new files become sources.
///
/// A file is taken once it is closed or moved into the folder; one with a record a line already when its
/// first line has ended, for a log may stay open. Hidden files and names that no feed has are left alone,
/// as they are when a folder is opened.
package final class FollowedFolder {
  package typealias OnFeed = (OpenedFeed) -> [LoopEvent]

  /// The milliseconds in which a log that was renamed may come anew under its name.
  private static let patience = 500
  /// The milliseconds in which a file that was closed may be written to again: some programs make an empty
  /// file, close it, and open it for the content.
  private static let pause = 150

  private let name: String
  private let hint: FormatHint?
  private let loop: EventLoop
  private let onFeed: OnFeed
  private var folder: WatchedFolder?
  private var known: Set<String> = []
  private var files: Set<FileIdentity> = []
  private var isFull = false
  /// The timers of files that were closed or moved in.
  private var settling: [String: EventLoop.Token] = [:]

  /// Follows a folder; nil if it cannot be watched.
  ///
  /// - Parameter feeds: the feeds that are shown, of this folder and others.
  package init?(
    _ name: String,
    showing feeds: [OpenedFeed],
    hint: FormatHint?,
    on loop: EventLoop,
    onFeed: @escaping OnFeed
  ) {
    self.name = name
    self.hint = hint
    self.loop = loop
    self.onFeed = onFeed
    for feed in feeds where feed.origin == name {
      guard let file = feed.feed.name.split(separator: "/").last else { continue }
      known.insert(String(file))
      if let identity = Self.status(path(of: String(file)))?.identity { files.insert(identity) }
    }
    folder = WatchedFolder(name, on: loop, notes: .followed) { [weak self] notes in
      self?.take(notes) ?? []
    }
    guard folder != nil else { return nil }
    // Files may have come between the look at the folder and the watch.
    loop.schedule(afterMilliseconds: 0) { [weak self] in self?.take(nil) ?? [] }
  }

  private func path(of file: String) -> String {
    name.hasSuffix("/") ? name + file : "\(name)/\(file)"
  }

  private func take(_ notes: [String: WatchedFolder.Notes]?) -> [LoopEvent] {
    // Lost notes may have been about any file.
    let notes = notes ?? Dictionary(uniqueKeysWithValues: allFiles().map { ($0, .closed) })
    var events: [LoopEvent] = []
    for (file, note) in notes.sorted(by: { $0.key < $1.key })
    where ArchivePath(file.utf8).looksLikeFeed {
      if known.contains(file) {
        if !note.isDisjoint(with: .gone) { awaitReturn(of: file) }
      } else if !note.isSubset(of: .gone) {
        let isWhole = note.contains(.closed) || note.contains(.movedIn)
        loop.remove(settling.removeValue(forKey: file))
        if isWhole { settle(file) } else { events += consider(file, isWhole: false) }
      }
    }
    return events
  }

  private func settle(_ file: String) {
    settling[file] = loop.schedule(afterMilliseconds: Self.pause) { [weak self] in
      self?.settling[file] = nil
      return self?.consider(file, isWhole: true) ?? []
    }
  }

  private func allFiles() -> [String] {
    guard let list = try? FolderArchive(name) else { return [] }
    return list.members.map(\.path.text).filter { !$0.contains("/") }
  }

  private func consider(_ file: String, isWhole: Bool) -> [LoopEvent] {
    let path = path(of: file)
    guard let (identity, size) = Self.status(path), size > 0 else { return [] }
    guard !files.contains(identity) else {
      // A file that is shown has another name now.
      known.insert(file)
      return []
    }
    guard known.count < Opened.mostSources else {
      defer { isFull = true }
      let reason = "\(name) has more than \(Opened.mostSources) feeds; \(file) is left out"
      return isFull ? [] : [.warning(reason)]
    }
    do throws(FeedError) {
      guard let source = try open(path, isWhole: isWhole) else { return [] }
      known.insert(file)
      files.insert(identity)
      let feed = Feed(source: source.bytes, hint: hint, takesLines: true)
      return onFeed(OpenedFeed(feed: feed, source: source, origin: name))
    } catch {
      return [.warning("\(file): \(error.reason)")]
    }
  }

  /// Opens a file as a source; nil for one that is still being written.
  private func open(_ path: String, isWhole: Bool) throws(FeedError) -> OpenedSource? {
    let descriptor = RawArguments.withPath(path) { path in
      Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    }
    var status = stat()
    guard descriptor >= 0 else { throw .unreadable(name: path, reason: SystemError.text(errno)) }
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      return nil
    }
    let file = FileBytes(name: path, descriptor: descriptor, count: Int(status.st_size))
    let source = try OpenedSource(unwrapping: file, location: .folder(root: name, folder: ""))
    let followed = source.followed(hint: hint, isWhole: isWhole)
    if followed.bytes is TailedFile { return followed }
    guard isWhole else { return nil }
    guard hint != nil || BodyStart.isReadable(path) else {
      throw .unreadable(name: path, reason: "is no feed (expected JSON or XML)")
    }
    return followed
  }

  /// Says that a file is gone, unless its name comes back at once, as that of a log does.
  private func awaitReturn(of file: String) {
    loop.schedule(afterMilliseconds: Self.patience) { [weak self] in
      guard let self, known.contains(file), Self.status(path(of: file)) == nil else { return [] }
      // Another file that gets the name is another source.
      known.remove(file)
      return [.warning("\(file) was renamed or deleted; its posts stay until you leave")]
    }
  }

  private static func status(_ path: String) -> (identity: FileIdentity, size: Int)? {
    var status = stat()
    guard RawArguments.withPath(path, { stat($0, &status) }) == 0,
      status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    return (FileIdentity(status), Int(status.st_size))
  }
}

/// Watches a folder whose files other processes write to or replace (inotify(7)).
package final class WatchedFolder {
  package struct Notes: OptionSet {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    static let written = Notes(rawValue: UInt32(IN_MODIFY))
    static let appeared = Notes(rawValue: UInt32(IN_CREATE))
    /// It was renamed to this name, and nothing was written since.
    static let movedIn = Notes(rawValue: UInt32(IN_MOVED_TO))
    /// A writer has closed it, and nothing was written since.
    static let closed = Notes(rawValue: UInt32(IN_CLOSE_WRITE))
    static let gone = Notes(rawValue: UInt32(IN_DELETE | IN_MOVED_FROM))

    /// Its times were set, and nothing was written since.
    package static let touched = Notes(rawValue: UInt32(IN_ATTRIB))

    /// Those about files that are there.
    static let grown: Notes = [.written, .appeared, .movedIn]
    /// Those about files that come and go.
    static let followed: Notes = [.written, .appeared, .movedIn, .closed, .gone]
  }

  /// Receives the notes about files by their names; nil if notes were lost, so that any file may have changed.
  package typealias Handler = ([String: Notes]?) -> [LoopEvent]

  private let notes: KernelNotes?

  /// Calls `handler` in each turn of the loop in which files have changed; nil if the folder cannot be watched.
  package init?(
    _ path: String,
    on loop: EventLoop,
    notes: Notes = .grown,
    handler: @escaping Handler
  ) {
    self.notes = KernelNotes(on: loop) { handler(Self.byName($0)) }
    guard self.notes?.watch(path, for: notes.rawValue) != nil else { return nil }
  }

  private static func byName(_ all: [KernelNote]) -> [String: Notes]? {
    guard !all.contains(where: \.isLoss) else { return nil }
    var notesByName: [String: Notes] = [:]
    for note in all where !note.name.isEmpty {
      let notes = Notes(rawValue: note.mask).intersection([.followed, .touched])
      if notes == .written { notesByName[note.name]?.subtract([.closed, .movedIn]) }
      notesByName[note.name, default: []].formUnion(notes)
    }
    return notesByName
  }
}
