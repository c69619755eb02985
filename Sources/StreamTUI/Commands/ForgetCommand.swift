import ArgumentParser
import CellGrid
import Glibc
import StreamHost
import StreamModel
import StreamUI

/// Removes what is saved of a source, or of all.
struct ForgetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Remove everything that is remembered of a feed, or of all feeds.",
    discussion: """
      Removes your place, read marks, kept posts and followed links, down to their bytes in the files of \
      the state folder, the fetched posts of a subscription and the copy of an address. A file that is gone \
      is named by the path that streamtui history shows. Subscriptions stay in the list: streamtui remove \
      ends them. Hosts that you trust stay, too: --host removes one, all removes all. Without a name, \
      lists the stored files: how many, how large, where and since when. \
      The exit status is 1 if nothing was known of the source.
      """
  )

  @Argument(
    help:
      """
      A file, folder or archive, an address, the name of a subscription, tag:NAME for all of a tag, a name given with \
      --name, or all (./all for a file of that name).
      """,
    completion: .file()
  )
  var source: String?

  @Option(
    help: "Ask about the addresses of this host again (streamtui history --hosts lists them)."
  )
  var host: String?

  func validate() throws {
    if source != nil, host != nil { throw ValidationError("Name a source or a host, not both") }
  }

  func run() throws {
    Ncurses.setLocale()
    if let host { return try distrust(host) }
    guard let source else {
      let text = StoredFiles.lines.map { SafeText(sanitizing: $0).string + "\n" }.joined()
      return try Diagnostics.output(text)
    }
    let state = try SavedState.opened()
    let forgetting = Forgetting(state: state)
    let report = source == "all" ? forgetting.forgetAll() : forgetting.forget(source)
    state?.close()
    try say(report, source)
  }

  private func distrust(_ host: String) throws {
    let state = try SavedState.opened()
    guard state?.store.isWritable ?? true else {
      throw StateRefusal("Not forgotten: the saved state cannot be written now")
    }
    let name = host.lowercased()
    let known = (state?.store.trustedHosts() ?? []).map(\.name).filter {
      $0 == name || TrustedHost.pictureHost($0) == name
    }
    let isKnown = !known.isEmpty
    for name in known { state?.store.write(.distrust(name)) }
    state?.close()
    guard isKnown else {
      throw Diagnostics.failure(
        "\(host): not a trusted host (streamtui history --hosts lists them)"
      )
    }
    let line = SafeText(sanitizing: "Addresses on \(name) are asked about again").string
    Diagnostics.write(line + "\n", to: STDOUT_FILENO)
  }

  private func say(_ report: Forgetting.Report, _ source: String) throws {
    for line in report.line?.split(separator: "\n") ?? [] {
      Diagnostics.write(SafeText(sanitizing: String(line)).string + "\n", to: STDOUT_FILENO)
    }
    if let failure = report.failure { Diagnostics.print("streamtui: \(failure)") }
    if report.isEmpty {
      let near = SubscriptionChoice.name(with: source).map { "; did you mean \($0)?" } ?? ""
      Diagnostics.print(
        "\(FeedAddress.shown(source)): nothing is remembered of it (streamtui history lists all names\(near))"
      )
    }
    guard report.line != nil, report.failure == nil else { throw ExitCode(1) }
  }
}

struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "List the feeds that you have opened, the last one first.",
    discussion: """
      One line a source: its name, the number of the post where you stopped, the number of unread \
      posts, and the time when you left it, separated by tabs. A number that is not known is empty.
      With --hosts: one line a host whose addresses open without a question, and when you allowed it.
      """
  )

  @Flag(help: "List the hosts whose addresses open without a question, the last one first.")
  var hosts = false

  func run() throws {
    Ncurses.setLocale()
    signal(SIGPIPE, SIG_DFL)
    guard let state = try SavedState.opened() else { return }
    if hosts { return try listHosts(of: state) }
    let history = try state.history()
    state.close()
    let rows = history.map { source in
      [
        source.family.shownTitle,
        source.place.map { String($0) } ?? "",
        source.unread.map { String($0) } ?? "",
        Timestamp(secondsSinceEpoch: source.seen).rfc3339,
      ]
    }
    try Diagnostics.output(TextTable(rows).tabSeparated)
  }

  private func listHosts(of state: SavedState) throws {
    guard let hosts = state.store.trustedHosts() else {
      throw StateRefusal("The trusted hosts cannot be read now", state.store)
    }
    state.close()
    try Diagnostics.output(TextTable(hosts.map { [$0.name, $0.time.rfc3339] }).tabSeparated)
  }
}
