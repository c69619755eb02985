import StreamHost

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
    guard let link = first.offers.first else {
      words = Self.words(of: first, in: folder)
      hasFailed = first.failure != nil
      return
    }
    guard first.offers.count == 1, let feed = try Self.fetch(.web(link.address), in: folder)
    else {
      words = Self.none
      hasFailed = false
      return
    }
    words = Self.words(of: feed, in: folder)
    hasFailed = feed.failure != nil
  }

  private static func fetch(
    _ source: Subscription.Source,
    in folder: StateFolder
  ) throws(StateRefusal) -> RefreshOutcome? {
    var outcome: RefreshOutcome?
    guard let run = try RefreshRun(in: folder, .usual, waits: true) else { return nil }
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
