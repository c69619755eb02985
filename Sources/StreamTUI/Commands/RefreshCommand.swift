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
    help: .value(
      "none|tsv",
      "tsv: a line for each subscription with its name, address, new posts and edited posts."
    )
  )
  var format = Format.none

  @Flag(help: .hidden)
  var progress = false

  /// The reader has opened a post of a feed that is read through an account.
  @Flag(help: .hidden)
  var complete = false

  /// A path of the server of an account, whose answer is printed after the seconds until it will know more, or 0: the reader has
  /// opened a post that came through the account.
  @Option(help: .hidden)
  var answer: String?

  /// The post of the home timeline at which the reader stops, as up to 16 digits of base 16: the named account's server is told.
  @Option(help: .hidden)
  var place: String?

  /// The named account's server is listened to as long as the viewer lives that has started this; status 3 if it sends no events.
  @Flag(help: .hidden)
  var live = false

  /// The viewer's exchanges: marks are no reason to ask a server that has failed before its time.
  @Flag(help: .hidden)
  var onlyDue = false

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
    if let answer {
      return try AccountRounds.printAnswer(to: answer, of: subscription, in: file.folder)
    }
    if let place { return try AccountRounds.setPlace(place, of: subscription, in: file.folder) }
    if live {
      let options = RunConfiguration(configuration.source, given: []).options
      return try AccountRounds.follow(subscription, in: file.folder, options)
    }
    // A viewer that has ended reads no progress any more.
    if progress { signal(SIGPIPE, SIG_IGN) }
    let list = try file.readForCommand().list.subscriptions
    let bare = AccountRounds.bare(beside: list, meant: subscription, in: file.folder)
    let wanted = try chosen(of: list, FeedFiles(folder: file.folder), bare)
    guard !wanted.isEmpty || !bare.isEmpty else { return }
    let run = try RefreshRun(
      in: file.folder,
      configuration.source,
      waits: older || complete || onlyDue
    )
    guard let run else {
      Diagnostics.print("streamtui: the subscriptions are being fetched already")
      // Cron asks again; who names some expects them to be fetched.
      if !subscription.isEmpty { throw ExitCode(1) }
      return
    }
    if older { return try fetchOlder(wanted, by: run) }
    if complete { return try run.complete(wanted) }
    let scope: RefreshScope = !subscription.isEmpty ? .named : all ? .all : run.due
    var notice = RefreshNotice()
    var failures = RefreshFailures()
    var isIdle = true
    let hasFailed = try run.fetch(
      wanted,
      scope,
      bare,
      progress: progress ? list : nil,
      onlyDue: onlyDue
    ) { outcome in
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
    let run = try RefreshRun(of: list, inLogsOf: folder, configuration.source)
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
      if let reason = outcome.failure {
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
