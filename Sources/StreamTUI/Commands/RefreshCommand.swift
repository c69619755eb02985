import ArgumentParser
import Glibc
import StreamHost
import StreamModel
import StreamUI

struct RefreshCommand: ParsableCommand {
  enum Format: String, ExpressibleByArgument {
    case none, tsv
  }

  static let configuration = CommandConfiguration(
    commandName: "refresh",
    abstract: "Fetch the new posts of the subscriptions.",
    discussion: """
      Prints nothing but a line for each failure (one for all that fail alike), on standard error, so that cron can run it; if there are new posts, the \
      notify-command of the configuration is started. The exit \
      status is 0 if all were fetched or are unchanged, and 1 if any failed or a server of a named one asked for a pause. Without a name, the \
      subscriptions whose time has come are fetched; a terminal is told if there are none.
      """
  )

  @Flag(
    help:
      "Fetch all of them now, but those whose servers asked for a pause or have removed the feed."
  )
  var all = false

  @Flag(
    help:
      "Fetch a page of older posts of the named subscriptions in place of their new ones; the posts count as read."
  )
  var older = false

  /// The viewer has asked about the host, and about nothing else.
  @Option(help: .hidden)
  var olderHost: String?

  @Option(
    help: ArgumentHelp(
      "tsv: a line for each subscription with its name, address, new posts and edited posts.",
      valueName: "none|tsv"
    )
  )
  var format = Format.none

  @Flag(help: .hidden)
  var progress = false

  /// The folder of the logs of addresses that a viewer shows without subscriptions; they come on standard input, each with a NUL
  /// after it.
  @Option(help: .hidden)
  var logs: String?

  @OptionGroup var configuration: ConfigOptions

  @Argument(help: "Names, addresses or tags of subscriptions, which are fetched now.")
  var subscription: [String] = []

  mutating func validate() throws {
    if older, subscription.isEmpty, logs == nil {
      throw ValidationError("--older needs the name, address or tag of a subscription")
    }
    if older, all { throw ValidationError("--older and --all exclude each other") }
  }

  func run() throws {
    if let logs { return try fetchAddresses(into: StateFolder(path: logs)) }
    let file = try SubscriptionFile.forCommand()
    // A viewer that has ended reads no progress any more.
    if progress { signal(SIGPIPE, SIG_IGN) }
    let list = try file.readForCommand().list.subscriptions
    let bare = bareAccounts(beside: list, in: file.folder)
    let wanted = try chosen(of: list, FeedFiles(folder: file.folder), bare)
    guard !wanted.isEmpty || !bare.isEmpty else { return }
    let run = try SavedState.exiting { () throws(StateRefusal) in
      try RefreshRun(in: file.folder, configuration.source, waits: older)
    }
    guard let run else {
      Diagnostics.print("streamtui: the subscriptions are being fetched already")
      // Cron asks again; who names some expects them to be fetched.
      if !subscription.isEmpty { throw ExitCode(1) }
      return
    }
    if older { return try fetchOlder(wanted, by: run) }
    let scope: RefreshScope = !subscription.isEmpty ? .named : all ? .all : run.due
    var notice = RefreshNotice()
    var failures = RefreshFailures()
    var isIdle = true
    let hasFailed = try run.fetch(wanted, scope, bare, progress: progress ? list : nil) { outcome in
      isIdle = false
      say(outcome)
      failures.take(outcome)
      notice.take(outcome)
    }
    for line in failures.lines { Diagnostics.print(line) }
    // Cron would send it by mail.
    if isIdle, !progress, isatty(STDERR_FILENO) == 1 {
      Diagnostics.print("Nothing is due. streamtui refresh --all fetches all subscriptions now.")
    }
    // A reader who watches the progress sees the posts come in.
    if !progress { tell(notice) }
    if hasFailed { throw ExitCode(1) }
  }

  private func fetchAddresses(into folder: StateFolder) throws {
    var input = ""
    while let line = readLine(strippingNewline: false) { input += line }
    let sources = input.split(separator: "\0").compactMap { text -> Subscription.Source? in
      let text = String(text)
      return ProgramFeed(text).map { .program($0) } ?? (try? NamedAddress(text))?.source
    }
    let list = sources.map { Subscription($0) }
    let run = try SavedState.exiting { () throws(StateRefusal) in
      try RefreshRun(
        of: list,
        inLogsOf: folder,
        configuration.source
      )
    }
    if older { return try fetchOlder(list, by: run) }
    let hasFailed = try run.fetch(list, all ? .all : .named) { outcome in
      Diagnostics.write(AddressReport(outcome).line, to: STDOUT_FILENO)
    }
    if hasFailed { throw ExitCode(1) }
  }

  private func fetchOlder(_ wanted: [Subscription], by run: RefreshRun) throws {
    var hasFailed = false
    try run.readBack(wanted, .onePage, agreeing: { $0.host == olderHost }) {
      subscription,
      outcome in
      let address = subscription.source.shown
      if let reason = OlderWords(outcome).failure {
        hasFailed = true
        Diagnostics.print("\(address): \(reason)")
      }
      guard format == .tsv else { return }
      let row = [subscription.name ?? address, address, "\(outcome.new)", "0"]
      Diagnostics.write(TextTable([row]).tabSeparated, to: STDOUT_FILENO)
    }
    if hasFailed { throw ExitCode(1) }
  }

  private func tell(_ notice: RefreshNotice) {
    guard notice.sentence != nil else { return }
    let settings = RunConfiguration(configuration.source, given: []).settings
    // The posts are there all the same: the exit status is that of the refresh.
    if let line = notice.send(by: settings.notifyCommand) { Diagnostics.print(line) }
  }

  private func say(_ outcome: RefreshOutcome) {
    let address = outcome.subscription.source.shown
    if let moved = outcome.moved {
      Diagnostics.print("\(address): has moved for good to \(moved.shown)")
    }
    guard format == .tsv else { return }
    let row = [outcome.name, address, "\(outcome.new)", "\(outcome.edited)"]
    Diagnostics.write(TextTable([row]).tabSeparated, to: STDOUT_FILENO)
  }

  /// The accounts without a subscription in the list, as far as the words mean them: their server may have feeds.
  private func bareAccounts(beside list: [Subscription], in folder: StateFolder) -> [String] {
    let known = Set(list.compactMap(\.source.account))
    let all = ((try? AccountFile(in: folder).read()) ?? []).map(\.name)
    let words = Set(subscription.compactMap(ServedFeed.account))
    return all.filter { !known.contains($0) && (subscription.isEmpty || words.contains($0)) }
  }

  private func chosen(
    of list: [Subscription],
    _ files: FeedFiles,
    _ bare: [String]
  ) throws -> [Subscription] {
    guard !subscription.isEmpty else { return list }
    var wanted: Set<Subscription.Source> = []
    for word in subscription {
      let tagged = list.filter { $0.tags.contains(word) }
      let found =
        tagged + SubscriptionWord.matches(of: word, among: list) { files.title(of: $0.source) }
      // The list may have changed since a viewer read it.
      let isBare = ServedFeed.account(in: word).map(bare.contains) ?? false
      guard !found.isEmpty || progress || isBare else {
        throw Diagnostics.failure(
          "streamtui: no subscription is named \(word) (streamtui list shows all)"
        )
      }
      wanted.formUnion(found.map(\.source))
    }
    return list.filter { wanted.contains($0.source) }
  }
}

/// The failures of a refresh, a line for each reason: without a network all subscriptions fail alike.
private struct RefreshFailures {
  private typealias Failed = (address: String, sentence: String)

  private var reasons: [String] = []
  private var failed: [String: [Failed]] = [:]
  /// Up to this many subscriptions with one reason have a line each.
  private static let fewest = 3

  mutating func take(_ outcome: RefreshOutcome) {
    guard let sentence = outcome.failure else { return }
    // Sentences that differ in the name of the host alone state one reason.
    let source = outcome.subscription.source
    let reason = source.host.map { sentence.replacing($0, with: "\t") }
    let known = reason ?? sentence
    if failed[known] == nil { reasons.append(known) }
    // The feeds of an account fail together.
    let address = source.account.map(ServedFeed.word) ?? source.shown
    if source.account != nil, failed[known]?.contains(where: { $0.address == address }) == true {
      return
    }
    failed[known, default: []].append((address, sentence))
  }

  /// The lines, in the order in which the reasons came up.
  var lines: [String] {
    reasons.flatMap { reason -> [String] in
      let failed = failed[reason] ?? []
      guard let first = failed.first, failed.count > Self.fewest else {
        return failed.map { "\($0.address): \($0.sentence)" }
      }
      return ["\(first.address) and \(failed.count - 1) more: \(first.sentence)"]
    }
  }
}

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
  ///   - say: called with the end of each.
  /// - Returns: Whether any has failed.
  func fetch(
    _ list: [Subscription],
    _ scope: RefreshScope,
    _ bare: [String] = [],
    progress all: [Subscription]? = nil,
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
      progress = RefreshProgress(
        done: progress.done + 1,
        all: progress.all,
        failed: progress.failed + (outcome.failure == nil ? 0 : 1),
        new: progress.new + outcome.new,
        edited: progress.edited + outcome.edited,
        discussed: progress.discussed + outcome.discussed
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
    let hasFailed = exchange(served, bare, by: command) { take($0) }
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

  /// Exchanges with the servers of the accounts of subscriptions, and of those without any, one after the other.
  ///
  /// - Returns: whether an exchange without subscriptions has failed.
  private func exchange(
    _ served: [Subscription],
    _ bare: [String],
    by command: CommandLoop,
    _ take: (RefreshOutcome) -> Void
  ) -> Bool {
    var feeds = Dictionary(grouping: served) { $0.source.account ?? "" }
    for account in bare { feeds[account] = [] }
    guard !feeds.isEmpty else { return false }
    var hasFailed = false
    let store = StateStore(in: folder)
    defer { store.close() }
    let session = AccountSession(in: folder, command.connection)
    for (name, subscriptions) in feeds.sorted(by: { $0.key < $1.key }) {
      guard command.children.loop.endingSignal == nil else { break }
      let now = command.children.loop.time.wall
      let report: AccountExchange.Report
      do throws(AccountFailure) {
        let account = try AccountFile(in: folder).read().first { $0.name == name }
        guard let account else {
          throw AccountFailure(.refused, "There is no account \(name): streamtui login makes one")
        }
        report = session.exchange(account, store, at: now)
      } catch {
        report = AccountExchange.Report(failure: error)
      }
      let outcomes = AccountRecord.outcomes(
        of: subscriptions,
        in: name,
        report,
        in: folder,
        at: now
      )
      for outcome in outcomes { take(outcome) }
      if subscriptions.isEmpty, let failure = AccountRecord.failure(of: name, in: folder) {
        Diagnostics.print("\(ServedFeed.word(for: name)): \(failure)")
        hasFailed = true
      }
    }
    return hasFailed
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
        let kept = state.store.posts(with: .kept, in: SourceFamily(of: source))
        guard let kept else { continue }
        let log = PostLog(of: source, in: folder)
        // A log that cannot be pruned now is pruned after a later refresh.
        let shown = ShownSource(outcome.subscription, named: outcome.name)
        let retention = run.scoped(to: [shown]).settings.retention
        let isShorter = try? log.prune(
          keeping: kept,
          listed: outcome.listed,
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
    (try? FetchFile(of: subscription.source, in: folder).read()) ?? FetchRecord()
  }

  private static func print(_ line: RefreshProgressLine) {
    Diagnostics.write(line.text + "\n", to: STDOUT_FILENO)
  }
}
