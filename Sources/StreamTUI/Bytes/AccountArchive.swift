import StreamModel

/// The export of a Mastodon account: posts, likes, bookmarks, the account itself, and media.
struct AccountArchive {
  /// The name as the user gave it.
  let name: String
  /// The posts; all sources are named like "archive.zip/outbox.json".
  let outbox: OpenedSource
  let likes: OpenedSource?
  let bookmarks: OpenedSource?
  /// The account itself; nil if the archive does not identify it.
  let owner: ArchiveOwner?
  /// The names of image, sound and video files, relative to the outbox.
  let mediaNames: [String]
}

extension AccountArchive {
  /// Opens the files of an export.
  ///
  /// - Parameter outbox: the index of its outbox in the archive.
  /// - Throws: ``FeedError`` if the outbox cannot be read; failures of the other files become
  ///   problems.
  init(
    _ archive: Archive,
    outbox: Int,
    name: String,
    room: Spool.Room,
    problems: inout [FeedError]
  ) throws(FeedError) {
    let paths = archive.paths.map(\.text)
    let folder = Self.folder(of: paths[outbox])
    self.name = name
    self.outbox = try archive.source(at: outbox, room: room)
    var others: [String: OpenedSource] = [:]
    for (index, path) in paths.enumerated() {
      guard path.hasPrefix(folder) else { continue }
      let file = String(path.dropFirst(folder.count))
      guard Self.others.contains(file) else { continue }
      do throws(FeedError) {
        others[file] = try archive.source(at: index, room: room)
      } catch {
        problems.append(error)
      }
    }
    likes = others["likes.json"]
    bookmarks = others["bookmarks.json"]
    do throws(FeedError) {
      owner = try others["actor.json"].map { source throws(FeedError) in try ArchiveOwner(source) }
    } catch {
      owner = nil
      problems.append(error)
    }
    mediaNames = zip(paths, archive.paths).filter { path, whole in
      path.hasPrefix(folder) && !whole.isHidden && Self.isMedia(path)
    }.map { String($0.0.dropFirst(folder.count)) }.sorted()
  }

  /// The outboxes among the files of an archive, in the order of their folders: each is that of an export.
  ///
  /// An export lies at the top or in a folder there, and holds no other one.
  static func outboxes(in paths: [ArchivePath]) -> [Int] {
    let found = paths.indices.filter { index in
      paths[index].name == "outbox.json" && !paths[index].isHidden
        && paths[index].text.split(separator: "/").count <= 2
    }
    if let top = found.first(where: { paths[$0].text == "outbox.json" }) { return [top] }
    return found.sorted { paths[$0].text < paths[$1].text }
  }

  /// The folder of an outbox, with a slash at its end; empty at the top.
  static func folder(of outbox: String) -> String { String(outbox.dropLast("outbox.json".count)) }

  private static let others = ["likes.json", "bookmarks.json", "actor.json"]

  private static func isMedia(_ path: String) -> Bool {
    let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return path.hasPrefix("media_attachments/") || path.contains("/media_attachments/")
      || mediaEndings.contains(ending)
  }

  private static let mediaEndings = [
    "jpg", "jpeg", "png", "gif", "webp", "avif", "heic", "svg", "mp4", "webm", "mov", "m4v", "mp3",
    "ogg", "oga", "opus", "wav", "flac", "m4a",
  ]
}
