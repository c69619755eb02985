import StreamModel

/// The deeds' part of an exchange with a server of the fediverse.
///
/// A deed is a flag of the post in all logs of the account that have it. A second flag says that the server has not confirmed
/// it, so that no other record of waiting deeds could disagree with what is shown.
struct DeedExchange {
  /// A post with deeds that wait.
  private struct Target {
    /// The server's name of the post; nil where the log does not have the post any more.
    let id: String?
    let flags: PostFlags
    var copies: [(source: SourceID, identity: PostIdentity)]
  }

  /// The most attempts at a request whose answer does not come.
  private static let mostTries = 4

  private let server: FediverseServer
  private let store: StateStore
  private var refusals: [String] = []

  init(on server: FediverseServer, _ store: StateStore) {
    self.server = server
    self.store = store
  }

  // MARK: Sending

  /// Tells the server what it has not confirmed; what it refuses is taken back here.
  ///
  /// - Throws: ``AccountFailure`` if the server cannot be asked now: the rest waits.
  mutating func send() throws(AccountFailure) {
    for target in try waiting() {
      for deed in PostDeed.allCases where target.flags.contains(deed.flag.waiting) {
        let isDone = target.flags.contains(deed.flag)
        guard let id = target.id else {
          refusals.append("a post is gone that waited for \(server.connection.host)")
          try settle(deed, isDone, of: target, isRefused: true)
          continue
        }
        let refusal = try send(deed, isDone, of: id)
        if let refusal { refusals.append("\(deed.word(isDone)): \(refusal)") }
        try settle(deed, isDone, of: target, isRefused: refusal != nil)
      }
      if target.flags.contains(PostFlags.votes.waiting) { try sendVote(of: target) }
    }
  }

  /// What was refused and what waits still, in words; nil if there is neither.
  var report: String? {
    let count = ((try? waiting()) ?? []).reduce(0) { sum, target in
      sum + PostDeed.allCases.count { target.flags.contains($0.flag.waiting) }
        + (target.flags.contains(PostFlags.votes.waiting) ? 1 : 0)
    }
    let host = server.connection.host
    var parts = refusals.prefix(3).map { $0 }
    if refusals.count > 3 { parts.append("\(refusals.count - 3) more were refused") }
    if count > 0 {
      parts.append("\(count) \(count == 1 ? "answer waits" : "answers wait") for \(host)")
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// The posts with deeds that wait, each once: several logs may have it.
  private func waiting() throws(AccountFailure) -> [Target] {
    var targets: [Target] = []
    var known: [String: Int] = [:]
    let mask = PostFlags.answers.waiting
    for stream in try server.streams() {
      let source = server.source(of: stream)
      guard let number = store.knownSource(key: SourceName(of: source, title: nil).key) else {
        continue
      }
      guard let ids = store.ids(with: mask, in: SourceFamily(of: source)) else { throw Self.unread }
      guard !ids.isEmpty else { continue }
      let bytes = (try? server.log(of: stream).bytes()) ?? []
      let index = PostLogIndex(bytes)
      for id in ids.sorted() {
        let entry = index.identities.number(ofID: id).map { index.entries[$0] }
        let identity = entry?.identity ?? PostIdentity(id: id, fallback: id)
        guard let flags = store.flags(of: number, for: [identity])?.first else { throw Self.unread }
        let post = entry.flatMap { PostLogLine.post(in: bytes, at: $0.updates.last ?? $0.line) }
        let name = post.flatMap(\.statusID)
        if let name, let place = known[name], targets[place].flags == flags {
          targets[place].copies.append((number, identity))
          continue
        }
        if let name { known[name] = targets.count }
        targets.append(Target(id: name, flags: flags, copies: [(number, identity)]))
      }
    }
    return targets
  }

  private static var unread: AccountFailure {
    AccountFailure(.later, "Your marks cannot be read now. Try again later.")
  }

  /// - Returns: why the server does not do it; nil if it is done.
  private func send(
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
    if reason == nil, StatusFacts.has(deed, in: answer.body) ?? deed.isAboutAuthor == isDone {
      return nil
    }
    if deed.isAboutAuthor || answer.head.status == 403 { return reason ?? ineffective }
    // Some servers refuse what is done already.
    let post = try asked { () throws(AccountFailure) in try server.look(at: place) }
    if let refusal = try refusal(post) { return refusal }
    return StatusFacts.has(deed, in: post.body) ?? (reason == nil) == isDone
      ? nil : reason ?? ineffective
  }

  /// Sends a vote, and takes over the one that the server then has: it may have had one, or the answer was lost.
  private mutating func sendVote(of target: Target) throws(AccountFailure) {
    let wanted = target.flags.intersection(.votes)
    var flags: PostFlags = []
    var reason: String?
    if let id = target.id {
      let place = "/api/v1/statuses/\(FormText.encoded(id))"
      var post = try asked { () throws(AccountFailure) in try server.look(at: place) }
      reason = try refusal(post)
      let values = StatusFacts.values(post.body)
      if reason == nil, values["poll.voted"] != "true", let option = wanted.vote {
        let poll = FormText.encoded(values["poll.id"] ?? "")
        let answer = try asked { () throws(AccountFailure) in
          try server.post("/api/v1/polls/\(poll)/votes", [("choices[]", "\(option)")])
        }
        reason = try refusal(answer)
        post = try asked { () throws(AccountFailure) in try server.look(at: place) }
      }
      flags = StatusFacts.read([0x5B] + post.body + [0x5D], start: "").first?.deeds ?? []
      flags.formIntersection(.votes)
      if flags == wanted { reason = nil } else { reason = reason ?? "it cannot be changed" }
    }
    if let reason { refusals.append("Taken back, the vote: \(reason)") }
    let changes = target.copies.map { copy in
      StateChange(
        source: copy.source,
        identity: copy.identity,
        set: flags,
        cleared: PostFlags.votes.union(.votes.waiting).subtracting(flags)
      )
    }
    try store.save(changes)
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
      return error.text
    }
  }

  /// Notes that the server has what is shown, or takes back what it refuses, unless a key has changed it meanwhile.
  private func settle(
    _ deed: PostDeed,
    _ isDone: Bool,
    of target: Target,
    isRefused: Bool
  ) throws(AccountFailure) {
    var changes: [StateChange] = []
    for copy in target.copies {
      guard let now = store.flags(of: copy.source, for: [copy.identity])?.first,
        now.contains(deed.flag) == isDone
      else { continue }
      let undone = isRefused ? deed.flag : []
      changes.append(
        StateChange(
          source: copy.source,
          identity: copy.identity,
          set: isDone ? [] : undone,
          cleared: deed.flag.waiting.union(isDone ? undone : [])
        )
      )
    }
    try store.save(changes)
  }

  // MARK: Taking over

  /// Takes over what was done elsewhere to the posts of a page that is in the log.
  func take(_ page: [StatusFacts], of stream: String) throws(AccountFailure) {
    let source = server.source(of: stream)
    let name = SourceName(of: source, title: nil)
    let family = SourceFamily(of: source)
    let all = PostFlags.answers.union(.answers.waiting)
    guard let known = store.ids(with: all, in: family) else { throw Self.unread }
    let concerned = page.filter { !$0.deeds.isEmpty || known.contains($0.identity) }
    guard !concerned.isEmpty, let bytes = try? server.log(of: stream).bytes() else { return }
    let number =
      store.knownSource(key: name.key) ?? store.source(key: name.key, name: name.title)
    guard let number else { return }
    let index = PostLogIndex(bytes)
    var changes: [StateChange] = []
    for status in concerned {
      guard let entry = index.identities.number(ofID: status.identity) else { continue }
      let identity = index.entries[entry].identity
      guard let here = store.flags(of: number, for: [identity])?.first else { throw Self.unread }
      let waiting = PostDeed.allCases.map(\.flag).filter { here.contains($0.waiting) }
      let votes: PostFlags = here.contains(PostFlags.votes.waiting) ? .votes : []
      let open = status.stated.subtracting(PostFlags(waiting)).subtracting(votes)
      let (set, cleared) = (open.intersection(status.deeds), open.subtracting(status.deeds))
      guard !here.isSuperset(of: set) || !here.isDisjoint(with: cleared) else { continue }
      changes.append(
        StateChange(source: number, identity: identity, set: set, cleared: cleared)
      )
    }
    try store.save(changes)
  }
}

/// What a server says of the reader's deeds to a post of a list.
struct StatusFacts {
  /// The name of the post in the log.
  fileprivate let identity: UInt64
  /// The flags of which the server says whether they are set, and those that are.
  fileprivate let stated: PostFlags
  fileprivate let deeds: PostFlags

  /// Reads the statuses of a list, or those in its notifications.
  static func read(_ document: [UInt8], start: String) -> [StatusFacts] {
    var facts: [StatusFacts] = []
    _ = JSONStrings.objects(of: document, in: []) { values in
      guard let id = values["id"] else { return }
      var (stated, deeds) = (PostFlags(), PostFlags())
      for deed in PostDeed.allCases where !deed.isAboutAuthor {
        let paths = ["reblog.", "status.", ""].map { $0 + deed.key }
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
      facts.append(StatusFacts(identity: identity, stated: stated, deeds: deeds))
    }
    return facts
  }

  /// Whether an answer says that a deed is done; nil where it says nothing.
  fileprivate static func has(_ deed: PostDeed, in document: [UInt8]) -> Bool? {
    let values = values(document)
    let keys = deed == .follow ? ["following", "requested"] : [deed.key, "reblog." + deed.key]
    let known = keys.compactMap { values[$0] }
    return known.isEmpty ? nil : known.contains("true")
  }

  fileprivate static func values(_ document: [UInt8]) -> [String: String] {
    var values: [String: String] = [:]
    _ = JSONStrings.walk(document, textLimit: 1_000) { path, text in
      if path.count < 3 { values[path.joined(separator: ".")] = text }
    }
    return values
  }
}

extension PostDeed {
  /// The key by which a status or a relationship says that it is done.
  fileprivate var key: String {
    switch self {
    case .favourite: "favourited"
    case .boost: "reblogged"
    case .bookmark: "bookmarked"
    case .follow: "following"
    case .mute: "muting"
    }
  }

  /// The last part of the path that does or undoes it.
  fileprivate func call(_ isDone: Bool) -> String {
    let call =
      switch self {
      case .favourite: "favourite"
      case .boost: "reblog"
      case .bookmark: "bookmark"
      case .follow: "follow"
      case .mute: "mute"
      }
    return isDone ? call : "un" + call
  }

  fileprivate func word(_ isDone: Bool) -> String {
    let word =
      switch self {
      case .favourite: "the favourite"
      case .boost: "the boost"
      case .bookmark: "the bookmark"
      case .follow: "following the author"
      case .mute: "muting the author"
      }
    return isDone ? "Taken back, \(word)" : "Kept, \(word)"
  }
}
