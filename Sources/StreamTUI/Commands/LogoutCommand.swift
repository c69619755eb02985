import ArgumentParser
import StreamHost
import StreamModel

struct LogoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logout",
    abstract: "End an account on a server.",
    discussion: """
      Sends the marks that wait, and asks what becomes of the feeds: they stay as your own subscriptions with their posts \
      and marks, or go with their posts (kept ones stay). The password is removed. On the server nothing changes; one of the fediverse \
      takes back what the login allowed, and its streams go.
      """
  )

  @Argument(help: "The name of the account, as the list shows it after account:.")
  var account: String

  @Flag(help: "Keep the feeds as your own subscriptions.")
  var keepFeeds = false

  @Flag(help: "Remove the feeds and their posts.")
  var removeFeeds = false

  @Flag(help: "Log out also if marks cannot be sent.")
  var yes = false

  func validate() throws {
    if keepFeeds, removeFeeds {
      throw ValidationError("--keep-feeds and --remove-feeds exclude each other")
    }
  }

  func run() throws {
    let folder = try SubscriptionFile.forCommand().folder
    let accounts = try AccountFile(in: folder).read()
    let word = ServedFeed.account(in: account) ?? account
    guard let found = accounts.first(where: { $0.name == word }) else {
      let names = accounts.map(\.name).joined(separator: ", ")
      throw Diagnostics.failure(
        "There is no account \(word)" + (names.isEmpty ? "" : " (expected \(names))")
      )
    }
    let keeps = try keepsFeeds(of: found)
    let lock = try LoginCommand.locked(folder)
    defer { withExtendedLifetime(lock) {} }
    let store = StateStore(in: folder)
    defer { store.close() }
    try sendMarks(of: found, in: folder, store)
    try revoke(found, in: folder)
    let stayed = try AccountEnd.run(of: found.name, in: folder, keepsFeeds: keeps, store)
    try SubscriptionFile.say(
      "Logged out of \(found.program): "
        + (keeps
          ? "\(stayed) feed\(stayed == 1 ? " is your" : "s are your") own now"
          : "its feeds are removed")
    )
  }

  private func keepsFeeds(of account: ServerAccount) throws -> Bool {
    // Without the login nobody can read its streams.
    if !account.readsFeeds {
      guard !keepFeeds else {
        throw Diagnostics.failure(
          "Not logged out: the streams of \(account.name) cannot be read without it (expected --remove-feeds; kept posts stay)"
        )
      }
      return false
    }
    if keepFeeds || removeFeeds { return keepFeeds }
    let question =
      "Keep the feeds of \(account.name) as your own subscriptions, or remove them? [k/r]"
    switch SubscriptionFile.answer(to: question) {
    case "k": return true
    case "r": return false
    default:
      throw Diagnostics.failure("Not logged out: expected --keep-feeds or --remove-feeds")
    }
  }

  private func revoke(_ account: ServerAccount, in folder: StateFolder) throws {
    let command = try CommandLoop.opened()
    defer { command.end() }
    do throws(AccountFailure) {
      try AccountSession(of: account, in: folder, command.connection).end()
    } catch {
      guard !yes else { return }
      throw Diagnostics.failure(
        "Not logged out: \(error.text) The login is not taken back. Repeat with --yes to forget it here alone."
      )
    }
  }

  private func sendMarks(
    of account: ServerAccount,
    in folder: StateFolder,
    _ store: StateStore
  ) throws {
    let command = try CommandLoop.opened()
    defer { command.end() }
    let report = AccountSession(of: account, in: folder, command.connection)
      .exchange(store, at: SystemTime().wall, fetches: account.readsFeeds)
    guard let failure = report.failure, let waiting = report.waiting, !yes else { return }
    throw Diagnostics.failure(
      "Not logged out: \(failure.text) \(waiting). Repeat with --yes to lose them."
    )
  }
}
