import ArgumentParser
import CellGrid
import Glibc
import StreamHost
import StreamModel
import StreamUI

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the subscriptions with their unread posts and errors.",
    discussion: """
      The format tsv has a line for each subscription: name, address, tags, unread posts, time of the last \
      successful request, and last error, separated by tabs. A value that is not known is empty.
      """
  )

  @Option(help: .value("table|tsv", "The output format."))
  var format = TableFormat.table

  @OptionGroup var configOptions: ConfigOptions

  func run() throws {
    let file = try SubscriptionFile.forCommand()
    let text = try file.readForCommand()
    let list = text.list.subscriptions
    for waiting in text.waitingPrograms {
      let name = waiting.name.map { ["--name", $0] } ?? []
      let words = [waiting.source.text] + name + waiting.tags.flatMap { ["--tag", $0] }
      let quoted = words.map { $0.hasPrefix("--") ? $0 : Self.quoted($0) }.joined(separator: " ")
      Diagnostics.print("A program waits for your yes: streamtui add \(quoted)")
    }
    guard !list.isEmpty else {
      if format == .table { Diagnostics.print("No subscriptions yet. streamtui add makes one.") }
      return
    }
    // A state that cannot be read leaves the numbers empty, and says why.
    var state: SavedState?
    var isReadable = true
    do throws(StateRefusal) {
      // Opening would make a database where there is none.
      let database = file.folder.path + "/" + StateFiles.name
      state = access(database, F_OK) == 0 ? try SavedState.opened() : nil
    } catch {
      Diagnostics.print("streamtui: \(error.text)")
      isReadable = false
    }
    let unread = UnreadPosts(folder: file.folder, store: state?.store, ruled: ruled())
    let records = FeedFiles(folder: file.folder).records(of: list)
    let rows = unread.reading {
      zip(list, records).map { row(of: $0, $1, in: file.folder, isReadable ? unread : nil) }
    }
    state?.close()
    switch format {
    case .tsv: try Diagnostics.output(TextTable(rows).tabSeparated)
    case .table:
      let lines = [["unread", ""]] + rows.map(Self.line)
      try Diagnostics.output(TextTable(lines).aligned(.right, .left))
    }
  }

  private static func quoted(_ word: String) -> String {
    "'" + word.replacing("'", with: "'\\''") + "'"
  }

  /// The posts that rules hide or show as read, by the texts of their subscriptions; no log is read without such rules.
  private func ruled() -> [String: Set<UInt64>] {
    let now = SystemTime().wall
    let rules = RunConfiguration(configOptions.source, given: []).shown(at: now).rules
      // A rule that only colours or tags leaves posts unread.
      .filter { !$0.actions.isEmpty }
    guard !rules.isEmpty, let choice = SubscriptionChoice(.all) else { return [:] }
    var ruled: [String: Set<UInt64>] = [:]
    for opened in SubscribedFeeds(choice).feeds.list {
      guard let source = opened.subscription?.source.text else { continue }
      // A log that cannot be read is counted as one without rules.
      try? opened.forEachPost(at: now) { post, facts, _ in
        guard rules.contains(where: { $0.condition.matches(post, facts) }) else { return }
        ruled[source, default: []].insert(PostIdentity(post).id)
      }
    }
    return ruled
  }

  /// The facts about a subscription: name, address, tags, unread posts, last success, last error.
  private func row(
    of subscription: Subscription,
    _ record: FetchRecord?,
    in folder: StateFolder,
    _ unread: UnreadPosts?
  ) -> [String] {
    var error: String?
    if record == nil {
      do throws(StateError) {
        _ = try FetchFile(of: subscription.source, in: folder).read()
      } catch let fault {
        error = "its state cannot be read: \(fault.reason)"
      }
    }
    return [
      subscription.name ?? record?.title ?? Self.publicName(of: subscription.source) ?? "",
      subscription.source.shown,
      SubscriptionTextWriter.tags(of: subscription),
      unread?.count(of: subscription.source).map { String($0) } ?? "",
      record?.history.lastSuccess?.rfc3339 ?? "",
      error ?? record?.trouble(of: subscription.source) ?? "",
    ]
  }

  /// The name that a stream has before its server says one; nil where that is the address.
  private static func publicName(of source: Subscription.Source) -> String? {
    source.name == source.shown ? nil : source.name
  }

  /// The facts in a line for people: the number, and the rest as far as it is known.
  private static func line(_ row: [String]) -> [String] {
    let (name, address, tags, unread, error) = (row[0], row[1], row[2], row[3], row[5])
    let rest = [
      name, address, tags.isEmpty ? "" : "[\(tags)]", error.isEmpty ? "" : "failed: \(error)",
    ]
    return [unread.isEmpty ? "?" : unread, rest.filter { !$0.isEmpty }.joined(separator: "  ")]
  }
}

enum ListFormat: String, ExpressibleByArgument {
  case table, tsv, json

  /// Prints rows: as `table`, with tabs between the cells, or as a JSON array of objects, each with its cells under the
  /// names of the columns.
  func print(_ rows: [[String]], _ names: [StaticString], table: @autoclosure () -> String) throws {
    switch self {
    case .table: return try Diagnostics.output(table())
    case .tsv: return try Diagnostics.output(TextTable(rows).tabSeparated)
    case .json: break
    }
    var json = JSONText()
    json.open("[")
    for row in rows {
      json.open("{")
      for (name, cell) in zip(names, row) { json.member(name, SafeText(sanitizing: cell).string) }
      json.close("}")
    }
    json.close("]")
    try Diagnostics.output(String(decoding: json.bytes, as: UTF8.self) + "\n")
  }
}
