import StreamSources

/// The file beside the log of a subscription that says how its requests went.
struct FetchFile {
  let source: Subscription.Source
  let folder: StateFolder

  /// The file of a subscription.
  init(of source: Subscription.Source, in folder: StateFolder) {
    self.source = source
    self.folder = folder
  }

  /// The name of the file in its folder.
  var name: String { PostLog.stem(of: source) + ".fetch" }

  /// Reads the file; nil if it is missing or of an unknown version.
  ///
  /// - Throws: ``StateFault`` if it cannot be read.
  func read() throws(StateFault) -> FetchRecord? {
    guard let feeds = try feeds(creates: false) else { return nil }
    return try feeds.read(name, limit: FetchRecord.limit).flatMap { FetchRecord($0) }
  }

  /// Replaces the file in one step.
  ///
  /// - Throws: ``StateFault`` if it cannot be written; it is then as it was.
  func write(_ record: FetchRecord) throws(StateFault) {
    guard let feeds = try feeds(creates: true) else { throw .moved }
    // The next request restores a record that was lost with the power.
    try feeds.replace(name, with: record.bytes, isDurable: false)
  }

  /// Removes the file; returns whether there was one.
  ///
  /// - Throws: ``StateFault`` if it cannot be removed.
  func remove() throws(StateFault) -> Bool {
    try feeds(creates: false)?.remove(name) ?? false
  }

  private func feeds(creates: Bool) throws(StateFault) -> PrivateFolder? {
    try PrivateFolder.opened(PostLog.folderName, in: folder, creates: creates)
  }
}
