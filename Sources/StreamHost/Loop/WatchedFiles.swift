import Glibc

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
  /// The inotify descriptor, opened for the first watch; -1 before.
  private var descriptor: Int32 = -1
  private var registration: EventLoop.Token?
  private var watches: [Watch] = []
  private var tokenCount = 0

  init(loop: EventLoop) {
    self.loop = loop
  }

  deinit {
    loop.remove(registration)
    if descriptor >= 0 { close(descriptor) }
  }

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
    guard open() else { return nil }
    let notes = UInt32(isFolder ? Self.folderNotes : Self.fileNotes)
    let file = RawArguments.withPath(path) { inotify_add_watch(descriptor, $0, notes) }
    guard file >= 0 else { return nil }
    let token = Token(number: tokenCount)
    tokenCount += 1
    watches.append(Watch(token: token, file: file, onWrite: onWrite))
    return token
  }

  /// Ends a watch; its handler is not called again.
  func stop(_ token: Token) {
    guard let index = watches.firstIndex(where: { $0.token == token }) else { return }
    let file = watches.remove(at: index).file
    if !watches.contains(where: { $0.file == file }) { inotify_rm_watch(descriptor, file) }
  }

  private func open() -> Bool {
    if descriptor >= 0 { return true }
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return false }
    registration = loop.watch(descriptor, for: .reading) { [weak self] in self?.tell() ?? [] }
    return true
  }

  private func tell() -> [LoopEvent] {
    let (written, isLossy) = takeNotes()
    var events: [LoopEvent] = []
    for watch in watches where isLossy || written.contains(watch.file) {
      // An earlier handler may have ended this watch.
      guard watches.contains(where: { $0.token == watch.token }) else { continue }
      events += watch.onWrite()
    }
    return events
  }

  /// Returns the files that were written to, and whether the kernel dropped notifications.
  private func takeNotes() -> (files: Set<Int32>, isLossy: Bool) {
    var files: Set<Int32> = []
    var isLossy = false
    var buffer: [UInt8] = Array(repeating: 0, count: 4096)
    while true {
      let got = read(descriptor, &buffer, buffer.count)
      guard got > 0 else { return (files, isLossy) }
      buffer[..<got].withUnsafeBytes { notes in
        var offset = 0
        // struct inotify_event: int wd; uint32_t mask, cookie, len; then len bytes of a name.
        while offset + Self.headSize <= notes.count {
          let file = notes.loadUnaligned(fromByteOffset: offset, as: Int32.self)
          let mask = notes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
          let length = notes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self)
          files.insert(file)
          if mask & UInt32(IN_Q_OVERFLOW) != 0 { isLossy = true }
          offset += Self.headSize + Int(length)
        }
      }
    }
  }

  /// The size of a notification without its name, in bytes.
  private static let headSize = 16
}
