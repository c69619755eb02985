import ArgumentParser
import StreamHost
import StreamModel

struct AddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Subscribe to a feed: an address, an account or a file.",
    discussion: """
      Fetches its posts at once. A page that offers a feed is taken for that feed. An address without a \
      scheme is taken as https. @user@host is an account of the fediverse, #tag@host (in quotes: a shell takes # for \
      a comment) the posts with a tag as a server knows them, https://host/public and https://host/public/local its \
      timelines, and at://handle an account of Bluesky; pages of bsky.app are its accounts, feeds and lists. A feed that is in the list already gets the name, tags and interval that \
      are given. An address that its server does not have (404, 410), or whose host does not exist, is added with --yes \
      only. The exit status is 1 if the feed is not added, and also if its first fetch failed for another reason: it is \
      in the list then, and the next refresh asks for it again.
      """
  )

  @Argument(
    help: "An address, @user@host, #tag@host or at://handle, or the path of a file or folder."
  )
  var address: String

  @Option(help: "The name to show, instead of the feed's title.")
  var name: String?

  @Option(help: .value("tag", "A tag; may be given several times."))
  var tag: [String] = []

  @Option(help: .value("interval", "The time between requests, such as 30m."))
  var every: String?

  @Flag(help: "Let opening a post fetch the web page that it is about.")
  var fullText = false

  @Flag(
    help: "Subscribe also to an address that needs a confirmation, is no feed, or is not there."
  )
  var yes = false

  /// The viewer has asked about the address, and about nothing else.
  @Flag(help: .hidden)
  var confirmed = false

  @Flag(help: "Fetch nothing now.")
  var noNetwork = false

  @Flag(
    help:
      "Read its older pages, too, up to the first post, where the feed leads to them; those posts count as read."
  )
  var fromStart = false

  @Flag(help: "Subscribe without an account on a server, and do not ask.")
  var here = false

  @Flag(name: .customLong("read"), help: "Count the posts that are there now as read.")
  var countsAsRead = false

  mutating func validate() throws {
    _ = try seconds
    if fromStart, noNetwork {
      throw ValidationError("--from-start and --no-network exclude each other")
    }
  }

  private var seconds: Int64? {
    get throws {
      guard let every else { return nil }
      let bounds = Schedule.intervals
      guard let seconds = Interval.read(every), bounds.contains(seconds) else {
        throw ValidationError(
          "--every \(every) is not an interval (expected \(Interval.write(bounds.lowerBound)) to "
            + "\(Interval.write(bounds.upperBound)), such as 30m, 2h or 1d)"
        )
      }
      return seconds
    }
  }

  func run() throws {
    let file = try SubscriptionFile.forCommand()
    let list = try SubscriptionFile.exiting("Not added") { try file.read().list }
    let typed = try confirmedSource(beside: list.subscriptions)
    let named = through(typed, beside: list.subscriptions, in: file.folder)
    try checkAccount(of: named, in: file.folder)
    let isNew = !list.subscriptions.contains { $0.source == named }
    let isOffline = !RunConfiguration(.usual, given: []).settings.usesNetwork
    let fetched =
      try noNetwork || isOffline || named.account != nil
      ? nil : firstFetch(of: named, isNew: isNew, in: file.folder)
    if isNew, !yes, let refusal = fetched?.refusal {
      throw Diagnostics.failure(SubscriptionEditor.refusal(because: refusal))
    }
    let found = try chosen(of: fetched, named)
    let source = isNew ? Self.known(found, in: list, file.folder) ?? found : found
    if source != found {
      Diagnostics.print("\(named.name) is the stream of \(source.name)")
      _ = try? FeedFiles(folder: file.folder).remove(found)
    }
    let given = Subscription(
      source,
      name: name,
      tags: tag,
      every: try seconds,
      wantsFullText: fullText
    )
    var isFull = false
    let old = try SubscriptionFile.exiting("Not added") {
      try file.change { subscriptions -> Subscription? in
        if let index = subscriptions.firstIndex(where: { $0.source == source }) {
          let old = subscriptions[index]
          subscriptions[index] = Subscription(
            source,
            name: given.name ?? old.name,
            tags: old.tags + given.tags,
            every: given.every ?? old.every,
            wantsFullText: given.wantsFullText || old.wantsFullText
          )
          return old
        }
        isFull = subscriptions.count >= SubscriptionList.limit
        if !isFull { subscriptions.append(given) }
        return nil
      }
    }
    if isFull {
      let limit = SubscriptionList.limit
      throw Diagnostics.failure("Not added: the list has \(limit) subscriptions, its limit")
    }
    guard let old else {
      if source.account != nil, !noNetwork, !isOffline { return try tellServer(of: given, file) }
      let unfetched =
        isOffline
        ? FirstFetch.offline : noNetwork || Curl.exists ? FirstFetch.none : FirstFetch.withoutCurl
      try SubscriptionFile.say("Added \(source.shown)\(fetched?.words ?? unfetched)")
      if countsAsRead { try markRead(source, in: file.folder) }
      // A script learns that the address may be wrong; the user has asked for it, so it stays.
      if fetched?.hasFailed == true { throw ExitCode(1) }
      if fromStart { try readBack(given, in: file.folder) }
      return
    }
    let isChanged =
      given.name.map { $0 != old.name } ?? false || given.every.map { $0 != old.every } ?? false
      || given.wantsFullText && !old.wantsFullText || given.tags.contains { !old.tags.contains($0) }
    try SubscriptionFile.say(
      isChanged
        ? "\(source.shown) was in the list already: merged with its entry."
        : "\(source.shown) is in the list already: nothing changed."
    )
    if fromStart { try readBack(old.merged(with: given), in: file.folder) }
  }

  private func checkAccount(of source: Subscription.Source, in folder: StateFolder) throws {
    guard let name = source.account, let accounts = try? AccountFile(in: folder).read(),
      !accounts.contains(where: { $0.name == name })
    else { return }
    throw Diagnostics.failure("Not added: there is no account \(name) (streamtui login makes one)")
  }

  /// Returns a new address as a feed of an account, if the user wants that.
  private func through(
    _ source: Subscription.Source,
    beside list: [Subscription],
    in folder: StateFolder
  ) -> Subscription.Source {
    guard case .web(let address) = source else { return source }
    // A second subscription would show its posts twice.
    let served = list.lazy.map(\.source).first {
      if case .served(let feed) = $0 { feed.web == address } else { false }
    }
    if let served { return served }
    guard !here, !list.contains(where: { $0.source == source }),
      let account = (try? AccountFile(in: folder).read())?.first(where: \.readsFeeds),
      let answer = SubscriptionFile.answer(
        to: "Read it through \(account.program) (\(account.name)), or here? [s/h]"
      )
    else { return source }
    return answer == "s" ? .served(ServedFeed(of: address.text, in: account.name)) : source
  }

  /// Lets the server of an account subscribe; a feed that it refuses leaves the list.
  private func tellServer(of subscription: Subscription, _ file: SubscriptionFile) throws {
    let source = subscription.source
    let run = try RefreshRun(in: file.folder, .usual, waits: true)
    var failure: String?
    _ = try run?.fetch([subscription], .named) { failure = $0.failure ?? failure }
    let isRefused = try? FetchFile(of: source, in: file.folder).read()?.failure == nil
    if let failure, isRefused == true {
      try SubscriptionFile.exiting("Not added") {
        try file.change(isTold: true) { list in list.removeAll { $0.source == source } }
      }
      throw Diagnostics.failure("Not added: \(failure)")
    }
    try SubscriptionFile.say("Added \(source.shown)" + (failure.map { ": \($0)" } ?? ""))
    if failure != nil || run == nil { throw ExitCode(1) }
  }

  /// Reads the older pages of the feed up to its first post, or to a limit.
  private func readBack(_ subscription: Subscription, in folder: StateFolder) throws {
    let run = try RefreshRun(in: folder, .usual, waits: true)
    guard let run else {
      throw Diagnostics.failure(
        "Its older posts are not fetched: another streamtui is fetching. Repeat the command."
      )
    }
    var hasFailed = false
    try run.readBack([subscription], .all, agreeing: { _ in yes }) { _, outcome in
      hasFailed = outcome.failure != nil
      try? SubscriptionFile.say(outcome.report)
    }
    if hasFailed { throw ExitCode(1) }
  }

  /// The subscription with another address whose posts come from the same place; nil if there is none.
  private static func known(
    _ source: Subscription.Source,
    in list: SubscriptionList,
    _ folder: StateFolder
  ) -> Subscription.Source? {
    let place = { (source: Subscription.Source) in
      let record = try? FetchFile(of: source, in: folder).read()
      return record?.failure == nil ? record?.address : nil
    }
    guard let own = place(source) else { return nil }
    return list.subscriptions.first { $0.source != source && place($0.source) == own }?.source
  }

  /// Marks the posts that the first fetch has brought as read: only those of later fetches are news.
  private func markRead(_ source: Subscription.Source, in folder: StateFolder) throws {
    let posts = try SubscriptionFile.exiting("Its posts count as unread") {
      try PostLog(of: source, in: folder).index()?.entries.map(\.identity) ?? []
    }
    guard !posts.isEmpty else { return }
    let store = StateStore(in: folder)
    let named = SourceName(of: source, title: name)
    guard let number = store.source(key: named.key, name: named.title) else {
      throw Diagnostics.failure("Its posts count as unread: the saved state is off")
    }
    _ = store.remember(posts.map { StateChange(source: number, identity: $0, set: .read) })
    store.close()
    try SubscriptionFile.say(
      posts.count == 1 ? "Its post counts as read." : "Its \(posts.count) posts count as read."
    )
  }

  private func firstFetch(
    of source: Subscription.Source,
    isNew: Bool,
    in folder: StateFolder
  ) throws -> FirstFetch? {
    do throws(StateRefusal) {
      return try FirstFetch(of: source, isNew: isNew, takesNoFeed: yes, in: folder)
    } catch {
      guard isNew, !yes else { return nil }
      throw Diagnostics.failure(
        "Not added: \(error.text). Try again, or repeat the command with --yes to add it unseen."
      )
    }
  }

  /// Returns the source that was named, or the feed that its page offers in its place.
  private func chosen(
    of fetched: FirstFetch?,
    _ named: Subscription.Source
  ) throws -> Subscription.Source {
    guard let fetched, !fetched.offers.isEmpty else { return named }
    guard fetched.offers.count == 1, let link = fetched.offers.first else {
      Diagnostics.print(
        "Not added: \(named.shown) is a page that offers several feeds. Add one of them:"
      )
      for link in fetched.offers {
        Diagnostics.print("  \(link.address.shown)" + (link.title.map { "  \($0)" } ?? ""))
      }
      throw ExitCode(1)
    }
    Diagnostics.print("\(named.shown) is a page; its feed is \(link.address.shown)")
    return .web(link.address)
  }

  private func confirmedSource(beside subscriptions: [Subscription]) throws -> Subscription.Source {
    let meaning = try SubscriptionWord.meaning(of: address)
    if let note = meaning.note { Diagnostics.print(note) }
    if !yes, !confirmed, let doubt = meaning.doubt(beside: subscriptions) {
      let address = meaning.source.shown
      guard let answer = SubscriptionFile.answer(to: "\(address): \(doubt). Subscribe? [y/N]")
      else {
        throw Diagnostics.failure(
          "Not added: \(address): \(doubt). \(SubscriptionEditor.confirmation) to confirm it."
        )
      }
      guard answer == "y" else { throw Diagnostics.failure("Not added: \(address)") }
    }
    return meaning.source
  }
}

/// The first look at a source that the user wants to subscribe to.
///
/// The posts of a feed go to its log at once, and a failure to its record, which `list` shows. Nothing is kept of
/// a page that offers feeds, or of a source that is not subscribed to.
struct FirstFetch {
  /// The words for a subscription of which nothing was fetched.
  static let none = ". streamtui refresh fetches it."
  static let offline =
    ", but nothing is fetched: the network is off (network = false in the configuration)."
  /// The words where nothing can be fetched at all.
  static let withoutCurl = ", but nothing is fetched. \(Curl.isMissing)."

  let offers: [FeedLink]
  /// The sentence that says why the source is no feed and offers none, or that there is none; nil for others.
  let refusal: String?
  /// The end of the message about the subscription that was added.
  let words: String
  let hasFailed: Bool

  /// Fetches the source; returns nil if curl is missing.
  ///
  /// Waits ten seconds for another process that fetches.
  ///
  /// The only feed that a page offers is fetched in its place.
  ///
  /// - Parameters:
  ///   - isNew: whether the source is no subscription yet, so that nothing of a page is kept.
  ///   - takesNoFeed: whether a source that is no feed is subscribed to as well.
  /// - Throws: ``StateRefusal`` if nothing can be fetched now.
  init?(
    of source: Subscription.Source,
    isNew: Bool,
    takesNoFeed: Bool,
    in folder: StateFolder
  ) throws(StateRefusal) {
    guard Curl.exists else { return nil }
    guard let first = try Self.fetch(source, in: folder) else {
      throw StateRefusal("another streamtui is fetching, so nobody has looked at it")
    }
    offers = first.offers
    refusal = first.isNoFeed ? first.failure : first.absence
    // Nobody subscribes to the page itself.
    if isNew, !first.offers.isEmpty || refusal != nil && !takesNoFeed {
      _ = try? FeedFiles(folder: folder).remove(source)
    }
    var last: RefreshOutcome? = first
    if let link = first.offers.first {
      last = first.offers.count == 1 ? try Self.fetch(.web(link.address), in: folder) : nil
    }
    words = last.map { Self.words(of: $0, in: folder) } ?? Self.none
    hasFailed = last?.failure != nil
  }

  private static func fetch(
    _ source: Subscription.Source,
    in folder: StateFolder
  ) throws(StateRefusal) -> RefreshOutcome? {
    var outcome: RefreshOutcome?
    guard let run = try RefreshRun(in: folder, .usual, waits: true) else { return nil }
    // Without them its posts are only those that the server still has.
    try? AddressLogs.give(source, to: folder)
    _ = try? run.fetch([Subscription(source)], .named) { outcome = $0 }
    guard let outcome else { throw StateRefusal("it cannot be fetched now") }
    return outcome
  }

  private static func words(of outcome: RefreshOutcome, in folder: StateFolder) -> String {
    if let failure = outcome.failure { return ", but its first fetch failed: \(failure)" }
    // Posts of an earlier subscription are there still if its line was deleted in the editor.
    let log = try? PostLog(of: outcome.subscription.source, in: folder).index()
    let count = max(log?.entries.count ?? 0, outcome.new)
    let new = count > outcome.new ? ", \(outcome.new) new" : ""
    let posts = (count == 1 ? "1 post" : "\(count) posts") + new
    let title =
      [outcome.subscription.source.shown, outcome.subscription.source.name].contains(outcome.name)
      ? "" : " \(outcome.name),"
    return ":\(title) \(posts)."
  }
}

extension RefreshOutcome {
  /// curl's exit code where a name has no address, whatever the reason.
  private static let unresolved = 6

  /// The clause that says that there is no such document, or no such host; nil for a success, and for failures that
  /// may pass: no network, a busy server, a fault of its own.
  fileprivate var absence: String? {
    guard let failure, let result, offers.isEmpty else { return nil }
    if result.exit == Self.unresolved, !Curl.usesProxy {
      let host = result.finalAddress.host
      return HostName.isUnknown(host) ? "there is no host \(host)" : nil
    }
    guard result.exit == 0, let status = result.head?.status, [404, 410].contains(status) else {
      return nil
    }
    // The rest of the sentence is about a subscription.
    return failure.firstRange(of: ". ").map { String(failure[..<$0.lowerBound]) } ?? failure
  }
}
