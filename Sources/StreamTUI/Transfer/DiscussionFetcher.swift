import Addresses
import CellGrid
import StreamModel
import StreamSources
import StreamUI

/// Fetches the comments of places where posts are discussed.
///
/// The copy of an earlier visit is shown at once, and its validators go with the request. A site that sends its comments
/// in pages is asked for one after the other.
final class DiscussionFetcher {
  /// The largest answer in bytes.
  private static let longest = 32 << 20
  private static let limits = CurlRequest.Limits(totalSeconds: 30, bodyBytes: longest)

  /// A place that the page of a number waits for.
  private struct Wish: Hashable {
    let page: Int
    let place: DiscussionPlace
  }

  /// The state of a wish.
  private struct Fetch {
    /// The host of the own network that the reader was asked about; nil for others.
    let trusted: String?
    var run: TransferRun?
    /// The pages that came, as one discussion.
    var discussion = Discussion([])
    var pageCount = 0
    /// Whether each page is the one of the copy that is shown.
    var isUnchanged: Bool
    /// The address of the next page; nil after the last.
    var next: FeedAddress?
  }

  private let children: Children
  private let mayFetch: Bool
  private let keepsCopies: Bool
  private let cache: CacheFolder?
  private var fetches: [Wish: Fetch] = [:]
  /// The ends of the pauses that hosts have asked for.
  private var pauses: [String: Timestamp] = [:]

  /// - Parameters:
  ///   - mayFetch: whether the network may be used.
  ///   - keepsCopies: whether answers are kept for later runs.
  init(with children: Children, mayFetch: Bool, keepsCopies: Bool) {
    self.children = children
    self.mayFetch = mayFetch
    self.keepsCopies = keepsCopies
    cache = CacheFolder()
  }

  /// Fetches the comments of a place from an address that the gate has let through; returns the copy that exists, or
  /// the reason why nothing is fetched.
  func fetch(_ page: Int, _ place: DiscussionPlace, _ target: LinkTarget) -> [Event] {
    let wish = Wish(page: page, place: place)
    guard fetches[wish] == nil else { return [] }
    let verdict = FeedAddress.judge(target.text)
    guard let address = verdict.address else {
      return [failure(wish, "Only addresses of the web can be asked for comments.")]
    }
    let copy = copy(of: place, at: address)
    let shown = copy.map { [answer(wish, .copy($0.discussion, of: $0.time))] } ?? []
    guard mayFetch else {
      return shown + [failure(wish, "The network is off (--no-network, or network = false).")]
    }
    if let end = pauses[address.host], end > now {
      return shown + [failure(wish, "\(address.host) \(pause(until: end))")]
    }
    // A host of the own network that the address names was asked about, and confirmed.
    let trusted = if case .ask = verdict { address.host } else { String?.none }
    fetches[wish] = Fetch(trusted: trusted, isUnchanged: copy != nil)
    guard let refusal = ask(address, for: wish) else { return shown }
    fetches[wish] = nil
    return shown + [failure(wish, refusal)]
  }

  /// Ends the fetches for a page that was left.
  func stop(_ page: Int) {
    for wish in fetches.keys where wish.page == page {
      fetches.removeValue(forKey: wish)?.run?.cancel()
    }
  }

  func cancel() {
    for fetch in fetches.values { fetch.run?.cancel() }
    fetches = [:]
  }

  // MARK: Requests

  /// Begins a request; the reason why it cannot be made, or nil.
  private func ask(_ address: FeedAddress, for wish: Wish) -> String? {
    do throws(StateRefusal) {
      let scratch = try ScratchFolder(in: cache)
      let retrieval = Retrieval(
        address,
        goal: .comments,
        copy: webCopy(of: address)?.read()?.copy,
        trusting: fetches[wish]?.trusted
      )
      let run = TransferRun([retrieval], with: children, in: scratch, limits: Self.limits) {
        [weak self] _, end, body in
        self?.take(end, body, from: address, for: wish) ?? []
      } onOver: { [weak self] in
        self?.goOn(with: wish) ?? []
      }
      guard run.begin() else { return run.startFailure }
      fetches[wish]?.run = run
      return nil
    } catch {
      return error.text
    }
  }

  /// Takes in a page.
  private func take(
    _ end: RetrievalEnd,
    _ body: String,
    from address: FeedAddress,
    for wish: Wish
  ) -> [TerminalEvent] {
    guard var fetch = fetches[wish] else { return [] }
    let read: Result<Discussion, Refusal>
    switch end.content {
    case .document:
      read = discussion(body, from: wish.place, sender: end.address.host)
      if case .success = read { webCopy(of: address)?.keep(body, end, at: now) }
      fetch.isUnchanged = false
    case .unchanged:
      let copy = webCopy(of: address)
      copy?.confirm(end, at: now)
      read =
        copy?.read().map { discussion($0.path, from: wish.place, sender: end.address.host) }
        ?? .failure(Refusal(end.outcome.sentence))
    case .offers, .part, .nothing: read = .failure(Refusal(sentence(of: end)))
    }
    switch read {
    case .failure(let refusal): return finish(wish, fetch, refusal.text)
    case .success(let page):
      fetch.pageCount += 1
      fetch.discussion =
        fetch.pageCount == 1 ? page : DiscussionReader.joined(fetch.discussion, page)
      let next = DiscussionReader.next(
        after: page,
        of: fetch.discussion,
        number: fetch.pageCount,
        from: wish.place
      )
      // The next page of an answer is on the host that sent it.
      fetch.next = next.flatMap { address.follow($0) }.flatMap {
        $0.host == address.host ? $0 : nil
      }
      fetches[wish] = fetch
      return fetch.next == nil ? finish(wish, fetch, nil) : []
    }
  }

  /// Asks for the next page, now that the run is over.
  private func goOn(with wish: Wish) -> [TerminalEvent] {
    guard let fetch = fetches[wish], let next = fetch.next else { return [] }
    fetches[wish]?.next = nil
    return ask(next, for: wish).map { finish(wish, fetch, $0) } ?? []
  }

  /// Ends a fetch, with the reason why pages are missing; nil if none is.
  private func finish(_ wish: Wish, _ fetch: Fetch, _ reason: String?) -> [TerminalEvent] {
    fetches[wish] = nil
    guard let reason else {
      let end = fetch.isUnchanged ? DiscussionAnswer.unchanged : .discussion(fetch.discussion)
      return [.event(answer(wish, end))]
    }
    let part =
      fetch.pageCount == 0 ? [] : [answer(wish, .copy(fetch.discussion, of: now))]
    return (part + [failure(wish, reason)]).map { .event($0) }
  }

  // MARK: Answers

  private struct Refusal: Error {
    let text: String

    init(_ text: String) { self.text = text }
  }

  private func answer(_ wish: Wish, _ answer: DiscussionAnswer) -> Event {
    .discussion(wish.page, wish.place, answer)
  }

  private func failure(_ wish: Wish, _ reason: String) -> Event {
    answer(wish, .failure(SafeText(sanitizing: reason)))
  }

  private func discussion(
    _ path: String,
    from place: DiscussionPlace,
    sender: String
  ) -> Result<Discussion, Refusal> {
    do {
      let source = try SourceOpener.open(path)
      let feed = Feed(source: source.bytes, hint: DiscussionReader.hint(for: place.site))
      while try feed.advance(bytes: Self.longest) == .more {}
      guard source.cut == nil else { throw DiscussionReader.Failure.cut }
      return .success(try DiscussionReader.read(feed, from: place))
    } catch DiscussionReader.Failure.page {
      return .failure(Refusal("\(sender) sent a web page in place of comments."))
    } catch DiscussionReader.Failure.cut {
      return .failure(Refusal("The answer of \(sender) ends in the middle. Try again later."))
    } catch {
      return .failure(Refusal("\(sender) sent something that is no list of comments."))
    }
  }

  /// The reason of a failure, in words about comments.
  private func sentence(of end: RetrievalEnd) -> String {
    let host = end.address.host
    guard end.result.exit == 0, let head = end.result.head else { return end.outcome.sentence }
    switch head.status {
    case 401, 402, 403, 451:
      return
        "\(host) refuses access (\(head.status)): it may show these comments to its members only."
    case 404: return "\(host) has no such discussion (404)."
    case 410: return "\(host) has removed this discussion (410)."
    case 425, 429, 503:
      guard let end = head.retryAfter?.time(from: now), end > now else {
        return "\(host) wants fewer requests, or is overloaded (\(head.status)). Try again later."
      }
      pauses[host] = end
      return "\(host) \(pause(until: end)) (\(head.status))"
    default: return end.outcome.sentence
    }
  }

  private func pause(until end: Timestamp) -> String {
    "asks for a pause: it can be asked again \(RelativeTime.ahead(end, now: now))."
  }

  private var now: Timestamp { children.loop.time.wall }

  // MARK: Copies

  private func webCopy(of address: FeedAddress) -> WebCopy? {
    keepsCopies ? cache.map { WebCopy(of: address.text, in: $0) } : nil
  }

  /// The copy of all pages that an earlier visit has kept, and when the first was sent or confirmed.
  private func copy(
    of place: DiscussionPlace,
    at address: FeedAddress
  ) -> (discussion: Discussion, time: Timestamp?)? {
    guard let found = webCopy(of: address)?.read(),
      case .success(var page) = discussion(found.path, from: place, sender: address.host)
    else { return nil }
    var all = page
    var number = 1
    while let text = DiscussionReader.next(after: page, of: all, number: number, from: place),
      let next = address.follow(text), let copy = webCopy(of: next)?.read(),
      case .success(let further) = discussion(copy.path, from: place, sender: address.host)
    {
      page = further
      all = DiscussionReader.joined(all, further)
      number += 1
    }
    return (all, found.time)
  }
}
