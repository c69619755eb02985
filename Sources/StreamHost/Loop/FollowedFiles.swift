import CellGrid
import Glibc
package import StreamModel

/// The files of the timeline on disk: follows those that grow, and tells what else becomes of them.
package final class FollowedFiles {
  /// Files beyond these are not followed: each costs a watch of the kernel.
  private static let mostFiles = 256
  /// Bytes that all files together keep in memory against truncation.
  private static let keptBytes = 1 << 20
  /// Bytes that a file keeps which is too large to be kept as a whole.
  private static let keptOfLarge = 64 << 10

  private let files: WatchedFiles
  private let timeline: Timeline
  private let isSeen: () -> Bool
  private var tokens: [WatchedFiles.Token] = []
  private var fileCount = 0
  private var told: [String: FileBytes.Change] = [:]

  package init(_ timeline: Timeline, on loop: EventLoop, isSeen: @escaping () -> Bool = { true }) {
    self.timeline = timeline
    self.isSeen = isSeen
    files = WatchedFiles(loop: loop)
  }

  /// Lets files keep the bytes that are read first, before they are scanned.
  package static func prepare(_ feeds: [OpenedFeed]) {
    // Logs only grow.
    let files = feeds.filter { $0.subscription == nil }.compactMap { $0.source.bytes as? FileBytes }
    let share = keptBytes / max(1, files.count)
    for file in files { file.keep(upTo: file.count > share ? min(share, keptOfLarge) : share) }
  }

  package func follow(_ sources: [OpenedSource]) {
    for token in tokens { files.stop(token) }
    tokens = []
    told = [:]
    fileCount = 0
    for source in sources { add(source) }
    timeline.mayGrow = !tokens.isEmpty
  }

  package func add(_ source: OpenedSource) {
    guard fileCount < Self.mostFiles else { return }
    if let file = source.bytes as? FileBytes {
      fileCount += 1
      let token = files.watch(file.name) { [weak self] in self?.look(at: file) ?? [] }
      if let token { tokens.append(token) }
    } else if let log = source.bytes as? TailedFile {
      fileCount += 1
      follow(log)
    }
  }

  /// Follows a log by its name: the file that has it, and the folder where the next one appears.
  private func follow(_ log: TailedFile) {
    let tail = Tail(log)
    watchFile(of: tail)
    let token = files.watch(Self.folder(of: log.name), isFolder: true) { [weak self] in
      self?.look(at: tail) ?? []
    }
    if let token { tokens.append(token) }
  }

  /// Watches the file that has the name of a log now, besides those that had it lately.
  private func watchFile(of tail: Tail) {
    tail.watchedCount = tail.log.openedCount
    let token = files.watch(tail.log.name) { [weak self] in self?.look(at: tail) ?? [] }
    guard let token else { return }
    tokens.append(token)
    tail.tokens.append(token)
    guard tail.tokens.count > Tail.mostTokens else { return }
    let old = tail.tokens.removeFirst()
    files.stop(old)
    tokens.removeAll { $0 == old }
  }

  private func look(at tail: Tail) -> [LoopEvent] {
    var hasMore = tail.log.look()
    if tail.log.openedCount != tail.watchedCount {
      watchFile(of: tail)
      // It may have been written to before it was watched.
      hasMore = tail.log.look() || hasMore
    }
    guard hasMore else { return [] }
    // One that is still being scanned goes on by itself.
    _ = timeline.resume()
    return [.bytesArrived]
  }

  private func look(at file: FileBytes) -> [LoopEvent] {
    let change = file.change()
    var events: [LoopEvent] = []
    if change == .none || change == .replaced || change == .gone, file.refresh() {
      // A document that grew is another document: only lines are added to what was read.
      if timeline.resume() {
        events.append(.bytesArrived)
      } else {
        events += tell(.rewritten, file)
      }
    }
    guard change != .none else {
      told[file.name] = nil
      return events
    }
    if change == .gone { awaitName(of: file) }
    return events + tell(change, file)
  }

  private func tell(_ change: FileBytes.Change, _ file: FileBytes) -> [LoopEvent] {
    guard told.updateValue(change, forKey: file.name) != change else { return [] }
    let name = file.name.split(separator: "/").last.map { String($0) } ?? file.name
    let verb =
      switch change {
      case .none: "is as it was"
      case .truncated: "was truncated"
      case .rewritten: "was rewritten"
      case .replaced: "was replaced"
      case .gone: "was renamed or deleted"
      }
    guard change != .gone else {
      let text = SafeText(sanitizing: "\(name) \(verb); its posts stay")
      return [.message(text, isWarning: true)]
    }
    let text = SafeText(sanitizing: "\(name) \(verb)")
    timeline.isOutdated = true
    return [isSeen() ? .outdated(text) : .message(text, isWarning: true)]
  }

  private static func folder(of name: String) -> String {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return parts.isEmpty ? "." : parts.joined(separator: "/") + "/"
  }

  /// Waits for a file to appear under the name that the file had.
  private func awaitName(of file: FileBytes) {
    guard told[file.name] != .gone else { return }
    let token = files.watch(Self.folder(of: file.name), isFolder: true) { [weak self] in
      file.change() == .gone ? [] : self?.look(at: file) ?? []
    }
    if let token { tokens.append(token) }
  }
}

private final class Tail {
  /// As many as a log keeps files open.
  static let mostTokens = 5

  let log: TailedFile
  var tokens: [WatchedFiles.Token] = []
  /// The number of files that had been opened when the last one was watched.
  var watchedCount = 0

  init(_ log: TailedFile) { self.log = log }
}

/// Watches files that other processes may write to, all on one descriptor (inotify(7)).
final class WatchedFiles {
  /// Identifies a watch; never reused.
  struct Token: Hashable {
    fileprivate let number: Int
  }

  private struct Watch {
    let token: Token
    /// The kernel's number for the file; two names of one file share it.
    let file: Int32
    let onWrite: EventLoop.Handler
  }

  private let loop: EventLoop
  /// Opened for the first watch.
  private var notes: KernelNotes?
  private var watches: [Watch] = []
  private var tokenCount = 0

  init(loop: EventLoop) { self.loop = loop }

  /// The notes about a file that is watched: written to, renamed, or its name given to another (its
  /// count of links falls then).
  private static let fileNotes = IN_MODIFY | IN_ATTRIB | IN_MOVE_SELF
  private static let folderNotes = IN_CREATE | IN_MOVED_TO

  /// Calls `onWrite` in each turn of the loop in which the file at `path` was written to, renamed or
  /// replaced; for a folder, in which names appeared in it.
  ///
  /// - Returns: Nil if the file cannot be watched.
  @discardableResult
  func watch(
    _ path: String,
    isFolder: Bool = false,
    onWrite: @escaping EventLoop.Handler
  ) -> Token? {
    notes = notes ?? KernelNotes(on: loop) { [weak self] in self?.tell($0) ?? [] }
    let mask = UInt32(isFolder ? Self.folderNotes : Self.fileNotes)
    guard let file = notes?.watch(path, for: mask) else { return nil }
    let token = Token(number: tokenCount)
    tokenCount += 1
    watches.append(Watch(token: token, file: file, onWrite: onWrite))
    return token
  }

  /// Ends a watch; its handler is not called again.
  func stop(_ token: Token) {
    guard let index = watches.firstIndex(where: { $0.token == token }) else { return }
    let file = watches.remove(at: index).file
    if !watches.contains(where: { $0.file == file }) { notes?.stop(file) }
  }

  private func tell(_ notes: [KernelNote]) -> [LoopEvent] {
    let written = Set(notes.map(\.file))
    let isLossy = notes.contains(where: \.isLoss)
    var events: [LoopEvent] = []
    for watch in watches where isLossy || written.contains(watch.file) {
      // An earlier handler may have ended this watch.
      guard watches.contains(where: { $0.token == watch.token }) else { continue }
      events += watch.onWrite()
    }
    return events
  }
}

/// A note of the kernel about a file that is watched (inotify(7)).
struct KernelNote {
  /// The kernel's number for the watch.
  let file: Int32
  let mask: UInt32
  /// The name of a file in a folder that is watched; empty for a watch of the file itself.
  let name: String

  /// Whether it says that notes were dropped.
  var isLoss: Bool { mask & UInt32(IN_Q_OVERFLOW) != 0 }
}

/// The notes of the kernel about the files that one descriptor watches (inotify(7)).
final class KernelNotes {
  private let descriptor: Int32
  private let loop: EventLoop
  private var registration: EventLoop.Token?

  /// Calls `handler` in each turn of the loop in which there are notes; nil if no descriptor is available.
  init?(on loop: EventLoop, handler: @escaping ([KernelNote]) -> [LoopEvent]) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    self.loop = loop
    guard descriptor >= 0 else { return nil }
    registration = loop.watch(descriptor, for: .reading) { [weak self] in
      self.map { handler($0.take()) } ?? []
    }
  }

  deinit {
    loop.remove(registration)
    if descriptor >= 0 { close(descriptor) }
  }

  /// Returns the kernel's number for the file at `path`; nil if it cannot be watched.
  func watch(_ path: String, for mask: UInt32) -> Int32? {
    let file = RawArguments.withPath(path) { inotify_add_watch(descriptor, $0, mask) }
    return file >= 0 ? file : nil
  }

  func stop(_ file: Int32) { inotify_rm_watch(descriptor, file) }

  /// The size of a note without its name, in bytes.
  private static let headSize = 16

  /// Reads all notes that wait; the descriptor does not block.
  private func take() -> [KernelNote] {
    var taken: [KernelNote] = []
    var buffer: [UInt8] = Array(repeating: 0, count: 16 << 10)
    while true {
      let got = Glibc.read(descriptor, &buffer, buffer.count)
      guard got > 0 else { return taken }
      buffer[..<got].withUnsafeBytes { notes in
        var offset = 0
        // struct inotify_event: int wd; uint32_t mask, cookie, len; then len bytes of a name.
        while offset + Self.headSize <= notes.count {
          let file = notes.loadUnaligned(fromByteOffset: offset, as: Int32.self)
          let mask = notes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
          let length = Int(notes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
          offset += Self.headSize
          let name = notes[offset..<min(offset + length, notes.count)].prefix { $0 != 0 }
          offset += length
          taken.append(
            KernelNote(file: file, mask: mask, name: String(decoding: name, as: UTF8.self))
          )
        }
      }
    }
  }
}
