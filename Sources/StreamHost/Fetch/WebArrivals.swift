package import CellGrid
import StreamModel

/// The documents of a viewer that arrive from the web.
///
/// A newer document adds posts to those that are shown, and changes them where they are: at once if the reader asked for
/// it or documents are refreshed, else once the reader reloads.
package final class WebArrivals {
  /// The milliseconds between two looks for new bytes of a document that is shown while it arrives.
  private static let pace = 50

  private let sources: [WebSource]
  private let fetcher: Fetcher
  private let loop: EventLoop
  private var refreshes: RepeatingTimer?
  private var run: TransferRun?
  private var fetched: [Int] = []
  private var histories: [FetchHistory]
  private var timer: EventLoop.Token?
  private let onOffers: ([FeedLink]) -> [LoopEvent]
  /// Told when it is known where the older posts of a document are.
  package var onOlder: () -> [LoopEvent] = { [] }
  private let checks: DocumentChecks
  private var isAsked = false

  /// - Parameters:
  ///   - minutes: the time between two fetches of the documents; 0 for a single one.
  ///   - onOffers: told of the feeds that the only source offers in place of posts.
  package init(
    _ sources: [WebSource],
    _ fetcher: Fetcher,
    refreshedAfterMinutes minutes: Int = 0,
    onOffers: @escaping ([FeedLink]) -> [LoopEvent] = { _ in [] }
  ) {
    self.sources = sources
    self.fetcher = fetcher
    loop = fetcher.children.loop
    self.onOffers = onOffers
    histories = sources.map { _ in FetchHistory() }
    checks = DocumentChecks(on: loop)
    guard !sources.isEmpty else { return }
    refreshes = RepeatingTimer(everyMinutes: minutes, on: loop) { [weak self] in
      // One that takes longer than the minutes goes on alone.
      guard let self, run == nil else { return [] }
      return start(willing)
    }
  }

  package var isEmpty: Bool { sources.isEmpty }

  package var isFetching: Bool { run != nil || !checks.isEmpty }

  package var hasNewer: Bool { sources.contains { $0.newer != nil } }

  /// The sources whose servers have asked for no pause, and have not removed the document.
  private var willing: [Int] {
    let now = fetcher.now
    return histories.indices.filter {
      let pauseEnd = Schedule.pauseEnd(histories[$0], now: now)
      return histories[$0].course != .never && pauseEnd.map { $0 <= now } ?? true
    }
  }

  package func begin() -> [LoopEvent] {
    guard !sources.isEmpty else { return [] }
    return start(Array(sources.indices)) + sources.compactMap(\.note).map { Self.message($0) }
  }

  /// Asks the servers again; returns the message for the reader.
  package func ask() -> SafeText {
    let hosts = Set(sources.map(\.retrieval.request.address.host))
    let name = hosts.count == 1 ? hosts.first ?? "" : "\(hosts.count) hosts"
    if run == nil {
      isAsked = true
      loop.post(start(Array(sources.indices)))
    }
    return SafeText(sanitizing: "Asking \(name) for a newer version")
  }

  /// Shows the newer documents that wait; false where one of them cannot join what is shown.
  package func joinNewer() -> Bool {
    let waiting = sources.filter { $0.newer != nil }
    guard waiting.allSatisfy(\.mayJoin) else { return false }
    for source in waiting {
      guard let newer = source.newer, let document = try? OpenedSource(unwrapping: newer) else {
        return false
      }
      source.join(newer, document.bytes)
    }
    return true
  }

  package func cancel() {
    refreshes = nil
    loop.remove(timer)
    run?.cancel()
    checks.cancel()
  }

  private func start(_ chosen: [Int]) -> [LoopEvent] {
    guard !chosen.isEmpty else { return [] }
    do throws(StateRefusal) {
      run = try fetcher.begin(chosen.map { sources[$0].retrieval }) {
        [weak self] number, end, body in
        self?.take(end, body, ofSource: chosen[number]) ?? []
      } onOver: { [weak self] in
        self?.finish()
        return []
      }
      fetched = chosen
      if sources.contains(where: { !$0.bytes.isComplete }) { look() }
      return []
    } catch {
      return fail(error.text)
    }
  }

  private func finish() {
    loop.remove(timer)
    run = nil
    isAsked = false
  }

  private func fail(_ reason: String) -> [LoopEvent] {
    for source in sources where source.found == nil { source.bytes.finish(fault: reason) }
    return [.bytesArrived, Self.message(reason, isWarning: true)]
  }

  /// Looks for more bytes now and again, until all have arrived.
  private func look() {
    timer = loop.schedule(afterMilliseconds: Self.pace) { [weak self] in
      guard let self else { return [] }
      look()
      return takeBytes()
    }
  }

  private func takeBytes() -> [LoopEvent] {
    var hasMore = false
    for (number, index) in fetched.enumerated() where !sources[index].bytes.isComplete {
      let source = sources[index]
      if !source.bytes.hasBegun, let path = run?.arriving(number) { source.bytes.begin(path) }
      if source.bytes.look() { hasMore = true }
    }
    return hasMore ? [.bytesArrived] : []
  }

  private func take(_ end: RetrievalEnd, _ body: String, ofSource index: Int) -> [LoopEvent] {
    let source = sources[index]
    let now = fetcher.now
    if end.wasAsked { histories[index] = histories[index].adding(end.result, at: now) }
    guard !source.bytes.isOver else { return takeNewer(end, body, of: source, now) }
    switch end.content {
    case .document:
      source.bytes.begin(body)
      source.bytes.finish(fault: nil)
      // The page reports a document that cannot be shown; only a whole one becomes a copy.
      _ = checks.add(body, source.bytes) { [weak self] check, path in
        guard check.isGood else { return [] }
        source.noteOlder(end, path, posts: check.feed.recordCount)
        source.copy?.keep(path, end, at: now)
        source.note(end)
        return self?.onOlder() ?? []
      }
      let name = source.bytes.name
      let moved = end.moved.map { Self.message("\(name) has moved for good to \($0.shown)") }
      return [.bytesArrived] + (moved.map { [$0] } ?? [])
    case .offers(let links) where sources.count == 1 && !source.bytes.hasBegun:
      return onOffers(links)
    case .part:
      source.bytes.begin(body)
      source.bytes.finish(fault: end.outcome.sentence)
    case .offers, .unchanged, .nothing: source.bytes.finish(fault: end.outcome.sentence)
    }
    return [.bytesArrived, Self.message(end.outcome.sentence, isWarning: true)]
  }

  /// Takes in the answer for a document of which one is shown.
  private func takeNewer(
    _ end: RetrievalEnd,
    _ body: String,
    of source: WebSource,
    _ now: Timestamp
  ) -> [LoopEvent] {
    switch end.content {
    case .document:
      let bytes = WebBytes(name: source.bytes.name)
      bytes.begin(body)
      bytes.finish(fault: nil)
      let wasAsked = isAsked
      let reason = checks.add(body, bytes) { [weak self] check, path in
        self?.judge(check, path, bytes, end, of: source, wasAsked: wasAsked) ?? []
      }
      return reason.map { refuse("\(end.address.host) sent no feed: \($0)", source, now) } ?? []
    case .unchanged:
      source.copy?.confirm(end, at: now)
      if let copy = source.copy?.read() { source.noteOlder(end, copy.path, posts: 1) }
      return onOlder() + (isAsked ? [Self.message(end.outcome.sentence)] : [])
    case .offers, .part, .nothing: return refuse(end.outcome.sentence, source, now)
    }
  }

  /// Says why a document does not take the place of the one that is shown.
  private func refuse(_ sentence: String, _ source: WebSource, _ now: Timestamp) -> [LoopEvent] {
    let copy = !source.isJoined ? Self.age(of: source, now) : nil
    let end = sentence.hasSuffix(".") ? "" : "."
    let stays = copy.map { "The copy\($0) stays." } ?? "The posts stay."
    return [Self.message("\(sentence)\(end) \(stays)", isWarning: true)]
  }

  /// Takes in a document that was looked at: one that is no feed, or not whole, changes nothing.
  ///
  /// - Parameter path: its file.
  private func judge(
    _ check: DocumentCheck,
    _ path: String,
    _ bytes: WebBytes,
    _ end: RetrievalEnd,
    of source: WebSource,
    wasAsked: Bool
  ) -> [LoopEvent] {
    let host = end.address.host
    let now = fetcher.now
    if let damage = check.damage {
      return refuse("\(host) sent only a part of the document (\(damage))", source, now)
    }
    if let reason = check.noFeed { return refuse("\(host) sent no feed: \(reason)", source, now) }
    let shown = source.newer ?? source.bytes
    // A captive portal answers with a page of its own.
    if check.feed.isPage, shown.isComplete, !BodyStart.isPage(shown) {
      return refuse("\(host) sent a web page, not a feed", source, now)
    }
    source.noteOlder(end, path, posts: check.feed.recordCount)
    source.copy?.keep(path, end, at: now)
    source.note(end)
    guard !shown.isComplete || !bytes.isSame(as: shown) else {
      return onOlder() + (wasAsked ? [Self.message("\(host) has nothing new.")] : [])
    }
    guard source.editions != nil, source.isJoined || wasAsked && source.mayJoin else {
      source.newer = bytes
      let words = SafeText(sanitizing: "\(host) has a newer version")
      return onOlder() + [.outdated(words, isAsked: wasAsked)]
    }
    do throws(FeedError) {
      source.join(bytes, try OpenedSource(unwrapping: bytes).bytes)
    } catch {
      return refuse("\(host): \(error.reason)", source, now)
    }
    return [.bytesArrived] + onOlder()
      + (wasAsked ? [Self.message("\(host) sent a newer version")] : [])
  }

  /// Returns the age of the copy that is shown: " of 3h ago", " of 2026-01-31"; nil if none is.
  private static func age(of source: WebSource, _ now: Timestamp) -> String? {
    guard let found = source.found else { return nil }
    guard let time = found.time else { return "" }
    let text = RelativeTime.text(time, now: now)
    if text == "now" { return " of a moment ago" }
    return text.contains("-") ? " of \(text)" : " of \(text) ago"
  }

  private static func message(_ text: String, isWarning: Bool = false) -> LoopEvent {
    .message(SafeText(sanitizing: text), isWarning: isWarning)
  }
}

extension OfferedFeed {
  package init(_ link: FeedLink) {
    let format =
      switch link.kind {
      case .rss: "RSS"
      case .atom: "Atom"
      case .jsonFeed: "JSON Feed"
      case .activity: "ActivityPub"
      }
    self.init(address: link.address.text, title: link.title, format: format)
  }
}
