import Glibc
import StreamModel
import StreamSources

/// The subscriptions of a viewer, opened as the feeds that their logs are.
struct SubscribedFeeds {
  /// The name under which the place in all of them together is kept.
  let placeName: String
  /// The folder of the state.
  let folder: StateFolder
  /// The subscriptions in the order of the user's list.
  let subscriptions: [Subscription]
  /// Says to other processes that the logs are shown.
  private let lock: PrivateFolder.LockedFile?
  /// Their logs, in the same order; nil where one cannot be opened.
  let logs: [FileBytes?]
  /// The names that are shown, in the same order.
  let titles: [String]

  /// Opens the logs; those that are missing are made, so that they can grow.
  init(_ choice: SubscriptionChoice) {
    let (folder, subscriptions) = (choice.folder, choice.subscriptions)
    placeName = choice.placeName
    self.folder = folder
    self.subscriptions = subscriptions
    lock = ShownLogs.show(in: folder)
    let feeds = folder.openSubfolder(PostLog.folderName, creates: true)
    logs = subscriptions.map { subscription in
      feeds.flatMap { Self.opened(PostLog(of: subscription.source, in: folder), in: $0) }
    }
    if let feeds { close(feeds) }
    titles = subscriptions.map { subscription in
      let record = try? FetchFile(of: subscription.source, in: folder).read()
      return subscription.name ?? record?.title ?? subscription.source.text
    }
  }

  /// The path of the folder of all logs.
  var path: String { "\(folder.path)/\(PostLog.folderName)" }

  /// The logs by the names of their files.
  var logsByName: [String: FileBytes] {
    var named: [String: FileBytes] = [:]
    for (subscription, log) in zip(subscriptions, logs) {
      if let log { named[PostLog(of: subscription.source, in: folder).name] = log }
    }
    return named
  }

  /// The feeds of one stream, the newest posts first.
  var feeds: OpenedFeeds {
    var list: [OpenedFeed] = []
    for (index, subscription) in subscriptions.enumerated() {
      guard let log = logs[index] else { continue }
      list.append(
        OpenedFeed(
          feed: Feed(source: log, hint: .ndjson, title: titles[index]),
          source: OpenedSource(bytes: log),
          origin: subscription.source.text,
          subscription: subscription
        )
      )
    }
    return OpenedFeeds(list: list, areAll: list.count == subscriptions.count, isSubscribed: true)
  }

  private static func opened(_ log: PostLog, in folder: Int32) -> FileBytes? {
    let flags = O_RDONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let file = openat(folder, log.name, flags, 0o600)
    guard file >= 0 else { return nil }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(file)
      return nil
    }
    let bytes = FileBytes(name: log.source.text, path: log.path, descriptor: file, count: 0)
    // Whole lines only: another process may be writing one.
    _ = bytes.refresh()
    return bytes
  }
}
