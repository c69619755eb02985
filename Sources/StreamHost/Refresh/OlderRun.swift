import Glibc
import StreamModel

/// Reads pages of older posts of a subscription, one after the other, and appends their posts to its log.
///
/// The place that was reached is saved after each page, so that the next run goes on there. The posts come in read: who
/// asks for an archive does not want thousands of unread posts.
package final class OlderRun {
  package struct Outcome: Equatable {
    /// The reason why no further page was read.
    package enum End: Equatable {
      case enough
      /// A limit was reached, in words such as "1,000 pages".
      case limit(String)
      case first
      case circle
      /// The next page is on another host, which the user has not agreed to.
      case elsewhere(FeedAddress)
      case failed(String)
      case stopped
    }

    var pages = 0
    var pagesBefore = 0
    package var new = 0
    var end = End.enough

    package init(end: End = .enough) { self.end = end }
  }

  package struct Limits: Equatable {
    let pages: Int
    /// The pages in a row that hold nothing new: the log may have posts of years.
    var idlePages = 20
    /// The bytes of the documents, and the seconds of all of them together.
    var bytes = 256 << 20
    var seconds = 3_600

    package static let onePage = Limits(pages: 1)
    package static let all = Limits(pages: 1_000, idlePages: 200)
  }

  /// The pages in a row without new posts after which a gap counts as closed.
  private static let knownPages = 2

  /// The boosts of a page whose posts are fetched; further ones stay addresses.
  private static let mostBoosts = RefreshRest.mostBoosts

  private let subscription: Subscription
  private let limits: Limits
  private let log: PostLog
  /// The folder of the marks; nil where nothing may be saved.
  private let marks: StateFolder?
  private let file: FetchFile
  private let fetcher: Fetcher
  private let agrees: (FeedAddress) -> Bool
  private let onEnd: (Outcome) -> Void
  private let began: Moment
  private var record: FetchRecord
  private var older: OlderRecord
  private var outcome = Outcome()
  private var newPages = 0
  private var idlePages = 0
  private var bytes = 0
  private var lastPosts: Set<PostIdentity> = []
  private var run: TransferRun?
  private var hasEnded = false
  /// The boosts of the last page whose posts are fetched.
  private var held: [Post] = []

  /// - Parameters:
  ///   - older: the place to go on from.
  ///   - agrees: whether an address on another host may be asked.
  ///   - marks: the folder in which posts are marked as read; nil where nothing may be saved.
  ///   - onEnd: called once.
  package init(
    of subscription: Subscription,
    _ record: FetchRecord,
    _ older: OlderRecord,
    limits: Limits,
    agreeing agrees: @escaping (FeedAddress) -> Bool,
    in folder: StateFolder,
    marking marks: StateFolder?,
    by fetcher: Fetcher,
    onEnd: @escaping (Outcome) -> Void
  ) {
    self.marks = marks
    self.subscription = subscription
    self.record = record
    self.older = older
    self.limits = limits
    log = PostLog(of: subscription.source, in: folder)
    file = FetchFile(of: subscription.source, in: folder)
    self.fetcher = fetcher
    self.agrees = agrees
    self.onEnd = onEnd
    began = fetcher.children.loop.time.now
    outcome.pagesBefore = older.trail.pages
  }

  private var now: Timestamp { fetcher.now }

  /// Asks for the first page, unless the place says that there is none.
  package func begin() {
    older.asked = now
    goOn()
  }

  package func cancel() {
    hasEnded = true
    run?.cancel()
    run = nil
  }

  package var stopped: Outcome {
    var outcome = outcome
    outcome.end = .stopped
    return outcome
  }

  // MARK: Pages

  private func goOn() {
    // One page of known posts may be one that moved since the last refresh; two are behind the gap.
    if older.beyond != nil, idlePages >= Self.knownPages || older.trail.isOver {
      older.closeGap()
      idlePages = 0
    }
    if case .elsewhere(let address) = older.trail.place, agrees(address) { older.trail.agree() }
    // The place that the last page leads to is said when the next one is asked for.
    if limits == .onePage, newPages > 0 { return finish(.enough) }
    switch older.trail.place {
    case .page(let address, _): reachesLimit.map { finish($0) } ?? ask(address)
    case .elsewhere(let address): finish(.elsewhere(address))
    case .refused(let text):
      finish(.failed("The next page is at an address that is not fetched: \(text)"))
    case .first: finish(.first)
    case .circle: finish(.circle)
    }
  }

  private var reachesLimit: Outcome.End? {
    if newPages >= limits.pages { return .limit("\(limits.pages.grouped) pages") }
    if idlePages >= limits.idlePages {
      return .failed("\(idlePages) pages in a row hold nothing new; there are more.")
    }
    if bytes >= limits.bytes { return .limit("\((limits.bytes >> 20).grouped) MiB") }
    let seconds = fetcher.children.loop.time.now.nanoseconds(since: began) / 1_000_000_000
    if seconds >= Int64(limits.seconds) { return .limit("\(limits.seconds / 60) minutes") }
    return nil
  }

  private func ask(_ address: FeedAddress) {
    let trusted = subscription.source.server
    let way =
      older.isActivity
      ? Retrieval(page: address, by: older.author, for: .older, trusting: trusted)
      : Retrieval(address, for: .older, trusting: trusted)
    start([way]) { [weak self] _, end, body in
      self?.take(end, body, from: address)
    } onOver: { [weak self] in
      self?.takeBoosts()
    }
  }

  /// Starts requests; `onOver` follows the last of them, unless the run has ended.
  private func start(
    _ ways: [Retrieval],
    owner: @escaping (Int, RetrievalEnd, String) -> Void,
    onOver: @escaping () -> Void
  ) {
    do throws(StateRefusal) {
      run = try fetcher.begin(ways, most: 1) { [weak self] number, end, body in
        owner(number, end, body)
        // The event wakes those who wait for the end.
        return self?.hasEnded == true ? [.bytesArrived] : []
      } onOver: { [weak self] in
        guard let self, !hasEnded else { return [] }
        onOver()
        return [.bytesArrived]
      }
    } catch {
      finish(.failed(error.text))
    }
  }

  private func take(_ end: RetrievalEnd, _ body: String, from address: FeedAddress) {
    older.tried = now
    guard end.content == .document else {
      if older.trail.endsGuess(with: end) {
        older.trail.end()
        return
      }
      return finish(.failed(end.outcome.sentence))
    }
    do throws(FeedError) {
      let document = try SourceOpener.open(body)
      bytes += Self.size(of: body)
      try take(document, end, body, from: address)
    } catch {
      finish(.failed("\(end.address.host) sent a document that cannot be read: \(error.reason)"))
    }
  }

  private func take(
    _ document: OpenedSource,
    _ end: RetrievalEnd,
    _ body: String,
    from address: FeedAddress
  ) throws(FeedError) {
    let host = end.address.host
    do throws(StateError) {
      let report = try log.take(
        document,
        from: end.address,
        by: older.author,
        at: now,
        holding: Self.mostBoosts,
        isOlder: true,
        onNew: { [self] in markRead($0) }
      )
      if let damage = report.damage {
        return finish(.failed("\(host) sent only a part of the page (\(damage))."))
      }
      if let reason = report.noFeed { return finish(.failed("\(host) sent no feed: \(reason)")) }
      let posts = report.listed.count
      let isGuess = older.trail.place == .page(address, isGuess: true)
      older.trail.take(address, leadingTo: OlderRecord.place(after: end, body, posts: posts))
      // A server that does not know the pages that the program has guessed sends the same one for each.
      if isGuess, posts > 0, report.listed == lastPosts { older.trail.turnBack() }
      lastPosts = report.listed
      held = report.held
      outcome.pages += 1
      count(report.new, heldBack: report.held.count)
    } catch {
      finish(.failed("Its older posts cannot be saved: \(error.reason)"))
    }
  }

  private func count(_ new: Int, heldBack: Int) {
    outcome.new += new
    let isIdle = new + heldBack == 0
    idlePages = isIdle ? idlePages + 1 : 0
    newPages += isIdle ? 0 : 1
  }

  // MARK: Boosts

  private func takeBoosts() {
    guard !held.isEmpty else { return endPage() }
    var report = PostLog.Report()
    report.held = held
    held = []
    var rest = RefreshRest(record, report, moved: nil)
    let trusted = subscription.source.server ?? ""
    let boosts = rest.boosts(of: trusted)
    guard !boosts.isEmpty else { return append(rest.report.held) }
    start(boosts.map { Retrieval(post: $0.address, trusting: trusted) }) { number, end, body in
      let post = RefreshRest.post(in: body, from: end)
      _ = rest.take(post, ofBoost: boosts[number].number)
    } onOver: { [weak self] in
      self?.append(rest.report.held)
    }
  }

  private func append(_ boosts: [Post]) {
    do throws(StateError) {
      outcome.new += try log.append(boosts, at: now, isOlder: true) { [self] in markRead($0) }
      endPage()
    } catch {
      finish(.failed("Its older posts cannot be saved: \(error.reason)"))
    }
  }

  private func endPage() {
    older.failure = nil
    save()
    goOn()
  }

  // MARK: Ends

  private func finish(_ end: Outcome.End) {
    guard !hasEnded else { return }
    hasEnded = true
    outcome.end = end
    if case .failed(let sentence) = end {
      older.tried = now
      older.failure = sentence
    } else {
      older.failure = nil
    }
    save()
    onEnd(outcome)
  }

  private func save() {
    record.older = older
    record.logSize = record.logSize.map { _ in log.size }
    // Without it the next run reads the page again, of which nothing is new.
    try? file.write(record)
  }

  /// Marks posts as read before they are there, so that no viewer shows them as unread.
  private func markRead(_ posts: [PostIdentity]) {
    guard let marks else { return }
    let store = StateStore(in: marks)
    let name = SourceName(of: subscription.source, title: subscription.name)
    if let number = store.source(key: name.key, name: name.title) {
      store.remember(posts.map { StateChange(source: number, identity: $0, set: .read) })
    }
    store.close()
  }

  private static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }
}

extension Subscription.Source {
  /// The host that the user has named; nil for a file.
  package var host: String? { asked?.host }

  /// The ``FeedAddress/server`` that the user has named; nil for a file.
  package var server: String? { asked?.server }

  private var asked: FeedAddress? {
    switch self {
    case .web(let address): address
    case .account(let account): account.webFinger
    case .file, .program, .served: nil
    }
  }
}

/// The sentences about pages of older posts that were read.
extension OlderRun.Outcome {
  /// The reason why older posts are missing, in a sentence; nil where none failed.
  package var failure: String? {
    switch end {
    case .failed(let sentence): sentence
    case .elsewhere(let address):
      "The next page is on another host, \(address.host), which you have not agreed to ask (add --from-start --yes does)."
    case .circle: "The last page leads back to one that was read."
    case .enough, .limit, .first, .stopped: nil
    }
  }

  /// The line about a way back to the first post.
  package var report: String {
    let posts = new == 1 ? "1 older post" : "\(new.grouped) older posts"
    let found = posts + " on " + (pages == 1 ? "1 page" : "\(pages.grouped) pages")
    switch end {
    case .first where pages == 0:
      return pagesBefore == 0
        ? "The feed leads to no older posts." : "The first post is here already."
    case .first: return "Back to the first post: \(found)."
    case .enough, .limit:
      let limit = if case .limit(let words) = end { " (the limit is \(words))" } else { "" }
      return "\(found)\(limit). There are more: the same command goes on."
    case .circle, .elsewhere, .failed:
      let reason = failure ?? ""
      return pages == 0 ? "No older posts: \(reason)" : "\(found), then: \(reason)"
    case .stopped: return "Stopped after \(found). The same command goes on."
    }
  }
}
