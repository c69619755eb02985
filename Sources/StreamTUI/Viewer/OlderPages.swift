import Addresses
import CellGrid
import StreamHost
import StreamModel
import StreamUI

/// The older posts of an address that a viewer shows without a subscription.
///
/// Each page becomes an edition of the source: the last post that is shown and then those of the page, so that they come in
/// below it. Nothing of them is saved but that they are read.
final class OlderPages {
  /// The pages in a row without new posts that one key reads.
  private static let idlePages = 20

  private let source: WebSource
  private let fetcher: Fetcher
  private let isSeen: () -> Bool
  private let onRead: ([PostIdentity]) -> [LoopEvent]
  private let checks: DocumentChecks
  private var run: TransferRun?
  /// The number of requests so far, which tells the end of the last one from that of one before.
  private var requests = 0
  /// The pages in a row that held nothing new.
  private var idle = 0
  /// The posts that are shown; empty before the first page.
  private var known: Set<UInt64> = []

  /// - Parameters:
  ///   - isSeen: whether the reader sees the posts now.
  ///   - onRead: marks posts as read before they come in; returns the events for the app.
  init(
    of source: WebSource,
    _ fetcher: Fetcher,
    isSeen: @escaping () -> Bool,
    onRead: @escaping ([PostIdentity]) -> [LoopEvent]
  ) {
    self.source = source
    self.fetcher = fetcher
    self.isSeen = isSeen
    self.onRead = onRead
    checks = DocumentChecks(on: fetcher.children.loop)
  }

  var event: Event { .older(posts) }

  var events: [LoopEvent] { isSeen() ? [.event(event)] : [] }

  private var posts: OlderPosts? {
    guard let older = source.older else { return nil }
    guard run == nil, checks.isEmpty else { return OlderPosts(.fetching) }
    return OlderSources.state(of: older).map { OlderPosts($0) }
  }

  func cancel() {
    run?.cancel()
    run = nil
    checks.cancel()
  }

  /// Fetches the next page.
  ///
  /// - Parameter target: the address on another host to which the reader has agreed; nil for none.
  func fetch(_ target: LinkTarget?) -> [Event] {
    guard run == nil, checks.isEmpty, source.editions?.records.isIndexed == true else {
      return [event]
    }
    if case .elsewhere(let address)? = source.older?.trail.place, target?.text == address.text {
      source.older?.trail.agree()
    }
    idle = 0
    ask()
    return [event]
  }

  // MARK: Pages

  private var now: Timestamp { fetcher.now }

  private func ask() {
    guard let older = source.older, case .page(let address, _) = older.trail.place else { return }
    source.older?.failure = nil
    let trusted = source.source.server
    requests &+= 1
    let number = requests
    let way =
      older.isActivity
      ? Retrieval(page: address, by: older.author, for: .older, trusting: trusted)
      : Retrieval(address, for: .older, trusting: trusted)
    do throws(StateRefusal) {
      run = try fetcher.begin([way]) { [weak self] _, end, body in
        self?.take(end, body, from: address)
        return []
      } onOver: { [weak self] in
        guard let self, requests == number else { return [] }
        self.run = nil
        return events
      }
    } catch {
      fail(error.text)
    }
  }

  private func take(_ end: RetrievalEnd, _ body: String, from address: FeedAddress) {
    source.older?.tried = now
    guard end.content == .document else {
      if source.older?.trail.endsGuess(with: end) == true {
        source.older?.trail.end()
      } else {
        fail(end.outcome.sentence)
      }
      return
    }
    let bytes = WebBytes(name: source.bytes.name)
    bytes.begin(body)
    bytes.finish(fault: nil)
    let reason = checks.add(body, bytes) { [weak self] check, path in
      guard let self else { return [] }
      let events = take(check, path, end, from: address)
      return events + self.events
    }
    if let reason { fail("\(end.address.host) sent no feed: \(reason)") }
  }

  private func take(
    _ check: DocumentCheck,
    _ path: String,
    _ end: RetrievalEnd,
    from address: FeedAddress
  ) -> [LoopEvent] {
    let host = end.address.host
    let isPage = check.isGood && check.feed.isPage
    if let reason = check.noFeed ?? (isPage ? "a web page, not a feed" : nil) {
      fail("\(host) sent no feed: \(reason)")
      return []
    }
    if let damage = check.damage {
      fail("\(host) sent only a part of the page (\(damage)).")
      return []
    }
    let posts = posts(of: check.feed, from: end.address)
    let page = OlderRecord.page(after: end, path, posts: posts.count)
    let wasGuess = source.older?.trail.place == .page(address, isGuess: true)
    source.older?.trail.take(address, leadingTo: page)
    if known.isEmpty { known = source.shownIdentities }
    // A post that is known would draw the new ones to its place.
    let new = posts.filter { known.insert(PostIdentity($0).id).inserted }
    guard !new.isEmpty else {
      idle += 1
      // A server that does not know the pages that the program has guessed sends the same one for each.
      if wasGuess, !posts.isEmpty { source.older?.trail.turnBack() }
      if idle < Self.idlePages { ask() }
      return []
    }
    source.editions?.add(older: new)
    return onRead(new.map { PostIdentity($0) }) + [.bytesArrived]
  }

  /// The posts of a page, with the names of those who wrote them, and the address that their links refer to.
  private func posts(of feed: Feed, from address: FeedAddress) -> [Post] {
    (0..<feed.recordCount).compactMap { number in
      guard case .post(let post) = feed.inspect(at: number) else { return nil }
      let named = source.older?.author.map { post.naming($0) } ?? post
      return named.based(on: address.withoutUser)
    }
  }

  private func fail(_ sentence: String) {
    source.older?.tried = now
    source.older?.failure = sentence
  }
}

extension WebSource {
  fileprivate var shownIdentities: Set<UInt64> {
    guard let records = editions?.records else { return [] }
    return Set(
      (0..<records.recordCount).compactMap { position in
        guard let number = records.number(at: position),
          case .post(let post) = records.record(number: number)
        else { return nil }
        return PostIdentity(post).id
      }
    )
  }
}

/// The older posts of the subscriptions that a viewer shows.
///
/// Another process of this program fetches them and appends them to the logs, which the viewer follows.
final class LiveOlderPosts {
  /// The most subscriptions that one key fetches a page of.
  private static let mostSources = 8
  /// The bytes of the process's output that are kept.
  private static let outputLimit = 1 << 14

  private let folder: StateFolder?
  private let mayFetch: Bool
  private let options: [String]
  private let children: Children
  private var child: Children.Token?
  /// Lets in the posts that the process has appended: they come before the news that it has ended.
  var onEnd: () -> [LoopEvent] = { [] }
  /// The reason why the last process could not ask at all, with the subscriptions that it was to ask.
  private var refusal: (of: [Subscription], text: String, time: Timestamp)?
  var shown: [Subscription] = []

  /// - Parameters:
  ///   - folder: the folder of the state; nil where nothing may be saved.
  ///   - options: the options of `streamtui refresh` that name the configuration.
  init(in folder: StateFolder?, with children: Children, mayFetch: Bool, options: [String]) {
    self.folder = folder
    self.children = children
    self.mayFetch = mayFetch
    self.options = options
  }

  /// The older posts of the stream that is seen; nil where no source leads to any.
  var posts: OlderPosts? {
    let sources = OlderSources(records)
    guard child == nil else { return OlderPosts(.fetching, sources: sources.count) }
    if let refusal, refusal.of == shown, sources.posts != nil {
      let text = SafeText(sanitizing: refusal.text)
      return OlderPosts(.failed(text, at: refusal.time), sources: sources.count)
    }
    return sources.posts
  }

  var event: Event { .older(posts) }

  /// Fetches the next page of each source that leads to one.
  ///
  /// - Parameter target: the address on another host to which the reader has agreed; nil for none.
  func fetch(_ target: LinkTarget?) -> [Event] {
    guard child == nil else { return [event] }
    guard mayFetch else { return [.warning("Not fetched: the \(Fetcher.offReason)")] }
    let wanted = OlderSources(records).next(Self.mostSources)
    guard !wanted.isEmpty else { return [event] }
    let host = target.flatMap { FeedAddress.judge($0.text).address?.host }
    let agreed = host.map { ["--older-host", $0] } ?? []
    let names = wanted.map(\.source.shown)
    let request = ChildRequest(
      arguments: ["/proc/self/exe", "refresh", "--older", "--format", "tsv"] + options + agreed
        + ["--"] + names,
      streams: .pipes(input: nil, limit: Self.outputLimit)
    )
    let asked = shown
    child = children.start(request) { [weak self] outcome in
      guard let self else { return [] }
      child = nil
      // A process that could ask has a line for each, and has noted its failures.
      let hasAsked = outcome.end == .exited(0) || !outcome.output.bytes.isEmpty
      refuse(hasAsked ? nil : Self.reason(in: outcome), of: asked)
      // The reader may see posts of other sources meanwhile.
      return onEnd() + (shown.isEmpty ? [] : [.event(event)])
    }
    if child == nil { refuse("no process could be started", of: asked) }
    return [event]
  }

  /// The last line of a process that could not ask at all.
  private static func reason(in outcome: ChildOutcome) -> String {
    let line = outcome.errors.bytes.split(separator: 0x0A).last ?? []
    let text = String(decoding: line, as: UTF8.self)
    guard !text.isEmpty else { return "the process that fetches them has failed" }
    let name = "streamtui: "
    return text.hasPrefix(name) ? String(text.dropFirst(name.count)) : text
  }

  private func refuse(_ reason: String?, of asked: [Subscription]) {
    refusal = reason.map { (asked, $0, children.loop.time.wall) }
  }

  func cancel() {
    if let child { children.release(child) }
    child = nil
  }

  private var records: [(Subscription, OlderRecord?)] {
    let records = folder.map { FeedFiles(folder: $0).records(of: shown) } ?? []
    return zip(shown, records).map { ($0, $1?.older) }
  }
}
