package import CellGrid
import Glibc
package import StreamModel

/// The subscriptions of a viewer, opened as the feeds that their logs are.
package struct SubscribedFeeds {
  package let choice: SubscriptionChoice
  /// The subscriptions whose logs could be opened, in the order of the user's list.
  package let subscriptions: [Subscription]
  /// A line about each of the others.
  private let problems: [String]
  /// Says to other processes that the logs are shown.
  private let lock: PrivateFolder.LockedFile?
  package let logs: [FileBytes]
  /// The names of the logs' files.
  private let names: [String]
  /// The indexes of the logs; nil where none may be kept.
  private let table: LibraryTable?
  /// Why the only subscription has no post; nil where it has some, or no fetch has failed.
  package let failure: (key: String, reason: SafeText)?

  /// The descriptors from which on the table of the library has some, too.
  private static let plenty = 256
  /// The logs of other streams among them, by the texts of their sources.
  private let shared: [String: OpenedFeed]

  /// Opens the logs; those that are missing are made, so that they can grow.
  ///
  /// - Parameters:
  ///   - shared: logs that are open for other streams, by the texts of their sources.
  ///   - openCount: the number of logs that are open besides.
  ///   - keepsSheets: whether the indexes of the logs are read from the table of the library and kept there.
  package init(
    _ choice: SubscriptionChoice,
    sharing shared: [String: OpenedFeed] = [:],
    beside openCount: Int = 0,
    keepsSheets: Bool = false
  ) {
    self.shared = shared
    let folder = choice.folder
    self.choice = choice
    lock = ShownLogs.lock(in: folder, isShared: true)
    let feeds = folder.openSubfolder(PostLog.folderName, creates: true)
    var opened: [(subscription: Subscription, log: FileBytes, name: String)] = []
    var problems: [String] = []
    let count = choice.subscriptions.count
    let most = DescriptorLimit.room(for: openCount + count) - openCount
    let room = OpenFileRoom(for: most)
    // The files of a cache are the first to be spared.
    let hasRoom = most >= min(count, Self.plenty)
    let table = keepsSheets && hasRoom ? LibraryTable(in: folder, creates: true) : nil
    table?.readEntries()
    self.table = table
    let folderPath = PostLog.folder(in: folder)
    for subscription in choice.subscriptions {
      let source = subscription.source
      let name = PostLog(of: source, in: folder).name
      let path = "\(folderPath)/\(name)"
      let open = shared[source.text]?.source.bytes as? FileBytes
      let log = open ?? feeds.flatMap { Self.opened(source, name, path, in: $0, room, table) }
      if let log {
        opened.append((subscription, log, name))
      } else {
        problems.append("The posts of \(source.shown) cannot be read: \(path)")
      }
    }
    if let feeds { close(feeds) }
    (subscriptions, logs) = (opened.map(\.subscription), opened.map(\.log))
    names = opened.map(\.name)
    self.problems = problems
    let only = subscriptions.count == 1 && logs.first?.count == 0 ? subscriptions : []
    failure = only.first.flatMap { subscription in
      let record = FeedFiles(folder: folder).records(of: only)[0]
      let trouble = record?.trouble(of: subscription.source)
      return trouble.map { (subscription.source.text, SafeText(sanitizing: $0)) }
    }
  }

  package var folder: StateFolder { choice.folder }
  package var path: String { PostLog.folder(in: folder) }

  package var logsByName: [String: FileBytes] { Dictionary(zip(names, logs)) { $1 } }

  package var feeds: OpenedFeeds { reading(openedFeeds) }

  /// Runs `body`, which reads sheets of many logs.
  package func reading<T>(_ body: () -> T) -> T { table?.reading(body) ?? body() }

  private func openedFeeds() -> OpenedFeeds {
    var list: [OpenedFeed] = []
    var changed: [String] = []
    for ((subscription, log), name) in zip(zip(subscriptions, logs), names) {
      if let open = shared[subscription.source.text] {
        list.append(open)
        continue
      }
      let feed = Feed(
        source: log,
        hint: .ndjson,
        title: title(of: subscription),
        comparesTexts: true,
        isLog: true
      )
      if table?.begin(feed, named: name, log.mark) == true {
        changed.append(title(of: subscription))
      }
      list.append(
        OpenedFeed(
          feed: feed,
          source: OpenedSource(bytes: log),
          origin: subscription.source.text,
          subscription: subscription
        )
      )
    }
    var feeds = OpenedFeeds(list: list, areAll: problems.isEmpty, isSubscribed: true)
    feeds.notes = problems + (changed.first.map { [Self.note(on: $0, changed.count)] } ?? [])
    return feeds
  }

  private func title(of subscription: Subscription) -> String {
    subscription.name ?? FeedFiles(folder: folder).title(of: subscription.source)
      ?? subscription.source.label
  }

  private static func note(on title: String, _ count: Int) -> String {
    let others = count > 1 ? " and \(count - 1) more" : ""
    return
      "Another program has cut or replaced the stored posts of \(title)\(others): some may be missing"
  }

  private var sizes: [(name: String, size: Int)] {
    zip(names, logs).map { ($0, $1.count) }
  }

  /// Returns what an earlier run has counted in the posts of the feeds as they are opened; nil where something has changed.
  package func counts(of feeds: [OpenedFeed]) -> KnownCounts? {
    guard let table, zip(feeds, logs).allSatisfy({ $0.feed.isIndexed || $1.count == 0 }) else {
      return nil
    }
    return table.counts(of: sizes)
  }

  package func keep(_ counts: KnownCounts) { table?.keep(counts, of: sizes) }

  /// The logs that are opened in one turn, in about a millisecond.
  private static let mostHeld = 100

  /// Opens the next of the logs that were not read yet, for another process may remove them; returns whether there were
  /// any.
  package func holdLogs() -> Bool {
    table?.keepSeen()
    let closed = Array(logs.lazy.filter { !$0.isOpen }.prefix(Self.mostHeld))
    for log in closed { log.hold() }
    return closed.contains(where: \.isOpen)
  }

  /// Keeps the index of the first log that has news; returns whether others may have some, too.
  package func keepSheets(of feeds: [OpenedFeed]) -> Bool {
    guard let table else { return false }
    return feeds.contains { opened in
      guard let source = opened.subscription?.source, let log = opened.source.bytes as? FileBytes
      else { return false }
      return table.keep(opened.feed, named: PostLog(of: source, in: folder).name, log.mark)
    }
  }

  private static func opened(
    _ source: Subscription.Source,
    _ name: String,
    _ path: String,
    in folder: Int32,
    _ room: OpenFileRoom,
    _ table: LibraryTable?
  ) -> FileBytes? {
    var status = stat()
    if let table, fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
      let mark = table.mark(ofUntouched: name, status)
    {
      return FileBytes(name: source.shown, path: path, marked: mark, status, in: room)
    }
    let flags = O_RDONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let file = openat(folder, name, flags, 0o600)
    guard file >= 0 else { return nil }
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(file)
      return nil
    }
    let bytes = FileBytes(
      name: source.shown,
      path: path,
      descriptor: file,
      count: 0,
      room: room
    )
    // Whole lines only: another process may be writing one.
    _ = bytes.refresh()
    return bytes
  }
}

/// The lock that says whether viewers show logs of subscriptions.
///
/// A viewer follows the file that it opened. While one does, no log is replaced by a shorter one: posts
/// that are appended to the new file would not come to it.
package enum ShownLogs {
  private static let name = "shown.lock"

  /// Takes the lock, which lasts as long as the result is kept; nil where nothing can be locked.
  ///
  /// - Parameter isShared: true while this process shows logs; false keeps viewers from opening any, and gives nil while
  ///   one shows them.
  package static func lock(in folder: StateFolder, isShared: Bool) -> PrivateFolder.LockedFile? {
    let files = try? PrivateFolder.opened(in: folder, creates: true)
    return try? files?.lock(name, creates: true, waits: isShared, isShared: isShared)
  }
}

/// The unread posts of subscriptions that the viewer does not show.
///
/// Another process of this program counts them, for their logs may be long and no key waits for them.
package final class UnreadElsewhere {
  /// The bytes of output that are kept: 10,000 lines of 800 bytes.
  private static let limit = 8 << 20

  private let program: ThisProgram
  private var child: Children.Token?
  /// Whether flags may have changed since the process that counts was started.
  private var isStale = false
  package private(set) var counts: [String: Int] = [:]

  package init(by program: ThisProgram) { self.program = program }

  /// Counts the unread posts; if a count is running, another one follows it.
  ///
  /// - Parameter onCounts: called if the counts have changed.
  package func update(_ onCounts: @escaping () -> [LoopEvent]) {
    guard child == nil else {
      isStale = true
      return
    }
    isStale = false
    child = program.start(
      ["list", "--format", "tsv"],
      .pipes(input: nil, limit: Self.limit)
    ) { [weak self] outcome in
      guard let self else { return [] }
      child = nil
      if isStale { update(onCounts) }
      let counts = Self.counts(in: outcome.output.bytes)
      guard !outcome.output.isCut, counts != self.counts else { return [] }
      self.counts = counts
      return onCounts()
    }
  }

  package func cancel() {
    program.children.cancel(child)
    child = nil
  }

  /// Reads the lines of `streamtui list --format tsv`.
  static func counts(in bytes: [UInt8]) -> [String: Int] {
    var counts: [String: Int] = [:]
    var lines = LineSplitter(limit: limit)
    for line in lines.take(bytes) {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count > 3, let unread = Int(fields[3]) else { continue }
      counts[String(fields[1])] = unread
    }
    return counts
  }
}
