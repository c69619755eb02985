import CellGrid
import StreamModel
import StreamSources
import StreamUI

/// The documents of a viewer that arrive from the web.
///
/// A document that is shown never changes by itself: a newer one waits until the reader reloads, or, if
/// documents are refreshed, only adds posts and changes them where they are.
final class WebArrivals {
  /// The milliseconds between two looks for new bytes of a document that is shown while it arrives.
  private static let pace = 50

  private let sources: [WebSource]
  private let children: Children
  private let cache: CacheFolder?
  private let program: String
  private var refreshes: RepeatingTimer?
  private var run: TransferRun?
  /// The sources that the run fetches, by their indices.
  private var fetched: [Int] = []
  /// The course of each source's requests.
  private var histories: [FetchHistory]
  private var timer: EventLoop.Token?
  /// The feeds that the only source offers in place of posts.
  private(set) var offers: [FeedLink] = []
  /// Whether a document came that is newer than the one shown.
  private(set) var hasNewer = false
  /// Whether the reader asked for the transfers, and waits for an answer.
  private var isAsked = false

  /// - Parameters:
  ///   - minutes: the time between two fetches of the documents; 0 for a single one.
  ///   - cache: the folder in which documents arrive.
  ///   - program: curl, or a program in its place.
  init(
    _ sources: [WebSource],
    with children: Children,
    refreshedAfterMinutes minutes: Int = 0,
    cache: CacheFolder? = CacheFolder(),
    program: String = Curl.program
  ) {
    self.sources = sources
    self.children = children
    self.cache = cache
    self.program = program
    histories = sources.map { _ in FetchHistory() }
    guard !sources.isEmpty else { return }
    refreshes = RepeatingTimer(everyMinutes: minutes, on: children.loop) { [weak self] in
      // One that takes longer than the minutes goes on alone.
      guard let self, run == nil else { return [] }
      return start(willing)
    }
  }

  /// Whether any source comes from the web.
  var isEmpty: Bool { sources.isEmpty }

  /// Whether transfers go on.
  var isFetching: Bool { run != nil }

  /// The sources whose servers have asked for no pause, and have not removed the document.
  private var willing: [Int] {
    let now = children.loop.time.wall
    return histories.indices.filter {
      let pauseEnd = Schedule.pauseEnd(histories[$0], now: now)
      return histories[$0].course != .never && pauseEnd.map { $0 <= now } ?? true
    }
  }

  /// Starts the transfers; returns the events of those that cannot be.
  func begin() -> [TerminalEvent] {
    guard !sources.isEmpty else { return [] }
    return start(Array(sources.indices)) + sources.compactMap(\.note).map { Self.message($0) }
  }

  /// Asks the servers again; returns the message for the reader.
  func ask() -> SafeText {
    let hosts = Set(sources.map(\.retrieval.request.address.host))
    let name = hosts.count == 1 ? hosts.first ?? "" : "\(hosts.count) hosts"
    if run == nil {
      isAsked = true
      children.loop.post(start(Array(sources.indices)))
    }
    return SafeText(sanitizing: "Asking \(name) for a newer version")
  }

  /// Ends the transfers.
  func cancel() {
    refreshes = nil
    children.loop.remove(timer)
    run?.cancel()
  }

  private func start(_ chosen: [Int]) -> [TerminalEvent] {
    guard !chosen.isEmpty else { return [] }
    do throws(StateRefusal) {
      let scratch = try ScratchFolder(in: cache)
      let run = TransferRun(
        chosen.map { sources[$0].retrieval },
        with: children,
        in: scratch,
        program: program
      ) { [weak self] number, end, body in
        self?.take(end, body, ofSource: chosen[number]) ?? []
      } onOver: { [weak self] in
        self?.finish()
        return []
      }
      guard run.begin() else { return fail(Curl.isMissing) }
      self.run = run
      fetched = chosen
      if sources.contains(where: { !$0.bytes.isComplete }) { look() }
      return []
    } catch {
      return fail(error.text)
    }
  }

  private func finish() {
    children.loop.remove(timer)
    run = nil
    isAsked = false
  }

  private func fail(_ reason: String) -> [TerminalEvent] {
    for source in sources where source.found == nil { source.bytes.finish(fault: reason) }
    return [.bytesArrived, Self.message(reason, isWarning: true)]
  }

  /// Looks for more bytes now and again, until all have arrived.
  private func look() {
    timer = children.loop.schedule(afterMilliseconds: Self.pace) { [weak self] in
      guard let self else { return [] }
      look()
      return takeBytes()
    }
  }

  private func takeBytes() -> [TerminalEvent] {
    var hasMore = false
    for (number, index) in fetched.enumerated() where !sources[index].bytes.isComplete {
      let source = sources[index]
      if !source.bytes.hasBegun, let path = run?.arriving(number) { source.bytes.begin(path) }
      if source.bytes.look() { hasMore = true }
    }
    return hasMore ? [.bytesArrived] : []
  }

  private func take(
    _ end: RetrievalEnd,
    _ body: String,
    ofSource index: Int
  ) -> [TerminalEvent] {
    let source = sources[index]
    let now = children.loop.time.wall
    histories[index] = histories[index].adding(end.result, at: now)
    guard !source.bytes.isComplete else { return takeNewer(end, body, of: source, now) }
    switch end.content {
    case .document:
      source.bytes.begin(body)
      source.bytes.finish(fault: nil)
      source.copy?.keep(body, end, at: now)
      source.note(end)
      let name = source.bytes.name
      let moved = end.moved.map { Self.message("\(name) has moved for good to \($0.text)") }
      return [.bytesArrived] + (moved.map { [$0] } ?? [])
    case .offers(let links) where sources.count == 1 && !source.bytes.hasBegun:
      offers = links
      children.loop.post([.closed])
      return []
    case .offers(let links):
      source.bytes.finish(fault: WebSource.sentence(for: links, of: end.address.host))
    case .part:
      source.bytes.begin(body)
      source.bytes.finish(fault: end.outcome.sentence)
    case .unchanged, .nothing: source.bytes.finish(fault: end.outcome.sentence)
    }
    return [.bytesArrived, Self.message(end.outcome.sentence, isWarning: true)]
  }

  /// Takes in the answer for a document whose copy is shown.
  private func takeNewer(
    _ end: RetrievalEnd,
    _ body: String,
    of source: WebSource,
    _ now: Timestamp
  ) -> [TerminalEvent] {
    let host = end.address.host
    switch end.content {
    case .document where source.editions != nil: return add(end, body, to: source, now)
    case .document:
      source.copy?.keep(body, end, at: now)
      hasNewer = true
      return [.event(.outdated(SafeText(sanitizing: "\(host) has a newer version")))]
    case .unchanged:
      source.copy?.confirm(end, at: now)
      return isAsked ? [Self.message(end.outcome.sentence)] : []
    case .offers, .part, .nothing:
      let shown = source.editions == nil ? "The copy\(Self.age(of: source, now)) stays." : ""
      let text = "\(end.outcome.sentence) \(shown.isEmpty ? "The posts stay." : shown)"
      return [Self.message(text, isWarning: true)]
    }
  }

  /// Shows a newer document in the place of the one before.
  private func add(
    _ end: RetrievalEnd,
    _ body: String,
    to source: WebSource,
    _ now: Timestamp
  ) -> [TerminalEvent] {
    let host = end.address.host
    guard BodyStart.isReadable(body) else {
      return [
        Self.message("\(host) sent nothing that can be read; the posts stay", isWarning: true)
      ]
    }
    let bytes = WebBytes(name: source.bytes.name)
    bytes.begin(body)
    bytes.finish(fault: nil)
    source.copy?.keep(body, end, at: now)
    source.note(end)
    do throws(FeedError) {
      source.editions?.add(try OpenedSource(unwrapping: bytes).bytes)
    } catch {
      return [Self.message("\(host): \(error.reason); the posts stay", isWarning: true)]
    }
    return [.bytesArrived] + (isAsked ? [Self.message("\(host) sent a newer version")] : [])
  }

  /// Returns the age of the copy that is shown: " of 3h ago", " of 2026-01-31".
  private static func age(of source: WebSource, _ now: Timestamp) -> String {
    guard let time = source.found?.time else { return "" }
    let text = RelativeTime.text(time, now: now)
    if text == "now" { return " of a moment ago" }
    return text.contains("-") ? " of \(text)" : " of \(text) ago"
  }

  private static func message(_ text: String, isWarning: Bool = false) -> TerminalEvent {
    .event(.message(SafeText(sanitizing: text), isWarning: isWarning))
  }
}
