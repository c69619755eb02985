import ArgumentParser
import CellGrid
import Glibc
import StreamModel
import StreamSources

/// Lists the subscriptions.
struct ListCommand: ParsableCommand {
  /// The output format.
  enum Format: String, ExpressibleByArgument {
    case table, tsv
  }

  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the subscriptions with their unread posts and errors.",
    discussion: """
      The format tsv has a line for each subscription: name, address, tags, unread posts, time of the last \
      successful request, and last error, separated by tabs. A value that is not known is empty.
      """
  )

  @Option(help: ArgumentHelp("The output format.", valueName: "table|tsv"))
  var format = Format.table

  /// A subscription with the facts about it.
  private struct Row {
    let name: String
    let address: String
    let tags: String
    let unread: String
    let success: String
    let error: String

    var fields: [String] { [name, address, tags, unread, success, error] }
  }

  func run() throws {
    let file = try SubscriptionFile.forCommand()
    let list = try file.readForCommand().list.subscriptions
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
    let unread = UnreadPosts(folder: file.folder, store: state?.store)
    let rows = list.map { row(of: $0, in: file.folder, isReadable ? unread : nil) }
    state?.close()
    switch format {
    case .tsv: try SubscriptionFile.write(rows.map { Self.line($0.fields) }.joined())
    case .table: try SubscriptionFile.write(Self.table(rows))
    }
  }

  private func row(
    of subscription: Subscription,
    in folder: StateFolder,
    _ unread: UnreadPosts?
  ) -> Row {
    var record: FetchRecord?
    var error: String?
    do throws(StateFault) {
      record = try FetchFile(of: subscription.source, in: folder).read()
    } catch let fault {
      error = "its state cannot be read: \(fault.reason)"
    }
    return Row(
      name: subscription.name ?? record?.title ?? "",
      address: subscription.source.shown,
      tags: SubscriptionTextWriter.tags(of: subscription),
      unread: unread?.count(of: subscription.source).map { String($0) } ?? "",
      success: record?.history.lastSuccess?.rfc3339 ?? "",
      error: error ?? record?.failure ?? ""
    )
  }

  private static func line(_ fields: [String]) -> String {
    fields.map { SafeText(sanitizing: $0).string }.joined(separator: "\t") + "\n"
  }

  private static func table(_ rows: [Row]) -> String {
    var text = ""
    for row in rows {
      let unread = row.unread.isEmpty ? "?" : row.unread
      let padding = String(repeating: " ", count: max(0, 6 - unread.count))
      var parts = [row.name, row.address]
      if !row.tags.isEmpty { parts.append("[\(row.tags)]") }
      if !row.error.isEmpty { parts.append("failed: \(row.error)") }
      let rest = parts.filter { !$0.isEmpty }.joined(separator: "  ")
      text += padding + unread + "  " + SafeText(sanitizing: rest).string + "\n"
    }
    return "unread\n" + text
  }
}
