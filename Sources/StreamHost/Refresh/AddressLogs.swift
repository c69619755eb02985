import Glibc
import StreamModel

/// The logs of addresses, and of programs that run again and again, which a viewer shows without subscriptions.
///
/// They lie in the folder of the cache, from which they go once no server has been asked for 30 days; where nothing may be
/// kept, in a folder of this run.
package final class AddressLogs {
  private static let runPrefix = "run-"

  package let folder: StateFolder
  private let isOfRun: Bool

  /// Returns nil where there is no folder for the cache.
  package init?(keepsPosts: Bool, in cache: CacheFolder? = CacheFolder()) {
    guard let cache else { return nil }
    isOfRun = !keepsPosts
    let mark = hexDigits(UInt64.random(in: .min ... .max))
    folder =
      keepsPosts
      ? cache.folder : StateFolder(path: "\(cache.path)/\(Self.runPrefix)\(getpid())-\(mark)")
    Self.sweep(cache)
  }

  deinit { if isOfRun { Self.remove(folder.path) } }

  /// The logs of those names that are addresses, the other names, and the addresses that cannot be read.
  package struct Opened {
    package fileprivate(set) var logs: SubscribedFeeds?
    var feeds = OpenedFeeds()
    /// A sentence about each address of which the user left out a part.
    package fileprivate(set) var guesses: [String] = []
    package fileprivate(set) var others: [String] = []
    var failures: [FeedError] = []
  }

  /// Opens the logs of those names that are addresses; a file of such a name comes first.
  ///
  /// - Parameter programs: commands that run again and again.
  package func opened(_ names: [String], programs: [String] = [], mayFetch: Bool) -> Opened {
    var opened = Opened()
    var typed: [Subscription.Source: String] = [:]
    var sources: [Subscription.Source] = []
    for command in programs {
      do throws(FeedError) {
        _ = try ProgramSource(command)
        let source = Subscription.Source.program(ProgramFeed(running: command))
        guard typed.updateValue(command, forKey: source) == nil else { continue }
        sources.append(source)
      } catch {
        opened.failures.append(error)
      }
    }
    for name in names {
      do throws(FeedError) {
        guard !Self.isFile(name), let named = try NamedAddress(name) else {
          opened.others.append(name)
          continue
        }
        let isStored = PostLog(of: named.source, in: folder).size > 0
        try named.check(mayFetch: mayFetch, isStored: isStored)
        guard typed.updateValue(name, forKey: named.source) == nil else { continue }
        sources.append(named.source)
        opened.guesses += [named.note].compactMap(\.self)
      } catch {
        opened.failures.append(error)
      }
    }
    guard !sources.isEmpty else { return opened }
    guard let feeds = folder.openSubfolder(PostLog.folderName, creates: true) else {
      let reason = "\(folder.path)/\(PostLog.folderName): \(SystemError.text(errno))"
      opened.failures += sources.map {
        .unreadable(name: $0.shown, reason: "its posts cannot be stored: \(reason)")
      }
      return opened
    }
    close(feeds)
    let logs = SubscribedFeeds(SubscriptionChoice(sources, in: folder))
    opened.logs = logs
    opened.feeds = logs.feeds
    for index in opened.feeds.list.indices {
      let source = opened.feeds.list[index].subscription?.source
      opened.feeds.list[index].origin = source.flatMap { typed[$0] }
    }
    return opened
  }

  private static func isFile(_ name: String) -> Bool {
    name == "-" || RawArguments.withPath(name) { access($0, F_OK) } == 0 || errno != ENOENT
  }

  /// Gives the posts that were stored of an address to the subscription to it, unless that has some.
  ///
  /// A viewer may show the log, so it stays.
  package static func give(
    _ source: Subscription.Source,
    to folder: StateFolder
  ) throws(StateError) {
    let name = PostLog(of: source, in: folder).name
    let record = FetchFile(of: source, in: folder).name
    guard let cache = CacheFolder(),
      let old = try PrivateFolder.opened(PostLog.folderName, in: cache.folder, creates: false),
      let log = try old.read(name, limit: PostLog.limit), !log.isEmpty,
      PostLog(of: source, in: folder).size == 0,
      let new = try PrivateFolder.opened(PostLog.folderName, in: folder, creates: true)
    else { return }
    try new.replace(name, with: log)
    guard let facts = try old.read(record, limit: FetchRecord.limit) else { return }
    try new.replace(record, with: facts, isDurable: false)
  }

  /// Removes the folders of runs that were killed.
  private static func sweep(_ cache: CacheFolder) {
    let descriptor = open(cache.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    for name in DirectoryEntries(descriptor: descriptor).names() where name.hasPrefix(runPrefix) {
      let process = name.dropFirst(runPrefix.count).prefix { $0 != "-" }
      guard let process = pid_t(process), process > 0, kill(process, 0) != 0, errno == ESRCH
      else { continue }
      remove("\(cache.path)/\(name)")
    }
  }

  private static func remove(_ path: String) {
    for folder in ["\(path)/\(PostLog.folderName)", path] {
      let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      for name in DirectoryEntries(descriptor: descriptor).names() { unlinkat(descriptor, name, 0) }
      close(descriptor)
      rmdir(folder)
    }
  }
}

extension OpenedFeeds {
  package init() { self.init(list: []) }

  package mutating func add(_ found: AddressLogs.Opened) {
    list += found.feeds.list
    notes += found.feeds.notes
    failures += found.failures
    isSubscribed = isSubscribed || found.logs != nil
  }
}
