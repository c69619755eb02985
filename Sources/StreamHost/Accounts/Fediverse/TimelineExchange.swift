import StreamModel

/// One round with a server of the fediverse: the streams of an account are fetched into their logs.
///
/// A stream goes on from the newest post that is here, page by page, so that none is missed. Ids are only compared for
/// equality, and links are followed as they are given: servers differ in both.
struct TimelineExchange {
  /// The pages of a stream that one round fetches.
  private static let mostPages = 50
  /// The pages of one that the server begins with the newest: 10,000 posts.
  private static let mostBelow = 250
  /// The pages of a stream that is new here.
  private static let firstPages = 5

  /// A page of a stream, with the ways to the pages after and before it.
  private struct Page {
    let body: [UInt8]
    let ids: [String]
    let newer: String?
    let older: String?
  }

  private let server: FediverseServer
  private let table: AccountTable
  private let now: Timestamp
  private let store: StateStore
  private var deeds: DeedExchange
  private var places: [String: String] = [:]
  private var report = AccountExchange.Report()

  init(on server: FediverseServer, _ store: StateStore, _ table: AccountTable, at now: Timestamp) {
    self.server = server
    self.table = table
    self.now = now
    self.store = store
    deeds = DeedExchange(on: server, store)
  }

  /// - Parameter fetches: whether posts are fetched after the reader's deeds are sent.
  mutating func run(fetches: Bool) -> AccountExchange.Report {
    do throws(AccountFailure) {
      report.isPostponed = !fetches
      try deeds.send()
      if fetches { try fetch() }
    } catch {
      let advice = ". streamtui login \(server.account.base) renews it, and the posts stay."
      report.failure = error.kind == .login ? AccountFailure(.login, error.text + advice) : error
    }
    report.waiting = deeds.report
    report.lacks = deeds.lacks
    return report
  }

  /// Reports the deeds that wait, without a word to the server.
  mutating func postpone() -> AccountExchange.Report {
    report.waiting = deeds.report
    report.isPostponed = true
    return report
  }

  private mutating func fetch() throws(AccountFailure) {
    for feed in try table.feeds() { places[feed.there.id] = feed.there.address }
    for stream in try server.streams() {
      do throws(AccountFailure) {
        try exchange(stream)
      } catch {
        // One that the server lacks, or that the login does not allow, is no reason to leave the others.
        guard error.kind == .answer else { throw error }
        report.refused[stream] = "\(stream): \(error.text)"
      }
    }
    guard places["home"] != nil else { return }
    // A server that keeps no places answers with a failure, which costs nothing else.
    let known = AccountRecord.of(server.account.name, in: server.folder).elsewhere
    report.place = (try? ReadingPlace.find(on: server, besides: known, store)) ?? nil
  }

  private mutating func exchange(_ stream: String) throws(AccountFailure) {
    guard let place = places[stream], server.log(of: stream).size > 0 else {
      return try begin(stream)
    }
    let reachesEnd = try goOn(stream, from: place)
    // Its newest posts once more: they may have been edited, or answered elsewhere.
    if reachesEnd, stream == "home" { try take(page(first(of: stream)), of: stream) }
  }

  /// - Returns: whether the newest post is here: else its place in the log would be before that of older ones.
  private mutating func goOn(_ stream: String, from place: String) throws(AccountFailure) -> Bool {
    var next = place
    var seen: Set<String> = []
    for _ in 0..<Self.mostPages {
      let newest = try page(next)
      guard !newest.ids.allSatisfy(seen.contains) else { return true }
      seen.formUnion(newest.ids)
      var pages = [newest]
      // Some servers go on from the newest post. What is below it is written first, so that no end of the round leaves a gap.
      if next.contains("since_id=") {
        let known = identities(of: stream)
        while pages.count < Self.mostBelow, let lowest = pages.last,
          missing(lowest, known, in: stream), let older = lowest.older
        {
          let page = try page(older)
          guard !page.ids.allSatisfy(seen.contains) else { break }
          seen.formUnion(page.ids)
          pages.append(page)
        }
      }
      for page in pages.reversed() { try take(page, of: stream) }
      guard let newer = newest.newer else { return true }
      try note(newer, for: stream)
      next = newer
    }
    return false
  }

  /// Fetches the newest pages of a stream that is new here.
  private mutating func begin(_ stream: String) throws(AccountFailure) {
    var page = try page(first(of: stream))
    let newer = page.newer
    var pages = [page]
    while pages.count < Self.firstPages, let older = page.older {
      page = try self.page(older)
      if page.ids.isEmpty { break }
      pages.append(page)
    }
    for page in pages.reversed() { try take(page, of: stream) }
    if let newer { try note(newer, for: stream) }
    guard let older = page.older.flatMap(address), let first = try address(first(of: stream)) else {
      return
    }
    try? note(OlderRecord(OlderTrail(from: first, to: .page(older, isGuess: false))), for: stream)
  }

  // MARK: Older posts

  /// Fetches the posts before those that are here, page by page.
  ///
  /// - Parameter onNew: receives the posts that are new, before they are in the log.
  mutating func readBack(
    _ stream: String,
    _ limits: OlderRun.Limits,
    onNew: @escaping ([PostIdentity]) -> Void
  ) -> OlderRun.Outcome {
    var outcome = OlderRun.Outcome()
    let file = FetchFile(ofOlderPostsOf: server.source(of: stream), in: server.folder)
    guard var older = file.flatMap({ try? $0.read() })?.older else { return .init(end: .first) }
    outcome.pagesBefore = older.trail.pages
    (older.asked, older.tried, older.failure) = (now, now, nil)
    defer { try? note(older, for: stream) }
    do throws(AccountFailure) {
      while outcome.pages < limits.pages, case .page(let address, _) = older.trail.place,
        address.text.hasPrefix(server.connection.prefix + "/")
      {
        let page = try page(String(address.text.dropFirst(server.connection.prefix.count)))
        let before = report.new[stream] ?? 0
        try take(page, of: stream, isOlder: true, onNew: onNew)
        let next = page.ids.isEmpty ? nil : page.older.flatMap(self.address)
        older.trail.take(address, leadingTo: next.map { .page($0, isGuess: false) } ?? .first)
        outcome.pages += 1
        outcome.new += (report.new[stream] ?? 0) - before
        try? note(older, for: stream)
      }
      if older.trail.isOver, outcome.pages == 0 { outcome.end = .first }
    } catch {
      older.failure = error.text
      outcome.end = .failed(error.text)
    }
    return outcome
  }

  private func address(_ path: String) -> FeedAddress? {
    FeedAddress.judge(server.connection.prefix + path).address
  }

  private func note(_ older: OlderRecord, for stream: String) throws(StateError) {
    var record = FetchRecord()
    record.older = older
    try FetchFile(ofOlderPostsOf: server.source(of: stream), in: server.folder)?.write(record)
  }

  private func identities(of stream: String) -> IdentityIndex? {
    (try? server.log(of: stream).bytes()).map { PostLogIndex($0).identities }
  }

  /// Whether a page has posts that the log does not have.
  private func missing(_ page: Page, _ known: IdentityIndex?, in stream: String) -> Bool {
    let start = stream == "notifications" ? Post.notificationStart : ""
    return page.ids.contains { known?.number(ofID: PostIdentity.id(stated: start + $0)) == nil }
  }

  // MARK: Requests

  private func first(of stream: String) throws(AccountFailure) -> String {
    switch stream {
    case "home": return "/api/v1/timelines/home?limit=40"
    case "notifications": return "\(NotificationPosts.groupedPath)?limit=40"
    case "bookmarks", "favourites": return "/api/v1/\(stream)?limit=40"
    case "direct": return "/api/v1/conversations?limit=40"
    default:
      guard stream.hasPrefix("list:") else {
        throw AccountFailure(
          .answer,
          "There is no stream \(stream) (expected home, notifications, bookmarks, favourites, direct or list:NAME)"
        )
      }
      let id = FormText.encoded(try list(named: stream.dropFirst(5)))
      return "/api/v1/timelines/list/\(id)?limit=40"
    }
  }

  private func list(named name: Substring) throws(AccountFailure) -> String {
    var lists: [String: String] = [:]
    let answer = try server.get("/api/v1/lists")
    _ = JSONStrings.objects(of: answer.body, in: []) { values in
      if let id = values["id"], let title = values["title"] { lists[FormText.encoded(title)] = id }
    }
    if let id = lists[FormText.encoded(String(name))] ?? lists[String(name)] { return id }
    let names = lists.keys.sorted().map { "list:\($0)" }.joined(separator: ", ")
    throw AccountFailure(
      .answer,
      "There is no list \(name) on \(server.connection.host)"
        + (names.isEmpty ? "" : " (expected \(names))")
    )
  }

  /// Asks for a page; a server that groups no notifications, or no longer, is asked for them one by one.
  private func page(_ path: String) throws(AccountFailure) -> Page {
    do throws(AccountFailure) {
      return try read(path)
    } catch {
      let grouped = NotificationPosts.groupedPath
      guard error.kind == .answer, path.hasPrefix(grouped) else { throw error }
      return try read("/api/v1/notifications\(path.dropFirst(grouped.count))")
    }
  }

  private func read(_ path: String) throws(AccountFailure) -> Page {
    let answer = try server.get(path)
    let isGrouped = path.hasPrefix(NotificationPosts.groupedPath)
    let place = isGrouped ? ["notification_groups"] : []
    let id = isGrouped ? "most_recent_notification_id" : "id"
    var ids: [String] = []
    let isValid = JSONStrings.walk(answer.body, textLimit: 256) { path, text in
      if path.count == place.count + 2, path.starts(with: place), path.last == id {
        ids.append(text)
      }
    }
    let start = UInt8(ascii: isGrouped ? "{" : "[")
    guard isValid, answer.body.first(where: { $0 > 0x20 }) == start,
      !isGrouped || answer.text.contains("\"notification_groups\"")
    else {
      // A server without groups may answer with its page.
      throw isGrouped ? AccountFailure(.answer, server.noAnswer.text) : server.noAnswer
    }
    let stem = path.prefix { $0 != "?" }
    let newer =
      way(answer.head, "prev")
      ?? ids.first.map { "\(stem)?limit=40&min_id=\(FormText.encoded($0))" }
    return Page(body: answer.body, ids: ids, newer: newer, older: way(answer.head, "next"))
  }

  /// The path of a link, if it stays on the server: the token goes nowhere else.
  private func way(_ head: HTTPHead, _ relation: String) -> String? {
    guard let link = head.links.first(where: { $0.relations.contains(relation) }),
      link.target.hasPrefix(server.connection.prefix + "/")
    else { return nil }
    return String(link.target.dropFirst(server.connection.prefix.count))
  }

  // MARK: Logs

  private mutating func take(
    _ page: Page,
    of stream: String,
    isOlder: Bool = false,
    onNew: PostLog.OnNew? = nil
  ) throws(AccountFailure) {
    guard !page.ids.isEmpty else { return }
    let isOfNotifications = stream == "notifications"
    do throws(StateError) {
      let log = server.log(of: stream)
      if isOfNotifications {
        let posts = NotificationPosts.read(page.body)
        let new = try log.append(posts, at: now, isOlder: isOlder, onNew: onNew)
        report.new[stream, default: 0] += new
      } else {
        let bytes = MemoryBytes(name: server.connection.host, bytes: page.body)
        let taken = try log.take(
          OpenedSource(bytes: bytes),
          from: server.connection.base,
          at: now,
          isOlder: isOlder,
          onNew: onNew
        )
        report.new[stream, default: 0] += taken.new
      }
    } catch {
      throw AccountFailure(.refused, "Posts cannot be saved: \(error.reason)")
    }
    let start = isOfNotifications ? Post.notificationStart : ""
    try deeds.take(StatusFacts.read(page.body, start: start), of: stream)
  }

  /// Notes the way to posts that are newer than those of the log, or to those of a gap.
  private mutating func note(_ place: String?, for name: String) throws(AccountFailure) {
    places[name] = place
    try table.keep(
      places.sorted { $0.key < $1.key }.map { stream, place in
        AccountTable.Feed(
          there: ServerFeed(id: stream, address: place, title: "", folders: []),
          name: nil,
          tags: []
        )
      }
    )
  }
}
