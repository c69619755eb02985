import StreamModel

/// The deeds' part of an exchange with a server of the fediverse.
///
/// A deed is a flag of the post in all logs of the account that have it. A second flag says that the server has not confirmed
/// it, so that no other record of waiting deeds could disagree with what is shown.
struct DeedExchange {
  private typealias Copy = AnsweredPosts.Copy

  /// The most attempts at a request whose answer does not come.
  private static let mostTries = 4

  private let server: FediverseServer
  private let store: StateStore
  private var refusals: [String] = []
  /// The deeds for which the server has no call, though it has the post or the author.
  private(set) var lacks: Set<PostDeed> = []
  /// The copies of the answered posts by the server's names; nil until a page is compared with them.
  private var answered: [String: [Copy]]?

  init(on server: FediverseServer, _ store: StateStore) {
    self.server = server
    self.store = store
  }

  // MARK: Sending

  /// Tells the server what it has not confirmed; what it refuses is taken back here.
  ///
  /// - Throws: ``AccountFailure`` if the server cannot be asked now: the rest waits.
  mutating func send() throws(AccountFailure) {
    guard let posts = try AnsweredPosts.waiting(on: server, store) else { return }
    for copy in posts.lost {
      refusals.append("a post is gone that waited for \(server.connection.host)")
      let gone = PostFlags.answers.union(.answers.waiting)
      try store.save([StateChange(source: copy.source, identity: copy.identity, cleared: gone)])
    }
    for deed in PostDeed.allCases {
      for copies in posts.waiting(for: deed.flag, byAuthor: deed.isAboutAuthor) {
        guard let last = last(of: copies, to: deed.flag), let id = last.status else { continue }
        let isDone = last.flags.contains(deed.flag)
        let refusal = try send(deed, isDone, of: id)
        if let refusal { refusals.append("\(deed.word(isDone)): \(refusal)") }
        let isSet = isDone != (refusal != nil)
        try settle(copies, isSet ? deed.flag : [], of: deed.flag)
      }
    }
    for copies in posts.waiting(for: .votes, byAuthor: false) {
      guard let last = last(of: copies, to: .votes), let id = last.status else { continue }
      try settle(copies, try send(last.flags.intersection(.votes), of: id), of: .votes)
    }
  }

  /// The copy that a key has changed last, of those that wait.
  private func last(of copies: [Copy], to flag: PostFlags) -> Copy? {
    let waiting = copies.filter { $0.flags.contains(flag.waiting) }
    guard Set(waiting.map { $0.flags.intersection(flag) }).count > 1 else { return waiting.first }
    return waiting.max { one, other in
      (store.lastChange(of: flag, one.source, one.identity) ?? 0)
        < (store.lastChange(of: flag, other.source, other.identity) ?? 0)
    }
  }

  /// The refusals and the number of answers that wait, in words; nil if there is neither.
  var report: String? {
    let posts = (try? AnsweredPosts.waiting(on: server, store)) ?? nil
    let count = posts?.waitingCount ?? 0
    let host = server.connection.host
    var parts = refusals.prefix(3).map { $0 }
    if refusals.count > 3 { parts.append("\(refusals.count - 3) more were refused") }
    if count > 0 {
      parts.append("\(count) \(count == 1 ? "answer waits" : "answers wait") for \(host)")
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// - Returns: why the server does not do it; nil if it is done.
  private mutating func send(
    _ deed: PostDeed,
    _ isDone: Bool,
    of status: String
  ) throws(AccountFailure) -> String? {
    let place = "/api/v1/statuses/\(FormText.encoded(status))"
    var path = "\(place)/\(deed.call(isDone))"
    if deed.isAboutAuthor {
      let post = try asked { () throws(AccountFailure) in try server.look(at: place) }
      if let refusal = try refusal(post) { return refusal }
      guard let author = StatusFacts.values(post.body)["account.id"] else { return ineffective }
      path = "/api/v1/accounts/\(FormText.encoded(author))/\(deed.call(isDone))"
    }
    let answer = try asked { () throws(AccountFailure) in try server.post(path) }
    let reason = try refusal(answer)
    // The answer about an author may leave the deed out, and there is no other answer to ask for.
    let isSo = StatusFacts.has(deed, in: answer.body).map { $0 == isDone } ?? deed.isAboutAuthor
    if reason == nil, isSo { return nil }
    let isUnknown = isDone && [404, 405].contains(answer.head.status)
    if isUnknown, deed.isAboutAuthor { lacks.insert(deed) }
    if deed.isAboutAuthor || answer.head.status == 403 { return reason ?? ineffective }
    // Some servers refuse a deed that is done already.
    let post = try asked { () throws(AccountFailure) in try server.look(at: place) }
    if let refusal = try refusal(post) { return refusal }
    let isDoneThere = StatusFacts.has(deed, in: post.body).map { $0 == isDone } ?? (reason == nil)
    if isUnknown, !isDoneThere { lacks.insert(deed) }
    return isDoneThere ? nil : reason ?? ineffective
  }

  /// Sends a vote.
  ///
  /// - Returns: the one that the server then has: it may have had one, or the answer was lost.
  private mutating func send(
    _ wanted: PostFlags,
    of status: String
  ) throws(AccountFailure) -> PostFlags {
    let place = "/api/v1/statuses/\(FormText.encoded(status))"
    var post = try asked { () throws(AccountFailure) in try server.look(at: place) }
    var reason = try refusal(post)
    let values = StatusFacts.values(post.body)
    if reason == nil, values["poll.voted"] != "true", let option = wanted.vote {
      let poll = FormText.encoded(values["poll.id"] ?? "")
      let answer = try asked { () throws(AccountFailure) in
        try server.post("/api/v1/polls/\(poll)/votes", [("choices[]", "\(option)")])
      }
      reason = try refusal(answer)
      post = try asked { () throws(AccountFailure) in try server.look(at: place) }
    }
    let facts = StatusFacts.read([0x5B] + post.body + [0x5D], start: "").first
    let voted = facts?.deeds.intersection(.votes) ?? []
    if voted != wanted {
      refusals.append("Taken back, the vote: \(reason ?? "it cannot be changed")")
    }
    return voted
  }

  private var ineffective: String { "\(server.connection.host) says yes, and does not do it" }

  /// Makes a request again if its answer was lost: all of them may be made twice.
  private func asked(
    _ request: () throws(AccountFailure) -> AccountConnection.Answer
  ) throws(AccountFailure) -> AccountConnection.Answer {
    for _ in 1..<Self.mostTries {
      do throws(AccountFailure) {
        return try request()
      } catch {
        guard error.kind == .later else { throw error }
      }
    }
    return try request()
  }

  /// Why the server refuses; nil for an answer that does not.
  ///
  /// - Throws: ``AccountFailure`` if it may be done later, or the login has ended.
  private func refusal(_ answer: AccountConnection.Answer) throws(AccountFailure) -> String? {
    do throws(AccountFailure) {
      let body = try answer.checked(for: server.connection.host).body
      guard body.first(where: { $0 > 0x20 }) != UInt8(ascii: "<") else { throw server.noAnswer }
      return nil
    } catch {
      guard error.kind == .answer || error.kind == .refused else { throw error }
      let reason = StatusFacts.values(answer.body)["error"].map { " \"\($0.prefix(100))\"" } ?? ""
      return error.text + reason
    }
  }

  /// Notes what the server has, in all copies of a post but those that a key has changed meanwhile.
  private func settle(
    _ copies: [Copy],
    _ there: PostFlags,
    of flag: PostFlags
  ) throws(AccountFailure) {
    let all = flag.union(flag.waiting)
    var changes: [StateChange] = []
    for copy in copies {
      guard let now = store.flags(of: copy.source, for: [copy.identity])?.first,
        now.intersection(all) == copy.flags.intersection(all), now.intersection(all) != there
      else { continue }
      changes.append(
        StateChange(
          source: copy.source,
          identity: copy.identity,
          set: there,
          cleared: all.subtracting(there)
        )
      )
    }
    try store.save(changes)
  }

  // MARK: Taking over

  /// Takes over the reader's deeds of other programs to the posts of a page, which is in the log.
  ///
  /// - Parameter isAlone: whether copies of the posts in other logs are left as they are.
  mutating func take(
    _ page: [StatusFacts],
    of stream: String,
    isAlone: Bool = false
  ) throws(AccountFailure) {
    var changes: [StateChange] = []
    let copies = try isAlone ? [:] : answeredCopies()
    for status in page {
      for copy in copies[status.name] ?? [] {
        try change(copy.source, copy.identity, as: status).map { changes.append($0) }
      }
    }
    let name = SourceName(of: server.source(of: stream), title: nil)
    let new = page.filter { !$0.deeds.isEmpty }
    if !new.isEmpty, let bytes = try? server.log(of: stream).bytes(),
      let number =
        store.knownSource(key: name.key) ?? store.source(key: name.key, name: name.title)
    {
      let index = PostLogIndex(bytes)
      for status in new {
        guard let entry = index.identities.number(ofID: status.identity) else { continue }
        try change(number, index.entries[entry].identity, as: status).map { changes.append($0) }
      }
    }
    try store.save(changes)
  }

  private mutating func answeredCopies() throws(AccountFailure) -> [String: [Copy]] {
    if let answered { return answered }
    let named = try AnsweredPosts(on: server, store).copies.filter { $0.status != nil }
    let copies = Dictionary(grouping: named) { $0.status ?? "" }
    answered = copies
    return copies
  }

  /// The change of a post to what the server says, besides what waits for the server; nil if it is so.
  private func change(
    _ source: SourceID,
    _ identity: PostIdentity,
    as status: StatusFacts
  ) throws(AccountFailure) -> StateChange? {
    guard let here = store.flags(of: source, for: [identity])?.first else {
      throw AnsweredPosts.unread
    }
    let waiting = PostDeed.allCases.map(\.flag).filter { here.contains($0.waiting) }
    let votes: PostFlags = here.contains(PostFlags.votes.waiting) ? .votes : []
    let open = status.stated.subtracting(PostFlags(waiting)).subtracting(votes)
    let (set, cleared) = (open.intersection(status.deeds), open.subtracting(status.deeds))
    guard !here.isSuperset(of: set) || !here.isDisjoint(with: cleared) else { return nil }
    return StateChange(source: source, identity: identity, set: set, cleared: cleared)
  }
}

/// The reader's deeds to one post of a list, as its server states them.
struct StatusFacts {
  /// The server's name of the post, inside a boost or a notification that of the one that it is about.
  fileprivate let name: String
  /// The name of the post in the log.
  fileprivate let identity: UInt64
  /// The flags of which the server says whether they are set, and those that are.
  fileprivate let stated: PostFlags
  fileprivate let deeds: PostFlags

  /// Reads the statuses of a list, or those in its notifications.
  static func read(_ document: [UInt8], start: String) -> [StatusFacts] {
    var facts: [StatusFacts] = []
    for values in NotificationPosts.values(of: document) {
      guard let id = values["id"] else { continue }
      var (stated, deeds) = (PostFlags(), PostFlags())
      for deed in PostDeed.allCases where !deed.isAboutAuthor {
        let paths = ["reblog.", "status.", ""].map { $0 + deed.terms.key }
        guard let value = paths.lazy.compactMap({ values[$0] }).first else { continue }
        stated.formUnion(deed.flag)
        if value == "true" { deeds.formUnion(deed.flag) }
      }
      if values["poll.voted"] == "true" {
        stated.formUnion(.votes)
        for (key, value) in values where key.hasPrefix("poll.own_votes") {
          guard let option = Int(value), (0..<PostFlags.mostOptions).contains(option) else {
            continue
          }
          deeds.formUnion(.vote(option))
        }
      }
      let identity = PostIdentity.id(stated: start + id)
      let name = values["reblog.id"] ?? values["status.reblog.id"] ?? values["status.id"] ?? id
      facts.append(StatusFacts(name: name, identity: identity, stated: stated, deeds: deeds))
    }
    return facts
  }

  /// Whether an answer says that a deed is done; nil where it says nothing.
  fileprivate static func has(_ deed: PostDeed, in document: [UInt8]) -> Bool? {
    let values = values(document)
    let keys =
      deed == .follow ? ["following", "requested"] : [deed.terms.key, "reblog." + deed.terms.key]
    let known = keys.compactMap { values[$0] }
    return known.isEmpty ? nil : known.contains("true")
  }

  fileprivate static func values(_ document: [UInt8]) -> [String: String] {
    JSONStrings.values(of: document, depth: 2, textLimit: 1_000)
  }
}

extension PostDeed {
  /// The last part of the path that does it, the key by which a status or a relationship says that it is done, and its name.
  fileprivate var terms: (call: String, key: String, name: String) {
    switch self {
    case .favourite: ("favourite", "favourited", "the favourite")
    case .boost: ("reblog", "reblogged", "the boost")
    case .bookmark: ("bookmark", "bookmarked", "the bookmark")
    case .follow: ("follow", "following", "following the author")
    case .mute: ("mute", "muting", "muting the author")
    }
  }

  fileprivate func call(_ isDone: Bool) -> String { isDone ? terms.call : "un" + terms.call }

  fileprivate func word(_ isDone: Bool) -> String {
    (isDone ? "Taken back, " : "Kept, ") + terms.name
  }
}
