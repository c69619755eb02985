import StreamSources

/// The files of subscriptions: a log of posts and the state of requests for each.
struct FeedFiles {
  let folder: StateFolder

  /// Removes the files of a subscription; returns whether there was one.
  ///
  /// - Throws: ``StateFault`` if one of them cannot be removed.
  func remove(_ source: Subscription.Source) throws(StateFault) -> Bool {
    // The other way round, a run that is killed would leave validators of posts that are gone.
    let hadState = try FetchFile(of: source, in: folder).remove()
    return try PostLog(of: source, in: folder).remove() || hadState
  }

  /// Removes the files of all subscriptions; returns the number of logs.
  ///
  /// - Throws: ``StateFault`` if one of them cannot be removed.
  func removeAll() throws(StateFault) -> Int {
    let feeds = try PrivateFolder.opened(PostLog.folderName, in: folder, creates: false)
    guard let feeds else { return 0 }
    var count = 0
    for name in feeds.names where try feeds.remove(name) && name.hasSuffix(".ndjson") { count += 1 }
    return count
  }

  /// The title that a subscription's feed had when it was last fetched; nil if it is not known.
  func title(of source: Subscription.Source) -> String? {
    // One that cannot be read is as good as none: it only helps to name the subscription.
    (try? FetchFile(of: source, in: folder).read())?.title
  }
}
