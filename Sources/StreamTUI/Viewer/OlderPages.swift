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
      run = try fetcher.begin([way]) {
        [weak self] _, end, body in
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
