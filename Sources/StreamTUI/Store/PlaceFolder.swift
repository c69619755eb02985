import Glibc
import StreamModel
import StreamUI

/// A folder with place files, open.
final class PlaceFolder {
  /// The folders by their names in the state folder.
  enum Kind: String, CaseIterable {
    /// The places where the reader stopped, a file for each source or set of sources.
    case places
    /// The places that capital letters name, a file for each letter.
    case marks
  }

  /// The outcome of removing files.
  struct Removal {
    /// The number of places, drafts and damaged ones not counted.
    var count = 0
    /// Whether every file is gone that was to be removed.
    var isClean = true
  }

  private let descriptor: Int32

  /// Opens the folder; nil where there is none.
  init?(_ kind: Kind = .places, in folder: StateFolder) {
    guard let descriptor = folder.openSubfolder(kind.rawValue, creates: false) else { return nil }
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// Reads the place in a source, and moves nothing aside; nil where none can be read.
  func place(in source: String) -> SavedPlace? {
    guard let bytes = bytes(of: hexDigits(stableHash(of: source))),
      let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    guard let found = try? PlaceText.read(text), found.source == source else { return nil }
    return found.place
  }

  /// Removes the places of all views that show a source, with drafts and damaged files.
  func forget(_ source: SourceFamily) -> Removal {
    remove { bytes in
      // One that is cut or damaged may be that of any source, and is of no use to it.
      let sources = PlaceText.sources(in: String(decoding: bytes, as: UTF8.self))
      return sources?.contains { source.contains($0) } ?? true
    }
  }

  /// Removes all files; see ``forget(_:)``.
  func forgetAll() -> Removal {
    remove { _ in true }
  }

  /// Removes drafts of runs that were killed more than an hour ago.
  ///
  /// - Parameter most: the most entries that are looked at.
  func removeStaleDrafts(most: Int = 1_000) {
    entries.removeStaleDrafts(most: most)
  }

  private var entries: DirectoryEntries { DirectoryEntries(descriptor: descriptor) }

  private func remove(_ isMeant: ([UInt8]) -> Bool) -> Removal {
    var removal = Removal()
    for name in entries.names() where isMeant(bytes(of: name) ?? []) {
      if unlinkat(descriptor, name, 0) == 0 {
        // The name of a place file is its hash alone.
        if !name.contains(".") { removal.count += 1 }
      } else if errno != ENOENT {
        removal.isClean = false
      }
    }
    return removal
  }

  /// The bytes of an ordinary file, as far as a place can be long; nil where it cannot be read.
  private func bytes(of name: String) -> [UInt8]? {
    let flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let file = openat(descriptor, name, flags)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var buffer: [UInt8] = Array(repeating: 0, count: 4096)
    var bytes: [UInt8] = []
    while bytes.count <= PlaceText.limit {
      let count = read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      bytes += buffer[..<count]
      // A short read of an ordinary file is its end.
      if count < buffer.count { break }
    }
    return bytes
  }
}
