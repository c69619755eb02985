import Glibc
import StreamModel

/// A login on a server that reads feeds for the user.
package struct ServerAccount: Equatable, Sendable {
  /// The protocol of the server.
  package enum API: String, Sendable {
    /// The Google Reader API, as FreshRSS, CommaFeed, BazQux, The Old Reader and others speak it.
    case googleReader = "google-reader"
    /// Miniflux's own API, version 1.
    case miniflux
    /// That of Nextcloud News, version 1.3.
    case nextcloudNews = "nextcloud-news"
    /// That of Mastodon, which many servers of the fediverse have.
    case mastodon
  }

  package enum Secret: Equatable, Sendable {
    case password(String)
    /// A command whose first line of output is the password.
    case command(String)
  }

  /// The name in the list of subscriptions and on the screen.
  package private(set) var name: String
  /// The name of the server's program, such as "FreshRSS".
  package let program: String
  package let api: API
  /// The address before the paths of the API, without a slash at its end.
  package let base: String
  package let user: String
  package let secret: Secret
  /// This program on a server of the fediverse; nil for other servers, and where a token was given.
  package var app: FediverseLogin.App?

  /// Whether feeds of the web can be read through it.
  package var readsFeeds: Bool { api != .mastodon }

  package func renamed(_ name: String) -> ServerAccount {
    var account = self
    account.name = name
    return account
  }
}

/// The file with the user's accounts: lines of a word and a value, and a blank line between two accounts.
///
/// It holds passwords, so it is read only if nobody else can read it.
package struct AccountFile {
  static let name = "accounts"
  private static let limit = 1 << 20

  package let folder: StateFolder

  package init(in folder: StateFolder) { self.folder = folder }

  package var path: String { "\(folder.path)/\(Self.name)" }

  /// - Throws: ``AccountFailure`` if the file cannot be read, or others can read it.
  package func read() throws(AccountFailure) -> [ServerAccount] {
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & 0o077 != 0 {
      throw AccountFailure(
        .refused,
        "\(path) can be read by others, and holds passwords: chmod 600 \(path)"
      )
    }
    do throws(StateError) {
      let files = try PrivateFolder.opened(in: folder, creates: false)
      let bytes = try files?.read(Self.name, limit: Self.limit) ?? []
      return Self.accounts(in: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw AccountFailure(.refused, "\(path): \(error.reason)")
    }
  }

  /// Replaces the file in one step.
  ///
  /// - Throws: ``AccountFailure`` if it cannot be written, or a value has a control character: it would begin another line, and a
  ///   server could name a command.
  package func write(_ accounts: [ServerAccount]) throws(AccountFailure) {
    for account in accounts where !Self.lines(of: account).allSatisfy({ Self.fits($0.value) }) {
      throw AccountFailure(
        .refused,
        "\(account.name): the server's answer has a line break or another control character, so nothing is saved."
      )
    }
    do throws(StateError) {
      guard let files = try PrivateFolder.opened(in: folder, creates: true) else { throw .moved }
      if accounts.isEmpty {
        _ = try files.remove(Self.name)
      } else {
        let texts = accounts.map { Self.lines(of: $0).map { "\($0) \($1)\n" }.joined() }
        let text = texts.joined(separator: "\n")
        try files.replace(Self.name, with: Array(text.utf8))
      }
      // A run that was killed may have left one with a password.
      files.removeDrafts()
    } catch {
      throw AccountFailure(.refused, "\(path): \(error.reason)")
    }
  }

  private static func lines(of account: ServerAccount) -> [(word: String, value: String)] {
    let secret =
      switch account.secret {
      case .password(let text): ("password", text)
      case .command(let text): ("password-command", text)
      }
    return [
      ("name", account.name), ("program", account.program), ("api", account.api.rawValue),
      ("address", account.base), ("user", account.user), secret,
    ] + (account.app.map { [("client", $0.id), ("client-secret", $0.secret)] } ?? [])
  }

  private static func fits(_ value: String) -> Bool {
    value.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
  }

  private static func accounts(in text: String) -> [ServerAccount] {
    var accounts: [ServerAccount] = []
    var values: [Substring: String] = [:]
    var isOdd = false
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for line in lines + [""] {
      if let blank = line.firstIndex(of: " ") {
        let word = line[..<blank]
        // A word that stands twice was not written by this program.
        isOdd = isOdd || values[word] != nil
        values[word] = String(line[line.index(after: blank)...])
        continue
      }
      if !isOdd, let account = account(values) { accounts.append(account) }
      (values, isOdd) = ([:], false)
    }
    return accounts
  }

  private static func account(_ values: [Substring: String]) -> ServerAccount? {
    let secret =
      values["password"].map { ServerAccount.Secret.password($0) }
      ?? values["password-command"].map { .command($0) }
    guard let name = values["name"], ServedFeed.isName(name), let secret,
      let api = values["api"].flatMap({ ServerAccount.API(rawValue: $0) }),
      let base = values["address"], FeedAddress.judge(base).address != nil
    else { return nil }
    return ServerAccount(
      name: name,
      program: values["program"] ?? "The server",
      api: api,
      base: base,
      user: values["user"] ?? "",
      secret: secret,
      app: values["client"].flatMap { id in
        values["client-secret"].map { FediverseLogin.App(id: id, secret: $0) }
      }
    )
  }
}
