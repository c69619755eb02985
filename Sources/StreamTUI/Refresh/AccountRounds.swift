import ArgumentParser
import Glibc
import StreamHost
import StreamModel

/// The exchanges of a refresh with the servers of accounts, one after the other.
struct AccountRounds {
  /// Subscriptions that are read through accounts.
  let served: [Subscription]
  /// Accounts without any.
  let bare: [String]
  let folder: StateFolder
  let command: CommandLoop
  /// Whether a server that has failed is asked at its next time only.
  let onlyDue: Bool

  /// The accounts without a subscription in the list, as far as words mean them: their server may have feeds.
  static func bare(
    beside list: [Subscription],
    meant words: [String],
    in folder: StateFolder
  ) -> [String] {
    let known = Set(list.compactMap(\.source.account))
    let all = ((try? AccountFile(in: folder).read()) ?? []).map(\.name)
    let meant = Set(words.compactMap(ServedFeed.account))
    return all.filter { !known.contains($0) && (words.isEmpty || meant.contains($0)) }
  }

  /// The seconds between two looks whether the viewer is there still, and the status where a server sends no events.
  private static let (lookPause, noEvents) = (5, Int32(3))

  /// Takes the events of an account's server into the logs as they happen, as long as the process that has started this lives.
  ///
  /// - Parameter options: the options of `streamtui refresh` that name the configuration.
  static func follow(_ words: [String], in folder: StateFolder, _ options: [String]) throws {
    let command = try CommandLoop.opened()
    defer { command.end() }
    let parent = getppid()
    let loop = command.children.loop
    func look() {
      loop.schedule(afterMilliseconds: lookPause * 1_000) {
        if getppid() != parent || (try? session(of: words, in: folder, command)) == nil {
          raise(SIGTERM)
        }
        look()
        return []
      }
    }
    look()
    let store = StateStore(in: folder)
    defer { store.close() }
    do throws(AccountFailure) {
      let session = try session(of: words, in: folder, command)
      let isStream = try session.follow(store) {
        let itself = ThisProgram(with: command.children, mayFetch: true, options: options)
        command.children.release(itself.start(["refresh"], of: words, .detached) { _ in [] })
      }
      guard isStream else {
        throw AccountFailure(.refused, "")
      }
    } catch {
      throw ExitCode(error.kind == .refused ? noEvents : 1)
    }
  }

  private static func session(
    of words: [String],
    in folder: StateFolder,
    _ command: CommandLoop
  ) throws(AccountFailure) -> AccountSession {
    let name = words.first.flatMap(ServedFeed.account)
    let accounts = try AccountFile(in: folder).read()
    guard let account = accounts.first(where: { $0.name == name && !$0.readsFeeds }) else {
      throw AccountFailure(.refused, "There is no such account on the fediverse")
    }
    return AccountSession(of: account, in: folder, command.connection)
  }

  /// Prints what the server of an account says, after a line with the seconds until it will know more, or 0.
  static func printAnswer(to path: String, of words: [String], in folder: StateFolder) throws {
    try withLoop { (command) throws(AccountFailure) in
      guard path.hasPrefix("/api/v1/statuses/") else {
        throw AccountFailure(.refused, "\(path) is no path of a post")
      }
      let answer = try session(of: words, in: folder, command).answer(to: path)
      Diagnostics.write("\(answer.again ?? 0)\n", to: STDOUT_FILENO)
      Diagnostics.write(String(decoding: answer.body, as: UTF8.self), to: STDOUT_FILENO)
    }
  }

  /// Tells the server of an account that the reader stops at a post of its home timeline.
  static func setPlace(_ digits: String, of words: [String], in folder: StateFolder) throws {
    try withLoop { (command) throws(AccountFailure) in
      guard let id = UInt64(digits, radix: 16) else {
        throw AccountFailure(.refused, "\(digits) names no post")
      }
      try session(of: words, in: folder, command).setPlace(PostIdentity(id: id, fallback: id))
    }
  }

  /// Runs `body`, whose failure ends the program with a message and status 1.
  private static func withLoop(_ body: (CommandLoop) throws(AccountFailure) -> Void) throws {
    let command = try CommandLoop.opened()
    defer { command.end() }
    do throws(AccountFailure) {
      try body(command)
    } catch {
      Diagnostics.print("streamtui: \(error.text)")
      throw ExitCode(1)
    }
  }

  /// - Parameter take: called with the outcome of each subscription.
  /// - Returns: whether an exchange without subscriptions has failed.
  func run(_ take: (RefreshOutcome) -> Void) -> Bool {
    var feeds = Dictionary(grouping: served) { $0.source.account ?? "" }
    for account in bare { feeds[account] = [] }
    guard !feeds.isEmpty else { return false }
    var hasFailed = false
    let store = StateStore(in: folder)
    defer { store.close() }
    for (account, subscriptions) in feeds.sorted(by: { $0.key < $1.key }) {
      guard command.children.loop.endingSignal == nil else { break }
      let now = command.children.loop.time.wall
      let report = exchange(account, store, at: now)
      AccountRecord.outcomes(of: subscriptions, in: account, report, in: folder, at: now)
        .forEach(take)
      if subscriptions.isEmpty, let failure = AccountRecord.of(account, in: folder).trouble {
        Diagnostics.print("\(ServedFeed.word(for: account)): \(failure)")
        hasFailed = true
      }
    }
    return hasFailed
  }

  private func exchange(
    _ name: String,
    _ store: StateStore,
    at now: Timestamp
  ) -> AccountExchange.Report {
    do throws(AccountFailure) {
      guard let account = try AccountFile(in: folder).read().first(where: { $0.name == name })
      else {
        throw AccountFailure(.refused, "There is no account \(name): streamtui login makes one")
      }
      return AccountSession(of: account, in: folder, command.connection).exchange(
        store,
        at: now,
        mayAsk: !onlyDue || AccountRecord.mayBeAsked(name, in: folder, at: now),
        fetches: !onlyDue
      )
    } catch {
      return AccountExchange.Report(failure: error)
    }
  }
}
