package import StreamModel

/// A server that was found: its program, its API and its address.
package struct ServerPlace: Equatable, Sendable {
  package let program: String
  package let api: ServerAccount.API
  package let base: FeedAddress

  /// The paths of the Google Reader API below an address, with the program that has it there.
  private static let readerPaths = [
    ("", String?.none), ("/api/greader.php", "FreshRSS"), ("/p/api/greader.php", "FreshRSS"),
    ("/rest/googlereader", "CommaFeed"),
  ]
  private static let programs = [
    "bazqux.com": "BazQux", "www.bazqux.com": "BazQux", "theoldreader.com": "The Old Reader",
  ]

  /// Looks for the API on the host of an address; nothing of the user's is sent.
  ///
  /// - Throws: ``AccountFailure`` if no server answers, or none with an API that is known.
  package static func find(
    _ address: FeedAddress,
    _ connect: (FeedAddress) -> AccountConnection
  ) throws(AccountFailure) -> ServerPlace {
    for base in bases(above: address) {
      if let place = try find(below: base, connect) { return place }
    }
    throw AccountFailure(
      .answer,
      """
      \(address.shown) answers, but not as a server of accounts (expected FreshRSS, Miniflux, Nextcloud \
      News, CommaFeed, BazQux or another one with the Google Reader API). Name the address of the API, which the server's settings show.
      """
    )
  }

  /// The address and its parents: a browser shows the address of a page of the server.
  private static func bases(above address: FeedAddress) -> [FeedAddress] {
    var text = String(address.text.prefix { $0 != "?" })
    for end in pathEnds where text.hasSuffix(end) {
      text.removeLast(end.count)
    }
    var bases: [FeedAddress] = []
    while bases.count < mostLevels, let base = FeedAddress.judge(text).address {
      bases.append(base)
      while text.hasSuffix("/") { text.removeLast() }
      guard let slash = text.lastIndex(of: "/"), !text[..<slash].hasSuffix("/") else { break }
      text = String(text[...slash])
    }
    return bases
  }

  private static let mostLevels = 4
  /// The ends of addresses of an API or a page, which stand below the account's.
  private static let pathEnds = [
    "/accounts/ClientLogin", "/reader/api/0", "/v1", "/index.php/apps/news", "/apps/news",
  ]

  private static func find(
    below base: FeedAddress,
    _ connect: (FeedAddress) -> AccountConnection
  ) throws(AccountFailure) -> ServerPlace? {
    let answer = try connect(base).ask(.init(path: "/v1/me"))
    if answer.head.status == 401, answer.text.contains("\"error_message\"") {
      return ServerPlace(program: "Miniflux", api: .miniflux, base: base)
    }
    let text = base.text.hasSuffix("/") ? String(base.text.dropLast()) : base.text
    for (path, program) in readerPaths {
      guard let place = FeedAddress.judge(path.isEmpty ? base.text : text + path).address else {
        continue
      }
      let status = try connect(place).ask(.init(path: "/accounts/ClientLogin")).head.status
      let isFreshRSS = place.text.contains("/api/greader.php")
      if isFreshRSS, status == 503 {
        throw AccountFailure(
          .refused,
          "FreshRSS at \(base.shown) has its API switched off (503). Its administrator allows it in the settings of authentication."
        )
      }
      // Servers refuse the empty login each in its way; a page redirects, or is there or not.
      guard [400, 401, 403, 405].contains(status) else { continue }
      let known = programs[place.host] ?? (isFreshRSS ? "FreshRSS" : program)
      return ServerPlace(program: known ?? place.host, api: .googleReader, base: place)
    }
    let instance = try connect(base).ask(.init(path: "/api/v1/instance"))
    if instance.head.status == 200, instance.body.first(where: { $0 > 0x20 }) == UInt8(ascii: "{"),
      instance.text.contains("\"version\"")
    {
      return ServerPlace(program: base.host, api: .mastodon, base: base)
    }
    let news = try connect(base).ask(.init(path: NextcloudNews.path + "version"))
    if news.head.status == 401, news.body.first == UInt8(ascii: "{") {
      return ServerPlace(program: "Nextcloud News", api: .nextcloudNews, base: base)
    }
    return nil
  }

  /// Says which of several passwords the server wants.
  package var passwordAdvice: String {
    switch (api, program) {
    case (.miniflux, _):
      "Miniflux wants the user and password of its page, or no user and a key of its API."
    case (.nextcloudNews, _):
      "Nextcloud wants an app password (Settings, Security), or that of its page if it asks for nothing else."
    case (_, "FreshRSS"):
      "FreshRSS wants the API password of the user's profile, not that of its page."
    case (_, "CommaFeed"): "CommaFeed wants the API key of the profile as password."
    default: "Some servers have a password for such programs that is not that of their page."
    }
  }

  package func account(
    named name: String,
    _ user: String,
    _ secret: ServerAccount.Secret
  ) -> ServerAccount {
    ServerAccount(
      name: name,
      program: program,
      api: api,
      base: base.text,
      user: user,
      secret: secret
    )
  }

  /// The server as one that reads feeds; nil for one of the fediverse.
  func server(_ connection: AccountConnection) -> (any AccountServer)? {
    switch api {
    case .googleReader: GoogleReader(connection)
    case .miniflux: Miniflux(connection)
    case .nextcloudNews: NextcloudNews(connection)
    case .mastodon: nil
    }
  }
}

/// Signs in to the server of an account and runs exchanges.
package struct AccountSession {
  private let account: ServerAccount
  private let folder: StateFolder
  private let connect: (FeedAddress) -> AccountConnection

  package init(
    of account: ServerAccount,
    in folder: StateFolder,
    _ connect: @escaping (FeedAddress) -> AccountConnection
  ) {
    self.account = account
    self.folder = folder
    self.connect = connect
  }

  /// Signs in to see whether the server takes user and password.
  package func check() throws(AccountFailure) {
    let (place, connection) = try opened()
    if let server = place.server(connection) {
      try signIn(place, server)
    } else {
      _ = try FediverseLogin.user(of: try password(connection), connection)
    }
  }

  /// Fetches pages of older posts of a stream; they count as read.
  package func readBack(
    _ stream: String,
    _ limits: OlderRun.Limits,
    _ store: StateStore,
    at now: Timestamp
  ) -> OlderRun.Outcome {
    do throws(AccountFailure) {
      let server = try fediverseServer()
      let table = try AccountTable(of: account.name, in: folder)
      var exchange = TimelineExchange(on: server, store, table, at: now)
      let name = SourceName(of: server.source(of: stream), title: stream)
      let source = store.knownSource(key: name.key) ?? store.source(key: name.key, name: name.title)
      return exchange.readBack(stream, limits) { posts in
        guard let source else { return }
        try? store.save(posts.map { StateChange(source: source, identity: $0, set: .read) })
      }
    } catch {
      return OlderRun.Outcome(end: .failed(error.text))
    }
  }

  /// Takes the events of a server of the fediverse into the logs as they happen, until the connection ends.
  ///
  /// - Parameter onOpen: called once the server sends events: what came before them is to be fetched.
  /// - Returns: whether the server may have events at another time.
  package func follow(
    _ store: StateStore,
    onOpen: @escaping () -> Void
  ) throws(AccountFailure) -> Bool {
    let server = try fediverseServer()
    var timeline = LiveTimeline(on: server, store)
    try server.follow(LiveTimeline.path) { bytes in
      let wasOpen = timeline.isOpen
      let goesOn = timeline.take(bytes, at: server.connection.now)
      if timeline.isOpen, !wasOpen { onOpen() }
      return goesOn
    }
    return !timeline.hasNone
  }

  private func fediverseServer() throws(AccountFailure) -> FediverseServer {
    let connection = try opened().1
    let token = try password(connection)
    return FediverseServer(account: account, connection: connection, token: token, folder: folder)
  }

  /// Asks a server of the fediverse for a path of its API, with the account's login.
  ///
  /// - Returns: the answer, and the seconds after which the server will know more; nil if it has said all.
  package func answer(
    to path: String
  ) throws(AccountFailure) -> (body: [UInt8], again: Int?) {
    let answer = try fediverseServer().get(path)
    // Mastodon 4.5: replies that other servers send are fetched meanwhile.
    let later = answer.head["mastodon-async-refresh"]
    let words = later?.split { $0 == "," || $0 == " " || $0 == "=" || $0 == "\"" } ?? []
    let retry = words.firstIndex(of: "retry").flatMap { words.dropFirst($0 + 1).first }
    return (answer.body, later == nil ? nil : retry.flatMap { Int($0) } ?? 3)
  }

  /// Tells a server of the fediverse that the reader stopped at a post of the home timeline.
  package func setPlace(_ identity: PostIdentity) throws(AccountFailure) {
    try ReadingPlace.set(identity, on: try fediverseServer())
  }

  /// Takes back what the login gave; nothing where the server forgets by itself.
  package func end() throws(AccountFailure) {
    guard let app = account.app, case .password(let token) = account.secret else { return }
    try FediverseLogin.revoke(token, of: app, try opened().1)
  }

  private func opened() throws(AccountFailure) -> (ServerPlace, AccountConnection) {
    guard let base = FeedAddress.judge(account.base).address else {
      throw AccountFailure(.refused, "\(account.base) is no address of the web")
    }
    let place = ServerPlace(program: account.program, api: account.api, base: base)
    return (place, connect(base))
  }

  private func signIn(
    _ place: ServerPlace,
    _ server: any AccountServer
  ) throws(AccountFailure) {
    let password = try password(server.connection)
    do throws(AccountFailure) {
      try server.begin(user: account.user, password: password)
    } catch {
      guard error.kind == .login else { throw error }
      throw AccountFailure(.login, "\(error.text). \(place.passwordAdvice)")
    }
  }

  private func password(_ connection: AccountConnection) throws(AccountFailure) -> String {
    let command: String
    switch account.secret {
    case .password(let text): return text
    case .command(let text): command = text
    }
    guard let words = TypedWords.split(command), !words.isEmpty else {
      throw AccountFailure(.refused, "password-command: a quote is not closed in \(command)")
    }
    let outcome = try connection.run(words, input: nil, seconds: 60)
    let line = String(decoding: outcome.output.bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    guard outcome.end == .exited(0), !line.isEmpty else {
      throw AccountFailure(
        .refused,
        "password-command: \(words[0]) \(ProgramOutcome(outcome, timeout: 60).text) and printed \(line.isEmpty ? "nothing" : "a line")"
      )
    }
    return line
  }

  /// - Parameters:
  ///   - mayAsk: false where the server may not be asked yet: then the marks that wait are counted.
  ///   - fetches: false where only marks are to be exchanged, if the server can do that.
  package func exchange(
    _ store: StateStore,
    at now: Timestamp,
    mayAsk: Bool = true,
    fetches: Bool = true
  ) -> AccountExchange.Report {
    do throws(AccountFailure) {
      let (place, connection) = try opened()
      let table = try AccountTable(of: account.name, in: folder)
      guard let server = place.server(connection) else {
        let server = try fediverseServer()
        var exchange = TimelineExchange(on: server, store, table, at: now)
        return mayAsk ? exchange.run(fetches: fetches) : exchange.postpone()
      }
      var exchange = try AccountExchange(
        on: ExchangeSides(
          account: account,
          server: server,
          folder: folder,
          store: store,
          table: table,
          now: now
        )
      )
      guard mayAsk else { return exchange.postpone() }
      return exchange.run { () throws(AccountFailure) in try signIn(place, server) }
    } catch {
      return AccountExchange.Report(failure: error)
    }
  }
}
