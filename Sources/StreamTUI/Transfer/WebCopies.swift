import Glibc
import StreamModel
import StreamSources

/// All copies of documents in the cache: their limits, and the ways to remove them.
struct WebCopies {
  /// The name of their folder in the cache.
  static let folderName = "copies"
  /// The days after which a copy goes that no server has sent or confirmed since.
  static let days: Int64 = 30
  /// The most copies; the oldest ones go.
  static let most = 500

  let cache: CacheFolder

  /// Removes copies that are too old, and the oldest beyond the limit.
  func sweep(at now: Timestamp) {
    guard let folder = opened else { return }
    let dated = stems(in: folder).map { (stem: $0, time: time(of: $0)) }.sorted {
      $0.time < $1.time
    }
    let oldest = now.secondsSinceEpoch - Self.days * 86_400
    let extra = max(0, dated.count - Self.most)
    for (index, copy) in dated.enumerated() where index < extra || copy.time < oldest {
      remove(copy.stem, in: folder)
    }
  }

  /// Removes the copy of an address; returns whether there was one, nil if it cannot be removed.
  func remove(_ address: String) -> Bool? {
    guard let folder = opened else { return false }
    return remove(WebCopy.stem(of: address), in: folder)
  }

  /// Removes all copies; returns their number, nil if some cannot be removed.
  func removeAll() -> Int? {
    guard let folder = opened else { return 0 }
    let stems = stems(in: folder)
    let removed = stems.map { remove($0, in: folder) }
    return removed.contains(nil) ? nil : stems.count
  }

  private var opened: PrivateFolder? {
    try? PrivateFolder.opened(Self.folderName, in: cache.folder, creates: false)
  }

  private func stems(in folder: PrivateFolder) -> Set<String> {
    Set(folder.names.compactMap { $0.split(separator: ".").first.map { String($0) } })
  }

  /// When the server last sent or confirmed a copy, in seconds since 1970.
  private func time(of stem: String) -> Int64 {
    [".body", ".fetch"].map { ending in
      var status = stat()
      let isThere = stat("\(cache.path)/\(Self.folderName)/\(stem)\(ending)", &status) == 0
      return isThere ? Int64(status.st_mtim.tv_sec) : 0
    }.max() ?? 0
  }

  @discardableResult
  private func remove(_ stem: String, in folder: PrivateFolder) -> Bool? {
    do throws(StateFault) {
      let hadRecord = try folder.remove(stem + ".fetch")
      return try folder.remove(stem + ".body") || hadRecord
    } catch {
      return nil
    }
  }
}
