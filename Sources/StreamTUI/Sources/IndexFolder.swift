import Glibc
import StreamModel

/// The indexes of large files, which later runs take up instead of a scan: files in the cache folder, for the user alone.
struct IndexFolder {
  static let name = "index"

  let cache: CacheFolder
  /// The smallest file, in bytes, of which an index is kept: others are scanned before a key could be pressed.
  var least = 32 << 20
  /// The bytes of all indexes together; those that were used longest ago go.
  var most = 64 << 20
  /// The seconds for which a file must have been left alone before it was opened: a clock that ticks seldom might show no change
  /// right after the one before.
  var rest = 2

  /// Opens an index; nil if there is none.
  func opened(_ name: String) -> FileBytes? {
    guard let folder = folder(creates: false), let file = try? folder.opened(name) else {
      return nil
    }
    return FileBytes(name: name, descriptor: file.descriptor, count: file.size)
  }

  /// Keeps an index; where that fails, the next run scans.
  func write(_ name: String, _ bytes: [UInt8]) {
    guard bytes.count <= most, let folder = folder(creates: true) else { return }
    folder.removeStaleDrafts()
    makeRoom(for: bytes.count, beside: name, in: folder)
    try? folder.replace(name, with: bytes, isDurable: false)
  }

  private func makeRoom(for size: Int, beside name: String, in folder: PrivateFolder) {
    let others = folder.names.filter { $0 != name }.map { other in
      var status = stat()
      _ = stat("\(cache.path)/\(Self.name)/\(other)", &status)
      return (name: other, size: Int(status.st_size), used: status.st_mtim)
    }
    var left = most - size
    let latestFirst = others.sorted {
      ($0.used.tv_sec, $0.used.tv_nsec) > ($1.used.tv_sec, $1.used.tv_nsec)
    }
    for other in latestFirst {
      left -= other.size
      if left < 0 { _ = try? folder.remove(other.name) }
    }
  }

  /// Removes the index of a file; returns whether there was one, nil if it cannot be removed.
  func remove(of path: String) -> Bool? {
    var status = stat()
    guard RawArguments.withPath(path, { stat($0, &status) }) == 0,
      let folder = folder(creates: false)
    else { return false }
    return try? folder.remove(Self.fileName(of: status))
  }

  /// Removes all indexes; returns their number, nil if some cannot be removed.
  func removeAll() -> Int? {
    guard let folder = folder(creates: false) else { return 0 }
    let removed = folder.names.map { try? folder.remove($0) }
    return removed.contains(nil) ? nil : removed.count
  }

  /// The name of the index of a file.
  static func fileName(of status: stat) -> String {
    hexDigits(stableHash(of: "\(status.st_dev) \(status.st_ino)"))
  }

  private func folder(creates: Bool) -> PrivateFolder? {
    try? PrivateFolder.opened(Self.name, in: cache.folder, creates: creates)
  }
}

/// The index of one large file.
final class IndexFile: IndexStore {
  /// Bytes at either end that tell the file apart.
  private static let sampleSize = 64 << 10

  private let file: FileBytes
  private let folder: IndexFolder
  /// The facts about the file when it was opened.
  private let status: stat

  /// - Returns: nil for a small file, and for one that was written to just before.
  init?(of file: FileBytes, in folder: IndexFolder) {
    guard file.count >= folder.least, let status = file.status, Int(status.st_size) == file.count
    else { return nil }
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    // The time of a change cannot be set back by hand, unlike that of the contents.
    guard status.st_ctim.tv_sec <= now.tv_sec - folder.rest else { return nil }
    (self.file, self.folder, self.status) = (file, folder, status)
  }

  func open() -> (key: [UInt64], kept: (any ByteSource)?)? {
    let size = min(Self.sampleSize, file.count)
    guard let head = try? file.bytes(in: 0..<size),
      let tail = try? file.bytes(in: file.count - size..<file.count), isUnchanged
    else { return nil }
    let sums = [head, tail].map { $0.withUnsafeBytes { keptIndexSum($0) } }
    return (Self.words(of: status) + sums, folder.opened(IndexFolder.fileName(of: status)))
  }

  /// Keeps what a feed of the file has found, unless the file has changed since it was opened.
  func keep(_ feed: Feed) {
    guard isUnchanged, let bytes = feed.indexToKeep else { return }
    folder.write(IndexFolder.fileName(of: status), bytes)
  }

  private var isUnchanged: Bool {
    file.status.map { Self.words(of: $0) == Self.words(of: status) } ?? false
  }

  private static func words(of status: stat) -> [UInt64] {
    let times = [status.st_mtim, status.st_ctim].map {
      UInt64(bitPattern: Int64($0.tv_sec) &* 1_000_000_000 &+ Int64($0.tv_nsec))
    }
    return [
      UInt64(status.st_dev), UInt64(status.st_ino), UInt64(bitPattern: Int64(status.st_size)),
    ]
      + times
  }
}

/// The large files that a viewer shows, whose indexes are kept at its end.
final class KeptIndexes {
  /// The most files that are held for it.
  private static let most = 4

  private let folder: IndexFolder?
  private var files: [(feed: Feed, index: IndexFile)] = []

  init(_ folder: IndexFolder? = CacheFolder().map { IndexFolder(cache: $0) }) {
    self.folder = Environment.isSecure ? nil : folder
  }

  /// Lets feeds that read a file take up its index.
  func add(_ feeds: [OpenedFeed]) {
    guard let folder else { return }
    for opened in feeds {
      guard let file = opened.source.bytes as? FileBytes,
        let index = IndexFile(of: file, in: folder)
      else { continue }
      opened.feed.keepIndex(in: index)
      files = files.suffix(Self.most - 1) + [(opened.feed, index)]
    }
  }

  /// Keeps the indexes that this run has made.
  func keep() {
    for (feed, index) in files { index.keep(feed) }
  }
}
