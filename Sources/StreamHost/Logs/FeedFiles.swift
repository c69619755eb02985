/// The files of subscriptions: a log of posts and the state of requests for each.
package struct FeedFiles {
  let folder: StateFolder

  package init(folder: StateFolder) { self.folder = folder }

  package func remove(_ source: Subscription.Source) throws(StateError) -> Bool {
    // The other way round, a run that is killed would leave validators of posts that are gone.
    let hadState = try FetchFile(of: source, in: folder).remove()
    let log = PostLog(of: source, in: folder)
    LibraryTable(in: folder, creates: false)?.forget(log.name)
    try Digest.forget(source, in: folder)
    return try log.remove() || hadState
  }

  func removeAll() throws(StateError) -> Int {
    LibraryTable.remove(in: folder)
    try Digest.forget(nil, in: folder)
    let feeds = try PrivateFolder.opened(PostLog.folderName, in: folder, creates: false)
    guard let feeds else { return 0 }
    var count = 0
    for name in feeds.names where try feeds.remove(name) && name.hasSuffix(".ndjson") { count += 1 }
    return count
  }

  /// Returns how the requests of subscriptions went; nil for one whose file is missing, or cannot be read.
  package func records(of subscriptions: [Subscription]) -> [FetchRecord?] {
    // Opened once: a start reads hundreds of these files.
    let feeds = try? PrivateFolder.opened(PostLog.folderName, in: folder, creates: false)
    var shared: [String: FetchRecord?] = [:]
    return subscriptions.map { subscription in
      let name = FetchFile(of: subscription.source, in: folder).name
      var record = subscription.source.account.flatMap { shared[$0] } ?? nil
      if record == nil {
        record = (try? feeds?.read(name, limit: FetchRecord.limit)).flatMap { FetchRecord($0) }
        if let account = subscription.source.account { shared[account] = .some(record) }
      }
      let own = FetchFile(ofOlderPostsOf: subscription.source, in: folder)
      if let older = own.flatMap({ try? $0.read() })?.older {
        record = record ?? FetchRecord()
        record?.older = older
      }
      return record
    }
  }

  /// The title that a subscription's feed had when it was last fetched; nil if it is not known.
  package func title(of source: Subscription.Source) -> String? {
    // One that cannot be read is as good as none: it only helps to name the subscription.
    (try? FetchFile(of: source, in: folder).read())?.title
  }

  /// The names of the user's subscriptions, as the list of subscriptions shows them.
  package static func names() -> [Subscription.Source: String] {
    guard let folder = StateFolder(), let file = try? SubscriptionFile(folder: folder).read() else {
      return [:]
    }
    let all = file.list.subscriptions
    return zip(all, FeedFiles(folder: folder).records(of: all)).reduce(into: [:]) { names, known in
      names[known.0.source] = known.0.name ?? known.1?.title ?? known.0.source.label
    }
  }
}

/// The file beside the log of a subscription that says how its requests went.
package struct FetchFile {
  let source: Subscription.Source
  package let folder: StateFolder
  private let isOfOlderPosts: Bool

  package init(of source: Subscription.Source, in folder: StateFolder) {
    self.init(source, folder, isOfOlderPosts: false)
  }

  /// The file of a stream of the fediverse that says where its older posts are; nil for other sources, which say it with all else.
  init?(ofOlderPostsOf source: Subscription.Source, in folder: StateFolder) {
    guard case .served(let feed) = source, feed.isStream else { return nil }
    self.init(source, folder, isOfOlderPosts: true)
  }

  private init(_ source: Subscription.Source, _ folder: StateFolder, isOfOlderPosts: Bool) {
    self.source = source
    self.folder = folder
    self.isOfOlderPosts = isOfOlderPosts
  }

  /// The feeds of an account are fetched together, so they have one file.
  var name: String {
    guard case .served(let feed) = source, !isOfOlderPosts else {
      return PostLog.stem(of: source.text) + ".fetch"
    }
    return PostLog.stem(of: ServedFeed.word(for: feed.account)) + ".fetch"
  }

  /// Reads the file; nil if it is missing or of an unknown version.
  package func read() throws(StateError) -> FetchRecord? {
    guard let feeds = try feeds(creates: false) else { return nil }
    return try feeds.read(name, limit: FetchRecord.limit).flatMap { FetchRecord($0) }
  }

  /// Replaces the file in one step.
  ///
  /// - Throws: ``StateError`` if it cannot be written; it is then as it was.
  package func write(_ record: FetchRecord) throws(StateError) {
    guard let feeds = try feeds(creates: true) else { throw .moved }
    // The next request restores a record that was lost with the power.
    try feeds.replace(name, with: record.bytes, isDurable: false)
  }

  func remove() throws(StateError) -> Bool {
    if case .served = source, !isOfOlderPosts {
      return try FetchFile(ofOlderPostsOf: source, in: folder)?.remove() ?? false
    }
    return try feeds(creates: false)?.remove(name) ?? false
  }

  private func feeds(creates: Bool) throws(StateError) -> PrivateFolder? {
    try PrivateFolder.opened(PostLog.folderName, in: folder, creates: creates)
  }
}
