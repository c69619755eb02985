import Glibc
import StreamUI

/// Watches a folder whose files other processes write to or replace (inotify(7)).
final class WatchedFolder {
  /// Receives the names of files that were written to or appeared; nil if notes were lost, so that any
  /// file may have changed.
  typealias Handler = (Set<String>?) -> [TerminalEvent]

  private static let notes = UInt32(IN_MODIFY | IN_CREATE | IN_MOVED_TO)
  /// The size of a note without its name, in bytes.
  private static let headSize = 16

  private let descriptor: Int32
  private let loop: EventLoop
  private var registration: EventLoop.Token?

  /// Calls `handler` in each turn of the loop in which files have changed; nil if the folder cannot be
  /// watched.
  init?(_ path: String, on loop: EventLoop, handler: @escaping Handler) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    self.loop = loop
    guard descriptor >= 0 else { return nil }
    guard inotify_add_watch(descriptor, path, Self.notes) >= 0 else {
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

  private func takeNotes() -> Set<String>? {
    var names: Set<String> = []
    var isLossy = false
    var buffer: [UInt8] = Array(repeating: 0, count: 16 << 10)
    while true {
      let got = read(descriptor, &buffer, buffer.count)
      guard got > 0 else { return isLossy ? nil : names }
      buffer[..<got].withUnsafeBytes { notes in
        var offset = 0
        // struct inotify_event: int wd; uint32_t mask, cookie, len; then len bytes of a name.
        while offset + Self.headSize <= notes.count {
          let mask = notes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
          let length = Int(notes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
          if mask & UInt32(IN_Q_OVERFLOW) != 0 { isLossy = true }
          offset += Self.headSize
          let name = notes[offset..<min(offset + length, notes.count)].prefix { $0 != 0 }
          if !name.isEmpty { names.insert(String(decoding: name, as: UTF8.self)) }
          offset += length
        }
      }
    }
  }
}
