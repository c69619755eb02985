import Glibc
import StreamModel

/// The files that the program keeps on this machine, for the reader who wants to know or to empty them.
struct StoredFiles {
  private struct Kind {
    let title: String
    let path: String
    var count = 0
    var bytes = 0
    /// When the oldest was last written, in seconds since 1970.
    var oldest: Int64?
  }

  let folder: StateFolder?
  let cache: CacheFolder?

  /// The lines that say what lies where, and how to remove it.
  var lines: [String] {
    var kinds: [Kind] = []
    if let folder {
      let state = folder.path
      kinds += [
        Self.kind("Read marks, kept posts, followed links", state) { $0.hasPrefix("state.db") },
        Self.kind("Places where you stopped", state + "/places"),
        Self.kind("Marks", state + "/marks"),
        Self.kind("The list of subscriptions", state) { $0.hasPrefix("subscriptions") },
        Self.kind("Posts of subscriptions", state + "/feeds"),
      ]
    }
    if let cache {
      let days = "at most \(WebCopies.days) days and \(WebCopies.most) documents"
      kinds += [
        Self.kind("Copies of addresses, \(days)", "\(cache.path)/\(WebCopies.folderName)"),
        Self.kind("Documents that arrive now", "\(cache.path)/\(ScratchFolder.name)"),
      ]
    }
    kinds.append(
      Self.kind("Texts for editors and commands", TemporaryFile.folder) {
        TemporaryFile.isOwn($0)
      }
    )
    return kinds.map(Self.line) + [
      "streamtui forget NAME empties one source; streamtui forget all empties everything but the list of subscriptions.",
      "streamtui remove NAME ends a subscription.",
    ]
  }

  private static func line(_ kind: Kind) -> String {
    guard kind.count > 0 else { return "\(kind.title): none (\(kind.path))" }
    let files = kind.count == 1 ? "1 file" : "\(kind.count) files"
    let since = kind.oldest.map {
      ", since \(Timestamp(secondsSinceEpoch: $0).rfc3339.prefix(10))"
    }
    return
      "\(kind.title): \(files), \((kind.bytes + 1_023) / 1_024) KiB\(since ?? "") (\(kind.path))"
  }

  private static func kind(
    _ title: String,
    _ path: String,
    isMeant: (String) -> Bool = { _ in true }
  ) -> Kind {
    var kind = Kind(title: title, path: path)
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return kind }
    defer { close(folder) }
    for name in DirectoryEntries(descriptor: folder).names() where isMeant(name) {
      var status = stat()
      guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
        status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid()
      else { continue }
      kind.count += 1
      kind.bytes = kind.bytes &+ Int(status.st_size)
      kind.oldest = min(kind.oldest ?? .max, Int64(status.st_mtim.tv_sec))
    }
    return kind
  }
}
