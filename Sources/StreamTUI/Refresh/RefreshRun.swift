import Glibc
import StreamHost
import StreamModel
import StreamUI

/// A refresh of subscriptions by a command, which waits for its end.
///
/// Only one process of the user fetches at a time; the others show the posts that it appends.
struct RefreshRun {
  /// The name of the file whose lock says that a process fetches.
  private static let lockName = "refresh.lock"

  private let folder: StateFolder
  private let configuration: ConfigSource
  /// Nil for addresses: nothing is lost if two processes fetch one.
  private let lock: PrivateFolder.LockedFile?
  /// The folder of the marks; nil where nothing may be saved.
  private let marks: StateFolder?
  private let isOfAddresses: Bool

  /// Takes the lock; returns nil if another process has it.
  ///
  /// - Parameters:
  ///   - configuration: what says how long posts stay.
  ///   - waits: whether to wait for another process, ten seconds at most.
  /// - Throws: ``StateRefusal`` if nothing can be saved or fetched.
  init?(
    in folder: StateFolder,
    _ configuration: ConfigSource,
    waits: Bool = false
  ) throws(StateRefusal) {
    try Self.checkNetwork(configuration)
    self.configuration = configuration
    do throws(StateError) {
      guard let files = try PrivateFolder.opened(in: folder, creates: true),
        let lock = try files.lock(Self.lockName, creates: true, waits: waits)
      else { return nil }
      self.lock = lock
    } catch .locked {
      return nil
    } catch {
      throw StateRefusal("Nothing can be fetched: \(error.reason)")
    }
    self.folder = folder
    marks = folder
    isOfAddresses = false
  }

  /// - Parameters:
  ///   - list: the addresses and programs without subscriptions.
  ///   - folder: that of their logs.
  /// - Throws: ``StateRefusal`` if nothing can be fetched.
  init(
    of list: [Subscription],
    inLogsOf folder: StateFolder,
    _ configuration: ConfigSource
  ) throws(StateRefusal) {
    if list.contains(where: { $0.source.host != nil }) { try Self.checkNetwork(configuration) }
    self.configuration = configuration
    self.folder = folder
    lock = nil
    marks = CacheFolder()?.holds(folder) == true ? StateFolder() : nil
    isOfAddresses = true
  }

  private static func checkNetwork(_ configuration: ConfigSource) throws(StateRefusal) {
    guard RunConfiguration(configuration, given: []).settings.usesNetwork else {
      throw StateRefusal(
        "Nothing is fetched: the network is off (network = false in the configuration)"
      )
    }
  }

  /// The subscriptions whose time has come, with the interval that the configuration states.
  var due: RefreshScope {
    .due(every: RunConfiguration(configuration, given: []).settings.subscriptionInterval)
  }

  /// Fetches subscriptions and waits for all of them.
  ///
  /// - Parameters:
  ///   - progress: the subscriptions whose next time ends the printed lines of ``RefreshProgressLine``;
  ///     nil to print none.
  ///   - onlyDue: whether the server of an account that has failed is asked at its next time only.
  ///   - say: called with the end of each.
  /// - Returns: Whether any has failed.
  func fetch(
    _ list: [Subscription],
    _ scope: RefreshScope,
    _ bare: [String] = [],
    progress all: [Subscription]? = nil,
    onlyDue: Bool = false,
    say: @escaping (RefreshOutcome) -> Void
  ) throws -> Bool {
    let command = try CommandLoop.opened()
    let time = command.children.loop.time
    let records = FeedFiles(folder: folder).records(of: list).map { $0 ?? FetchRecord() }
    let chosen = scope.chosen(of: list, records, now: time.wall)
    var progress = RefreshProgress(done: 0, all: chosen.count)
    var grown: [RefreshOutcome] = []
    var isOver = false
    let take = { (outcome: RefreshOutcome) in
      say(outcome)
      if outcome.new + outcome.edited + outcome.discussed > 0 { grown.append(outcome) }
      progress.add(
        new: outcome.new,
        edited: outcome.edited,
        discussed: outcome.discussed,
        hasFailed: outcome.failure != nil
      )
      if all != nil { Self.print(.progress(progress)) }
    }
    let refresher = Refresher(
      in: folder,
      by: fetcher(with: command),
      takesPages: isOfAddresses,
      onEnd: take
    ) {
      isOver = true
      return [.bytesArrived]
    }
    if all != nil { Self.print(.progress(progress)) }
    var refused = 0
    if scope == .named {
      for index in list.indices where !chosen.contains(index) {
        refused += 1
        let end = Schedule.pauseEnd(records[index].history, now: time.wall)
        say(.pause(of: list[index], records[index], until: end))
      }
    }
    let (due, now) = (due, time.wall)
    let early = chosen.filter { index in
      due.time(of: list[index], records[index], now: now).map { $0 > now } ?? true
    }
    let own = chosen.filter { list[$0].source.account == nil }
    refresher.begin(
      own.map { list[$0] },
      own.map { records[$0] },
      early: Set(early.map { list[$0].source })
    )
    command.wait { isOver }
    let served = chosen.filter { list[$0].source.account != nil }.map { list[$0] }
    let rounds = AccountRounds(
      served: served,
      bare: bare,
      folder: folder,
      command: command,
      onlyDue: onlyDue
    )
    let hasFailed = rounds.run(take)
    refresher.cancel()
    prune(grown, now: time.wall)
    if let all {
      let now = time.wall
      let next = all.compactMap { due.time(of: $0, record(of: $0), now: now) }.min()
      Self.print(.next(next.map { max(0, $0.seconds(since: now)) }))
    }
    command.end()
    return hasFailed || progress.failed + refused > 0
  }

  /// Reads pages of older posts of subscriptions, one subscription after the other, and waits for all of them.
  ///
  /// - Parameters:
  ///   - agrees: whether an address on another host may be asked.
  ///   - say: called with the outcome of each, also if a signal ends the program then.
  func readBack(
    _ list: [Subscription],
    _ limits: OlderRun.Limits,
    agreeing agrees: @escaping (FeedAddress) -> Bool,
    say: @escaping (Subscription, OlderRun.Outcome) -> Void
  ) throws {
    for subscription in list {
      if case .served(let feed) = subscription.source, feed.isStream {
        say(subscription, try readBack(feed, limits))
        continue
      }
      // A feed that was not fetched yet, or by an earlier version: its document leads to the older posts.
      if record(of: subscription).older == nil { _ = try fetch([subscription], .named) { _ in } }
      let record = record(of: subscription)
      guard let older = record.older else {
        let outcome = OlderRun.Outcome(
          end: subscription.source.host == nil
            ? .first : .failed(record.failure ?? "Its document could not be fetched.")
        )
        say(subscription, outcome)
        continue
      }
      let command = try CommandLoop.opened()
      var outcome: OlderRun.Outcome?
      let run = OlderRun(
        of: subscription,
        record,
        older,
        limits: limits,
        agreeing: agrees,
        in: folder,
        marking: marks,
        by: fetcher(with: command)
      ) { outcome = $0 }
      run.begin()
      command.wait { outcome != nil }
      run.cancel()
      say(subscription, outcome ?? run.stopped)
      command.end()
    }
  }

  private func readBack(_ stream: ServedFeed, _ limits: OlderRun.Limits) throws -> OlderRun.Outcome
  {
    let command = try CommandLoop.opened()
    let store = StateStore(in: folder)
    defer {
      store.close()
      command.end()
    }
    let accounts = (try? AccountFile(in: folder).read()) ?? []
    guard let account = accounts.first(where: { $0.name == stream.account }) else {
      return OlderRun.Outcome(end: .failed("There is no account \(stream.account)"))
    }
    let session = AccountSession(of: account, in: folder, command.connection)
    let now = command.children.loop.time.wall
    return session.readBack(stream.address, limits, store, at: now)
  }

  /// Fetches what a server has left out of the posts of its feeds, and waits.
  func complete(_ served: [Subscription]) throws {
    let command = try CommandLoop.opened()
    for subscription in served where subscription.source.account != nil {
      var isOver = false
      let log = PostLog(of: subscription.source, in: folder)
      let run = fetcher(with: command).complete(log) { isOver = true }
      guard let run else { continue }
      command.wait { isOver }
      run.cancel()
    }
    command.end()
  }

  private func fetcher(with command: CommandLoop) -> Fetcher {
    Fetcher(with: command.children, keepsCopies: marks != nil)
  }

  /// Removes old posts from logs that have grown, unless a viewer shows logs now.
  private func prune(_ grown: [RefreshOutcome], now: Timestamp) {
    guard !grown.isEmpty, let lock = ShownLogs.lock(in: folder, isShared: false) else { return }
    let run = RunConfiguration(configuration, given: [])
    // An error may be in a line that saves posts.
    guard run.refused == nil, run.settingProblems.isEmpty else {
      Diagnostics.print(
        "streamtui: the configuration has errors (streamtui config --check): no old posts are removed"
      )
      return
    }
    // A state that cannot be read may name kept posts: nothing is removed then.
    guard let state = try? SavedState.opened() else { return }
    withExtendedLifetime(lock) {
      for outcome in grown {
        let source = outcome.subscription.source
        let family = SourceFamily(of: source)
        let log = PostLog(of: source, in: folder)
        let read = log.isOfStream ? state.store.ids(with: .read, in: family) : nil
        guard let kept = state.store.posts(with: [.kept, .answers.waiting], in: family),
          read != nil || !log.isOfStream
        else { continue }
        // A log that cannot be pruned now is pruned after a later refresh.
        let shown = ShownSource(outcome.subscription, named: outcome.name)
        let retention = run.scoped(to: [shown]).settings.retention
        let isShorter = try? log.prune(
          keeping: kept,
          listed: outcome.listed,
          read: read,
          asked: record(of: outcome.subscription).older?.asked,
          retention,
          now: now
        )
        if isShorter == true { Self.note(log) }
      }
    }
    state.close()
  }

  /// Notes the size of a log without its old posts: it still has those of the last document.
  private static func note(_ log: PostLog) {
    let file = FetchFile(of: log.source, in: log.folder)
    guard var record = try? file.read(), record.logSize != nil else { return }
    record.logSize = log.size
    // Without it the next document is fetched whole.
    try? file.write(record)
  }

  /// The state of a subscription's requests; that of one never fetched where it cannot be read.
  private func record(of subscription: Subscription) -> FetchRecord {
    (FeedFiles(folder: folder).records(of: [subscription]).first ?? nil) ?? FetchRecord()
  }

  private static func print(_ line: RefreshProgressLine) {
    Diagnostics.write(line.text + "\n", to: STDOUT_FILENO)
  }
}
