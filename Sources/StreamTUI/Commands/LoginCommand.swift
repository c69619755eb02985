import ArgumentParser
import CellGrid
import Glibc
import StreamHost
import StreamModel

/// Signs in to a server of feeds, and subscribes to the feeds of the account.
struct LoginCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "login",
    abstract:
      "Read through your account on a server: FreshRSS, Miniflux, Nextcloud News, CommaFeed and others.",
    discussion: """
      Finds out which server answers at the address, asks for user and password (or reads two lines of standard input), \
      tries them, and subscribes to the feeds that the account has; its folders are tags. Marks go both ways from then \
      on: each refresh sends yours and takes those of your other devices. \
      The password is kept in the file accounts of the state folder, which nobody else can read, or nowhere with \
      --password-command. It is sent to this server alone. For an account on the fediverse the address of a page is printed, and the code that it \
      shows is asked for, or read as a line of standard input. A browser on this machine opens the page and brings the code itself. streamtui logout ends it.
      """
  )

  @Argument(
    help:
      "The address of the server, such as https://rss.example.org, or your account on the fediverse, such as @you@example.org."
  )
  var address: String

  @Option(help: "The user; asked for without it. An empty one stands for a key of Miniflux.")
  var user: String?

  @Option(help: "The name of the account in the list, instead of the host.")
  var name: String?

  @Option(
    help: .value(
      "command",
      "A command whose first line of output is the password; it is run for each exchange, and nothing is kept."
    )
  )
  var passwordCommand: String?

  @Flag(help: "Send the password also without encryption (http).")
  var yes = false

  func validate() throws {
    let words = [user, passwordCommand].compactMap(\.self)
    if words.contains(where: { $0.unicodeScalars.contains { $0.value < 0x20 } }) {
      throw ValidationError("--user and --password-command have no line breaks")
    }
    if let name, !ServedFeed.isName(name) {
      throw ValidationError("--name \(name): expected letters, digits, dots and hyphens")
    }
  }

  func run() throws {
    let file = try SubscriptionFile.forCommand()
    let accounts = AccountFile(in: file.folder)
    let known = try accounts.read()
    guard RunConfiguration(.usual, given: []).settings.usesNetwork else {
      throw Diagnostics.failure("Not logged in: the \(Fetcher.offReason)")
    }
    let start = try named()
    let accountName = name ?? Self.freeName(start.host, among: known.map(\.name))
    guard !known.contains(where: { $0.name == accountName }) else {
      throw Diagnostics.failure(
        "Not logged in: there is an account \(accountName) already (streamtui logout \(accountName) ends it)"
      )
    }
    let command = try CommandLoop.opened()
    defer { command.end() }
    let place = try ServerPlace.find(start, command.connection)
    Diagnostics.print(
      place.api == .mastodon
        ? "Found a server of the fediverse. What you allow there goes to \(place.base.shown), and nowhere else."
        : "Found \(place.program). User and password are sent to \(place.base.shown), and nowhere else."
    )
    if place.api == .mastodon {
      return try join(place, as: accountName, in: file, command)
    }
    let (user, secret) = try credentials(place, command)
    if let same = known.first(where: { $0.base == place.base.text && $0.user == user }) {
      throw Diagnostics.failure(
        "Not logged in: this is the account \(same.name) already (streamtui logout \(same.name) ends it)"
      )
    }
    guard !user.isEmpty || place.api == .miniflux else {
      throw Diagnostics.failure("Not logged in: no user was given")
    }
    let account = place.account(named: accountName, user, secret)
    // Not while the reader types: others could not exchange.
    let lock = try Self.locked(file.folder)
    defer { withExtendedLifetime(lock) {} }
    try AccountSession(of: account, in: file.folder, command.connection).check()
    try accounts.write(accounts.read() + [account])
    try exchange(account, in: file.folder, command)
  }

  /// Returns the address that was typed; http to another machine needs a confirmation.
  private func named() throws -> FeedAddress {
    let meaning = try SubscriptionWord.meaning(of: address)
    let named =
      switch meaning.source {
      case .web(let address): address
      case .account(let account): FeedAddress.judge("https://\(account.host)").address
      default: FeedAddress?.none
      }
    guard let start = named else {
      throw Diagnostics.failure("\(address): expected the address of a server, or @user@host")
    }
    let isOwn =
      start.host == "localhost" || start.host == "[::1]" || start.host.hasPrefix("127.")
    guard start.scheme == "http", !isOwn, !yes else { return start }
    let question = "\(start.shown) is not encrypted: everybody on the way can read the password."
    guard SubscriptionFile.answer(to: "\(question) Send it all the same? [y/N]") == "y" else {
      throw Diagnostics.failure("Not logged in: \(question) Use https, or repeat with --yes.")
    }
    return start
  }

  /// Logs in on a server of the fediverse, and subscribes to the home timeline and the notifications there.
  private func join(
    _ place: ServerPlace,
    as name: String,
    in file: SubscriptionFile,
    _ command: CommandLoop
  ) throws {
    var account: ServerAccount
    if let passwordCommand {
      account = place.account(named: name, user ?? "", .command(passwordCommand))
      try AccountSession(of: account, in: file.folder, command.connection).check()
    } else {
      let browser = BrowserLogin(place.base, command)
      let login = try browser?.login ?? FediverseLogin(command.connection(place.base))
      let last = browser == nil ? "copy the code" : "come back here"
      Diagnostics.print("Open this page, allow streamtui to read and write, and \(last):")
      // It is printable as it is, and of no use if it is cut.
      Diagnostics.write(login.page + "\n", to: STDERR_FILENO)
      let code =
        try browser?.code(command) ?? Self.line("Code: ", isSecret: false, for: "the code", command)
      guard !code.isEmpty else { throw Diagnostics.failure("Not logged in: no code was given") }
      let grant = try login.finish(code: code)
      if let lack = grant.lack { Diagnostics.print("\(lack).") }
      account = place.account(named: name, grant.user, .password(grant.token))
      account.app = grant.app
      if let wanted = AccountName(address)?.user, wanted != grant.user {
        Diagnostics.print("The page has let you in as \(grant.user), not as \(wanted).")
      }
    }
    let accounts = AccountFile(in: file.folder)
    let lock = try Self.locked(file.folder)
    defer { withExtendedLifetime(lock) {} }
    let known = try accounts.read()
    let isSame = { (other: ServerAccount) in
      other.base == account.base && other.user == account.user && !other.readsFeeds
    }
    if let same = known.first(where: isSame) {
      // The token was taken back, or the server has forgotten it: the posts stay.
      account = account.renamed(same.name)
      let all = known.map { isSame($0) ? account : $0 }
      try accounts.write(all)
      return try exchange(account, in: file.folder, command)
    }
    try accounts.write(known + [account])
    try SubscriptionFile.exiting("Not subscribed") {
      try file.change { list in
        let names = Set(list.compactMap(\.name))
        for (stream, title) in [("home", "Home"), ("notifications", "Notifications")] {
          list.append(
            Subscription(
              .served(ServedFeed(of: stream, in: name)),
              name: names.contains(title) ? "\(title) (\(name))" : title,
              // A server without events is asked as often as is polite.
              every: Schedule.intervals.lowerBound
            )
          )
        }
      }
    }
    try exchange(account, in: file.folder, command)
  }

  /// Returns the host, or the host and a number, as a name that no account has.
  private static func freeName(_ host: String, among names: [String]) -> String {
    let allowed = String(host.filter { ServedFeed.isName(String($0)) })
    let stem = allowed.isEmpty ? "account" : String(allowed.prefix(ServedFeed.longestName - 4))
    let names = Set(names)
    return names.contains(stem)
      ? (2...).lazy.map { "\(stem)-\($0)" }.first { !names.contains($0) } ?? stem : stem
  }

  private func credentials(_ place: ServerPlace, _ command: CommandLoop) throws -> (
    String, ServerAccount.Secret
  ) {
    let user = try self.user ?? Self.line("User: ", isSecret: false, for: "the user", command)
    if let passwordCommand { return (user, .command(passwordCommand)) }
    Diagnostics.print(place.passwordAdvice)
    let password = try Self.line("Password: ", isSecret: true, for: "the password", command)
    guard !password.isEmpty else {
      throw Diagnostics.failure("Not logged in: no password was given")
    }
    return (user, .password(password))
  }

  /// Reads a line of standard input; a terminal shows a prompt, and no echo of a secret.
  private static func line(
    _ prompt: String,
    isSecret: Bool,
    for thing: String,
    _ command: CommandLoop
  ) throws -> String {
    let isTerminal = isatty(STDIN_FILENO) == 1
    if isTerminal { Diagnostics.write(prompt, to: STDERR_FILENO) }
    let modes = isSecret ? TerminalModes(of: STDIN_FILENO) : nil
    let line = command.readLine(hiding: modes)
    if modes != nil { Diagnostics.write("\n", to: STDERR_FILENO) }
    guard let line else {
      guard command.children.loop.endingSignal == nil else { throw ExitCode(1) }
      throw Diagnostics.failure("Not logged in: standard input has no line for \(thing)")
    }
    return line
  }

  private func exchange(
    _ account: ServerAccount,
    in folder: StateFolder,
    _ command: CommandLoop
  ) throws {
    let now = SystemTime().wall
    let session = AccountSession(of: account, in: folder, command.connection)
    let store = StateStore(in: folder)
    defer { store.close() }
    let report = session.exchange(store, at: now)
    _ = AccountRecord.outcomes(of: [], in: account.name, report, in: folder, at: now)
    let file = SubscriptionFile(folder: folder)
    let list = (try? file.read().list.subscriptions) ?? []
    let feeds = list.count { $0.source.account == account.name }
    let posts = report.new.values.reduce(0, +)
    try SubscriptionFile.say(
      "Logged in to \(account.program) as \(account.name): \(feeds) feed\(feeds == 1 ? "" : "s"), \(posts) post\(posts == 1 ? "" : "s")."
    )
    for reason in report.refused.values.sorted() { Diagnostics.print(reason) }
    if let failure = report.failure { throw Diagnostics.failure(failure.text) }
  }

  /// Keeps other processes from exchanging: a mark that two of them send may be turned round.
  static func locked(_ folder: StateFolder) throws -> RefreshRun {
    let run = try RefreshRun(in: folder, .usual, waits: true)
    if let run { return run }
    throw Diagnostics.failure("Another streamtui is fetching. Repeat the command.")
  }
}

extension CommandLoop {
  /// Makes a connection whose requests this loop waits for.
  func connection(_ base: FeedAddress) -> AccountConnection {
    AccountConnection(base, with: children) { [self] in wait(until: $0) }
  }
}
