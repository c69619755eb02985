package import Addresses
import CellGrid
package import StreamModel

/// Fetches the comments of places where posts are discussed.
///
/// The copy of an earlier visit is shown at once, and its validators go with the request. A site that sends its comments
/// in pages is asked for one after the other.
package final class DiscussionFetcher {
  private struct Wish: Hashable {
    let token: Int
    let place: DiscussionPlace
  }

  private struct Fetch {
    /// The host of the own network that the reader was asked about; nil for others.
    let trusted: String?
    var run: TransferRun?
    var discussion = Discussion([])
    var pageCount = 0
    /// Whether each page is the one of the copy that is shown.
    var isUnchanged: Bool
    /// Nil after the last page.
    var next: FeedAddress?
    var asked: Set<FeedAddress> = []
    /// Whether the server sends the replies to the post, and not the conversation around it.
    var hasRepliesOnly = false
    /// The replies that the pages only name, by their addresses.
    var named: [String: [Discussion.Entry]] = [:]
  }

  private let fetcher: Fetcher
  private let copies: DiscussionCopies
  private let onAnswer: (Int, DiscussionPlace, DiscussionAnswer) -> [LoopEvent]
  private var fetches: [Wish: Fetch] = [:]

  /// - Parameter onAnswer: receives an answer of a place, for the request of a token.
  package init(
    _ fetcher: Fetcher,
    onAnswer: @escaping (Int, DiscussionPlace, DiscussionAnswer) -> [LoopEvent]
  ) {
    self.fetcher = fetcher
    copies = DiscussionCopies(in: fetcher.keepsCopies ? fetcher.cache : nil)
    self.onAnswer = onAnswer
  }

  /// Fetches the comments of a place from an address that the gate has let through; returns the copy that exists, or
  /// the reason why nothing is fetched.
  package func fetch(_ token: Int, _ place: DiscussionPlace, _ target: LinkTarget)
    -> [DiscussionAnswer]
  {
    let wish = Wish(token: token, place: place)
    guard fetches[wish] == nil else { return [] }
    let verdict = FeedAddress.judge(target.text)
    guard let address = verdict.address else {
      return [failure("Only addresses of the web can be asked for \(place.things).")]
    }
    let copy = copies.discussion(of: place, at: address)
    let shown = copy.map { [DiscussionAnswer.copy($0.discussion, of: $0.time)] } ?? []
    fetches[wish] = Fetch(trusted: verdict.confirmed, isUnchanged: copy != nil)
    guard let refusal = ask(address, for: wish) else { return shown }
    fetches[wish] = nil
    return shown + [failure(refusal)]
  }

  /// The copies that earlier visits have kept, of the places that have one; a long one waits for the key that asks, which
  /// shows it, since reading it takes a while.
  package func recall(_ places: [DiscussionPlace]) -> [(DiscussionPlace, DiscussionAnswer)] {
    places.compactMap { place in
      guard let address = FeedAddress.judge(place.request).address,
        let file = copies.file(of: address)?.read(), file.byteCount <= Self.mostRecalled,
        let copy = copies.discussion(of: place, at: address)
      else { return nil }
      return (place, .copy(copy.discussion, of: copy.time))
    }
  }

  /// The bytes of a copy that are read in some 20 ms.
  private static let mostRecalled = 1 << 20

  package func stop(_ token: Int) {
    for wish in fetches.keys where wish.token == token {
      fetches.removeValue(forKey: wish)?.run?.cancel()
    }
  }

  package func cancel() {
    for fetch in fetches.values { fetch.run?.cancel() }
    fetches = [:]
  }

  // MARK: Requests

  /// Begins a request; the reason why it cannot be made, or nil.
  private func ask(_ address: FeedAddress, for wish: Wish) -> String? {
    fetches[wish]?.asked.insert(address)
    let retrieval = Retrieval(
      address,
      for: .discussion(wish.place),
      copy: copies.file(of: address)?.read()?.copy,
      trusting: fetches[wish]?.trusted
    )
    return transfer([retrieval], for: wish) { [weak self] _, end, body in
      self?.take(end, body, from: address, for: wish) ?? []
    } onOver: { [weak self] in
      self?.goOn(with: wish) ?? []
    }
  }

  /// Begins transfers; the reason why they cannot be made, or nil.
  private func transfer(
    _ ways: [Retrieval],
    for wish: Wish,
    owner: @escaping TransferRun.Owner,
    onOver: @escaping () -> [LoopEvent]
  ) -> String? {
    do throws(StateRefusal) {
      let run = try fetcher.begin(ways, owner: owner, onOver: onOver)
      fetches[wish]?.run = run
      return nil
    } catch {
      return error.text
    }
  }

  private func take(
    _ end: RetrievalEnd,
    _ body: String,
    from address: FeedAddress,
    for wish: Wish
  ) -> [LoopEvent] {
    guard var fetch = fetches[wish] else { return [] }
    let read: Result<Discussion, StateRefusal>
    var stated: String?
    switch end.content {
    case .document:
      read = copies.read(body, from: wish.place, sender: end.address.host)
      stated = copies.rest(of: body, from: end.address, in: wish.place)
      if case .success = read { copies.file(of: address)?.keep(body, end, at: now) }
      fetch.isUnchanged = false
    case .unchanged:
      let copy = copies.file(of: address)
      copy?.confirm(end, at: now)
      let found = copy?.read()
      read =
        found.map { copies.read($0.path, from: wish.place, sender: end.address.host) }
        ?? .failure(StateRefusal(end.outcome.sentence))
      stated = found.flatMap { copies.rest(of: $0.path, from: end.address, in: wish.place) }
    case .offers, .part, .nothing: read = .failure(StateRefusal(end.outcome.sentence))
    }
    switch read {
    case .failure(let refusal):
      guard let replies = replies(to: wish.place, on: address), !fetch.asked.contains(replies),
        fetch.pageCount == 0
      else { return finish(wish, fetch, refusal.text) }
      fetches[wish]?.next = replies
      fetches[wish]?.hasRepliesOnly = true
      return []
    case .success(let page):
      fetch.pageCount += 1
      fetch.discussion =
        fetch.pageCount == 1 ? page : DiscussionReader.joined(fetch.discussion, page)
      let next = DiscussionReader.next(
        after: page,
        of: fetch.discussion,
        number: fetch.pageCount,
        from: wish.place,
        stated: stated
      )
      // The next page of an answer is on the host that sent it.
      fetch.next = next.flatMap { address.follow($0) }.flatMap {
        address.isServer(of: $0) && !fetch.asked.contains($0) ? $0 : nil
      }
      if next == nil, stated != nil { fetch.discussion = fetch.discussion.cut(at: wish.place.page) }
      fetches[wish] = fetch
      let isOver = fetch.next == nil && fetch.discussion.named.isEmpty
      return isOver ? finish(wish, fetch, nil) : []
    }
  }

  /// The collection of the replies, where its server is the one that was asked for the conversation.
  private func replies(to place: DiscussionPlace, on address: FeedAddress) -> FeedAddress? {
    place.part?.replies.flatMap { address.follow($0) }.flatMap {
      address.isServer(of: $0) ? $0 : nil
    }
  }

  /// Asks for the next page, or for the replies that the pages only name, now that the run is over.
  private func goOn(with wish: Wish) -> [LoopEvent] {
    guard let fetch = fetches[wish] else { return [] }
    fetches[wish]?.next = nil
    let refusal = fetch.next.map { ask($0, for: wish) } ?? askForNamed(for: wish)
    return refusal.map { finish(wish, fetch, $0) } ?? []
  }

  // MARK: Replies that are only named

  /// Begins the requests for the first of the replies that the pages only name; the reason why they cannot be made, or nil.
  private func askForNamed(for wish: Wish) -> String? {
    guard let fetch = fetches[wish] else { return nil }
    let wanted = fetch.discussion.named.lazy.compactMap { name in
      NamedPost.address(name, trusting: fetch.trusted).map { (name: name, address: $0) }
    }
    .prefix(NamedPost.most)
    let asked = Array(wanted)
    let known = asked.map { copies.reply(at: $0.address) }
    for (reply, copy) in zip(asked, known) {
      fetches[wish]?.named[reply.name] = copy.map {
        DiscussionReader.entries(of: $0.post, named: reply.name, in: wish.place)
      }
    }
    let ways = zip(asked, known).map { reply, copy in
      Retrieval(post: reply.address, trusting: fetch.trusted).with(copy?.found.copy)
    }
    return transfer(ways, for: wish) { [weak self] number, end, body in
      self?.take(end, body, from: asked[number].address, named: asked[number].name, for: wish)
      return []
    } onOver: { [weak self] in
      guard let self, let fetch = fetches[wish] else { return [] }
      return finish(wish, fetch, nil)
    }
  }

  /// Takes in a reply; where its server sends none, its address stays in its place.
  private func take(
    _ end: RetrievalEnd,
    _ body: String,
    from address: FeedAddress,
    named name: String,
    for wish: Wish
  ) {
    switch end.content {
    case .document:
      guard let post = NamedPost.read(body, from: end.address) else { return }
      copies.file(of: address)?.keep(body, end, at: now)
      let entries = DiscussionReader.entries(of: post, named: name, in: wish.place)
      fetches[wish]?.named[name] = entries
      fetches[wish]?.isUnchanged = false
    case .unchanged: copies.file(of: address)?.confirm(end, at: now)
    case .offers, .part, .nothing: break
    }
  }

  /// Ends a fetch, with the reason why pages are missing; nil if none is.
  private func finish(_ wish: Wish, _ fetch: Fetch, _ reason: String?) -> [LoopEvent] {
    fetches[wish] = nil
    let filled = fetch.discussion.filled(with: fetch.named)
    let discussion = fetch.hasRepliesOnly ? filled : filled.below(wish.place)
    guard let reason else {
      let end = fetch.isUnchanged ? DiscussionAnswer.unchanged : .discussion(discussion)
      return onAnswer(wish.token, wish.place, end)
    }
    let part = fetch.pageCount == 0 ? [] : [DiscussionAnswer.copy(discussion, of: now)]
    return (part + [failure(reason)]).flatMap { onAnswer(wish.token, wish.place, $0) }
  }

  // MARK: Answers

  private func failure(_ reason: String) -> DiscussionAnswer {
    .failure(SafeText(sanitizing: reason))
  }

  private var now: Timestamp { fetcher.now }
}
