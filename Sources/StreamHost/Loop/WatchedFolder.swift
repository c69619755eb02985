import Glibc

/// Watches a folder whose files other processes write to or replace (inotify(7)).
package final class WatchedFolder {
  /// The things that happened to a file.
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
    static let touched = Notes(rawValue: UInt32(IN_ATTRIB))

    /// Those about files that are there.
    static let grown: Notes = [.written, .appeared, .movedIn]
    /// Those about files that come and go.
    static let followed: Notes = [.written, .appeared, .movedIn, .closed, .gone]
  }

  /// Receives the notes about files by their names; nil if notes were lost, so that any file may have
  /// changed.
  package typealias Handler = ([String: Notes]?) -> [LoopEvent]

  /// The size of a note without its name, in bytes.
  private static let headSize = 16

  private let descriptor: Int32
  private let loop: EventLoop
  private var registration: EventLoop.Token?

  /// Calls `handler` in each turn of the loop in which files have changed; nil if the folder cannot be
  /// watched.
  package init?(
    _ path: String,
    on loop: EventLoop,
    notes: Notes = .grown,
    handler: @escaping Handler
  ) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    self.loop = loop
    guard descriptor >= 0 else { return nil }
    guard inotify_add_watch(descriptor, path, notes.rawValue) >= 0 else {
      close(descriptor)
      return nil
    }
    registration = loop.watch(descriptor, for: .reading) { [weak self] in
      guard let self else { return [] }
      return handler(takeNotes())
    }
  }

  deinit {
    loop.remove(registration)
    close(descriptor)
  }

  private func takeNotes() -> [String: Notes]? {
    var notesByName: [String: Notes] = [:]
    var isLossy = false
    var buffer: [UInt8] = Array(repeating: 0, count: 16 << 10)
    while true {
      let got = read(descriptor, &buffer, buffer.count)
      guard got > 0 else { return isLossy ? nil : notesByName }
      buffer[..<got].withUnsafeBytes { notes in
        var offset = 0
        // struct inotify_event: int wd; uint32_t mask, cookie, len; then len bytes of a name.
        while offset + Self.headSize <= notes.count {
          let mask = notes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
          let length = Int(notes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
          if mask & UInt32(IN_Q_OVERFLOW) != 0 { isLossy = true }
          offset += Self.headSize
          let name = notes[offset..<min(offset + length, notes.count)].prefix { $0 != 0 }
          if !name.isEmpty {
            let note = Notes(rawValue: mask).intersection([.followed, .touched])
            let name = String(decoding: name, as: UTF8.self)
            if note == .written { notesByName[name]?.subtract([.closed, .movedIn]) }
            notesByName[name, default: []].formUnion(note)
          }
          offset += length
        }
      }
    }
  }
}
