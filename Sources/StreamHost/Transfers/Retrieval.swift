import Addresses
package import StreamModel

/// The way to a document on the web: its redirects, for an account the answer of WebFinger, the actor
/// and the outbox, and for a public stream the requests of its ``PublicStream``.
///
/// A value: ``request`` says what to ask for, ``take(exit:reason:heads:body:)`` receives the answer. Each
/// hop of a redirect is a request of its own, so that each address is judged before it is asked.
package struct Retrieval: Equatable, Sendable {
  package struct Request: Equatable, Sendable {
    package let address: FeedAddress
    package let accept: CurlRequest.Accept
    /// The validators of the copy that exists; none unless it came from this address.
    package let validators: Validators
  }

  /// The part of a body that tells where it leads.
  package struct Body: Equatable, Sendable {
    /// The first bytes, unwrapped, in UTF-8.
    package let start: [UInt8]
    package let isPage: Bool
  }

  /// The most bytes of a body that are looked at.
  package static let reach = 1 << 20

  /// The meaning of the answer that is waited for.
  private enum Leg: Equatable {
    case document
    case webFinger(AccountName)
    case actor
    case outbox
    /// A page of posts: the first one that the way leads to, or one that was asked for.
    case postPage
    case post
    case stream(PublicStream.Way)
  }

  package private(set) var request: Request

  let purpose: Purpose
  /// The ``FeedAddress/server`` that the user has named, which may be in the user's own network; nil if there is none.
  private let trusted: String?
  private var copy: Copy?
  private var leg: Leg
  private var start: FeedAddress
  private var heads: [HTTPHead] = []
  /// curl's exit code for the last request.
  private var exit = 0
  private var hops = 0
  private var offers: [FeedLink] = []
  /// The account whose posts the way leads to, as its actor states it.
  private var author: Account?
  /// The account that was asked for, as its server or its page names it; nil once its posts were asked for as data.
  private var person: PublicStream?
  /// The reason that is told if the rest of the way leads nowhere.
  private var refusal: CurlOutcome?

  package struct Copy: Equatable, Sendable {
    package let address: FeedAddress
    package let validators: Validators
  }

  /// Begins at a web address.
  ///
  /// - Parameter trusted: the server that the user has named; that of the address if the user named that.
  package init(
    _ address: FeedAddress,
    for purpose: Purpose = .feed,
    copy: Copy? = nil,
    trusting trusted: String? = nil
  ) {
    let accept: CurlRequest.Accept =
      switch purpose {
      case .discussion(let place): place.site == .activityStreams ? .activity : .comments
      case .picture: .picture
      case _ where Self.isPostOfFediverse(address): .post
      case .article: .page
      case .feed, .older, .reply: .feed
      case .account: .data
      }
    self.init(address, .document, accept, for: purpose, copy: copy, trusting: trusted)
    guard isForPosts, let stream = PublicStream(of: address) else { return }
    if !stream.comesBeforeItsPage {
      person = stream
    } else if copy?.address != address {
      // A page that was a document the last time is asked for that.
      _ = go(on: stream.way)
    }
  }

  /// Begins at a further page of an outbox, whose posts are by `author`.
  package init(
    page address: FeedAddress,
    by author: Account?,
    for purpose: Purpose = .feed,
    trusting trusted: String?
  ) {
    self.init(address, .postPage, .activity, for: purpose, trusting: trusted)
    self.author = author
  }

  package init(post address: FeedAddress, trusting trusted: String?) {
    self.init(address, .post, .activity, for: .reply, trusting: trusted)
  }

  private init(
    _ address: FeedAddress,
    _ leg: Leg,
    _ accept: CurlRequest.Accept,
    for purpose: Purpose,
    copy: Copy? = nil,
    trusting trusted: String?
  ) {
    self.purpose = purpose
    self.trusted = trusted
    self.copy = copy
    self.leg = leg
    start = address
    request = Self.request(address, accept, copy)
  }

  /// Begins at an account; returns nil if its server has no address to ask.
  package init?(_ account: AccountName, copy: Copy? = nil) {
    guard let address = account.webFinger else { return nil }
    let leg = Leg.webFinger(account)
    self.init(address, leg, .webFinger, for: .feed, copy: copy, trusting: address.server)
    person = PublicStream(account, at: address)
  }

  /// Returns the same way for one who has a copy of the document, before its first request.
  package func with(_ copy: Copy?) -> Retrieval {
    var way = self
    way.copy = copy
    way.request = Self.request(request.address, request.accept, copy)
    return way
  }

  /// Whether a page is no document, but may lead to one.
  private var isForPosts: Bool { purpose == .feed || purpose == .older }

  /// Whether a body that begins to arrive with these heads is the document, as far as they tell.
  func isDocument(_ heads: [HTTPHead]) -> Bool {
    switch leg {
    case .document: break
    case .stream(let way) where way.endsHere: break
    default: return false
    }
    guard let head = heads.last, (200...299).contains(head.status) else { return false }
    return purpose == .article || head.contentType?.isPage != true
  }

  /// Takes in the answer to ``request``.
  ///
  /// - Parameters:
  ///   - exit: curl's exit code.
  ///   - reason: curl's words for it.
  ///   - peer: the numeric address of the machine that answered; nil where it is not known, or is a proxy's.
  ///   - heads: the heads of this answer; interim ones may come before the last.
  ///   - body: reads the start of the body, at most ``reach`` bytes.
  /// - Returns: the end of the way; nil if ``request`` is another one now.
  package mutating func take(
    exit: Int,
    reason: String = "",
    peer: String? = nil,
    heads: [HTTPHead],
    body: () -> Body
  ) -> RetrievalEnd? {
    // A hop counts as one head, so that interim answers are no hops.
    if let last = heads.last { self.heads.append(last) }
    self.exit = exit
    // A public name may lead into the user's own network; what answers there is not looked at.
    if let peer, request.address.server != trusted, PrivateHost.isPeer(peer) {
      let host = request.address.host
      let place = host == peer || host == "[\(peer)]" ? "" : " (\(peer))"
      return failed(
        "\(host) is a machine in your own network\(place), which is asked only if you name it yourself."
      )
    }
    guard exit == 0, let head = heads.last else { return fail(reason) }
    if head.isRedirect {
      guard hops < CurlRequest.redirectLimit else {
        self.exit = Self.tooManyRedirects
        return fail()
      }
      guard let next = request.address.follow(head.location ?? "") else {
        return failed(
          "\(request.address.host) redirects (\(head.status)) to an address that is not followed: http and https only, never from https to http, never into your own network. Check it."
        )
      }
      hops += 1
      request = Self.request(next, request.accept, copy)
      return nil
    }
    let outcome = result.outcome(for: purpose)
    guard outcome.course == .done else {
      if case .webFinger(let account) = leg, [400, 404, 410].contains(head.status) {
        let sentence = "\(account.host) knows no account \(account.user). Check the name."
        return failed(CurlOutcome(outcome.course, sentence))
      }
      // Servers that show posts to other servers alone, and others that know no such kind, may have the page.
      if request.accept == .post, (400...499).contains(head.status), head.status != 429 {
        self.heads = []
        request = Self.request(request.address, purpose == .article ? .page : .feed, copy)
        return nil
      }
      guard outcome.course == .unchanged else {
        return Self.refuses(head.status) ? leave(outcome, head.status) : fail()
      }
      guard request.validators != .none else {
        return failed(StatusOutcome.baseless(head.status, host: request.address.host))
      }
      return end(.unchanged)
    }
    switch leg {
    case .document where purpose == .picture: return end(.document)
    case .document: return takeDocument(body())
    case .webFinger(let account):
      let answer = WebFingerAnswer(body().start, from: request.address)
      guard let actor = answer?.actor else {
        if let feeds = answer?.feeds, !feeds.isEmpty { return end(.offers(feeds)) }
        let sentence = "\(request.address.host) names no posts for \(account.text). Check the name."
        return leave(CurlOutcome(.user, sentence))
      }
      person = PublicStream(account, at: actor)
      return go(to: actor, .actor)
    case .actor, .outbox:
      guard let links = ActivityLinks(body().start, from: request.address) else {
        return leave(unreadable)
      }
      let isActor = leg == .actor
      if isActor { author = links.account }
      // A post has an address of the same kind, and small collections hold their posts: they are the document.
      guard let next = isActor ? links.outbox : links.first else { return end(.document) }
      return go(to: next, isActor ? .outbox : .postPage)
    case .postPage:
      if person != nil, body().isPage { return leave(isPage("posts")) }
      return end(.document, next: ActivityLinks(body().start, from: request.address)?.next)
    case .post:
      guard !body().isPage else {
        return failed("\(request.address.host) shows this post to browsers only.")
      }
      return end(.document)
    case .stream(let way):
      let body = body()
      guard !body.isPage else { return leave(isPage("posts")) }
      guard !way.endsHere else { return end(.document) }
      guard let next = way.after(body.start, from: request.address), go(on: next) else {
        return leave(unreadable)
      }
      author = PublicStream.account(in: body.start) ?? author
      return nil
    }
  }

  /// The exit code of curl for too many redirects.
  private static let tooManyRedirects = 47

  private mutating func takeDocument(_ body: Body) -> RetrievalEnd? {
    if case .discussion = purpose {
      guard body.isPage else { return end(.document) }
      return failed(isPage("comments"))
    }
    guard isForPosts, body.isPage else {
      guard let first = Self.firstPage(in: body, from: request.address) else {
        return end(.document)
      }
      return go(to: first, .postPage)
    }
    let links = FeedLink.read(body.start, at: request.address, fields: heads.last?.links ?? [])
    let feeds = links.filter { $0.kind != .activity }
    if let actor = links.first(where: { $0.kind == .activity }),
      feeds.isEmpty || Self.isProfile(request.address)
    {
      offers = feeds
      return go(to: actor.address, .actor)
    }
    // A page that is not the reader's destination sends browsers on.
    if feeds.isEmpty, hops < CurlRequest.redirectLimit,
      let next = FeedLink.refresh(of: body.start).flatMap({ request.address.follow($0) }),
      next != request.address
    {
      hops += 1
      request = Self.request(next, request.accept, copy)
      return nil
    }
    // The page of a stream that members alone see shows nothing without scripts.
    if feeds.isEmpty, let refusal { return failed(refusal) }
    return end(feeds.isEmpty ? .document : .offers(feeds))
  }

  /// The largest collection in bytes that may hold nothing but links to its pages.
  private static let stubSize = 16 << 10

  /// The first page of a collection that holds no posts itself, as an outbox is; nil for other documents.
  private static func firstPage(in body: Body, from address: FeedAddress) -> FeedAddress? {
    guard body.start.count <= stubSize, body.start.first(where: { $0 > 0x20 }) == 0x7B,
      let links = ActivityLinks(body.start, from: address), !links.holdsPosts
    else { return nil }
    return links.first
  }

  /// Whether the path is one of those that servers of the fediverse use for profiles.
  private static func isProfile(_ address: FeedAddress) -> Bool {
    let path = address.text.prefix { $0 != "?" }.split(separator: "/").dropFirst(2)
    guard let last = path.last else { return false }
    return last.hasPrefix("@") || path.dropLast().last == "users"
  }

  /// Whether the path is one of those that servers of the fediverse use for posts.
  private static func isPostOfFediverse(_ address: FeedAddress) -> Bool {
    let path = address.text.prefix { $0 != "?" }.split(separator: "/").dropFirst(2).suffix(4)
    let parts = Array(path)
    guard parts.count > 1 else { return false }
    let folder = parts[parts.count - 2]
    return folder.hasPrefix("@")
      || ["statuses", "notes", "objects", "notice", "p"].contains(folder)
      || parts.first == "p" && parts.count == 3
  }

  private mutating func go(
    to address: FeedAddress,
    _ leg: Leg,
    as accept: CurlRequest.Accept = .activity
  ) -> RetrievalEnd? {
    self.leg = leg
    start = address
    heads = []
    hops = 0
    request = Self.request(address, accept, copy)
    return nil
  }

  private mutating func go(on way: PublicStream.Way) -> Bool {
    guard let address = way.request else { return false }
    _ = go(to: address, .stream(way), as: .data)
    return true
  }

  /// Whether a status means that the server does not have or show this, and not that it may do so later.
  private static func refuses(_ status: Int) -> Bool {
    (400...499).contains(status) && ![407, 408, 425, 429].contains(status)
  }

  /// Goes another way, because this one leads to no posts; fails where there is none.
  ///
  /// A stream leads to its page, and the outbox of a person to the posts as data.
  ///
  /// - Parameter status: that of an answer that refuses; 0 for another reason.
  private mutating func leave(_ outcome: CurlOutcome, _ status: Int = 0) -> RetrievalEnd? {
    if case .stream(let way) = leg {
      refusal = way.stream.refusal(status, by: request.address.host) ?? refusal
      if way.stream.comesBeforeItsPage, !way.stream.isCertain {
        return go(to: way.stream.page, .document, as: .feed)
      }
    } else if let person {
      self.person = nil
      refusal = outcome
      if go(on: person.way) { return nil }
    }
    return failed(refusal ?? outcome)
  }

  /// Validators mean something to the server that sent them, and to no other.
  private static func request(
    _ address: FeedAddress,
    _ accept: CurlRequest.Accept,
    _ copy: Copy?
  ) -> Request {
    let validators = copy?.address == address ? copy?.validators : nil
    return Request(address: address, accept: accept, validators: validators ?? .none)
  }

  // MARK: Ends

  private var result: TransferResult { TransferResult(address: start, exit: exit, heads: heads) }

  /// The end of a way whose next host has asked for a pause, so that it was not asked.
  func paused(until pause: Timestamp, at now: Timestamp) -> RetrievalEnd {
    RetrievalEnd(
      result: TransferResult(address: start, exit: TransferResult.notAsked, heads: heads),
      content: .nothing,
      address: request.address,
      outcome: .pause(of: request.address.host, until: pause, at: now),
      pause: pause
    )
  }

  /// The end of a way whose host wants fewer requests.
  func refused(by heads: [HTTPHead]) -> RetrievalEnd {
    var way = self
    (way.exit, way.heads) = (0, self.heads + heads.suffix(1))
    return way.failed(way.result.outcome(for: purpose))
  }

  private func outcome(of content: RetrievalEnd.Content) -> CurlOutcome {
    guard case .offers(let feeds) = content else { return result.outcome(for: purpose) }
    let host = request.address.host
    return purpose == .older
      ? isPage("older posts") : CurlOutcome(.user, FeedLink.sentence(for: feeds, of: host))
  }

  /// - Parameter reason: curl's words for its exit code.
  private func fail(_ reason: String = "") -> RetrievalEnd {
    // The last head may be that of the server before, if the one that was asked now has sent none.
    let outcome =
      exit == 0
      ? result.outcome(for: purpose)
      : CurlOutcome(
        exit: exit,
        host: request.address.host,
        reason: reason,
        profileWithoutTLS: profileWithoutTLS
      )
    return failed(outcome, exit != 0 && isDocument(heads) ? .part : .nothing)
  }

  /// The address of a profile on a host without TLS, where the account is looked up; nil elsewhere.
  private var profileWithoutTLS: String? {
    guard case .webFinger(let account) = leg else { return nil }
    return "http://\(account.host)/@\(account.user)"
  }

  private var unreadable: CurlOutcome {
    CurlOutcome(.user, "\(request.address.host) answered with something that is no account.")
  }

  private func isPage(_ wanted: String) -> CurlOutcome {
    CurlOutcome(.user, "\(request.address.host) sent a web page in place of \(wanted).")
  }

  private func failed(_ sentence: String) -> RetrievalEnd { failed(CurlOutcome(.user, sentence)) }

  private func failed(
    _ outcome: CurlOutcome,
    _ content: RetrievalEnd.Content = .nothing
  ) -> RetrievalEnd {
    // A server may hide its accounts from strangers, and offer a feed of each all the same.
    guard offers.isEmpty else { return end(.offers(offers)) }
    return RetrievalEnd(
      result: result,
      content: content,
      address: request.address,
      outcome: outcome
    )
  }

  private func end(_ content: RetrievalEnd.Content, next: FeedAddress? = nil) -> RetrievalEnd {
    RetrievalEnd(
      result: result,
      content: content,
      address: request.address,
      moved: leg == .document ? result.movedAddress : nil,
      outcome: outcome(of: content),
      author: author,
      next: next.flatMap { request.address.isServer(of: $0) ? $0 : nil },
      isActivity: request.accept == .activity
    )
  }
}

package struct RetrievalEnd: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    case document
    case unchanged
    /// The last body is a page, or a server's answer, that offers these feeds.
    case offers([FeedLink])
    /// The last body is the document as far as it came.
    case part
    case nothing
  }

  package let result: TransferResult
  package let content: Content
  package let address: FeedAddress
  /// The address that replaces the one asked for from now on; nil for none.
  package private(set) var moved: FeedAddress?
  /// The consequence, and the sentence that tells the reader.
  package let outcome: CurlOutcome
  /// The account whose posts these are, if the way led past its actor.
  package private(set) var author: Account?
  /// The page with older posts, on the same host, if this is a page of an outbox.
  package private(set) var next: FeedAddress?
  /// Whether ActivityStreams was asked for, and nothing else.
  package private(set) var isActivity = false
  /// The end of the pause for which the host has asked, now or before; nil for none.
  package private(set) var pause: Timestamp?

  /// Whether the host was asked: one that has asked for a pause is not.
  package var wasAsked: Bool { result.exit != TransferResult.notAsked }

  /// The reason why there is no document, in a sentence; nil if there is one, or the copy is still good.
  package var failure: String? {
    content == .document || content == .unchanged ? nil : outcome.sentence
  }

  /// The same end of a request whose answer asks for a pause.
  func asking(for pause: Timestamp, _ outcome: CurlOutcome) -> RetrievalEnd {
    RetrievalEnd(
      result: result,
      content: content,
      address: address,
      moved: moved,
      outcome: outcome,
      pause: pause
    )
  }

  /// The copy that the document becomes, for the next request; nil without a document.
  package var copy: Retrieval.Copy? {
    guard content == .document, let head = result.head else { return nil }
    return Retrieval.Copy(address: address, validators: head.validators)
  }
}
