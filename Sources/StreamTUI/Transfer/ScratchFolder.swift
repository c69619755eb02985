import Glibc
import StreamModel

/// The folder of the documents that curl is writing.
///
/// Each file is named after this process, so that files of a process that was killed are recognized and
/// removed.
final class ScratchFolder {
  /// The files of one request.
  struct Files: Equatable {
    /// The path of the file for the body.
    let body: String
    /// The path of the file for the heads.
    let head: String

    func remove() {
      unlink(body)
      unlink(head)
    }
  }

  /// The name of the folder in the cache.
  static let name = "incoming"

  private let path: String
  /// Tells apart the files of several folders of this process.
  private let mark = hexDigits(UInt64.random(in: .min ... .max))
  private var count = 0

  /// Makes the folder where it is missing, and removes files that other processes have left.
  ///
  /// - Throws: ``StateRefusal`` if there is no folder that can be used.
  init(in cache: CacheFolder?) throws(StateRefusal) {
    guard let cache else {
      throw StateRefusal(
        "Nothing can be fetched: there is no folder for the cache. Set HOME or XDG_CACHE_HOME."
      )
    }
    guard let folder = cache.openSubfolder(Self.name) else {
      throw StateRefusal(
        "Nothing can be fetched: \(cache.path)/\(Self.name): \(SystemError.text(errno))"
      )
    }
    path = "\(cache.path)/\(Self.name)"
    Self.sweep(folder)
    WebCopies(cache: cache).sweep(at: SystemTime().wall)
  }

  /// Makes the files of a further request, for the user alone: curl would let others read them.
  func next() -> Files {
    count &+= 1
    let stem = "\(path)/\(getpid())-\(mark)-\(count)"
    let files = Files(body: stem + ".body", head: stem + ".head")
    for path in [files.body, files.head] {
      // Where it cannot be made, curl fails as well, and says so.
      let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      if file >= 0 { close(file) }
    }
    return files
  }

  /// Removes the files of processes that are gone.
  static func sweep(_ cache: CacheFolder) {
    if let folder = cache.folder.openSubfolder(name, creates: false) { sweep(folder) }
  }

  /// Removes the files of processes that are gone; closes `folder`.
  private static func sweep(_ folder: Int32) {
    defer { close(folder) }
    for name in DirectoryEntries(descriptor: folder).names() {
      guard let process = name.split(separator: "-").first.flatMap({ pid_t($0) }), process > 0,
        kill(process, 0) != 0, errno == ESRCH
      else { continue }
      unlinkat(folder, name, 0)
    }
  }
}
