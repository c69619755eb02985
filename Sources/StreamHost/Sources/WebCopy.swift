import Glibc
package import StreamModel

/// The last good copy of a document on the web, in a folder of the cache.
package struct WebCopy {
  package struct Found {
    package let path: String
    let byteCount: Int
    /// When the server last sent it, or said that it is still good.
    let time: Timestamp?
    let copy: Retrieval.Copy?
  }

  private let cache: CacheFolder
  private let stem: String
  private let kind: WebCopies.Kind

  init(of address: String, in cache: CacheFolder, _ kind: WebCopies.Kind = .documents) {
    self.cache = cache
    self.kind = kind
    stem = Self.stem(of: address)
  }

  /// The name of the files of an address without their endings.
  static func stem(of address: String) -> String { hexDigits(stableHash(of: address)) }

  private var path: String { "\(cache.path)/\(kind.rawValue)/\(stem)\(kind.endings[0])" }

  package func read() -> Found? {
    guard let folder = try? PrivateFolder.opened(kind.rawValue, in: cache.folder, creates: false),
      let bytes = try? folder.read(stem + ".fetch", limit: FetchRecord.limit),
      let record = FetchRecord(bytes), access(path, R_OK) == 0
    else { return nil }
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let copy = record.validatedAddress.map {
      Retrieval.Copy(address: $0, validators: record.validators)
    }
    return Found(
      path: path,
      byteCount: Int(status.st_size),
      time: record.history.lastSuccess,
      copy: copy
    )
  }

  /// Takes over the file `body`, a document that was checked, as the copy; it stays where it is if the cache
  /// cannot be written.
  package func keep(_ body: String, _ end: RetrievalEnd, at now: Timestamp) {
    let folder = try? PrivateFolder.opened(kind.rawValue, in: cache.folder, creates: true)
    guard let folder else { return }
    // Without the record in front of a new body, a run that is killed in between only asks once more.
    _ = try? folder.remove(stem + ".fetch")
    guard rename(body, path) == 0 else { return }
    var record = FetchRecord()
    record.validators = end.copy?.validators ?? .none
    record.validatedAddress = end.copy?.address
    write(record, end, at: now, in: folder)
  }

  /// Notes that the server called the copy still good.
  package func confirm(_ end: RetrievalEnd, at now: Timestamp) {
    guard let folder = try? PrivateFolder.opened(kind.rawValue, in: cache.folder, creates: true),
      let bytes = try? folder.read(stem + ".fetch", limit: FetchRecord.limit),
      let record = FetchRecord(bytes)
    else { return }
    write(record, end, at: now, in: folder)
  }

  private func write(
    _ record: FetchRecord,
    _ end: RetrievalEnd,
    at now: Timestamp,
    in folder: PrivateFolder
  ) {
    var record = record
    record.address = end.result.address
    record.history = record.history.adding(end.result, at: now)
    try? folder.replace(stem + ".fetch", with: record.bytes, isDurable: false)
  }
}

/// All copies of documents in the cache, and the logs of addresses: their limits, and the ways to remove them.
struct WebCopies {
  enum Kind: String, CaseIterable {
    case documents = "copies"
    case logs = "feeds"
    case pictures

    /// The endings of the two files of a copy.
    var endings: [String] { [self == .logs ? ".ndjson" : ".body", ".fetch"] }
  }

  /// The days after which a copy goes that no server has sent or confirmed since.
  static let days: Int64 = 30
  /// The most copies; the oldest ones go.
  static let most = 500
  /// The most bytes of pictures together; the oldest ones go.
  static let mostPictureBytes = 64 << 20

  let cache: CacheFolder
  var kind = Kind.documents

  /// Removes copies that are too old, and the oldest beyond the limit.
  func sweep(at now: Timestamp) {
    guard let folder = opened else { return }
    // The newest first, so that the sum tells which are beyond the limit.
    let dated = stems(in: folder).map { (stem: $0, state: state(of: $0)) }.sorted {
      ($0.state.time, $0.stem) > ($1.state.time, $1.stem)
    }
    let oldest = now.secondsSinceEpoch - Self.days * 86_400
    let most = kind == .pictures ? Self.mostPictureBytes : Int.max
    var bytes = 0
    for (index, copy) in dated.enumerated() {
      bytes += copy.state.bytes
      guard index >= Self.most || copy.state.time < oldest || bytes > most else { continue }
      remove(copy.stem, in: folder)
      bytes -= copy.state.bytes
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
    try? PrivateFolder.opened(kind.rawValue, in: cache.folder, creates: false)
  }

  private func stems(in folder: PrivateFolder) -> Set<String> {
    Set(
      folder.names.compactMap { name in
        kind.endings.first(where: name.hasSuffix).map { String(name.dropLast($0.count)) }
      }
    )
  }

  /// When the server last sent or confirmed a copy, in seconds since 1970, and the size of its files.
  private func state(of stem: String) -> (time: Int64, bytes: Int) {
    kind.endings.reduce(into: (time: 0, bytes: 0)) { state, ending in
      var status = stat()
      guard stat("\(cache.path)/\(kind.rawValue)/\(stem)\(ending)", &status) == 0 else { return }
      state.time = max(state.time, Int64(status.st_mtim.tv_sec))
      state.bytes += Int(status.st_size)
    }
  }

  @discardableResult
  private func remove(_ stem: String, in folder: PrivateFolder) -> Bool? {
    // The record first: validators of a copy that is gone would be believed.
    do throws(StateError) {
      var wasThere = false
      for ending in kind.endings.reversed() {
        wasThere = try folder.remove(stem + ending) || wasThere
      }
      return wasThere
    } catch {
      return nil
    }
  }
}
